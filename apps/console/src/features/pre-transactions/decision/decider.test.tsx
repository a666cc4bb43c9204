import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import {
  isIgnorable,
  isLinkable,
  isReopenable,
  isTransferable,
  isUnproven,
  type Line,
} from '../lines/line-shapes.ts'
import { isGreen, isRefusable, type QueueRow } from '../rows/queue-shapes.ts'
import { useDecider, type Decider } from './use-decider.ts'

// What a person's screen offers for a row or a line: their rights, their limit, who holds it.

const own = vi.hoisted(() => ({ limitMinor: null as number | null, rights: [] as string[] }))
vi.mock('../../../lib/person/profile.ts', () => ({
  useProfile: () => ({
    displayName: 'Own',
    role: { abilities: { approvalLimitMinor: own.limitMinor } },
  }),
}))
vi.mock('../../../lib/person/permissions.ts', () => ({
  useAllows: () => (needed: ResourceRequires) =>
    Object.entries(needed).every(([name, acts]) =>
      acts.every((each) => own.rights.includes(`${name}.${each}`)),
    ),
}))

function deciderOf(rights: string[], limitMinor: number | null = null): Decider {
  Object.assign(own, { rights, limitMinor })
  let found: Decider | null = null
  const Ask = () => {
    found = useDecider()
    return null
  }
  renderToStaticMarkup(<Ask />)
  if (found === null) throw new Error('nothing was answered')
  return found
}
const requests = ['pretransactionRequest.isRead', 'pretransactionRequest.isUpdate']
const deposits = ['pretransactionDepositWithdraw.isRead', 'pretransactionDepositWithdraw.isUpdate']
const rowOf = (change: object = {}): QueueRow =>
  ({
    kind: 'withdrawal',
    state: 'review',
    amountMinor: 500,
    claimedBy: null,
    claimedUntil: null,
    checksFailed: [],
    member: { state: 'active' },
    ...change,
  }) as never

it('approves up to the own limit, to the last satang', () => {
  const { mayApprove, isOverLimit, mayReject, mayTake } = deciderOf(requests, 500)
  const rows = [500, 501].map((amountMinor) => rowOf({ amountMinor }))
  expect(rows.map(mayApprove)).toEqual([true, false])
  expect(rows.map(isOverLimit)).toEqual([false, true])
  expect(rows.map(mayReject)).toEqual([true, true])
  expect(rows.map(mayTake)).toEqual([true, false])
  expect(deciderOf(requests, 0).mayApprove(rowOf())).toBe(false)
  expect(deciderOf(requests).mayApprove(rowOf({ amountMinor: 9e15 }))).toBe(true)
})

it('decides withdrawals with one right and refuses deposits with another, never half of either', () => {
  const deposit = rowOf({ kind: 'deposit', state: 'pending' })
  const of = (rights: string[]) => {
    const { mayDecide, mayApprove, mayReject } = deciderOf(rights)
    return [mayDecide, mayApprove(rowOf()), mayReject(rowOf()), mayReject(deposit), mayApprove(deposit)]
  }
  expect(of(requests)).toEqual([true, true, true, false, false])
  expect(of(deposits)).toEqual([true, false, false, true, false])
  for (const half of [[], requests.slice(0, 1), requests.slice(1), deposits.slice(0, 1)])
    expect(of(half)).toEqual([false, false, false, false, false])
})

it('approves what is under review or failed, of an active member; of unknown outcome nothing', () => {
  const { mayApprove, mayReject } = deciderOf(requests)
  const states = ['review', 'failed', 'unknown', 'approved', 'sending', 'paid', 'rejected', 'cancelled']
  const allowed = (may: (row: QueueRow) => boolean) => states.filter((state) => may(rowOf({ state })))
  expect(allowed(mayApprove)).toEqual(['review', 'failed'])
  expect(allowed(mayReject)).toEqual(['review', 'failed'])
  expect(mayApprove(rowOf({ member: { state: 'suspended' } }))).toBe(false)
})

it('keeps off what another holds at this moment', () => {
  const { isHeld } = deciderOf(requests)
  const until = '2026-11-21T00:00:01.000Z'
  const at = Date.parse(until)
  const by = (claimedBy: string | null) => rowOf({ claimedBy, claimedUntil: until })
  expect([isHeld(by('Other'), at - 1), isHeld(by('Other'), at)]).toEqual([true, false])
  expect([isHeld(by('Own'), at - 1), isHeld(by(null), at - 1)]).toEqual([false, false])
  expect(isHeld(rowOf({ claimedBy: 'Other' }), at)).toBe(false)
})

it('a deposit is refused while its money is waited for, and green is only what is under review', () => {
  const states = ['created', 'pending', 'credited', 'expired', 'rejected', 'reversed']
  expect(states.filter((state) => isRefusable(rowOf({ kind: 'deposit', state })))).toEqual([
    'created',
    'pending',
  ])
  expect(isRefusable(rowOf({ state: 'pending' }))).toBe(false)
  expect([
    isGreen(rowOf()),
    isGreen(rowOf({ checksFailed: ['x'] })),
    isGreen(rowOf({ state: 'failed' })),
  ]).toEqual([true, false, false])
})

it('what may be done to a line in each of its states', () => {
  const lineOf = (change: object): Line =>
    ({ direction: 'in', isLinkAsked: false, chain: 'linked', ...change }) as never
  const all =
    'waiting autoMatched suggested unmatched manualMatched ignored internalTransfer income refundPending ' +
    'refunded unlinked duplicate quarantined rejected settled'
  const where = (may: (line: Line) => boolean): string =>
    all
      .split(' ')
      .filter((state) => may(lineOf({ state })))
      .join(' ')
  expect(where(isLinkable)).toBe('waiting suggested unmatched unlinked')
  expect(where(isTransferable)).toBe('suggested unmatched unlinked')
  expect(where(isIgnorable)).toBe('waiting suggested unmatched unlinked quarantined')
  expect(where(isReopenable)).toBe('ignored quarantined rejected')
  expect(where(isUnproven)).toBe('waiting')
  expect(isUnproven(lineOf({ state: 'unmatched', chain: 'hint' }))).toBe(true)
  const other = [{ direction: 'out' }, { isLinkAsked: true }]
  for (const each of other) expect(isLinkable(lineOf({ state: 'unmatched', ...each }))).toBe(false)
})
