import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { memberLocked } from '@khlang/ledger/accounts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { FactoryAccount } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { requestOf } from '../../testing/world/second-approval.ts'
import { runPayouts } from '../payouts/payouts.ts'

// What an act leaves behind: what it changed of its own row and of no other, what it logged and told.

let world: MoneyOutWorld
let second: FactoryAccount
let anna: Person
let ben: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  ;[anna, ben] = [await world.cashier(), await world.cashier()]
  const account = { role: 'withdrawal', railId: world.rail.id, anchorMinor: 900_000_000 } as const
  second = await world.factory.account(account)
  await world.factory.query('update bank_accounts set priority = 900 where id = $1', [second.id])
  // Somebody else's withdrawals, which none of the acts is about.
  await review(70_000)
  await approved(71_000)
})
beforeEach(() => {
  world.rail.plan = 'succeed'
  world.rail.statusPlan = null
  world.rail.meanwhile = null
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const once = () => ({ idempotencyKey: key() })
async function review(amountMinor: number) {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return { member, amountMinor, id: (await world.withdraw(member, amountMinor)).body.data?.id ?? '' }
}
async function approved(amountMinor: number) {
  const member = await world.regular(amountMinor)
  return { member, amountMinor, id: (await world.withdraw(member, amountMinor)).body.data?.id ?? '' }
}

type Row = Record<string, unknown>
const rowsOf = async (text: string, ...values: unknown[]) =>
  (await world.factory.query<{ row: Row }>(text, values)).map(({ row }) => row)
const table = async (name: string) =>
  new Map((await rowsOf(`select to_jsonb(t) as row from ${name} t`)).map((row) => [row['id'], row]))
/** Moments are told by the minutes from now: what is written down is of now, or runs from now. */
const written = (name: string, value: unknown): unknown => {
  if (!/_(at|until)$/.test(name) || typeof value !== 'string') return value
  const minutes = Math.round((Date.parse(value) - world.server.services.now()) / 60_000)
  return minutes === 0 ? 'now' : `${minutes} minutes from now`
}
const diff = (before: Row, now: Row): Row =>
  Object.fromEntries(
    Object.entries(now)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
      .map(([name, value]) => [name, written(name, value)]),
  )
const last = async (name: string) =>
  (await world.factory.query<{ id: number }>(`select coalesce(max(id), 0) as id from ${name}`))[0]?.id ?? 0

const alarmsOf = (id: string) =>
  rowsOf('select to_jsonb(code) as row from alarms where entity_id = $1 and cleared_at is null', id)

/** Acts on one withdrawal; what changed of it, and what was logged and told. Nothing else may move. */
async function after(outsideId: string, act: () => Promise<unknown>) {
  const { id } = await world.row(outsideId)
  const [before, log, box] = [await table('withdrawals'), await last('activity_log'), await last('outbox')]
  await act()
  const now = await table('withdrawals')
  const changed = diff(before.get(id) ?? {}, now.get(id) ?? {})
  for (const rows of [before, now]) rows.delete(id)
  expect(now).toEqual(before)
  const logged = await rowsOf(
    `select jsonb_build_object('entity', entity_id, 'by', coalesce(actor_id, actor_kind), 'action', action,
       'from', before ->> 'state', 'to', after ->> 'state') as row from activity_log where id > $1
     order by id`,
    log,
  )
  const told = await rowsOf(
    `select to_jsonb(topic || ' ' || entity_id || ' ' || version) as row from outbox where id > $1
      order by id`,
    box,
  )
  return { changed, logged, told }
}
const any = expect.anything() as unknown
const anyText = expect.any(String) as unknown

test('asking: the row of what was asked for, and the hold of its money', async () => {
  const settings = await world.server.services.settings.get()
  const { id, member } = await approved(123_400)
  const inside = (await world.row(id)).id
  const row = (await table('withdrawals')).get(inside) ?? {}
  expect(row).toMatchObject({
    member_id: member.id,
    state: 'approved',
    amount_minor: 123_400,
    fee_minor: 0,
    to_bank: 'KBANK',
    to_account_no: member.accountNo,
    to_account_name: anyText,
    band: 'auto',
    decision_kind: 'auto',
    decided_at: anyText,
    decided_by: null,
    is_phone_request: false,
    requested_by: null,
    remark_staff: null,
    bank_account_id: null,
    credit_before_minor: 123_400,
    credit_after_minor: 0,
    version: 1,
  })
  const ms = (name: string) => Date.parse(String(row[name]))
  expect(ms('sla_ends_at') - ms('requested_at')).toBe(settings.withdrawalSlaSeconds * 1000)
  expect(ms('decided_at')).toBe(ms('requested_at'))
  await world.payouts()
})

test('two approvals: the first keeps who, with account and remark; the second decides', async () => {
  const { id } = await review(5_000_000)
  const claim = await after(id, () => anna.call('preTransactions.claim', { id, isTakeover: false }))
  expect(claim).toEqual({
    changed: { claimed_by: anna.id, claimed_until: '2 minutes from now', version: 2 },
    logged: [{ entity: id, by: anna.id, action: 'claim', from: null, to: null }],
    told: [`withdrawal ${id} 2`],
  })
  // Renewed: only its time moves, and nobody is told.
  const renewed = await after(id, () => anna.call('preTransactions.claim', { id, isTakeover: false }))
  expect(renewed).toEqual({ changed: { claimed_until: '2 minutes from now' }, logged: [], told: [] })
  const input = { id, accountId: second.outside, remark: 'by the second' }
  const first = await after(id, () =>
    anna.call('preTransactions.approve', { ...input, version: 2 }, once()),
  )
  expect(first).toEqual({
    changed: {
      claimed_by: null,
      claimed_until: null,
      first_approved_by: anna.id,
      first_approved_at: 'now',
      bank_account_id: second.id,
      remark_staff: 'by the second',
      version: 3,
    },
    logged: [{ entity: id, by: anna.id, action: 'approve', from: 'review', to: 'review' }],
    told: [`approval ${await requestOf(world, id)} 0`, `withdrawal ${id} 3`],
  })
  const decided = await after(id, () => ben.call('preTransactions.approve', { id, version: 3 }, once()))
  expect(decided).toEqual({
    changed: {
      state: 'approved',
      decided_by: ben.id,
      decided_at: 'now',
      decision_kind: 'employee',
      approval_id: decodeId('approval', await requestOf(world, id)),
      version: 4,
    },
    logged: [
      { entity: id, by: ben.id, action: 'withdrawalApprovalApproved', from: null, to: null },
      { entity: id, by: ben.id, action: 'approve', from: 'review', to: 'approved' },
    ],
    told: [`approval ${await requestOf(world, id)} 0`, `withdrawal ${id} 4`],
  })
  const sent = await after(id, () => world.payouts())
  expect(sent.changed).toMatchObject({ state: 'paid', version: 6 })
  expect(await world.row(id)).toMatchObject({ bank_account_id: second.id })
  // The second one's choice of an account comes before the first one's.
  const { id: chosen } = await review(5_000_001)
  const choose = (by: Person, version: number, accountId: string) =>
    by.call('preTransactions.approve', { id: chosen, version, accountId, remark: by.username }, once())
  await choose(anna, 1, second.outside)
  await choose(ben, 2, world.source.outside)
  expect(await world.row(chosen)).toMatchObject({
    state: 'approved',
    bank_account_id: world.source.id,
    remark_staff: ben.username,
  })
  await world.payouts()
  const fee = await review(60_000)
  const one = await after(fee.id, () =>
    ben.call('preTransactions.approve', { id: fee.id, version: 1, remark: 'known' }, once()),
  )
  expect(one).toEqual({
    changed: {
      state: 'approved',
      decided_by: ben.id,
      decided_at: 'now',
      decision_kind: 'employee',
      remark_staff: 'known',
      version: 2,
    },
    logged: [{ entity: fee.id, by: ben.id, action: 'approve', from: 'review', to: 'approved' }],
    told: [`withdrawal ${fee.id} 2`],
  })
  await world.payouts()
})

test('refusing, and taking back: with whose words, and the money is in the wallet', async () => {
  const refused = await review(61_000)
  await ben.call('preTransactions.claim', { id: refused.id, isTakeover: false })
  const words = { reasonCode: 'other', remarkMember: 'ไม่ผ่าน', remarkStaff: 'not this time' } as const
  const { id } = refused
  expect(
    await after(id, () => ben.call('preTransactions.reject', { id, version: 2, ...words }, once())),
  ).toEqual({
    changed: {
      state: 'rejected',
      claimed_by: null,
      claimed_until: null,
      decided_by: ben.id,
      decided_at: 'now',
      decision_kind: 'employee',
      reason_code: 'other',
      remark_member: 'ไม่ผ่าน',
      remark_staff: 'not this time',
      version: 3,
    },
    logged: [{ entity: id, by: ben.id, action: 'reject', from: 'review', to: 'rejected' }],
    told: [`withdrawal ${id} 3`],
  })
  expect(await world.factory.cash(refused.member)).toBe(61_000)
  const taken = await review(62_000)
  await ben.call('preTransactions.claim', { id: taken.id, isTakeover: false })
  const back = { id: taken.id, memberId: taken.member.outside }
  const other = { ...back, memberId: refused.member.outside }
  expect((await world.site.send('/member/v1/withdrawal/cancel', other, key())).status).toBe(404)
  const cancelled = await after(taken.id, () =>
    world.site.send('/member/v1/withdrawal/cancel', back, key()),
  )
  expect(cancelled.changed).toEqual({
    state: 'cancelled',
    claimed_by: null,
    claimed_until: null,
    decided_at: 'now',
    decision_kind: 'member',
    version: 3,
  })
  expect(await world.factory.cash(taken.member)).toBe(62_000)
})

describe('a payout', () => {
  const payoutOf = async (id: string) =>
    await rowsOf(
      'select to_jsonb(p) as row from payouts p where withdrawal_id = $1 order by attempt',
      (await world.row(id)).id,
    )

  test('tells the rail all of the payee, and keeps what the rail said', async () => {
    const { id, member } = await approved(63_100)
    const sent = await after(id, () => world.payouts())
    const [payout = {}] = await payoutOf(id)
    const payoutId = encodeId('payout', String(payout['id']))
    expect(sent).toEqual({
      changed: {
        state: 'paid',
        bank_account_id: world.source.id,
        sent_at: 'now',
        paid_at: 'now',
        tries: 1,
        bank_ref: `R${payoutId.slice(-8)}`,
        version: 3,
      },
      logged: [
        { entity: id, by: 'system', action: 'send', from: 'approved', to: 'sending' },
        { entity: id, by: 'system', action: 'paid', from: 'sending', to: 'paid' },
      ],
      told: [`withdrawal ${id} 2`, `withdrawal ${id} 3`],
    })
    const row = (await table('withdrawals')).get((await world.row(id)).id)
    expect(world.rail.told.get(payoutId)).toEqual({
      id: payoutId,
      amountMinor: 63_100,
      currency: 'THB',
      bank: 'KBANK',
      accountNo: member.accountNo,
      accountName: row?.['to_account_name'],
      fromAccountNo: world.source.accountNo,
    })
    expect(payout).toMatchObject({
      attempt: 1,
      state: 'succeeded',
      amount_minor: 63_100,
      bank_account_id: world.source.id,
      rail_id: world.rail.id,
      rail_ref: `R${payoutId.slice(-8)}`,
      answer: { state: 'succeeded', reason: null },
      status_tries: 1,
      next_check_at: null,
      settled_at: anyText,
    })
    const stale = await world.factory.query('select 1 from member_facts_stale where member_id = $1', [
      member.id,
    ])
    expect(stale.length).toBeGreaterThan(0)
  })

  test('is asked about when its time has come, at growing pauses, until it is final', async () => {
    world.rail.plan = 'accept'
    const { id } = await approved(63_200)
    await world.payouts()
    world.rail.isSilent = true
    const unwritten = { code: 'payoutOutcomeUnwritten', entity: 'withdrawal', entityId: id }
    await raiseAlarm(world.server.services.db, unwritten)
    const roundAt = (ms: number) => runPayouts({ ...world.server.services, now: () => ms })
    const next = async () => {
      const [payout = {}] = await payoutOf(id)
      const before = world.rail.asked.length
      const dueMs = Date.parse(String(payout['next_check_at']))
      await roundAt(dueMs - 1)
      expect([payout['state'], world.rail.asked.length - before]).toEqual(['accepted', 0])
      await roundAt(dueMs)
      expect(world.rail.asked.length - before).toBe(1)
      const [later = {}] = await payoutOf(id)
      return Date.parse(String(later['next_check_at'])) - dueMs
    }
    // Ordered, then asked: 5 s after the order, then 10 s, then 20 s.
    expect([await next(), await next()]).toEqual([10_000, 20_000])
    const [open] = await payoutOf(id)
    expect(open).toMatchObject({ state: 'accepted', settled_at: null, status_tries: 3 })
    // What the rail once said stays, and that it could be written ends the alarm.
    expect(open?.['rail_ref']).toMatch(/^R/)
    expect(await alarmsOf(id)).toEqual([])
    world.rail.isSilent = false
    for (const payout of world.rail.payouts.values()) payout.state = 'failed'
    world.server.clock.ms = 60_000
    const failed = await after(id, () => world.payouts())
    expect(failed.changed).toEqual({ state: 'failed', holds: 2, version: 3 })
    expect(failed.logged).toEqual([
      { entity: id, by: 'system', action: 'failed', from: 'sending', to: 'failed' },
    ])
    expect(failed.told).toEqual([`withdrawal ${id} 3`])
    expect((await payoutOf(id))[0]).toMatchObject({ state: 'failed', next_check_at: null })
    world.server.clock.ms = 0
  })

  test('that failed is sent anew from the account that a person chose, with both kept', async () => {
    world.rail.plan = 'fail'
    const { id, member } = await approved(63_300)
    await world.payouts()
    world.rail.plan = 'succeed'
    await anna.call('preTransactions.claim', { id, isTakeover: false })
    const { version } = await world.row(id)
    const again = { id, version, accountId: second.outside }
    const fromDeposits = { ...again, accountId: (await world.factory.account()).outside }
    await expect(anna.call('preTransactions.retry', fromDeposits, once())).rejects.toMatchObject({
      code: 'invalidValue',
    })
    const retried = await after(id, () => anna.call('preTransactions.retry', again, once()))
    expect(retried).toEqual({
      changed: {
        state: 'approved',
        claimed_by: null,
        claimed_until: null,
        bank_account_id: second.id,
        version: version + 1,
      },
      logged: [{ entity: id, by: anna.id, action: 'retry', from: 'failed', to: 'approved' }],
      told: [`withdrawal ${id} ${version + 1}`],
    })
    await world.payouts()
    expect(await payoutOf(id)).toMatchObject([
      { attempt: 1, state: 'failed', bank_account_id: world.source.id },
      { attempt: 2, state: 'succeeded', bank_account_id: second.id },
    ])
    const sheet = await ben.call('preTransactions.withdrawal', { id })
    expect(sheet.payouts.map(({ attempt, state }) => [attempt, state])).toEqual([
      [1, 'failed'],
      [2, 'succeeded'],
    ])
    expect(await world.factory.balance(memberLocked(member.outside).code)).toBe(0)
  })

  test('of a member who may no longer be paid goes back to people, as if nobody had decided', async () => {
    const { id, member } = await approved(63_400)
    const checks = (await world.row(id)).checks.length
    await world.factory.query('update members set can_withdraw = false where id = $1', [member.id])
    const back = await after(id, () => world.payouts())
    expect(back).toEqual({
      changed: {
        state: 'review',
        decided_at: null,
        decision_kind: null,
        band: 'onePerson',
        checks: any,
        version: 2,
      },
      logged: [{ entity: id, by: 'system', action: 'sendBack', from: 'approved', to: 'review' }],
      told: [`withdrawal ${id} 2`],
    })
    const told = (await world.row(id)).checks
    expect([told.length, told.at(-1)]).toEqual([
      checks,
      { code: 'memberState', result: 'block', detail: { reason: 'atSending' } },
    ])
  })

  test('that a line has proven while the rail answered: a rail that contradicts is told of', async () => {
    for (const [plan, said] of [
      ['fail', ['payoutContradiction']],
      ['succeed', []],
      ['accept', []],
    ] as const) {
      world.rail.plan = plan
      const { id, amountMinor } = await approved(63_500 + plan.length)
      world.rail.meanwhile = () => world.outgoing(amountMinor)
      await world.payouts()
      world.rail.meanwhile = null
      expect([plan, (await world.row(id)).state, await alarmsOf(id)]).toEqual([plan, 'paid', said])
      expect(await payoutOf(id)).toMatchObject([{ state: 'succeeded', status_tries: 0 }])
    }
  })

  test('that cannot be begun is told of, and keeps no other waiting', async () => {
    const { factory } = world
    const [broken, sound] = [await approved(63_600), await approved(63_700)]
    const railId = (await world.factory.query<{ id: string }>('select uuidv7() as id'))[0]?.id
    await factory.query(
      `insert into payment_rails (id, name, base_url, secret) values ($1, 'x', 'http://x', '\\x00')`,
      [railId],
    )
    await factory.query('update bank_accounts set rail_id = $2 where id = $1', [second.id, railId])
    const chosen = 'update withdrawals set bank_account_id = $2 where id = $1'
    await world.server.database.plant(chosen, [(await world.row(broken.id)).id, second.id])
    await world.payouts()
    const state = async ({ id }: { id: string }) => (await world.row(id)).state
    expect([await state(broken), await state(sound)]).toEqual(['approved', 'paid'])
    expect(await alarmsOf(broken.id)).toEqual(['payoutNotStarted'])
    await factory.query('update bank_accounts set rail_id = $2 where id = $1', [second.id, world.rail.id])
    await world.payouts()
    expect(await state(broken)).toBe('paid')
  })

  test('of unknown end is ended by a person with its line: both rows say by whom', async () => {
    world.rail.plan = 'lostAfter'
    world.rail.statusPlan = 'lost'
    const { id } = await approved(63_800)
    await world.payouts()
    await anna.call('preTransactions.claim', { id, isTakeover: false })
    const { version } = await world.row(id)
    const lines = [await world.outgoing(63_800, { isOnlyStored: true })]
    lines.push(await world.outgoing(63_800, { isOnlyStored: true }))
    const [lineId = '', otherId = ''] = lines.map((line) => line.lineId)
    const before = await table('statement_lines')
    const input = { id, version, lineId: encodeId('statementLine', lineId), remark: 'seen' }
    const seller = await world.cashier({ type: 'seller' })
    await expect(seller.call('preTransactions.resolveUnknown', input, once())).rejects.toThrow()
    const ended = await after(id, () => anna.call('preTransactions.resolveUnknown', input, once()))
    expect(ended.changed).toEqual({
      state: 'paid',
      paid_at: 'now',
      settled_line_id: lineId,
      remark_staff: 'seen',
      claimed_by: null,
      claimed_until: null,
      version: version + 1,
    })
    expect(ended.logged.map(({ by, action, to }) => [by, action, to])).toEqual([
      ['system', 'settle', 'paid'],
      [anna.id, 'resolve', 'paid'],
    ])
    expect(ended.told).toContain(`statementLine ${input.lineId} 0`)
    const now = await table('statement_lines')
    expect(diff(before.get(lineId) ?? {}, now.get(lineId) ?? {})).toEqual({
      state: 'settled',
      handled_by: anna.id,
      handled_at: 'now',
      version: 2,
    })
    expect(now.get(otherId)).toEqual(before.get(otherId))
  })
})
