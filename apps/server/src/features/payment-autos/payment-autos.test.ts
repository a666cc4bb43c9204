import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { once, refusalOf } from '../../testing/refusal.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { meanwhile } from '../../testing/world/while-held.ts'
import { payoutSources } from '../withdrawals/queries.ts'

let server: TestServer
let make: MoneyFactory
let owner: Person
let second: Person
const sees = { permissions: { paymentAuto: ['isRead'] } } as const
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

const reason = 'ธนาคารแจ้งระงับ'
const cardOf = async (person: Person, { outside }: FactoryAccount) =>
  (await person.call('paymentAutos.list', {})).records.find(({ id }) => id === outside)
const openAlarms = ({ outside }: FactoryAccount) =>
  make.query<{ code: string }>(
    'select code from alarms where entity_id = $1 and cleared_at is null order by code',
    [outside],
  )
/** Whether a payout of 1 THB could leave from it now. */
const pays = async ({ id }: FactoryAccount): Promise<boolean> =>
  (await payoutSources(server.services.db, { amountMinor: 100, businessOn: '2026-11-22', only: id }))
    .length === 1
const aRail = async (): Promise<string> => {
  const [rail] = await make.query<{ id: string }>(
    `insert into payment_rails (name, base_url, secret)
     values ($1, 'https://rail.example', '\\x00') returning id`,
    [randomUUID()],
  )
  return rail?.id ?? ''
}

test('a card shows what moved today, limits, phones; balances to who may see them', async () => {
  const account = await make.account({ bank: 'SCB', accountNo: '1234567890' })
  await make.query('update bank_accounts set day_limit_minor = 900000 where id = $1', [account.id])
  const member = await make.member({ bank: 'KBANK', accountNo: '1234771234' })
  const phone = await bankPhone(make, account)
  await phone.receives({ amountMinor: 12_300, payer: { tag: 'KBNK', digits: '771234' } })
  expect(await make.cash(member)).toBe(12_300)
  // What another account has is not on this card.
  await (await bankPhone(make, await make.account({ bank: 'SCB' }))).receives({ amountMinor: 777 })
  await make.query(
    `update devices set last_seen_at = '2026-11-22T03:04:05.678Z', battery_bps = 1900 where id in (
      select device_id from device_senders where bank_account_id = $1)`,
    [account.id],
  )
  expect(await cardOf(owner, account)).toMatchObject({
    accountNoMasked: 'xxxxxx7890',
    role: 'deposit',
    state: 'active',
    change: null,
    asked: [],
    balanceMinor: 1_012_300,
    bankBalanceMinor: 1_012_300,
    isBroken: false,
    gapCount: 0,
    inToday: { count: 1, amountMinor: 12_300 },
    outToday: { count: 0, amountMinor: 0 },
    paidTodayMinor: 0,
    dayLimitMinor: 900_000,
    transferLimitMinor: null,
    rail: null,
    reporters: [{ state: 'online', lastSeenAt: '2026-11-22T03:04:05.678Z', batteryBps: 1900 }],
    version: 1,
  })
  const clerk = await server.person(sees)
  expect(await cardOf(clerk, account)).toMatchObject({
    balanceMinor: null,
    bankBalanceMinor: null,
    inToday: { count: 1, amountMinor: 12_300 },
  })
})

test('an account whose bank tells no balance shows none, so that the book is not called wrong', async () => {
  const account = await make.account({ bank: 'TMW', hasBalances: false })
  expect(await cardOf(owner, account)).toMatchObject({ balanceMinor: 1_000_000, bankBalanceMinor: null })
  const { records } = await owner.call('preTransactions.accounts', {})
  expect(records.find(({ id }) => id === account.outside)).toMatchObject({
    balanceMinor: 1_000_000,
    bankBalanceMinor: null,
  })
})

test('a paused account pays nothing, says who paused it and why, and one person resumes it', async () => {
  const account = await make.account({ role: 'withdrawal', railId: await aRail() })
  const { outside: id } = account
  expect(await pays(account)).toBe(true)
  await owner.call('paymentAutos.pause', { id, version: 1, reason }, once())
  expect(await pays(account)).toBe(false)
  expect(await cardOf(owner, account)).toMatchObject({ state: 'paused', change: { reason }, version: 2 })
  expect(await openAlarms(account)).toEqual([])
  const unproven = await server.person({ permissions: { paymentAuto: ['isRead', 'isUpdate'] } })
  const resume = { id, version: 2, reason }
  expect(await refusalOf(unproven.call('paymentAutos.resume', resume, once()))).toMatchObject({
    code: 'stepUpRequired',
  })
  expect(await owner.call('paymentAutos.resume', resume, once())).toEqual({
    state: 'done',
    approvalId: null,
  })
  expect(await pays(account)).toBe(true)
  const log = await make.query(
    `select action, actor_id as by, reason, before ->> 'state' as from, after ->> 'state' as to
       from activity_log where entity_id = $1 and result = 'done' order by id`,
    [id],
  )
  const told = { by: owner.id, reason }
  expect(log).toEqual([
    { action: 'bankAccountPaused', ...told, from: 'active', to: 'paused' },
    { action: 'bankAccountResumed', ...told, from: 'paused', to: 'active' },
  ])
})

test('a frozen account rests until a second person agrees, and an alarm stands as long', async () => {
  const account = await make.account({ role: 'withdrawal', railId: await aRail() })
  const { outside: id } = account
  await owner.call('paymentAutos.freeze', { id, version: 1, reason }, once())
  expect(await pays(account)).toBe(false)
  expect(await openAlarms(account)).toEqual([{ code: 'bank.frozen' }])
  const resume = { id, version: 2, reason: 'ธนาคารปลดแล้ว' }
  const asked = await owner.call('paymentAutos.resume', resume, once())
  expect(asked.state).toBe('waiting')
  const expires = (sign: '+' | '-') =>
    server.database.plant(
      `update approvals set expires_at = now() ${sign} interval '1 hour' where entity_id = $1`,
      [id],
    )
  await expires('-')
  expect(await cardOf(second, account)).toMatchObject({ state: 'frozen', asked: [] })
  await expires('+')
  expect(await cardOf(second, account)).toMatchObject({ state: 'frozen', asked: ['thaw'] })
  expect(await refusalOf(second.call('paymentAutos.resume', resume, once()))).toMatchObject({
    code: 'conflict',
  })
  expect(await refusalOf(decideAs(owner, asked.approvalId))).toMatchObject({ code: 'fourEyes' })
  expect(await pays(account)).toBe(false)
  await decideAs(second, asked.approvalId)
  expect(await pays(account)).toBe(true)
  expect(await openAlarms(account)).toEqual([])
  expect(await cardOf(second, account)).toMatchObject({
    state: 'active',
    change: { reason: resume.reason, by: owner.username },
    asked: [],
    version: 3,
  })
  // What two agreed to served: frozen again, it takes another approval, by SQL too.
  await owner.call('paymentAutos.freeze', { id, version: 3, reason }, once())
  const again = make.query(`update bank_accounts set state = 'active' where id = $1`, [account.id])
  await expect(again).rejects.toMatchObject({ code: 'KL105' })
  expect(await pays(account)).toBe(false)
})

test('who read an older state, or asks for what is so already, is refused with what is so', async () => {
  const account = await make.account()
  const { outside: id } = account
  const act = (name: 'pause' | 'freeze' | 'resume', version: number) =>
    refusalOf(owner.call(`paymentAutos.${name}`, { id, version, reason }, once()))
  expect(await act('resume', 1)).toEqual({ code: 'stateRefused', details: { state: 'active' } })
  expect(await act('pause', 1)).toBe('done')
  expect(await act('freeze', 1)).toEqual({ code: 'stale', details: { version: 2 } })
  expect(await act('pause', 2)).toEqual({ code: 'stateRefused', details: { state: 'paused' } })
  expect(await act('freeze', 9)).toEqual({ code: 'stale', details: { version: 2 } })
  expect(await act('freeze', 2)).toBe('done')
  expect(await act('freeze', 3)).toEqual({ code: 'stateRefused', details: { state: 'frozen' } })
  const reader = await server.person(sees)
  const input = { id, version: 3, reason }
  expect(await refusalOf(reader.call('paymentAutos.freeze', input, once()))).toMatchObject({
    code: 'forbidden',
  })
})

test('who pauses an account while another freezes it reads that it is not as they saw it', async () => {
  const account = await make.account()
  const text = `update bank_accounts set state = 'frozen', version = version + 1 where id = $1`
  const input = { id: account.outside, version: 1, reason }
  const paused = await meanwhile(server, { text, values: [account.id] }, () =>
    refusalOf(owner.call('paymentAutos.pause', input, once())),
  )
  expect(paused).toEqual({ code: 'stale', details: { version: 2 } })
  expect(await cardOf(owner, account)).toMatchObject({ state: 'frozen', version: 2 })
})

test('in the database nobody thaws an account without an approval of their own', async () => {
  const account = await make.account()
  await owner.call('paymentAutos.freeze', { id: account.outside, version: 1, reason }, once())
  const thaw = `update bank_accounts set state = 'active'`
  for (const also of ['', ', thaw_approval_id = (select id from approvals limit 1)'])
    await expect(make.query(`${thaw}${also} where id = $1`, [account.id])).rejects.toMatchObject({
      code: 'KL105',
    })
  expect(await cardOf(owner, account)).toMatchObject({ state: 'frozen' })
})

const ktb = (accountNo: string) => ({
  bank: 'KTB',
  accountNo,
  accountName: 'บจก. คลังเพย์',
  label: `KTB ${accountNo}`,
  role: 'deposit' as const,
  openingMinor: 123_456,
  reason: 'บัญชีใหม่ของสาขา',
})

test('a new account comes when a second person agrees: paused, its opening in the books', async () => {
  const wanted = ktb('9840199901')
  const asked = await owner.call('paymentAutos.create', wanted, once())
  expect(asked).toMatchObject({ state: 'waiting' })
  expect(await refusalOf(owner.call('paymentAutos.get', { id: asked.id }))).toMatchObject({
    code: 'notFound',
  })
  // What lies there is shown to who decides, when they look; not before, and not in the log.
  const shown = await second.call('approvals.get', { id: asked.approvalId })
  expect(shown.differences).toContainEqual({ field: 'accountNo', before: null, after: 'xxxxxx9901' })
  expect(JSON.stringify(shown.differences)).not.toContain('123456')
  await decideAs(second, asked.approvalId)
  expect(await owner.call('paymentAutos.get', { id: asked.id })).toMatchObject({
    state: 'paused',
    change: { reason: wanted.reason },
    balanceMinor: 123_456,
    bankBalanceMinor: 123_456,
    accountNoMasked: 'xxxxxx9901',
    reporters: [],
    isSettingUp: true,
  })
  const of = { id: asked.id, reason: 'ทดสอบแล้ว' }
  await owner.call('paymentAutos.resume', { ...of, version: 1 }, once())
  await owner.call('paymentAutos.pause', { ...of, version: 2 }, once())
  expect(await owner.call('paymentAutos.get', { id: asked.id })).toMatchObject({
    state: 'paused',
    isSettingUp: false,
  })
  expect(await refusalOf(owner.call('paymentAutos.create', wanted, once()))).toMatchObject({
    code: 'bankAccountInUse',
  })
})

test('one number asked for twice becomes one account', async () => {
  const [one, other] = [
    await owner.call('paymentAutos.create', ktb('9840199902'), once()),
    await owner.call('paymentAutos.create', { ...ktb('9840199902'), label: 'again' }, once()),
  ]
  await decideAs(second, one.approvalId)
  expect(await refusalOf(decideAs(second, other.approvalId))).toMatchObject({
    code: 'stateRefused',
    details: { reason: 'accountExists' },
  })
})

test('a rail that is not in use, and a bank that takes no payments, are refused at their field', async () => {
  const wrong = { ...ktb('9840199903'), rail: 'no such rail' }
  expect(await refusalOf(owner.call('paymentAutos.create', wrong, once()))).toMatchObject({
    code: 'invalidValue',
  })
  const gone = { ...ktb('9840199903'), bank: 'TBANK' }
  expect(await refusalOf(owner.call('paymentAutos.create', gone, once()))).toMatchObject({
    code: 'invalidValue',
  })
})

test('in production the database takes no account and no phone that nobody agreed to', async () => {
  const [device] = await make.query<{ id: string }>(`insert into devices (name) values ('p') returning id`)
  const account = await make.account()
  const acts = [
    `insert into bank_accounts (bank, account_no, account_name, label, role, anchor_balance_minor)
      values ('KTB', '1', 'x', 'x', 'deposit', 0)`,
    `insert into device_senders values ('${device?.id}', '${account.id}', 'sms', 'KTB')`,
    `update bank_accounts set account_no = '9', account_name = 'mine' where id = '${account.id}'`,
  ]
  const production = `insert into deployment (profile, wrapped_key)
    values ('production', decode(repeat('00', 60), 'hex'))
    on conflict do nothing`
  for (const act of acts)
    await expect(make.asAdmin(`begin; ${production}; ${act}; rollback`), act).rejects.toMatchObject({
      code: 'KL105',
    })
})
