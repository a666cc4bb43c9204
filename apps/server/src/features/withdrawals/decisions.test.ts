import { decodeId } from '@khlang/contract/values/values.ts'
import { CallError } from '@khlang/contract/derived/client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { inRounds, roundsTimeout } from '../../testing/world/rounds.ts'

let world: MoneyOutWorld
let anna: Person
let ben: Person
let admin: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  anna = await world.cashier()
  ben = await world.cashier()
  admin = await world.cashier({ isAdmin: true })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

interface Refusal {
  readonly code: string
  readonly details: unknown
}
const refusal = (promise: Promise<unknown>): Promise<Refusal> =>
  promise.then(
    (value) => ({ code: 'done', details: value }),
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error
      return { code: `${error.status} ${error.code}`, details: error.details }
    },
  )
const code = async (promise: Promise<unknown>) => (await refusal(promise)).code

/** A withdrawal under review: the first of a new member. */
async function review(amountMinor: number) {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  const asked = await world.withdraw(member, amountMinor)
  const id = asked.body.data?.id ?? ''
  expect([asked.status, asked.body.data?.state]).toEqual([200, 'review'])
  return { member, id, version: 1 }
}
type Reviewed = Awaited<ReturnType<typeof review>>
const approve = ({ id }: { id: string }, person: Person, version = 1) =>
  person.call('preTransactions.approve', { id, version }, { idempotencyKey: key() })
const reject = ({ id }: { id: string }, person: Person, version = 1) =>
  person.call(
    'preTransactions.reject',
    { id, version, reasonCode: 'other', remarkStaff: 'not this time' },
    { idempotencyKey: key() },
  )
const cancel = async ({ id, member }: Reviewed): Promise<Refusal> => {
  const answer = await world.site.send(
    '/member/v1/withdrawal/cancel',
    { id, memberId: member.outside },
    key(),
  )
  return answer.status === 200
    ? { code: 'done', details: null }
    : { code: `${answer.status} ${answer.body.error?.code}`, details: answer.body.error?.details }
}

describe('the requests list and the sheet', () => {
  test('show what needs a person, with checks, balances, sources and what would be written', async () => {
    const asked = await review(600_000)
    const sheet = await anna.call('preTransactions.withdrawal', { id: asked.id })
    expect(sheet).toMatchObject({
      cashMinor: 0,
      lockedMinor: 600_000,
      needs: 'onePerson',
      canApprove: true,
      cannotApproveReason: null,
      row: { kind: 'withdrawal', state: 'review', checksFailed: ['firstWithdraw'] },
    })
    expect(sheet.checks).toHaveLength(21)
    expect(sheet.toAccountMasked).toMatch(/^xxx-x-x\d{4}-x$/)
    expect(sheet.sources).toEqual([expect.objectContaining({ isChosen: true })])
    expect(sheet.legs).toHaveLength(1)
    expect(sheet.recent[0]).toMatchObject({ kind: 'withdraw.hold', amountMinor: -600_000, afterMinor: 0 })
    const list = await anna.call('preTransactions.requests', { size: 100 })
    expect(list.records.map(({ id }) => id)).toContain(asked.id)
    await approve(asked, anna)
    const after = await anna.call('preTransactions.requests', { size: 100 })
    expect(after.records.map(({ id }) => id)).not.toContain(asked.id)
  })

  test('name the roles that may decide what is above the reader’s limit', async () => {
    const asked = await review(600_000)
    const small = await world.cashier({ abilities: { approvalLimitMinor: 599_999 } })
    const able = await world.cashier({ abilities: { approvalLimitMinor: 600_000 } })
    const roleOf = async ({ token }: Person) => {
      const own = await world.server.as(token)('auth.self', {})
      return own.role.roleName
    }
    const sheet = await small.call('preTransactions.withdrawal', { id: asked.id })
    expect(sheet).toMatchObject({ canApprove: false, cannotApproveReason: 'overApprovalLimit' })
    expect(sheet.deciders).toContain(await roleOf(able))
    expect(sheet.deciders).toContain(await roleOf(admin))
    expect(sheet.deciders).not.toContain(await roleOf(small))
    expect(await code(approve(asked, small))).toBe('403 overApprovalLimit')
    const own = await able.call('preTransactions.withdrawal', { id: asked.id })
    expect(own).toMatchObject({ canApprove: true, deciders: [] })
  })

  test('come by deadline, page by page, each row once', async () => {
    for (let n = 0; n < 5; n += 1) await review(20_000)
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await anna.call('preTransactions.requests', {
        size: 2,
        ...(after === undefined ? {} : { after }),
      })
      seen.push(...page.records.map(({ id }) => id))
      after = page.hasAfter ? (page.afterCursor ?? undefined) : undefined
    } while (after !== undefined)
    const whole = await anna.call('preTransactions.requests', { size: 100 })
    expect(seen).toEqual(whole.records.map(({ id }) => id))
    const deadlines = whole.records.map(({ slaEndsAt }) => slaEndsAt ?? '')
    expect(deadlines).toEqual(deadlines.toSorted())
  })

  test('a seller does not see the withdrawals of others', async () => {
    const seller = await world.cashier({ type: 'seller' })
    const asked = await review(20_000)
    expect(await code(seller.call('preTransactions.withdrawal', { id: asked.id }))).toBe('404 notFound')
    expect(await code(approve(asked, seller))).toBe('404 notFound')
    expect((await seller.call('preTransactions.requests', {})).records).toEqual([])
  })
})

describe('claims', () => {
  const claim = ({ id }: { id: string }, person: Person, isTakeover = false) =>
    person.call('preTransactions.claim', { id, isTakeover })
  test('keep others from deciding until they end, are given back, or a manager takes over', async () => {
    const asked = await review(20_000)
    const { version } = await claim(asked, anna)
    expect((await claim(asked, anna)).version).toBe(version)
    const refused = await refusal(claim(asked, ben, true))
    expect(refused).toMatchObject({ code: '409 claimedByOther', details: { by: anna.username } })
    await ben.call('preTransactions.release', { id: asked.id })
    expect(await code(approve(asked, ben, version))).toBe('409 claimedByOther')
    const taken = await claim(asked, admin, true)
    expect(await code(approve(asked, anna, version))).toBe('409 stale')
    await admin.call('preTransactions.release', { id: asked.id })
    expect(await code(approve(asked, ben, taken.version + 1))).toBe('done')
    const acts = await world.factory.query<{ action: string }>(
      `select action from activity_log where entity_id = $1 and actor_kind = 'employee' order by id`,
      [asked.id],
    )
    expect(acts.map(({ action }) => action)).toEqual(['claim', 'claim', 'release', 'approve'])
  })

  test('end by themselves after two minutes', async () => {
    const asked = await review(20_000)
    await claim(asked, anna)
    world.server.clock.ms += 121_000
    const taken = await claim(asked, ben)
    expect(await code(approve(asked, ben, taken.version))).toBe('done')
    world.server.clock.ms = 0
    expect((await refusal(claim(asked, anna))).code).toBe('409 alreadyHandled')
  })
})

describe('approving', () => {
  test('needs the limit of the person, admins included', async () => {
    const small = await world.cashier({ abilities: { approvalLimitMinor: 99_999 } })
    const smallAdmin = await world.cashier({ isAdmin: true, abilities: { approvalLimitMinor: 99_999 } })
    const asked = await review(100_000)
    expect(await code(approve(asked, small))).toBe('403 overApprovalLimit')
    expect(await code(approve(asked, smallAdmin))).toBe('403 overApprovalLimit')
    const exact = await world.cashier({ abilities: { approvalLimitMinor: 100_000 } })
    expect(await code(approve(asked, exact))).toBe('done')
  })

  test('from the two-person limit needs two different people, also of an admin', async () => {
    const asked = await review(5_000_000)
    expect((await approve(asked, admin)).state).toBe('awaitingSecond')
    expect(await code(approve(asked, admin, 2))).toBe('403 fourEyes')
    const sheet = await admin.call('preTransactions.withdrawal', { id: asked.id })
    expect(sheet).toMatchObject({
      isOwnFirstApproval: true,
      canApprove: false,
      cannotApproveReason: 'fourEyes',
    })
    expect((await approve(asked, ben, 2)).state).toBe('approved')
    expect(await world.row(asked.id)).toMatchObject({ state: 'approved', is_sole_owner: false })
  })

  test('of a phone request is never its maker’s, nor automatic', async () => {
    const member = await world.regular(300_000)
    const made = await admin.call(
      'preTransactions.createWithdrawal',
      { memberId: member.outside, amountMinor: 20_000, remark: 'asked by phone' },
      { idempotencyKey: key() },
    )
    expect(made.state).toBe('review')
    expect(await code(approve({ id: made.withdrawalId }, admin))).toBe('403 fourEyes')
    expect(await code(approve({ id: made.withdrawalId }, anna))).toBe('done')
  })

  test('two people who ask under one Idempotency-Key ask for two things', async () => {
    const once = { idempotencyKey: key() }
    const ask = async (person: Person) => {
      const { outside: memberId } = await world.regular(300_000)
      const input = { memberId, amountMinor: 20_000, remark: 'asked by phone' }
      return (await person.call('preTransactions.createWithdrawal', input, once)).reference
    }
    expect(await ask(anna)).not.toBe(await ask(ben))
  })

  test('is refused by the database for the maker, for one person twice, for a jump of states', async () => {
    const asked = await review(5_000_000)
    await approve(asked, anna)
    const row = await world.row(asked.id)
    const update = (set: string) =>
      world.factory.query(`update withdrawals set ${set} where id = $1`, [row.id]).then(
        () => 'done',
        (error: { code?: string }) => error.code,
      )
    expect(await update(`state = 'approved', decision_kind = 'employee', decided_by = '${anna.id}'`)).toBe(
      'KL105',
    )
    expect(await update(`state = 'paid', decision_kind = 'employee', decided_by = '${ben.id}'`)).toBe(
      'KL101',
    )
    expect(await update(`amount_minor = 1`)).toBe('KL101')
    expect(await update(`is_sole_owner = true`)).toBe('KL105')
  })

  test('of a stale version is 409 with the version that is there', async () => {
    const asked = await review(20_000)
    expect(await refusal(approve(asked, anna, 7))).toEqual({
      code: '409 stale',
      details: { version: 1, state: 'review' },
    })
  })

  test('of a member who was suspended meanwhile is blocked, with the check that blocks', async () => {
    const asked = await review(20_000)
    await world.factory.query(`update members set state = 'suspended' where id = $1`, [asked.member.id])
    expect(await refusal(approve(asked, anna))).toEqual({
      code: '409 blocked',
      details: { checks: [{ code: 'memberState', detail: {} }] },
    })
    expect(await code(reject(asked, anna))).toBe('done')
    expect(await world.factory.cash(asked.member)).toBe(20_000)
  })

  test('needs the flag and a fresh second factor', async () => {
    const asked = await review(20_000)
    const reader = await world.server.person({
      hasStepUp: true,
      permissions: { pretransactionRequest: ['isRead'] },
    })
    expect(await code(approve(asked, reader))).toBe('403 forbidden')
    const stale = await world.cashier({ hasStepUp: false })
    expect(await code(approve(asked, stale))).toBe('403 stepUpRequired')
  })
})

test('approve, reject and cancel at once: one wins, the others read who and when', roundsTimeout, () =>
  inRounds(async () => {
    const asked = await review(20_000)
    const outcomes = await Promise.all([
      refusal(approve(asked, anna)),
      refusal(reject(asked, ben)),
      cancel(asked),
    ])
    const winners = outcomes.flatMap((outcome, index) => (outcome.code === 'done' ? [index] : []))
    expect(winners).toHaveLength(1)
    const state = (await world.row(asked.id)).state
    expect(state).toBe(['approved', 'rejected', 'cancelled'][winners[0] ?? 3])
    const by = [anna.username, ben.username, 'member'][winners[0] ?? 3]
    for (const outcome of outcomes.filter((each) => each.code !== 'done')) {
      expect(outcome).toMatchObject({ code: '409 alreadyHandled', details: { by, state } })
    }
    expect(await world.factory.cash(asked.member)).toBe(state === 'approved' ? 0 : 20_000)
  }, 20),
)

test('32 approvals of one withdrawal at once, by two people: one is paid', roundsTimeout, () =>
  inRounds(async () => {
    await world.server.set({ rateMoneyPerMinute: 1_000_000, rateWritePerMinute: 1_000_000 })
    const asked = await review(20_000)
    const outcomes = await Promise.all(
      Array.from({ length: 32 }, (_, n) => code(approve(asked, n % 2 === 0 ? anna : ben))),
    )
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', '409 alreadyHandled']))
    await world.payouts()
    const [payouts] = await world.factory.query(
      `select count(*)::int as count from payouts where withdrawal_id = $1`,
      [decodeId('withdrawal', asked.id)],
    )
    expect(payouts).toMatchObject({ count: 1 })
  }),
)

test('the sole owner of a new brand acts alone, marked, until a second checker has existed', async () => {
  const fresh = await createMoneyOutWorld()
  const owner = await fresh.cashier({ isAdmin: true })
  const big = async () => {
    const member = await fresh.factory.member()
    await fresh.fund(member, 5_000_000)
    return (await fresh.withdraw(member, 5_000_000)).body.data?.id ?? ''
  }
  const first = await big()
  expect((await approve({ id: first }, owner)).state).toBe('approved')
  expect((await fresh.row(first)).is_sole_owner).toBe(true)
  await fresh.payouts()
  expect((await fresh.row(first)).state).toBe('paid')
  // What takes one person is marked where that one has to do with it, and else not.
  const member = await fresh.factory.member()
  await fresh.fund(member, 20_000)
  const asked = (await fresh.withdraw(member, 20_000)).body.data?.id ?? ''
  expect((await approve({ id: asked }, owner)).state).toBe('approved')
  expect((await fresh.row(asked)).is_sole_owner).toBe(false)
  await fresh.payouts()
  await fresh.fund(member, 30_000)
  const phoned = { memberId: member.outside, amountMinor: 30_000, remark: 'asked by phone' }
  const own = await owner.call('preTransactions.createWithdrawal', phoned, { idempotencyKey: key() })
  expect((await approve({ id: own.withdrawalId }, owner)).state).toBe('approved')
  expect((await fresh.row(own.withdrawalId)).is_sole_owner).toBe(true)
  // Who was alone with it sends it again alone, too.
  fresh.rail.plan = 'fail'
  await fresh.payouts()
  fresh.rail.plan = 'succeed'
  const { version } = await fresh.row(own.withdrawalId)
  const again = { id: own.withdrawalId, version }
  expect(await code(owner.call('preTransactions.retry', again, { idempotencyKey: key() }))).toBe('done')
  await fresh.payouts()
  const second = await fresh.cashier()
  const next = await big()
  expect((await approve({ id: next }, owner)).state).toBe('awaitingSecond')
  await fresh.factory.query(`update employees set state = 'left' where id = $1`, [second.id])
  expect(await code(approve({ id: next }, owner, 2))).toBe('403 fourEyes')
  expect(await fresh.factory.judge()).toEqual([])
  await fresh.stop()
})
