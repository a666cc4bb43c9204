import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { once, refusalOf } from '../../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../../testing/server.ts'
import { decideAs, decidePassword } from '../../../testing/world/decide.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { proposeDue } from './propose.ts'

// Saved forms of transfers, and those that are asked for at a time of day.

let server: TestServer
let make: MoneyFactory
let maker: Person
let checker: Person
let both: Person
const permissions = { paymentAutoTransfer: ['isRead', 'isCreate', 'isUpdate'] as const }
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const asks = { paymentAutoTransfer: ['isRead', 'isCreate'] as const }
  const checks = { paymentAutoTransfer: ['isRead', 'isUpdate'] as const }
  const abilities = { seeOwnBalances: true }
  maker = await server.person({ permissions: asks, abilities, hasStepUp: true })
  checker = await server.person({ permissions: checks, hasStepUp: true, password: decidePassword })
  both = await server.person({ permissions, abilities, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

let from: FactoryAccount
let to: FactoryAccount
beforeEach(async () => {
  server.clock.ms = 0
  await make.query(
    `update transfer_templates set schedule_at = null, schedule_days = null, scheduled_by = null,
       scheduled_at = null where removed_at is null`,
  )
  from = await make.account({ bank: 'SCB' })
  to = await make.account({ bank: 'SCB', role: 'withdrawal' })
})

let saved = 0
type Saved = Parameters<typeof maker.call<'ownTransfers.createTemplate'>>[1]
const save = async (change: Partial<Saved> = {}, by: Person = maker) => {
  const input = {
    name: `แบบ ${(saved += 1)}`,
    fromId: from.outside,
    toId: to.outside,
    amountMinor: 20_000,
    keepMinor: null,
    purpose: 'topUp' as const,
    reason: 'เติมบัญชีถอน',
    ...change,
  }
  const { id } = await by.call('ownTransfers.createTemplate', input, once())
  return id
}
const one = async (id: string) => {
  const { records } = await maker.call('ownTransfers.templates', {})
  const found = records.find((each) => each.id === id)
  if (!found) throw new Error('not on the list')
  return found
}
const everyDay = [1, 2, 3, 4, 5, 6, 7]
/** In how many minutes it is due, by the clock of Bangkok. */
const clockIn = (minutes: number) =>
  new Date(server.services.now() + minutes * 60_000 + 7 * 3_600_000).toISOString().slice(11, 16)
const set = async (
  id: string,
  schedule: { at: string; days: number[] } | null,
  by: Person = maker,
  name?: string,
) => {
  const now = await one(id)
  const input = { id, version: now.version, name: name ?? now.name, schedule }
  return by.call('ownTransfers.updateTemplate', input, once())
}
const later = (minutes: number) => (server.clock.ms += minutes * 60_000)
const propose = () => proposeDue(server.services)
/** Due in two minutes, and three have gone by. */
const due = async (change: Partial<Saved> = {}, by: Person = maker) => {
  const id = await save(change, by)
  await set(id, { at: clockIn(2), days: everyDay }, by)
  later(3)
  return id
}
const lastOf = async (id: string) => (await one(id)).last
const transfersOf = async (account = from) =>
  (await maker.call('ownTransfers.list', { accountId: account.outside })).records

describe('a saved form of a transfer', () => {
  test('is on the list, is renamed, and is taken off it; the log tells of each', async () => {
    const id = await save({ name: ' รวมเงินก่อนสิ้นวัน ', amountMinor: null, keepMinor: 0 })
    expect(await one(id)).toMatchObject({
      name: 'รวมเงินก่อนสิ้นวัน',
      amountMinor: null,
      keepMinor: 0,
      schedule: null,
      last: null,
    })
    await set(id, null, maker, 'รวมเงิน')
    const { name, version } = await one(id)
    expect(name).toBe('รวมเงิน')
    const remove = (of: number) =>
      maker.call('ownTransfers.removeTemplate', { id, version: of, reason: 'ไม่ใช้แล้ว' }, once())
    expect(await refusalOf(remove(version - 1))).toEqual({ code: 'stale', details: { version } })
    await remove(version)
    const { records } = await maker.call('ownTransfers.templates', {})
    expect(records.map((each) => each.id)).not.toContain(id)
    expect(await refusalOf(remove(version + 1))).toEqual({ code: 'notFound', details: undefined })
    const log = await make.query<{ action: string }>(
      `select action from activity_log where entity_id = '/payment-auto/transfer' and id > (
         select max(id) - 3 from activity_log where entity_id = '/payment-auto/transfer') order by id`,
    )
    expect(log.map(({ action }) => action)).toEqual([
      'transferTemplateSaved',
      'transferTemplateChanged',
      'transferTemplateRemoved',
    ])
  })

  test('moves nothing, and asks nobody', async () => {
    await save()
    await propose()
    expect(await transfersOf()).toEqual([])
  })

  test('has a name of its own, two accounts, and an amount or what stays, not both', async () => {
    await save({ name: 'Evening' })
    const refused = (change: Partial<Saved>) => refusalOf(save(change))
    const why = (reason: string) => ({ code: 'transferRefused', details: { reason } })
    expect(await refused({ name: 'EVENING' })).toMatchObject({ code: 'templateNameInUse' })
    expect(await refused({ toId: from.outside })).toEqual(why('sameAccount'))
    expect(await refused({ keepMinor: 100 })).toMatchObject({ code: 'invalidValue' })
    expect(await refused({ amountMinor: null })).toMatchObject({ code: 'invalidValue' })
    const nowhere = encodeId('bankAccount', randomUUID())
    expect(await refused({ toId: nowhere })).toMatchObject({ code: 'invalidValue' })
  })

  test('is saved by who may ask for a transfer, and by nobody else', async () => {
    expect(await refusalOf(save({}, checker))).toMatchObject({ code: 'forbidden' })
    const blind = await server.person({ permissions, hasStepUp: true })
    expect(await refusalOf(save({ amountMinor: null, keepMinor: 0 }, blind))).toEqual({
      code: 'transferRefused',
      details: { reason: 'unseen' },
    })
    // Nor do they become the maker of what another saved: its amount would tell them the balance.
    const id = await save({ amountMinor: null, keepMinor: 0 })
    expect(await refusalOf(set(id, { at: '23:00', days: [1] }, blind))).toMatchObject({
      details: { reason: 'unseen' },
    })
    const unproven = await server.person({ permissions })
    expect(await refusalOf(set(id, { at: '23:00', days: [1] }, unproven))).toMatchObject({
      code: 'stepUpRequired',
    })
  })

  test('never says something else later, nor comes back onto the list: the database keeps it', async () => {
    const id = await save()
    const change = (what: string) =>
      make.query(`update transfer_templates set ${what} where id = inside_id($1)`, [id])
    await expect(change('amount_minor = 1')).rejects.toMatchObject({ code: 'KL105' })
    await expect(change('to_account_id = from_account_id')).rejects.toMatchObject({ code: 'KL105' })
    await maker.call('ownTransfers.removeTemplate', { id, version: 1, reason: 'ไม่ใช้แล้ว' }, once())
    await expect(change('removed_at = null, removed_by = null')).rejects.toMatchObject({ code: 'KL105' })
  })
})

describe('at its time', () => {
  test('a transfer is asked for, once, and waits for somebody else than who set the time', async () => {
    const id = await save({}, both)
    await set(id, { at: clockIn(2), days: everyDay }, both)
    await propose()
    expect(await transfersOf()).toEqual([])
    later(3)
    await propose()
    await propose()
    const { name, last } = await one(id)
    const [asked, ...more] = await transfersOf()
    expect([asked, more]).toMatchObject([{ state: 'asked', amountMinor: 20_000, template: name }, []])
    expect(last).toMatchObject({ skipped: null, reference: asked?.reference, transferId: asked?.id })
    expect(await refusalOf(decideAs(both, asked?.approvalId ?? null))).toMatchObject({ code: 'fourEyes' })
    expect(await make.balance(`bank:${from.outside}`)).toBe(-1_000_000)
    await decideAs(checker, asked?.approvalId ?? null)
    expect((await transfersOf())[0]).toMatchObject({ state: 'approved' })
    // The next day again.
    await make.query(
      `update own_transfers set state = 'cancelled', ended_at = now() where id = inside_id($1)`,
      [asked?.id],
    )
    later(24 * 60)
    await propose()
    expect(await transfersOf()).toHaveLength(2)
  })

  test('two processes that propose at once ask for one', async () => {
    const id = await due()
    await Promise.all([propose(), propose(), propose()])
    expect(await transfersOf()).toHaveLength(1)
    const runs = await make.query('select from transfer_template_runs where template_id = inside_id($1)', [
      id,
    ])
    expect(runs).toHaveLength(1)
    // The database alone keeps a second one of the day out.
    await expect(
      make.query(
        `insert into transfer_template_runs (template_id, due_on, skipped)
           select template_id, due_on, 'open' from transfer_template_runs where template_id = inside_id($1)`,
        [id],
      ),
    ).rejects.toMatchObject({ code: '23505' })
  })

  test('all above what stays is worked out then, less what is agreed to leave, as an amount', async () => {
    const more = await make.account({ bank: 'SCB' })
    const first = await maker.call(
      'ownTransfers.create',
      { fromId: from.outside, toId: more.outside, amountMinor: 300_000, purpose: 'hold', reason: 'พักเงิน' },
      once(),
    )
    await decideAs(checker, first.approvalId)
    await due({ amountMinor: null, keepMinor: 50_000 })
    await propose()
    const [asked] = await transfersOf(to)
    expect(asked).toMatchObject({ amountMinor: 650_000 })
    const { rows } = await server.services.pool.query<{ document: Record<string, unknown> }>(
      'select document from approvals where id = inside_id($1)',
      [asked?.approvalId],
    )
    expect(rows[0]?.document).toMatchObject({ amountMinor: 650_000 })
    expect(rows[0]?.document).not.toHaveProperty('keepMinor')
  })

  test.each([
    ['frozen', `state = 'frozen'`, () => to],
    ['frozen', `state = 'frozen'`, () => from],
    ['paused', `state = 'paused'`, () => to],
    ['paused', `state = 'paused'`, () => from],
    ['closed', `state = 'closed', close_approval_id = uuidv7()`, () => to],
    ['paysNothing', 'pays_out = false', () => from],
    ['transferLimit', 'transfer_limit_minor = 19999', () => from],
    ['dayLimit', 'day_limit_minor = 19999', () => from],
  ])('%s (%s): nothing is asked for, and the list says why', async (skipped, what, which) => {
    const id = await due()
    await server.database.plant(`update bank_accounts set ${what} where id = $1`, [which().id])
    await propose()
    expect(await lastOf(id)).toMatchObject({ skipped, reference: null })
    expect(await transfersOf()).toEqual([])
    // Nor later that day, when the reason is over.
    await server.database.plant(
      `update bank_accounts set state = 'active', close_approval_id = null, pays_out = true,
         transfer_limit_minor = null, day_limit_minor = null where id in ($1, $2)`,
      [from.id, to.id],
    )
    await propose()
    expect(await transfersOf()).toEqual([])
  })

  test('too little there, nothing above what stays, or one like it open: nothing is asked for', async () => {
    const much = await due({ amountMinor: 1_000_001 })
    await propose()
    expect(await lastOf(much)).toMatchObject({ skipped: 'balance' })
    const below = await due({ amountMinor: null, keepMinor: 1_000_000 })
    await propose()
    expect(await lastOf(below)).toMatchObject({ skipped: 'balance' })
    await due()
    await propose()
    const again = await due({ amountMinor: 100 })
    await propose()
    expect(await lastOf(again)).toMatchObject({ skipped: 'open' })
    expect(await transfersOf()).toHaveLength(1)
  })

  test('that was more than an hour ago: nothing is asked for, and the list says so', async () => {
    const id = await due()
    later(59)
    await propose()
    expect(await lastOf(id)).toMatchObject({ skipped: 'missed' })
    expect(await transfersOf()).toEqual([])
  })

  test('before it was set, on another day, or off the list: nothing happens', async () => {
    const past = await save()
    await set(past, { at: clockIn(-10), days: everyDay })
    const today = new Date(server.services.now() + 7 * 3_600_000).getUTCDay() || 7
    const other = await save()
    // Neither today nor yesterday nor, at midnight, tomorrow.
    await set(other, { at: clockIn(2), days: [((today + 2) % 7) + 1] })
    const removed = await due()
    const { version } = await one(removed)
    await maker.call('ownTransfers.removeTemplate', { id: removed, version, reason: 'ไม่ใช้แล้ว' }, once())
    await propose()
    expect([await lastOf(past), await lastOf(other)]).toEqual([null, null])
    expect(await transfersOf()).toEqual([])
  })

  test('who set it may no longer ask, or is away: nothing is asked for in their name', async () => {
    const gone = await server.person({ permissions, hasStepUp: true })
    const id = await due({}, gone)
    await make.query(`update employees set state = 'locked' where id = $1`, [gone.id])
    await propose()
    expect(await lastOf(id)).toMatchObject({ skipped: 'makerGone' })
  })

  test('another person who only renames it is not its maker; who sets another time is', async () => {
    const id = await save()
    await set(id, { at: '23:00', days: [1, 2] })
    const by = (await one(id)).schedule?.by
    await set(id, { at: '23:00', days: [2, 1, 1] }, both, 'อีกชื่อ')
    expect((await one(id)).schedule).toEqual({ at: '23:00', days: [1, 2], by })
    await set(id, { at: '23:30', days: [1, 2] }, both)
    expect((await one(id)).schedule?.by).not.toBe(by)
  })
})

test('who is alone is not taken for two: nothing is agreed to by a clock', async () => {
  const lone = await startTestServer()
  try {
    const owner = await lone.person({ isAdmin: true, hasStepUp: true })
    const factory = await createMoneyFactory(lone)
    const [a, b] = [await factory.account({ bank: 'SCB' }), await factory.account({ bank: 'SCB' })]
    const input = { name: 'ทุกคืน', fromId: a.outside, toId: b.outside, amountMinor: 5000, keepMinor: null }
    const { id } = await owner.call(
      'ownTransfers.createTemplate',
      { ...input, purpose: 'collect', reason: 'รวมเงิน' },
      once(),
    )
    const at = new Date(lone.services.now() + 120_000 + 7 * 3_600_000).toISOString().slice(11, 16)
    const schedule = { at, days: everyDay }
    await owner.call('ownTransfers.updateTemplate', { id, version: 1, name: input.name, schedule }, once())
    lone.clock.ms += 180_000
    await proposeDue(lone.services)
    const { records } = await owner.call('ownTransfers.templates', {})
    expect(records).toMatchObject([{ last: { skipped: 'nobodyElse' } }])
    expect((await owner.call('ownTransfers.list', {})).records).toEqual([])
  } finally {
    await lone.stop()
  }
})
