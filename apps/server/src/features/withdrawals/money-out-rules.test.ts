import { describe, expect, test } from 'vitest'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { nextState } from '../payouts/payouts.ts'
import { outcomeOf } from '../payouts/rails.ts'
import { assertState, assertVersion, isClaimedByOther, mayTakeOver } from './claims.ts'
import { assertWithinLimit } from './decisions.ts'
import type { LockedWithdrawal, OwnPart } from './queries.ts'
import { cannotApprove } from './sheet.ts'

const nowMs = Date.parse('2026-11-20T05:00:00Z')
const at = (ms: number) => new Date(nowMs + ms).toISOString()
const refusal = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

interface Of {
  readonly approvalLimitMinor?: number | null
  readonly mayUpdate?: boolean
  readonly isAdmin?: boolean
  readonly mayChangeEmployees?: boolean
}
const person = (of: Of = {}) =>
  ({
    id: 'me',
    role: {
      isAdmin: of.isAdmin ?? false,
      abilities: { approvalLimitMinor: of.approvalLimitMinor ?? null },
    },
    permissions: {
      pretransactionRequest: { isUpdate: of.mayUpdate ?? true },
      employeeManagement: { isUpdate: of.mayChangeEmployees ?? false },
    },
  }) as unknown as EmployeeActor

const nothing: OwnPart = {
  asked: false,
  approvedFirst: false,
  decided: false,
  isMember: false,
  gaveMoney: false,
  registeredFirst: false,
}
const review = {
  state: 'review',
  first_approved_by: 'anybody' as string | null,
  amount_minor: 500,
  is_sole_owner: false,
  member_state: 'active',
  claimed_by_id: null as string | null,
  claimed_until: null as string | null,
}
type Row = Partial<typeof review>
const failed = { state: 'failed' }
const alone = { state: 'failed', is_sole_owner: true }

test.each<[string, Row, Partial<OwnPart>, Of, string | null]>([
  ['a review by a stranger to it', {}, {}, {}, null],
  ['what they decided before and came back', {}, { decided: true }, {}, null],
  ['what they asked for', {}, { asked: true }, {}, 'fourEyes'],
  ['their own money', {}, { isMember: true }, {}, 'fourEyes'],
  ['what they approved first', {}, { approvedFirst: true }, {}, 'fourEyes'],
  [
    'what they approved first, when it counts no more',
    { first_approved_by: null },
    { approvedFirst: true },
    {},
    null,
  ],
  ['a member they gave money alone', {}, { gaveMoney: true }, {}, 'fourEyes'],
  ['a member they registered, for the first time', {}, { registeredFirst: true }, {}, 'fourEyes'],
  ['a failed one, again', failed, {}, {}, null],
  ['a failed one they approved first', failed, { approvedFirst: true }, {}, null],
  ['a failed one of whom they gave money', failed, { gaveMoney: true, registeredFirst: true }, {}, null],
  ['a failed one they asked for', failed, { asked: true }, {}, 'fourEyes'],
  ['a failed one of their own', failed, { isMember: true }, {}, 'fourEyes'],
  ['a failed one they asked for alone', alone, { asked: true }, {}, null],
  ['a failed one of their own, alone', alone, { isMember: true }, {}, null],
  ['a review they asked for alone before', { is_sole_owner: true }, { asked: true }, {}, 'fourEyes'],
  ['what is sent', { state: 'sending' }, {}, {}, 'alreadyHandled'],
  ['what is decided', { state: 'approved' }, {}, {}, 'alreadyHandled'],
  ['what nobody knows the end of', { state: 'unknown' }, {}, {}, 'alreadyHandled'],
  ['a suspended member', { member_state: 'suspended' }, {}, {}, 'blocked'],
  ['up to the limit', {}, {}, { approvalLimitMinor: 500 }, null],
  ['a satang over it', {}, {}, { approvalLimitMinor: 499 }, 'overApprovalLimit'],
  ['under a limit of nothing', {}, {}, { approvalLimitMinor: 0 }, 'overApprovalLimit'],
  ['without the right', {}, {}, { mayUpdate: false }, 'forbidden'],
  ['what another holds', { claimed_by_id: 'they', claimed_until: at(1) }, {}, {}, 'claimedByOther'],
  ['what another held', { claimed_by_id: 'they', claimed_until: at(0) }, {}, {}, null],
  ['what they hold', { claimed_by_id: 'me', claimed_until: at(1) }, {}, {}, null],
])('the sheet says whether a person may approve %s', (_, row, own, of, reason) => {
  expect(cannotApprove({ ...review, ...row }, { ...nothing, ...own }, person(of), nowMs)).toBe(reason)
})

test('a claim is another’s while it lasts, to the millisecond', () => {
  const held = (by: string | null, until: string | null) =>
    isClaimedByOther({ claimed_by: by, claimed_until: until }, 'me', nowMs)
  expect([held('they', at(1)), held('they', at(0)), held('they', at(-1))]).toEqual([true, false, false])
  expect([held(null, at(1)), held('me', at(1)), held('they', null)]).toEqual([false, false, false])
})

test('who leads people takes a row over: the admin, and who changes employees', () => {
  const may = (isAdmin: boolean, mayChangeEmployees: boolean) =>
    mayTakeOver(person({ isAdmin, mayChangeEmployees }))
  expect([may(false, false), may(true, false), may(false, true)]).toEqual([false, true, true])
})

test('a row that is not as it was says who decided, when, and what it is now', () => {
  const decided = (kind: string) =>
    ({
      state: 'approved',
      version: 3,
      decision_kind: kind,
      deciderName: 'Anna',
      decided_at: at(0),
    }) as LockedWithdrawal
  expect(refusal(() => assertState(decided('employee'), ['review', 'approved']))).toBeUndefined()
  const said = (kind: string) => refusal(() => assertState(decided(kind), ['review', 'failed']))
  const details = { at: at(0), state: 'approved' }
  expect(said('employee')).toMatchObject({ code: 'alreadyHandled', details: { ...details, by: 'Anna' } })
  expect(said('member')).toMatchObject({ code: 'alreadyHandled', details: { ...details, by: 'member' } })
  const versioned = (version: number) => refusal(() => assertVersion(decided('employee'), version))
  const stale = { code: 'stale', details: { version: 3, state: 'approved' } }
  expect(versioned(3)).toBeUndefined()
  for (const other of [2, 4]) expect(versioned(other)).toMatchObject(stale)
})

test('a person decides up to their limit, to the satang; no limit is none, and 0 is nothing', () => {
  const may = (approvalLimitMinor: number | null, amountMinor: number) =>
    refusal(() => assertWithinLimit(person({ approvalLimitMinor }), amountMinor)) === undefined
  expect([may(500, 499), may(500, 500), may(500, 501)]).toEqual([true, true, false])
  expect([may(null, 9_000_000_000), may(0, 1)]).toEqual([true, false])
})

describe('what a rail says', () => {
  const order = { id: 'pay_1', amountMinor: 500, currency: 'THB' }
  const said = (change: object, status = 200) =>
    outcomeOf({ status, text: JSON.stringify({ ...order, state: 'succeeded', ...change }) }, order)

  test('counts when it speaks of this very payout, in full', () => {
    for (const state of ['accepted', 'succeeded', 'failed'])
      expect(said({ state })).toEqual({ state, ref: null, reason: null })
    expect(said({ ref: 'R1', reason: 'closed', state: 'failed' })).toEqual({
      state: 'failed',
      ref: 'R1',
      reason: 'closed',
    })
    for (const change of [{ id: 'pay_2' }, { amountMinor: 499 }, { amountMinor: 501 }, { currency: 'USD' }])
      expect(said(change)).toMatchObject({ state: 'differs' })
    for (const change of [{ state: 'done' }, { amountMinor: '500' }, { amountMinor: 0.5 }, { currency: 1 }])
      expect(said(change)).toEqual({ state: 'unknown', reason: 'unreadable' })
  })

  test('counts by a status of success alone', () => {
    for (const status of [200, 201, 299]) expect(said({}, status)).toMatchObject({ state: 'succeeded' })
    for (const status of [100, 199, 300, 302, 404, 409, 500])
      expect(said({}, status)).toEqual({ state: 'unknown', reason: `http${status}` })
  })

  test.each<[string, string, boolean, string]>([
    ['sending', 'succeeded', false, 'succeeded'],
    ['sending', 'succeeded', true, 'succeeded'],
    ['accepted', 'failed', false, 'failed'],
    ['unknown', 'failed', true, 'failed'],
    ['sending', 'accepted', false, 'accepted'],
    ['accepted', 'accepted', false, 'accepted'],
    ['unknown', 'accepted', false, 'accepted'],
    ['accepted', 'accepted', true, 'unknown'],
    ['sending', 'unknown', false, 'unknown'],
    ['unknown', 'unknown', false, 'unknown'],
    ['accepted', 'unknown', false, 'accepted'],
    ['accepted', 'unknown', true, 'unknown'],
    ['accepted', 'differs', false, 'unknown'],
    ['sending', 'differs', false, 'unknown'],
  ])('of a payout that is %s: %s (in time but for %s) makes it %s', (current, state, isOverdue, next) => {
    expect(nextState(current, { state, ref: null, reason: '' } as never, isOverdue)).toBe(next)
  })
})
