import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideAs } from '../../../testing/world/decide.ts'
import { codeOf } from '../../../testing/world/members.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import { inRounds, roundsTimeout } from '../../../testing/world/rounds.ts'
import { requestOf } from '../../../testing/world/second-approval.ts'
import type { Person } from '../../../testing/server.ts'

// The first approval of two is a request; the second agrees to it in the queue or among the requests.

let world: MoneyOutWorld
let anna: Person
let ben: Person
let carl: Person
let boss: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  await world.server.set({
    rateMoneyPerMinute: 1_000_000,
    rateWritePerMinute: 1_000_000,
    withdrawalMaxMinor: 50_000_000,
    withdrawalDayMinor: 50_000_000,
    payoutFusePerHourMinor: 100_000_000_000,
  })
  ;[anna, ben, carl] = [await world.cashier(), await world.cashier(), await world.cashier()]
  boss = await world.cashier({ isAdmin: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const once = () => ({ idempotencyKey: key() })
async function review(amountMinor = 5_000_000) {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return { member, id: (await world.withdraw(member, amountMinor)).body.data?.id ?? '' }
}
const approve = (by: Person, id: string, version: number, more: object = {}) =>
  by.call('preTransactions.approve', { id, version, ...more }, once())
const reject = (by: Person, id: string, version: number) =>
  by.call(
    'preTransactions.reject',
    { id, version, reasonCode: 'other', remarkStaff: 'not this time' },
    once(),
  )
/** One that waits for its second approval, after Anna gave the first. */
async function waiting(amountMinor?: number, more: object = {}) {
  const asked = await review(amountMinor)
  expect((await approve(anna, asked.id, 1, more)).state).toBe('awaitingSecond')
  return { ...asked, request: await requestOf(world, asked.id) }
}
const rowOf = async (id: string) => {
  const [row] = await world.factory.query<Record<string, unknown>>(
    `select state, first_approved_by, decided_by, approval_id, bank_account_id, remark_staff, version
       from withdrawals where id = $1`,
    [decodeId('withdrawal', id)],
  )
  return row
}
const endOf = async (request: string) => {
  const [row] = await world.factory.query<{ state: string; comment: string | null }>(
    'select state, comment from approvals where id = $1',
    [decodeId('approval', request)],
  )
  return row
}
const plant = (text: string, ...values: unknown[]) => world.server.database.plant(text, values)
/** Its 24 hours are over. */
const runOut = (request: string) =>
  plant(`update approvals set expires_at = now() where id = $1`, decodeId('approval', request))
const logOf = async (id: string, by: Person) =>
  (
    await world.factory.query<{ action: string }>(
      `select action from activity_log where entity_id = $1 and actor_id = $2 order by id`,
      [id, by.id],
    )
  ).map(({ action }) => action)
const toldSince = async (last: number) =>
  (
    await world.factory.query<{ topic: string }>('select topic from outbox where id > $1 order by id', [
      last,
    ])
  ).map(({ topic }) => topic)
const lastTold = async () =>
  (await world.factory.query<{ id: number }>('select coalesce(max(id), 0) as id from outbox'))[0]?.id ?? 0

/** How often the database had to break a circle of waiting; it tells of it when a connection is idle. */
async function deadlocks(): Promise<number> {
  await new Promise((done) => setTimeout(done, 1_500))
  const [row] = await world.factory.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return row?.deadlocks ?? -1
}

describe('the second approval', () => {
  test('is the same act at both doors', async () => {
    const [queue, page] = [
      await waiting(5_000_000, { accountId: world.source.outside }),
      await waiting(5_000_000, { accountId: world.source.outside }),
    ]
    const before = await lastTold()
    await approve(ben, queue.id, 2, { remark: 'looked at it' })
    const between = await lastTold()
    expect(await decideAs(ben, page.request)).toEqual({ state: 'approved' })
    const told = [await toldSince(before), await toldSince(between)]
    expect(told[0]?.slice(0, told[1]?.length)).toEqual(told[1])
    for (const { id, request } of [queue, page]) {
      expect(await rowOf(id)).toEqual({
        state: 'approved',
        first_approved_by: anna.id,
        decided_by: ben.id,
        approval_id: decodeId('approval', request),
        bank_account_id: world.source.id,
        remark_staff: 'looked at it',
        version: 3,
      })
      expect(await logOf(id, ben)).toEqual(['withdrawalApprovalApproved', 'approve'])
      expect(await endOf(request)).toEqual({ state: 'approved', comment: 'looked at it' })
    }
    await world.payouts()
    for (const { id } of [queue, page]) expect((await world.row(id)).state).toBe('paid')
  })

  test('shows whom it pays, masked, and whole to who may decide it', async () => {
    const { id, member, request } = await waiting()
    const { username } = (await ben.call('preTransactions.withdrawal', { id })).row.member
    const seen = await ben.call('approvals.get', { id: request })
    expect(seen).toMatchObject({
      kind: 'withdrawalApproval',
      entity: 'withdrawal',
      entityId: id,
      entityName: `${(await world.row(id)).reference} · ${username}`,
      amountMinor: 5_000_000,
      maker: anna.username,
      mayDecide: true,
      mayReveal: true,
      differences: [{ field: 'account', after: { bank: 'KBANK' } }],
    })
    expect(JSON.stringify(seen)).not.toContain(member.accountNo)
    const { differences } = await ben.call('approvals.reveal', { id: request })
    expect(differences).toMatchObject([{ after: { accountNo: member.accountNo } }])
    expect(await anna.call('approvals.get', { id: request })).toMatchObject({ mayDecide: false })
    expect((await ben.call('approvals.count', {})).toSettle).toBeGreaterThan(0)
    await reject(ben, id, 2)
  })

  test('is one more person’s, whatever the amount', async () => {
    const { id, request } = await waiting(25_000_000)
    expect(await boss.call('approvals.get', { id: request })).toMatchObject({ checkersNeeded: 1 })
    expect((await approve(ben, id, 2)).state).toBe('approved')
    await world.payouts()
  })

  test('is not given where somebody else has the withdrawal in hand, at either door', async () => {
    const { id, request } = await waiting()
    const { version } = await carl.call('preTransactions.claim', { id, isTakeover: false })
    expect(await codeOf(decideAs(ben, request))).toBe('409 claimedByOther')
    expect(await codeOf(approve(ben, id, version))).toBe('409 claimedByOther')
    await carl.call('preTransactions.release', { id })
    expect(await codeOf(decideAs(ben, request))).toBe('ok')
  })

  test('is judged anew: the member, the account that pays, and both people', async () => {
    const { id, member, request } = await waiting(5_000_000, { accountId: world.source.outside })
    const both = async () => [await codeOf(approve(ben, id, 2)), await codeOf(decideAs(ben, request))]
    await world.factory.query(`update members set state = 'suspended' where id = $1`, [member.id])
    expect(await both()).toEqual(['409 blocked', '409 blocked'])
    await world.factory.query(`update members set state = 'active' where id = $1`, [member.id])
    await world.factory.query(`update bank_accounts set day_limit_minor = 1 where id = $1`, [
      world.source.id,
    ])
    expect(await both()).toEqual(['409 stateRefused', '409 stateRefused'])
    await world.factory.query(`update bank_accounts set day_limit_minor = null where id = $1`, [
      world.source.id,
    ])
    await plant('update members set created_by = $2 where id = $1', member.id, ben.id)
    expect(await both()).toEqual(['403 fourEyes', '403 fourEyes'])
    await plant('update members set created_by = $2 where id = $1', member.id, anna.id)
    expect(await codeOf(decideAs(ben, request))).toBe('409 stateRefused')
    await plant('update members set created_by = null where id = $1', member.id)
    const small = await world.cashier({ abilities: { approvalLimitMinor: 4_999_999 } })
    expect(await codeOf(approve(small, id, 2))).toBe('403 overApprovalLimit')
    expect(await codeOf(decideAs(small, request))).toBe('403 overApprovalLimit')
    expect(await codeOf(decideAs(ben, request))).toBe('ok')
  })
})

describe('a first approval', () => {
  test('whose time is over counts for nothing: the next is the first again', async () => {
    const { id, request } = await waiting()
    await runOut(request)
    expect(await codeOf(decideAs(ben, request))).toBe('409 alreadyHandled')
    for (const person of [anna, ben])
      expect(await person.call('preTransactions.withdrawal', { id })).toMatchObject({
        needs: 'twoPeople',
        firstApprover: null,
        isOwnFirstApproval: false,
        canApprove: true,
      })
    expect((await approve(anna, id, 2)).state).toBe('awaitingSecond')
    expect(await endOf(request)).toEqual({ state: 'expired', comment: null })
    expect((await approve(ben, id, 3)).state).toBe('approved')
  })

  test('of who has lost the right, or the limit, counts for nothing', async () => {
    const first = await world.cashier()
    const { id } = await review()
    await approve(first, id, 1)
    const request = await requestOf(world, id)
    await plant('update employees set approval_limit_minor = 4999999 where id = $1', first.id)
    expect(await codeOf(decideAs(ben, request))).toBe('409 stateRefused')
    expect((await approve(ben, id, 2)).state).toBe('awaitingSecond')
    expect(await endOf(request)).toEqual({ state: 'withdrawn', comment: 'firstApprovalLapsed' })
    expect(await rowOf(id)).toMatchObject({ state: 'review', first_approved_by: ben.id })
    expect((await approve(anna, id, 3)).state).toBe('approved')
  })

  test('ends with its withdrawal', async () => {
    const refused = await waiting()
    await reject(ben, refused.id, 2)
    expect(await endOf(refused.request)).toEqual({ state: 'withdrawn', comment: 'withdrawalRejected' })
    const taken = await waiting()
    const input = { id: taken.id, memberId: taken.member.outside }
    expect((await world.site.send('/member/v1/withdrawal/cancel', input, key())).status).toBe(200)
    expect(await endOf(taken.request)).toEqual({ state: 'withdrawn', comment: 'withdrawalCancelled' })
    for (const { id, request, member } of [refused, taken]) {
      expect(await codeOf(decideAs(ben, request))).toBe('409 alreadyHandled')
      expect(await codeOf(approve(ben, id, 3))).toBe('409 alreadyHandled')
      expect(await world.factory.cash(member)).toBe(5_000_000)
    }
  })

  test('lapses when another says no, or its giver takes it back: it goes on waiting', async () => {
    const { id, member, request } = await waiting()
    expect(await decideAs(ben, request, false, 'another account')).toEqual({ state: 'rejected' })
    const again = { state: 'review', first_approved_by: null, approval_id: null }
    expect(await rowOf(id)).toMatchObject({ ...again, version: 3 })
    expect(await world.factory.cash(member)).toBe(0)
    expect((await approve(anna, id, 3)).state).toBe('awaitingSecond')
    const second = await requestOf(world, id)
    expect(second).not.toBe(request)
    await anna.call('approvals.cancel', { id: second, comment: 'too soon' })
    expect(await rowOf(id)).toMatchObject({ ...again, version: 5 })
    expect(await logOf(id, anna)).toEqual(['approve', 'approve', 'withdrawalApprovalWithdrawn'])
    expect((await approve(ben, id, 5)).state).toBe('awaitingSecond')
    expect((await approve(anna, id, 6)).state).toBe('approved')
  })

  test('begins anew once the withdrawal was sent back to people', async () => {
    const { id, member, request } = await waiting()
    await approve(ben, id, 2)
    await world.factory.query('update members set can_withdraw = false where id = $1', [member.id])
    await world.payouts()
    expect(await rowOf(id)).toMatchObject({
      state: 'review',
      first_approved_by: null,
      approval_id: decodeId('approval', request),
    })
    await world.factory.query('update members set can_withdraw = true where id = $1', [member.id])
    const { version } = await world.row(id)
    expect((await approve(ben, id, version)).state).toBe('awaitingSecond')
    expect((await approve(anna, id, version + 1)).state).toBe('approved')
    expect(await rowOf(id)).toMatchObject({
      approval_id: decodeId('approval', await requestOf(world, id)),
      first_approved_by: ben.id,
    })
    await world.payouts()
    expect((await world.row(id)).state).toBe('paid')
  })
})

test(
  'two seconds at once, one at each door: one is done, and neither door waits for ever',
  roundsTimeout,
  () =>
    inRounds(async () => {
      const { id, request } = await waiting()
      const outcomes = await Promise.all([
        codeOf(approve(ben, id, 2)),
        codeOf(decideAs(carl, request)),
        codeOf(approve(boss, id, 2)),
      ])
      expect(outcomes.filter((each) => each === 'ok')).toHaveLength(1)
      expect(new Set(outcomes)).toEqual(new Set(['ok', '409 alreadyHandled']))
      await world.payouts()
      const payouts = await world.factory.query(`select state from payouts where withdrawal_id = $1`, [
        decodeId('withdrawal', id),
      ])
      expect(payouts).toEqual([{ state: 'succeeded' }])
    }, 20),
)

test('agreeing, refusing and taking back at once: one of them', roundsTimeout, () =>
  inRounds(async () => {
    const { id, request, member } = await waiting()
    const back = { id, memberId: member.outside }
    const outcomes = await Promise.all([
      codeOf(decideAs(ben, request)),
      codeOf(reject(carl, id, 2)),
      codeOf(decideAs(boss, request, false)),
      world.site.send('/member/v1/withdrawal/cancel', back, key()).then(({ status }) => String(status)),
    ])
    // What is only stale or handled has lost; a lapse lets the withdrawal wait, for whoever comes next.
    for (const each of outcomes)
      expect(['ok', '200', '409', '409 alreadyHandled', '409 stale']).toContain(each)
    const { state } = await world.row(id)
    const { state: ended } = (await endOf(request)) ?? {}
    const ends = { approved: ['approved'], review: ['rejected'] } as Record<string, string[]>
    expect(ends[state] ?? ['withdrawn', 'rejected']).toContain(ended)
    const held = state === 'approved' || state === 'review'
    expect(await world.factory.cash(member)).toBe(held ? 0 : 5_000_000)
  }, 20),
)

test('nobody waited in a circle in any of this', async () => {
  expect(await deadlocks()).toBe(0)
})

test('who is alone goes through the same act, marked', async () => {
  const fresh = await createMoneyOutWorld()
  await fresh.server.set({ withdrawalMaxMinor: 50_000_000, withdrawalDayMinor: 50_000_000 })
  const owner = await fresh.cashier({ isAdmin: true })
  const member = await fresh.factory.member()
  await fresh.fund(member, 25_000_000)
  const id = (await fresh.withdraw(member, 25_000_000)).body.data?.id ?? ''
  expect((await approve(owner, id, 1, { remark: 'alone' })).state).toBe('approved')
  const [row] = await fresh.factory.query(
    `select w.state, w.is_sole_owner, w.first_approved_by, w.remark_staff, w.version, a.state as request
       from withdrawals w join approvals a on a.id = w.approval_id and a.is_sole_owner where w.id = $1`,
    [decodeId('withdrawal', id)],
  )
  expect(row).toEqual({
    state: 'approved',
    is_sole_owner: true,
    first_approved_by: null,
    remark_staff: 'alone',
    version: 2,
    request: 'approved',
  })
  const log = await fresh.factory.query(
    `select action, after ->> 'state' as state, detail -> 'soleOwner' as alone from activity_log
      where entity_id = $1 and actor_id = $2`,
    [id, owner.id],
  )
  expect(log).toEqual([{ action: 'approve', state: 'approved', alone: true }])
  expect(await fresh.factory.judge()).toEqual([])
  await fresh.stop()
})
