import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessOn } from '../../platform/business-day.ts'
import { exportRowsMax } from '../../platform/files/exports.ts'
import { runJobs } from '../../testing/jobs.ts'
import { wholeFile } from '../../testing/exported.ts'
import { addMember, inDatabase, openBook } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
let clerk: Person
const permissions = {
  dashboard: ['isRead'],
  memberManagement: ['isRead', 'isCreate'],
  pretransactionDepositWithdraw: ['isRead'],
} as const
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
const [yesterday, whole, more] = [addDays(today, -1), addDays(today, -2), addDays(today, -3)]
const account = '00000000-0000-7000-8000-000000000001'

// Triggers are off: of the rows only the lists are read here, and the book holds nothing of them.
const planted = `
  set session_replication_role = replica;
  insert into bank_accounts (id, bank, account_no, account_name, label, role, anchor_balance_minor)
    values ('${account}', 'SCB', '1112223334', 'Company', 'SCB รับฝาก 1', 'deposit', 0);
  insert into deposits (reference, member_id, state, method, amount_minor, by_kind, bank_account_id,
      credited_at, created_at, business_on)
    select day || '-' || i, $1, 'credited', 'bank', 10000 + i, 'auto', '${account}', day::date, day::date,
        day::date from (values ('${whole}', ${exportRowsMax}), ('${more}', 15000)) d (day, count),
        generate_series(1, count) i;
  insert into deposits (reference, member_id, state, method, amount_requested_minor, amount_minor, by_kind,
      bank_account_id, credited_at, created_at, sla_ends_at, business_on)
    select 'Y' || i, $1, state, 'bank', 500, case when state = 'credited' then 10000 * i + 7 end, 'auto',
        '${account}', case when state = 'credited' then now() - interval '1 day' end,
        now() - interval '1 hour 1 minute 5 seconds', now(), '${yesterday}'
      from unnest(array['credited', 'pending', 'credited', 'rejected', 'credited'])
        with ordinality s (state, i);
  insert into withdrawals (reference, member_id, request_key, state, amount_minor, to_bank, to_account_no,
      to_account_name, sla_ends_at, requested_at, paid_at, business_on, decision_kind, band)
    values ('W1', $1, 'r1', 'paid', 20011, 'KBANK', '1', 'x', now(), now(), now(), '${yesterday}', 'auto',
      'auto');
  analyze deposits`

beforeAll(async () => {
  server = await startTestServer()
  await openBook(server)
  clerk = await server.person({ permissions, abilities: { exportData: true }, hasStepUp: true })
  const member = await addMember(clerk)
  await inDatabase(server.database.adminUrl, planted.replaceAll('$1', `'${member.uuid}'`))
})
afterAll(() => server.stop())

type Choice = {
  tab?: 'all' | 'deposits' | 'done'
  from?: string
  to?: string
  on?: string
  state?: string[]
}
async function fileOf(filter: Choice, language: 'th' | 'en' = 'th', by = clerk) {
  const ask = server.as(by.token, language)
  const file = await wholeFile(
    ask('preTransactions.exportQueue', { ...filter, format: 'csv' }, { idempotencyKey: randomUUID() }),
  )
  const text = Buffer.from(file.base64, 'base64').toString()
  const lines = text.replace('\ufeff', '').trimEnd().split('\r\n')
  return { ...file, lines, cells: lines.map((line) => line.split(',')) }
}
const texts = (language: string) => {
  const path = `../../../../console/public/locales/${language}/pre-transactions.json`
  const read = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
    queue: { columns: Record<string, string> }
  }
  return read.queue.columns
}

test('the total of yesterday’s credited deposits is the dashboard’s figure of yesterday', async () => {
  const { deposits, netMinor } = await clerk.call('dashboard.day', { on: yesterday })
  const file = await fileOf({ tab: 'deposits', state: ['credited'], from: yesterday, to: yesterday })
  const place = file.cells[0]?.indexOf(texts('th')['amount'] ?? '') ?? -1
  const total = file.cells.at(-2)
  expect(total?.[0]).toBe(`รวม (${deposits.count} รายการ)`)
  expect(Number(total?.[place]) * 100).toBeCloseTo(deposits.amountMinor, 5)
  expect([deposits.count, deposits.amountMinor]).toEqual([3, 90_021])
  // Both kinds in one file: each has its line, the last one is the dashboard's net.
  const both = await fileOf({ tab: 'done', on: yesterday }, 'en')
  expect(both.cells.slice(-4, -1).map((line) => [line[0], line[place]])).toEqual([
    ['Total deposits (rows: 3)', '900.21'],
    ['Total withdrawals (rows: 1)', '200.11'],
    ['Total deposits less withdrawals (rows: 4)', (netMinor / 100).toFixed(2)],
  ])
})

test.each(['th', 'en'] as const)('the headings are the screen’s words in %s', async (language) => {
  const { cells } = await fileOf({ on: yesterday }, language)
  const words = texts(language)
  const columns = `at kind reference member memberName state amount memberBank memberAccount account bankTime
    creditBefore creditAfter age source handler remarkMember remarkStaff`
  expect(cells[0]).toEqual(columns.split(/\s+/).map((name) => words[name]))
})

test('our own account stands in the file, and how long a row that waits has waited', async () => {
  const { cells } = await fileOf({ tab: 'deposits', on: yesterday })
  const { account: own, age, reference } = texts('th')
  const column = (name = '') => cells[0]?.indexOf(name) ?? -1
  const of = (row: string) => cells.find((line) => line[column(reference)] === row)
  expect(of('Y1')?.[column(own)]).toBe('SCB รับฝาก 1')
  expect(of('Y1')?.[column(age)]).toBe('')
  expect(of('Y2')?.[column(age)]).toMatch(/^1:01:\d\d$/)
  // What we call our accounts is no seller's to read, in the file of their own members either.
  const abilities = { exportData: true }
  const seller = await server.person({ permissions, abilities, hasStepUp: true, type: 'seller' })
  await server.database.plant('update members set seller_id = $1', [seller.id])
  const theirs = await fileOf({ tab: 'deposits', on: yesterday }, 'th', seller)
  expect(theirs.cells.find((line) => line[column(reference)] === 'Y1')?.[column(own)]).toBe('')
})

test('a file is named by its list and the business dates of its filter', async () => {
  const day = { from: yesterday, to: yesterday }
  expect((await fileOf({ tab: 'deposits', ...day })).fileName).toBe(`deposits_${yesterday}.csv`)
  expect((await fileOf({ tab: 'deposits', on: yesterday })).fileName).toBe(`deposits_${yesterday}.csv`)
  const range = await fileOf({ tab: 'done', from: yesterday, to: today })
  expect(range.fileName).toBe(`deposits-withdrawals-done_${yesterday}_${today}.csv`)
})

test('10,000 rows are all in the file; more are left to the background, all of them', async () => {
  const all = await fileOf({ on: whole })
  expect(all.rows).toBe(exportRowsMax)
  expect(all.lines).toHaveLength(1 + exportRowsMax + 2)
  expect(all.lines.at(-2)).toContain('รวม (10000 รายการ)')
  const asked = { on: more, format: 'xlsx' as const, columns: ['reference' as const, 'amount' as const] }
  const left = await server.as(clerk.token, 'en')('preTransactions.exportQueue', asked)
  expect(left).toEqual({ jobId: expect.stringMatching(/^exp_/) })
  await runJobs(server.services)
  const [job] = (await clerk.call('exports.list', {})).records
  expect(job).toMatchObject({ state: 'done', rows: 15_000, isCut: false, isXlsxAsked: true })
  expect(job?.fileName).toBe(`deposits-withdrawals_${more}.csv`)
  const answer = await server.fetch(`/api/v2/export/file/${job?.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clerk.token}` },
  })
  const lines = (await answer.text()).trimEnd().split('\r\n')
  // The newest first, as on the screen; the sum of 100.01 to 250.00 baht.
  expect(lines.slice(1, -2)).toEqual(
    Array.from({ length: 15_000 }, (_, at) => `${more}-${15_000 - at},${(25_000 - at) / 100}`).map((line) =>
      line.replace(
        /,(\d+)(?:\.(\d+))?$/,
        (_, baht: string, satang = '') => `,${baht}.${satang.padEnd(2, '0')}`,
      ),
    ),
  )
  expect(lines.at(-2)).toBe('Total (rows: 15000),2625075.00')
})

test('a person makes one file at a time; the next one may be asked for when it is done', async () => {
  const ask = () => fileOf({ on: whole }).then(({ rows }) => rows, codeOf)
  const answers = await Promise.all([ask(), ask(), ask()])
  expect(answers).toContain(exportRowsMax)
  expect(answers).toContain('tooManyRequests')
  expect(await ask()).toBe(exportRowsMax)
})
const codeOf = (error: unknown) => (error instanceof CallError ? error.code : String(error))
