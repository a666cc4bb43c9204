import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { runJobs } from '../../testing/jobs.ts'
import { codeOf, once, refusalOf } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type FactoryMember,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { newestMessage, strangeBank, teachMessage } from '../../testing/world/taught.ts'

let server: TestServer
let make: MoneyFactory
let teacher: Person
let second: Person
const permissions = { pretransactionNotMatch: ['isRead', 'isUpdate'] as const }
const abilities = { seeOwnBalances: true }
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const options = { permissions, abilities, hasStepUp: true, password: decidePassword }
  teacher = await server.person(options)
  second = await server.person(options)
  await server.set({ rateMoneyPerMinute: 100_000, rateReadPerMinute: 100_000, rateWritePerMinute: 100_000 })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const lineOf = async (id: string | null | undefined) => {
  const { line, decision, messages, taughtFormat } = await teacher.call('preTransactions.line', {
    id: id ?? '',
  })
  return { ...line, decision: decision as { reasons: string[]; learning?: object }, messages, taughtFormat }
}
const get = (id: string) => teacher.call('taughtFormats.get', { id })
const reason = 'ธนาคารเปลี่ยนข้อความ'

describe('an unread wording', () => {
  let account: FactoryAccount
  let bank: Awaited<ReturnType<typeof strangeBank>>
  let payer: FactoryMember
  let formatId: string
  beforeAll(async () => {
    account = await make.account({ bank: 'SCB' })
    bank = await strangeBank(make, account)
    payer = await make.member({ bank: 'KBANK', accountNo: '1234118822' })
  })
  const pays = async (amountMinor: number) => (await bank.receives({ amountMinor })).body.data
  const link = async (lineId: string) => {
    const { version } = await lineOf(lineId)
    const input = { id: lineId, version, memberId: payer.outside, isConfirmed: true, remark: 'ตรวจแล้ว' }
    return teacher.call('preTransactions.link', input, once())
  }

  test('is marked, tried over the archive, and agreed to by a second person', async () => {
    expect(await pays(10_000)).toMatchObject({ state: 'parseFailed', lineId: null })
    await pays(20_000)
    const messageId = await newestMessage(make, account)
    const begun = await teacher.call('taughtFormats.begin', { messageId })
    expect(begun).toMatchObject({ bank: 'SCB', direction: 'in', senders: ['scb'] })
    const preview = await teacher
      .call('taughtFormats.preview', { ...begun, messageId } as never)
      .catch(() => null)
    expect(preview).toBeNull()
    const { direction, marks } = begun
    expect(await teacher.call('taughtFormats.preview', { messageId, direction, marks })).toMatchObject({
      problems: [],
      fitting: 2,
      looked: 2,
      reading: { amountMinor: 20_000, balanceAfterMinor: 1_030_000, payerBank: 'KBANK' },
    })
    const tried = await teachMessage(server, teacher, messageId)
    formatId = tried.id
    expect(tried).toMatchObject({
      state: 'tried',
      number: 1,
      mayAsk: true,
      trial: { newlyRead: 2, conflicts: 0, others: 0, chainFits: 2, chainContradicts: 0, failure: null },
    })
    expect(tried.trial?.samples.newlyRead).toHaveLength(2)
    const { version } = tried
    const asked = await teacher.call('taughtFormats.ask', { id: formatId, version, reason }, once())
    expect(asked.state).toBe('waiting')
    expect(await codeOf(decideAs(teacher, asked.approvalId))).toBe('fourEyes')
    expect(await pays(30_000)).toMatchObject({ state: 'parseFailed' })
    await decideAs(second, asked.approvalId)
    expect(await get(formatId)).toMatchObject({ state: 'active', isRereading: true, confirmedCount: 0 })
  })

  test('has its unread messages of the last days read again, once, and credits nobody by them', async () => {
    await runJobs(server.services)
    await runJobs(server.services)
    expect(await get(formatId)).toMatchObject({ isRereading: false, rereadCount: 3, readCount: 3 })
    const rows = await make.query<{ id: string; chain: string; state: string; balance: number }>(
      `select l.id, l.chain, l.state, l.balance_after_minor as balance from statement_lines l
        where bank_account_id = $1 order by id`,
      [account.id],
    )
    expect(rows.map(({ chain, state }) => `${chain} ${state}`)).toEqual(Array(3).fill('linked suggested'))
    const shown = await lineOf(encodeId('statementLine', rows[0]?.id ?? ''))
    expect(shown.decision.reasons).toEqual(expect.arrayContaining(['formatLearning', 'readLate']))
    const open = await teacher.call('preTransactions.failedMessages', { size: 50 })
    expect(open.records.filter(({ accountId }) => accountId === account.outside)).toEqual([])
    expect(await make.cash(payer)).toBe(0)
  })

  test('is suggested only, until people linked twenty of its lines', async () => {
    const first = await pays(40_000)
    expect(first).toMatchObject({ state: 'read', lineState: 'suggested' })
    const shown = await lineOf(first?.lineId)
    expect(shown).toMatchObject({
      reason: 'formatLearning',
      taughtFormat: { id: formatId, number: 1, confirmedCount: 0 },
    })
    expect(shown.decision).toMatchObject({
      reasons: ['formatLearning'],
      learning: { confirmed: 0, needed: 20 },
    })
    const lines = [first?.lineId ?? '']
    for (let count = 1; count < 20; count += 1) lines.push((await pays(40_000 + count))?.lineId ?? '')
    for (const id of lines) expect(await link(id)).toMatchObject({ state: 'done' })
    expect(await get(formatId)).toMatchObject({ confirmedCount: 20 })
    expect(await pays(50_001)).toMatchObject({ lineState: 'autoMatched' })
    // A link that is taken back counts no more.
    const last = await lineOf(lines.at(-1))
    await teacher.call('preTransactions.undoLink', { id: last.id, version: last.version, reason }, once())
    expect(await get(formatId)).toMatchObject({ confirmedCount: 19 })
    expect(await pays(50_002)).toMatchObject({ lineState: 'suggested' })
  })

  test('is switched off by one person at once, and comes back by another trial and two', async () => {
    const { version } = await get(formatId)
    await teacher.call('taughtFormats.switchOff', { id: formatId, version, reason })
    expect(await pays(60_000)).toMatchObject({ state: 'parseFailed' })
    const again = await teacher.call('taughtFormats.tryAgain', { id: formatId }, once())
    await runJobs(server.services)
    const tried = await get(again.id)
    expect(tried).toMatchObject({ state: 'tried', number: 2, confirmedCount: 19 })
    expect(tried.trial).toMatchObject({ newlyRead: 1, conflicts: 0 })
    expect(tried.versions.map(({ state }) => state)).toEqual(['tried', 'off'])
    const off = { id: formatId, version: version + 1, reason }
    expect(await refusalOf(teacher.call('taughtFormats.switchOff', off))).toEqual({
      code: 'stateRefused',
      details: { state: 'off' },
    })
  })
})

describe('a trial refuses', () => {
  const tried = async (heading: string, plant: (account: FactoryAccount) => Promise<unknown>) => {
    const account = await make.account({ bank: 'SCB' })
    const bank = await strangeBank(make, account, heading)
    await bank.receives({ amountMinor: 700 })
    await bank.receives({ amountMinor: 800 })
    const messageId = await newestMessage(make, account)
    await plant(account)
    const { state, trial } = await teachMessage(server, teacher, messageId)
    return [state, trial?.failure, trial?.samples]
  }
  const firstOf = `id = (select min(id::text)::uuid from bank_messages where bank_account_id = $1)`

  test('what fits a message that is read today', async () => {
    const plant = ({ id }: FactoryAccount) =>
      server.database.plant(`update bank_messages set state = 'duplicate' where ${firstOf}`, [id])
    expect(await tried('แบบหนึ่ง', plant)).toMatchObject([
      'failed',
      'conflicts',
      { conflicts: [{ chain: 'unknown' }] },
    ])
  })

  test('what fits a message of another bank', async () => {
    const plant = async ({ id }: FactoryAccount) => {
      const other = await make.account({ bank: 'KBANK' })
      await server.database.plant(
        `update bank_messages set bank_account_id = $2, sender = 'KBANK' where ${firstOf}`,
        [id, other.id],
      )
    }
    expect(await tried('แบบสอง', plant)).toMatchObject(['failed', 'readsOthers', { others: [{}] }])
  })

  test('what reads numbers that the balances contradict', async () => {
    const account = await make.account({ bank: 'SCB' })
    const known = await bankPhone(make, account)
    const bank = await strangeBank(make, account, 'แบบสาม')
    await known.receives({ amountMinor: 1_000 })
    await bank.say(bank.textOf({ amountMinor: 700, statedMinor: 88_800 }))
    const messageId = await newestMessage(make, account)
    await known.receives({ amountMinor: 1_000 })
    const { state, trial } = await teachMessage(server, teacher, messageId)
    expect([state, trial?.failure]).toEqual(['failed', 'chainContradicts'])
    expect(trial?.samples.contradictions[0]).toMatchObject({ messageId, reading: { amountMinor: 700 } })
  })
})

test('a change is another version, which takes the place of the one before when two agreed', async () => {
  const account = await make.account({ bank: 'SCB' })
  const agreed = async (id: string) => {
    const { version } = await get(id)
    const asked = await teacher.call('taughtFormats.ask', { id, version, reason }, once())
    await decideAs(second, asked.approvalId)
  }
  const old = await strangeBank(make, account, 'แบบหก')
  await old.receives({ amountMinor: 900 })
  const first = await teachMessage(server, teacher, await newestMessage(make, account))
  await agreed(first.id)
  await (await strangeBank(make, account, 'แบบเจ็ด')).receives({ amountMinor: 500 })
  const messageId = await newestMessage(make, account)
  const { direction, marks, sender } = await teacher.call('taughtFormats.begin', { messageId })
  const changed = { messageId, direction, marks, name: 'อื่น', senders: [sender], changesId: first.id }
  const { id } = await teacher.call('taughtFormats.teach', changed, once())
  await runJobs(server.services)
  expect(await get(id)).toMatchObject({ state: 'tried', number: 2, name: first.name })
  expect(await get(first.id)).toMatchObject({ state: 'active' })
  await agreed(id)
  expect(await get(id)).toMatchObject({ state: 'active' })
  expect(await get(first.id)).toMatchObject({ state: 'replaced' })
})

test('a request whose time is over may be made again, or the format dropped', async () => {
  const account = await make.account({ bank: 'SCB' })
  const bank = await strangeBank(make, account, 'แบบหมดเวลา')
  await bank.receives({ amountMinor: 900 })
  const { id, version } = await teachMessage(server, teacher, await newestMessage(make, account))
  const asked = await teacher.call('taughtFormats.ask', { id, version, reason }, once())
  const off = () => teacher.call('taughtFormats.switchOff', { id, version: version + 1, reason })
  expect(await codeOf(off())).toBe('stateRefused')
  expect(await get(id)).toMatchObject({ state: 'asked', mayAsk: false })
  await server.database.plant(
    `update approvals set expires_at = now() - interval '1 minute' where id = $1`,
    [decodeId('approval', asked.approvalId)],
  )
  expect(await get(id)).toMatchObject({ state: 'asked', mayAsk: true })
  const again = await teacher.call('taughtFormats.ask', { id, version: version + 1, reason }, once())
  await decideAs(second, again.approvalId, false)
  expect(await get(id)).toMatchObject({ state: 'refused' })
})

describe('nobody', () => {
  test('teaches without seeing balances, nor what is read, set aside or theirs to mark wrongly', async () => {
    const account = await make.account({ bank: 'SCB' })
    const bank = await strangeBank(make, account, 'แบบสี่')
    await bank.receives({ amountMinor: 900 })
    const messageId = await newestMessage(make, account)
    const blind = await server.person({ permissions })
    expect(await codeOf(blind.call('taughtFormats.begin', { messageId }))).toBe('forbidden')
    const { direction, marks, sender } = await teacher.call('taughtFormats.begin', { messageId })
    const teach = (rest: object) =>
      refusalOf(
        teacher.call(
          'taughtFormats.teach',
          { messageId, direction, marks, name: 'แบบสี่', senders: [sender], ...rest },
          once(),
        ),
      )
    const without = marks.filter(({ slot }) => slot !== 'amount')
    expect(await teach({ marks: without })).toMatchObject({
      code: 'formatRefused',
      details: { problems: expect.arrayContaining(['amountMissing', 'digitsLeft']) },
    })
    expect(await teach({ direction: 'out' })).toMatchObject({ code: 'formatRefused' })
    expect(await teach({ senders: ['kbank', sender] })).toMatchObject({ code: 'invalidValue' })
    expect(await teach({ marks: [...marks, ...marks] })).toMatchObject({ code: 'invalidValue' })
    await teacher.call('preTransactions.dismissMessage', { messageId, reason })
    expect(await codeOf(teacher.call('taughtFormats.begin', { messageId }))).toBe('stateRefused')
  })

  test('changes in the database what was tried, or makes it read without an approval', async () => {
    const account = await make.account({ bank: 'SCB' })
    const bank = await strangeBank(make, account, 'แบบห้า')
    await bank.receives({ amountMinor: 900 })
    const { id: outside } = await teachMessage(server, teacher, await newestMessage(make, account))
    const id = decodeId('taughtFormat', outside)
    const bySql = (text: string) =>
      server.services.pool.query(`update taught_formats set ${text} where id = $1`, [id]).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
    expect(await bySql(`shape = '{}'`)).toBe('KL105')
    expect(await bySql(`senders = '{x}'`)).toBe('KL105')
    expect(await bySql(`trial = '{}', trial_digest = 'x'`)).toBe('KL105')
    expect(await bySql(`state = 'active'`)).toBe('23514')
    const [any] = await make.query<{ id: string }>(
      `select id from approvals where kind = 'taughtFormat' limit 1`,
    )
    expect(await bySql(`state = 'active', approval_id = '${any?.id}', activated_at = now()`)).toBe('KL105')
    const line = `update statement_lines set taught_format_id = null where taught_format_id is not null`
    await expect(server.services.pool.query(line)).rejects.toMatchObject({ code: 'KL105' })
  })
})
