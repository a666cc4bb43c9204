import { encodeId } from '@khlang/contract/values/values.ts'
import { CallError } from '@khlang/contract/derived/client.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markRestored } from '../../app/start/mark-restored.ts'
import { SettingsCache } from '../../platform/db/brand-settings.ts'
import { createDatabase, createPool } from '../../platform/db/db.ts'
import { KnownKeys } from '../../platform/call/signatures.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { deliverGroups } from '../../testing/world/chats.ts'

let world: MoneyOutWorld
let before: Person
let waiting: { member: FactoryMember; id: string }
/** What people looked at already. */
let looked: { id: string }
let regular: FactoryMember
let site: FactoryMember
let flight: Awaited<ReturnType<typeof inFlight>>
let numbers: number[]
const evidenceDir = mkdtempSync(join(tmpdir(), 'khlang-restored-'))
const reason = 'the list of the rail was compared'

const people = {
  permissions: { dashboard: ['isRead'] as const },
  password: decidePassword,
  hasStepUp: true,
}
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.code : String(error)),
  )
const bySql = (statement: string, values: unknown[] = []): Promise<string> =>
  world.server.services.pool.query(statement, values).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )
const release = (person: Person) =>
  person.call('dashboard.releaseRestored', { reason, isRailListChecked: true }, { idempotencyKey: key() })
/** A payment that the bank's own words give to one member. @returns what became of its line */
const paysIn = async (amountMinor: number) => {
  const phone = await bankPhone(world.factory, await world.factory.account({ bank: 'SCB' }))
  const digits = String(amountMinor).padStart(6, '7')
  await world.factory.member({ accountNo: `7531${digits}` })
  return (await phone.receives({ amountMinor, payer: { tag: 'KBNK', digits } })).body.data?.lineState
}
/** A payment told and credited before the restore, and one that has happened, asked for and not told yet. */
async function inFlight() {
  const account = await world.factory.account({ bank: 'SCB' })
  const phone = await bankPhone(world.factory, account)
  const payer = { tag: 'KBNK', digits: '066600' }
  const owner = await world.factory.member({ accountNo: `7531${payer.digits}` })
  const told = phone.move({ amountMinor: 77_700, payer })
  expect((await phone.say(told)).body.data?.lineState).toBe('autoMatched')
  await world.factory.request(owner, account, 66_600)
  return { owner, payer, phone, told, late: phone.move({ amountMinor: 66_600, payer }) }
}
const approved = async (amountMinor: number) => {
  const member = await world.regular(amountMinor)
  const asked = await world.withdraw(member, amountMinor)
  return { member, id: asked.body.data?.id ?? '', state: asked.body.data?.state }
}

/** The numbers that the next references would have. */
const nextNumbers = async (): Promise<number[]> => {
  const rows = await world.factory.query<{ next: number }>(
    `select nextval(name::regclass) as next from unnest(array['deposit_reference', 'withdrawal_reference'])
       as s (name)`,
  )
  return rows.map(({ next }) => next)
}

beforeAll(async () => {
  world = await createMoneyOutWorld()
  before = await world.cashier(people)
  world.rail.plan = 'accept'
  await approved(31_000)
  await world.payouts()
  world.rail.plan = 'lostBefore'
  await approved(30_500)
  await world.payouts()
  looked = await approved(600_000)
  expect(await world.row(looked.id)).toMatchObject({ state: 'review', version: 1 })
  waiting = await approved(32_000)
  expect((await world.row(waiting.id)).state).toBe('approved')
  regular = await world.regular(33_000)
  site = await world.regular(20_000)
  flight = await inFlight()
  await world.server.database.plant(
    `update sessions set step_up_until = now() + interval '1 hour';
     insert into one_time_codes (employee_id, purpose, code_hash, expires_at)
       select id, 'firstAdmin', 'x', now() + interval '1 hour' from employees;
     insert into recovery_codes (employee_id, code_hash) select id, 'x' from employees;
     update employees set otp_pending_until = now() + interval '1 hour';
     update employees set otp_next_secret = 'x', otp_next_until = now() + interval '1 hour'
      where id <> (select id from employees order by id limit 1)`,
  )
  await world.server.database.plant(
    `with g as (insert into chat_groups (name, channel, target, credential, events, owner_id)
       values ('told', 'webhook', 'http://127.0.0.1:1', '\\x00', '{}', $1) returning id)
     insert into chat_deliveries (group_id, event_ids, state, done_at)
       select id, '{}', s, case s when 'sent' then now() end from g, unnest(array['sent', 'pending']) s`,
    [before.id],
  )
  numbers = await nextNumbers()
  const admin = createDatabase(createPool(world.server.database.adminUrl, { max: 1 }))
  const restored = { restoredTo: new Date(Date.now() - 3_600_000).toISOString(), source: 'own' }
  const marked = await markRestored(admin, {
    secrets: world.server.services.secrets,
    evidenceDir,
    restored,
  })
  await admin.destroy()
  expect(marked).toMatchObject({ sentBack: 1 })
  // A restored database is opened by a server that starts.
  const { db, secrets } = world.server.services
  Object.assign(world.server.services, {
    keys: new KnownKeys(db, secrets),
    settings: new SettingsCache(db),
  })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  rmSync(evidenceDir, { recursive: true })
  expect(broken).toEqual([])
})

test('401 for whoever was signed in before', async () => {
  expect(await code(before.call('dashboard.restored', {}))).toBe('unauthenticated')
})

test('no sign-in, code or factor of before opens anything', async () => {
  const open = await world.factory.query(
    `select 'session' as left from sessions where ended_at is null or step_up_until is not null
     union all select 'code' from one_time_codes where used_at is null
     union all select 'recovery code' from recovery_codes where used_at is null
     union all select 'factor' from employees
      where coalesce(otp_pending_until, otp_next_until) is not null or otp_next_secret is not null`,
  )
  expect(open).toEqual([])
})

test('a machine that signed before is told that its time is over', async () => {
  // The clock of the server stands still behind the restore: a request of then, sent again.
  world.server.clock.ms = -60_000
  const asked = await world.withdraw(site, 20_000)
  world.server.clock.ms = 2000
  expect(asked).toMatchObject({ body: { error: { code: 'staleTimestamp' } } })
})

test('each payout of before is asked about; one that the rail never had holds nothing up', async () => {
  const reader = await world.cashier(people)
  expect((await reader.call('dashboard.restored', {})).held).toMatchObject({ openPayouts: 2 })
  world.server.clock.ms += 30_000
  await world.payouts()
  expect((await reader.call('dashboard.restored', {})).held).toMatchObject({ openPayouts: 1 })
})

test('what was approved before goes back to people, and nothing leaves', async () => {
  const row = await world.row(waiting.id)
  expect(row).toMatchObject({ state: 'review', band: 'onePerson' })
  expect(row.checks.at(-1)).toMatchObject({ code: 'restored', result: 'review' })
  // What waited for people says so too: who read it before the restore reads it again.
  const read = await world.row(looked.id)
  expect([read.state, read.version, read.checks.at(-1)?.code]).toEqual(['review', 2, 'restored'])
  const orders = world.rail.orders.size
  await world.payouts()
  expect(world.rail.orders.size).toBe(orders)
  expect((await world.withdraw(regular, 33_000)).body.data?.state).toBe('review')
  expect(
    await bySql(
      `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, business_on)
       select id, 1, $2, (select rail_id from bank_accounts where id = $2), amount_minor, business_on
         from withdrawals where id = $1`,
      [row.id, world.source.id],
    ),
  ).toBe('KL105')
})

test('what is over stays as it was, and no number is given a second time', async () => {
  const touched = await world.factory.query(
    `select state from withdrawals where state <> 'review' and checks @> '[{"code": "restored"}]'`,
  )
  expect(touched).toEqual([])
  const told = await world.factory.query<{ state: string }>(
    `select d.state from chat_deliveries d join chat_groups g on g.id = d.group_id where g.name = 'told'
      order by 1`,
  )
  expect(told.map(({ state }) => state)).toEqual(['dropped', 'sent'])
  const since = await nextNumbers()
  for (const [at, number] of numbers.entries()) expect((since[at] ?? 0) - number).toBeGreaterThan(100_000)
})

test('a line that would credit by itself is suggested', async () => {
  expect(await paysIn(44_400)).toBe('suggested')
  const { rows } = await world.server.services.pool.query(
    "select from deposits where state = 'credited' and by_kind = 'auto' and amount_minor = 44400",
  )
  expect(rows).toEqual([])
})

test('what was in flight waits for a person; what was credited before is no new money', async () => {
  const { owner, phone, told, late } = flight
  expect((await phone.say(told)).body.data?.state).toBe('duplicate')
  expect((await phone.say(late)).body.data?.lineState).toBe('suggested')
  expect(await world.factory.cash(owner)).toBe(77_700)
})

test('an outgoing line of the same amount proves no payout', async () => {
  const { withdrawalId, lineId } = await world.outgoing(31_000)
  expect(withdrawalId).toBeNull()
  // What left after the moment of the database counts, what it knows of itself does not.
  const left = `update statement_lines set bank_time = now() - $2::interval where id = $1`
  await world.server.database.plant(left, [lineId, '30 minutes'])
  const { lineId: known } = await world.outgoing(31_000)
  await world.server.database.plant(left, [known, '90 minutes'])
})

test('what is open is of before the restore, and money that left since is of nobody', async () => {
  const reader = await world.cashier(people)
  const open = async () => {
    const { held } = await reader.call('dashboard.restored', {})
    return [held?.openPayouts, held?.unknownOutgoing] as const
  }
  const [payouts = 0, lines = 0] = await open()
  const tells = async (statement: string, table: 'payouts' | 'statement_lines') => {
    await world.server.database.plant(`with r as (select * from restores where released_at is null)
      ${statement}`)
    const [p = 0, l = 0] = await open()
    const stamp = table === 'payouts' ? 'attempt = 77' : `dedupe_key = 'since'`
    await world.server.database.plant(`delete from ${table} where ${stamp}`)
    return [p - payouts, l - lines]
  }
  const payout = (state: string, createdAt: string, nextCheckAt = 'null::timestamptz') =>
    tells(
      `insert into payouts (withdrawal_id, attempt, bank_account_id, rail_id, amount_minor, state,
         business_on, created_at, next_check_at)
       select gen_random_uuid(), 77, '${world.source.id}', '${world.rail.id}', 1, '${state}', '2026-11-01',
         ${createdAt}, ${nextCheckAt} from r`,
      'payouts',
    )
  const [at, later] = ['r.restored_at', `r.restored_at + interval '1 microsecond'`]
  for (const state of ['sending', 'accepted']) {
    expect([state, await payout(state, at)]).toEqual([state, [1, 0]])
    expect([state, await payout(state, later)]).toEqual([state, [0, 0]])
  }
  for (const state of ['succeeded', 'failed']) expect(await payout(state, at, at)).toEqual([0, 0])
  expect([await payout('unknown', at, at), await payout('unknown', at, later)]).toEqual([
    [1, 0],
    [0, 0],
  ])
  expect(await payout('unknown', later, at)).toEqual([0, 0])
  const line = (direction: string, state: string, bankTime: string, receivedAt: string) =>
    tells(
      `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time,
         bank_time_precision, received_at, source, dedupe_key, chain, state, business_on, value_on)
       select '${world.source.id}', '${direction}', 1, ${bankTime}, 'none', ${receivedAt}, 'sms', 'since',
         'linked', '${state}', '2026-11-01', '2026-11-01' from r`,
      'statement_lines',
    )
  const [to, since] = ['r.restored_to', `r.restored_to + interval '1 microsecond'`]
  const none = 'null::timestamptz'
  expect([await line('out', 'unmatched', since, to), await line('out', 'unmatched', none, since)]).toEqual([
    [0, 1],
    [0, 1],
  ])
  for (const nothing of [
    await line('out', 'unmatched', to, since),
    await line('out', 'unmatched', none, to),
    await line('in', 'unmatched', since, since),
    await line('out', 'settled', since, since),
    await line('out', 'ignored', since, since),
  ])
    expect(nothing).toEqual([0, 0])
})

test('no chat is sent', async () => {
  const [row] = await world.factory.query<{ id: string }>(
    `with g as (insert into chat_groups (name, channel, target, credential, events, owner_id)
       values ('held', 'webhook', 'http://127.0.0.1:1', '\\x00', '{}', $1) returning id)
     insert into chat_deliveries (group_id, event_ids) select id, '{}' from g returning id`,
    [before.id],
  )
  await deliverGroups(world.server.services)
  const [sent] = await world.factory.query<{ tries: number }>(
    'select tries from chat_deliveries where id = $1',
    [row?.id],
  )
  expect(sent?.tries).toBe(0)
})

test('two people release it, once the payouts of before are settled at the rail', async () => {
  const [one, other] = [await world.cashier(people), await world.cashier(people)]
  const told = await one.call('dashboard.restored', {})
  expect(told.held).toMatchObject({ openPayouts: 1, unknownOutgoing: 1 })
  const { records } = await one.call('dashboard.alarms', {})
  const alarm = records.find((each) => each.code === 'restored')
  expect(alarm).toMatchObject({ endedBy: 'releaseRestored' })
  const acknowledged = one.call('dashboard.acknowledgeAlarm', {
    alarmId: alarm?.id ?? encodeId('alarm', ''),
    reason,
  })
  expect(await code(acknowledged)).not.toBe('done')

  expect(await code(release(one))).toBe('stateRefused')
  for (const payout of world.rail.payouts.values()) payout.state = 'succeeded'
  world.server.clock.ms += 60_000
  await world.payouts()
  expect((await one.call('dashboard.restored', {})).held).toMatchObject({ openPayouts: 0 })

  expect(await release(one)).toEqual({ state: 'waiting', approvalId: expect.any(String) })
  expect((await one.call('dashboard.restored', {})).held).not.toBeNull()
  expect(await bySql('update restores set released_at = now()')).toBe('KL105')
  expect(await bySql('delete from restores')).toBe('42501')
  expect(await bySql("insert into restores (restored_to, source) values (now(), 'own')")).toBe('42501')
  const { records: own } = await one.call('approvals.list', { scope: 'own' })
  const request = own.find(({ kind }) => kind === 'restoredRelease')
  expect(await code(decideAs(one, request?.id ?? null))).toBe('fourEyes')
  await decideAs(other, request?.id ?? null)

  expect(await other.call('dashboard.restored', {})).toEqual({ held: null })
  expect(await paysIn(55_500)).toBe('autoMatched')
  expect((await approved(34_000)).state).toBe('approved')
  const orders = world.rail.orders.size
  await world.payouts()
  expect(world.rail.orders.size).toBe(orders + 1)
})

test('what was in flight is credited once, after the release, by a person', async () => {
  const { owner, payer, phone, late } = flight
  const again = await phone.say(late)
  expect(again.body.data?.state).toBe('duplicate')
  expect(await world.factory.cash(owner)).toBe(77_700)
  const permissions = { pretransactionNotMatch: ['isRead', 'isUpdate'] as const }
  const linker = await world.cashier({ permissions })
  const wanted = { id: again.body.data?.lineId ?? '', version: 1, memberId: owner.outside }
  await linker.call('preTransactions.link', wanted, { idempotencyKey: key() })
  expect((await phone.say(late)).body.data?.state).toBe('duplicate')
  expect(await world.factory.cash(owner)).toBe(144_300)
  const next = await phone.receives({ amountMinor: 88_800, payer })
  expect(next.body.data?.lineState).toBe('autoMatched')
  expect(await world.factory.cash(owner)).toBe(233_100)
})
