import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { once, refusalOf } from '../../testing/refusal.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { createMoneyFactory, type MoneyFactory } from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { watchAccounts } from './watch.ts'

// What may be changed of an own account, and how it ends.

let server: TestServer
let make: MoneyFactory
let owner: Person
let second: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  owner = await server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
  second = await server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const reason = 'ปรับตามวงเงินธนาคาร'
const cardOf = (id: string) => owner.call('paymentAutos.get', { id })
const plain = {
  label: 'SCB 1',
  priority: 100,
  rail: null,
  transferLimitMinor: null,
  dayLimitMinor: null,
  lowBalanceMinor: null,
  highBalanceMinor: null,
  sweepToId: null,
  sweepKeepMinor: null,
  usesUniqueSatang: false,
}
const update = (id: string, version: number, more: object) =>
  owner.call('paymentAutos.update', { id, version, reason, ...plain, ...more }, once())
const alarms = async (id: string) => {
  await watchAccounts(server.services.db)
  const rows = await make.query<{ code: string }>(
    'select code from alarms where entity_id = $1 and cleared_at is null order by code',
    [id],
  )
  return rows.map(({ code }) => code)
}
const limited = async () => {
  const account = await make.account({ role: 'withdrawal' })
  await make.query(
    'update bank_accounts set transfer_limit_minor = 500, day_limit_minor = 900 where id = $1',
    [account.id],
  )
  return account
}

test('a name, an order and a lower limit count at once, and the log says what changed', async () => {
  const { outside: id } = await limited()
  const lower = { priority: 7, transferLimitMinor: 400, dayLimitMinor: 900 }
  expect(await update(id, 1, lower)).toEqual({ state: 'done', approvalId: null })
  expect(await cardOf(id)).toMatchObject({ label: 'SCB 1', ...lower, version: 2, asked: [] })
  const [logged] = await make.query(
    `select reason, before, after from activity_log where entity_id = $1 and action = 'bankAccountChanged'`,
    [id],
  )
  expect(logged).toMatchObject({
    reason,
    before: { priority: 100, transferLimitMinor: 500 },
    after: { label: 'SCB 1', priority: 7, transferLimitMinor: 400 },
  })
  expect(logged).not.toHaveProperty('after.dayLimitMinor')
  expect(await refusalOf(update(id, 1, lower))).toMatchObject({ code: 'stale', details: { version: 2 } })
})

test('payments are told apart by satang from when somebody says so, without a second person', async () => {
  const { outside: id } = await make.account({ role: 'deposit' })
  expect(await update(id, 1, { usesUniqueSatang: true })).toMatchObject({ state: 'done' })
  expect(await cardOf(id)).toMatchObject({ usesUniqueSatang: true, version: 2 })
})

test('a limit that is raised or taken away counts when a second person agrees', async () => {
  const { outside: id } = await limited()
  const raised = { transferLimitMinor: 600, dayLimitMinor: null }
  const asked = await update(id, 1, raised)
  expect(asked.state).toBe('waiting')
  expect(await cardOf(id)).toMatchObject({ transferLimitMinor: 500, asked: ['change'], version: 1 })
  expect(await refusalOf(update(id, 1, raised))).toMatchObject({ code: 'conflict' })
  const shown = await second.call('approvals.get', { id: asked.approvalId ?? '' })
  expect(shown.differences).toContainEqual({ field: 'dayLimitMinor', before: 900, after: null })
  expect(await refusalOf(decideAs(owner, asked.approvalId))).toMatchObject({ code: 'fourEyes' })
  await decideAs(second, asked.approvalId)
  expect(await cardOf(id)).toMatchObject({ ...raised, asked: [], version: 2 })
})

test('what was changed meanwhile is not agreed to', async () => {
  const { outside: id } = await limited()
  const asked = await update(id, 1, { transferLimitMinor: 600, dayLimitMinor: 900 })
  await update(id, 1, { transferLimitMinor: 100, dayLimitMinor: 900 })
  expect(await refusalOf(decideAs(second, asked.approvalId))).toMatchObject({
    code: 'stateRefused',
    details: { reason: 'accountChanged' },
  })
  expect(await cardOf(id)).toMatchObject({ transferLimitMinor: 100 })
})

test('in production the database raises no limit that nobody agreed to', async () => {
  const { id } = await limited()
  const production = `insert into deployment (profile, wrapped_key)
    values ('production', decode(repeat('00', 60), 'hex')) on conflict do nothing`
  const of = (set: string) => `update bank_accounts set ${set} where id = '${id}'`
  for (const set of ['transfer_limit_minor = 501', 'day_limit_minor = null'])
    await expect(make.asAdmin(`begin; ${production}; ${of(set)}; rollback`), set).rejects.toMatchObject({
      code: 'KL105',
    })
  await make.asAdmin(`begin; ${production}; ${of('transfer_limit_minor = 499')}; rollback`)
})

test('a balance below or above its level is told of, until it is not any more', async () => {
  const account = await make.account({ bank: 'SCB', anchorMinor: 1_000_000 })
  const { outside: id } = account
  await update(id, 1, { lowBalanceMinor: 1_000_100, highBalanceMinor: 2_000_000 })
  expect(await alarms(id)).toEqual(['bank.balanceLow'])
  const phone = await bankPhone(make, account)
  await phone.receives({ amountMinor: 200 })
  expect(await alarms(id)).toEqual([])
  await phone.receives({ amountMinor: 2_000_000 })
  expect(await alarms(id)).toEqual(['bank.balanceHigh'])
})

test('what lies above the level is proposed as a transfer, to who may see balances', async () => {
  const from = await make.account({ anchorMinor: 900_000 })
  const to = await make.account({ role: 'withdrawal' })
  const sweep = { highBalanceMinor: 500_000, sweepToId: to.outside, sweepKeepMinor: 100_000 }
  await update(from.outside, 1, sweep)
  const dueOf = async (who: Person) =>
    (await who.call('ownTransfers.accounts', {})).records.find(({ id }) => id === from.outside)?.due
  const due = { toId: to.outside, amountMinor: 800_000 }
  expect(await dueOf(owner)).toEqual(due)
  const clerk = await server.person({ permissions: { paymentAutoTransfer: ['isRead', 'isCreate'] } })
  expect(await dueOf(clerk)).toBeNull()
  const wanted = { fromId: from.outside, ...due, purpose: 'collect', reason } as const
  await owner.call('ownTransfers.create', wanted, once())
  expect(await dueOf(owner)).toBeNull()
})

test.each([
  ['itself', (id: string) => ({ highBalanceMinor: 500, sweepToId: id, sweepKeepMinor: 0 })],
  ['an account without a level', (_: string, other: string) => ({ sweepToId: other, sweepKeepMinor: 0 })],
  [
    'less than what is to stay',
    (_: string, other: string) => ({ highBalanceMinor: 500, sweepToId: other, sweepKeepMinor: 501 }),
  ],
  ['a rail that is not in use', () => ({ rail: 'none such' })],
  ['a lower level above the upper one', () => ({ lowBalanceMinor: 501, highBalanceMinor: 500 })],
])('no proposal or setting of %s is taken', async (_, more) => {
  const [{ outside: id }, { outside: other }] = [await make.account(), await make.account()]
  expect(await refusalOf(update(id, 1, more(id, other)))).toMatchObject({ code: 'invalidValue' })
})

test('an account is closed by two, empty and out of use; then nothing of it changes any more', async () => {
  const account = await make.account({ bank: 'SCB', anchorMinor: 0 })
  const { outside: id } = account
  const close = (version: number) => owner.call('paymentAutos.close', { id, version, reason }, once())
  expect(await refusalOf(close(1))).toMatchObject({ code: 'stateRefused', details: { state: 'active' } })
  await owner.call('paymentAutos.pause', { id, version: 1, reason }, once())
  const asked = await close(2)
  expect(await cardOf(id)).toMatchObject({ state: 'paused', asked: ['close'] })
  await decideAs(second, asked.approvalId)
  expect(await cardOf(id)).toMatchObject({ state: 'closed', version: 3 })
  expect(await refusalOf(update(id, 3, {}))).toMatchObject({ code: 'stateRefused' })
  expect(
    await refusalOf(owner.call('paymentAutos.resume', { id, version: 3, reason }, once())),
  ).toMatchObject({ code: 'stateRefused' })
  const { records } = await owner.call('preTransactions.accounts', {})
  expect(records.some((one) => one.id === id)).toBe(false)
  await expect(
    make.query(`update bank_accounts set state = 'active' where id = $1`, [account.id]),
  ).rejects.toThrow('accountClosed')
  // Members kept its number: what still comes is booked, waits for a person, and is told of.
  await make.query(`update bank_account_feeds set last_line_at = now() where bank_account_id = $1`, [
    account.id,
  ])
  expect(await alarms(id)).toEqual(['bank.closedMoved'])
})

test('an account with money or an open line is not closed, when asked for nor when agreed to', async () => {
  const full = await make.account({ anchorMinor: 100 })
  await owner.call('paymentAutos.pause', { id: full.outside, version: 1, reason }, once())
  const close = (id: string) => owner.call('paymentAutos.close', { id, version: 2, reason }, once())
  expect(await refusalOf(close(full.outside))).toMatchObject({
    code: 'accountNotEmpty',
    details: { reason: 'balance' },
  })
  const later = await make.account({ bank: 'SCB', anchorMinor: 0 })
  const { outside: id } = later
  await owner.call('paymentAutos.pause', { id, version: 1, reason }, once())
  const asked = await close(id)
  await (await bankPhone(make, later)).receives({ amountMinor: 12_345 })
  expect(await refusalOf(decideAs(second, asked.approvalId))).toMatchObject({
    code: 'stateRefused',
    details: { reason: 'accountNotEmpty' },
  })
  expect(await cardOf(id)).toMatchObject({ state: 'paused' })
  expect(decodeId('bankAccount', id)).toBe(later.id)
})
