import type { CallOf } from '@khlang/contract/calls.ts'
import type { InputOf } from '@khlang/contract/kit/define.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { wholeFile } from '../../../testing/exported.ts'
import { runJobs } from '../../../testing/jobs.ts'
import { codeOf, once } from '../../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { statementOf, uploadStatement } from '../../../testing/world/statement-file.ts'

let server: TestServer
let make: MoneyFactory
/** Sees balances, and may have files. */
let owner: Person
/** May have files, and sees no balances. */
let clerk: Person
const permissions = { paymentAuto: ['isRead'] } as const
const person = (abilities: object) =>
  server.person({ permissions: { paymentAuto: ['isRead', 'isUpdate'] }, abilities, hasStepUp: true })
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  owner = await person({ exportData: true, seeOwnBalances: true })
  clerk = await person({ exportData: true })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

type Input = InputOf<CallOf<'paymentAutos.exportLines'>>
/** The lines of a file, the mark of its last line left out. */
async function fileOf(
  account: FactoryAccount,
  by = owner,
  more: Partial<Input> = {},
  language: 'th' | 'en' = 'en',
) {
  const input = { id: account.outside, format: 'csv' as const, ...more }
  const file = await wholeFile(server.as(by.token, language)('paymentAutos.exportLines', input))
  return {
    ...file,
    lines: Buffer.from(file.base64, 'base64').toString().trimEnd().split('\r\n').slice(0, -1),
  }
}

/** An account on which money came in for a member, went out, came in again behind a hole of 30.00. */
async function moved() {
  const account = await make.account({ bank: 'SCB' })
  const member = await make.member({ bank: 'KBANK' })
  const phone = await bankPhone(make, account)
  await phone.receives({ amountMinor: 12_300, payer: { tag: 'KBNK', digits: member.accountNo.slice(-6) } })
  await phone.say(phone.move({ amountMinor: 2_000, direction: 'out' }))
  phone.move({ amountMinor: 3_000 })
  await phone.say(phone.move({ amountMinor: 700 }))
  // As it is when a person has gone on behind the hole.
  await make.query(
    `update statement_lines set chain = 'afterHole', state = 'unmatched', payer_name = '=1+1 สมชาย'
      where bank_account_id = $1 and amount_minor = 700`,
    [account.id],
  )
  await make.query(
    `insert into chain_gaps (bank_account_id, from_minor, to_minor, from_at, to_at)
     select bank_account_id, 1010300, 1013300, now() - interval '1 minute',
            coalesce(bank_time, received_at)
       from statement_lines where bank_account_id = $1 and amount_minor = 700`,
    [account.id],
  )
  return { account, member }
}

test('a statement’s file has what the screen shows, and its holes; in and out are summed apart', async () => {
  const { account, member } = await moved()
  const { fileName, rows, lines } = await fileOf(account)
  expect([fileName, rows]).toEqual([`statement-SCB-${account.accountNo.slice(-4)}.csv`, 3])
  expect(lines[0]).toBe(
    "\ufeffTime,Bank's date,Direction,Amount,Balance after,Chain of balances,Missing since,Amount missing," +
      'State,Booked as,Member,Other bank,Other account,Other name,Source,Handled by,Channel,Bank reference',
  )
  const cells = lines.slice(1).map((line) => line.split(','))
  expect(cells[0]?.slice(2, 6)).toEqual(['Money in', '7.00', '10140.00', 'Line missing before'])
  expect(cells[0]?.[6]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(cells[0]?.[7]).toBe('30.00')
  expect(cells[0]?.[13]).toBe("'=1+1 สมชาย")
  expect(cells[1]?.slice(2, 8)).toEqual(['Money out', '-20.00', '10103.00', 'Balance agrees', '', ''])
  expect(cells[2]?.slice(8, 15)).toEqual([
    'Matched automatically',
    expect.stringMatching(/^D\d{4}-/),
    member.username,
    'KBANK',
    expect.stringMatching(new RegExp(`^x+${member.accountNo.slice(-6)}$`)),
    '',
    'SMS',
  ])
  const sums = cells.slice(3).map((line) => [line[0], line[3]])
  expect(sums).toEqual([
    [expect.stringContaining('Money in'), '130.00'],
    [expect.stringContaining('Money out'), '-20.00'],
    [expect.stringContaining('In − out'), '110.00'],
  ])
  const { records } = await owner.call('paymentAutos.lines', { id: account.outside })
  expect(records.map(({ gap }) => gap?.movedMinor ?? null)).toEqual([3_000, null, null])
})

test('its filter, columns, language and kind of file are those that were asked for', async () => {
  const { account } = await moved()
  const out = await fileOf(account, owner, { direction: 'out', columns: ['amount'] }, 'th')
  expect(out.lines).toEqual(['\ufeffทิศทาง,จำนวนเงิน', 'เงินออก,-20.00', 'รวม (1 รายการ),-20.00'])
  const days = { from: '2020-01-01', to: '2020-01-31' }
  const none = await fileOf(account, owner, days)
  expect([none.rows, none.fileName]).toEqual([
    0,
    `statement-SCB-${account.accountNo.slice(-4)}_2020-01-01_2020-01-31.csv`,
  ])
  const book = await fileOf(account, owner, { format: 'xlsx' })
  expect(Buffer.from(book.base64, 'base64').subarray(0, 2).toString()).toBe('PK')
  expect(await codeOf(fileOf(account, owner, { from: '2020-01-02', to: '2020-01-01' }))).toBe('dateRange')
})

test('who may not see balances gets the file without them; who may not export gets none', async () => {
  const { account } = await moved()
  const [, first = ''] = (await fileOf(account, clerk)).lines
  expect(first.split(',').slice(3, 8)).toEqual(['7.00', '', 'Line missing before', expect.any(String), ''])
  const abilities = { exportData: true }
  const refused = [
    await server.person({ permissions, hasStepUp: true }),
    await server.person({ permissions: { dashboard: ['isRead'] }, abilities, hasStepUp: true }),
    await server.person({ permissions, abilities, hasStepUp: true, type: 'seller' }),
  ]
  for (const by of refused) expect(await codeOf(fileOf(account, by))).toBe('forbidden')
  const cold = await server.person({ permissions, abilities })
  expect(await codeOf(fileOf(account, cold))).toBe('stepUpRequired')
  const logged = await make.query<{ action: string; detail: object }>(
    `select action, detail from activity_log where actor_id = $1 and action = 'exported'`,
    [clerk.id],
  )
  expect(logged).toMatchObject([{ detail: { format: 'csv', rows: 3, filter: { id: account.id } } }])
})

/** A file that waits to be made in the background, as more than 10,000 rows leave it. */
async function waiting(account: FactoryAccount, by: Person): Promise<string> {
  const [job] = await make.query<{ id: string }>(
    `insert into export_jobs (employee_id, call, list, filter, columns, language, is_xlsx_asked, session_id,
       address, device, request_id, file_name)
     select $1, 'paymentAutos.exportLines', 'statement', $2, '{amount,state}', 'en', false, s.id,
            '127.0.0.1', 'x', 'x', 'statement.csv' from sessions s where s.employee_id = $1 returning id`,
    [by.id, JSON.stringify({ id: account.id, direction: 'in' })],
  )
  return job?.id ?? ''
}
const made = async (by: Person) => {
  await runJobs(server.services)
  return (await by.call('exports.list', {})).records[0]
}

test('a long statement is made in the background; not for who is of the staff no more', async () => {
  const { account } = await moved()
  await waiting(account, owner)
  const job = await made(owner)
  expect(job).toMatchObject({ state: 'done', rows: 2 })
  const answer = await server.fetch(`/api/v2/export/file/${job?.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect((await answer.text()).split('\r\n').slice(0, 4)).toEqual([
    'Direction,Amount,State',
    'Money in,7.00,Unidentified',
    'Money in,123.00,Matched automatically',
    'Total (rows: 2),130.00,',
  ])
  const gone = await person({ exportData: true })
  const id = await waiting(account, gone)
  await server.database.plant(`update employees set type = 'seller' where id = $1`, [gone.id])
  await runJobs(server.services)
  expect(await make.query('select state, failure from export_jobs where id = $1', [id])).toEqual([
    { state: 'failed', failure: 'rightLost' },
  ])
})

test('a line says which row of which file it is, with its balances for who may see them alone', async () => {
  const account = await make.account({ bank: 'SCB' })
  const checker = await server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
  const at = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const text = 'รับโอน นาย สมชาย ใจดี 😀'
  const rows = [{ at, amountMinor: 55_500, balanceMinor: 1_055_500, text }]
  const id = await uploadStatement(server, owner, account.outside, statementOf(account.accountNo, rows))
  const { mapping } = await owner.call('statementFiles.preview', { id, mapping: null })
  const asked = { id, mapping, name: 'พฤศจิกายน.csv', reason: 'the phone was off' }
  await decideAs(checker, (await owner.call('statementFiles.ask', asked, once())).approvalId)
  const [line] = (await owner.call('paymentAutos.lines', { id: account.outside })).records
  expect(line).toMatchObject({ source: 'file', amountMinor: 55_500 })
  const rowsFor = async (by: Person) =>
    (await by.call('paymentAutos.line', { id: line?.id ?? '' })).fileRows
  const [row] = await rowsFor(owner)
  expect(row).toMatchObject({ fileId: id, name: 'พฤศจิกายน.csv', no: 3 })
  expect(row?.text).toMatch(
    /^\d\d\/\d\d\/25\d\d \| \d\d:\d\d \| 555\.00 \| 10,555\.00 \| รับโอน นาย สมชาย ใจดี 😀$/,
  )
  expect(await rowsFor(clerk)).toMatchObject([{ fileId: id, no: 3, text }])
  // Of a file that was read before its rows were kept as they stand.
  await server.database.plant('update statement_file_rows set cells = null where file_id = $1', [
    decodeId('statementFile', id),
  ])
  expect(await rowsFor(owner)).toMatchObject([{ no: 3, text }])
})
