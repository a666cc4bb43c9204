import { expect, test } from 'vitest'
import { countedBy } from './queue-counting.ts'
import {
  cancelledDepositStates,
  cancelledWithdrawalStates,
  depositStates,
  openLineStates,
  waitingDepositStates,
  waitingWithdrawalStates,
  withdrawalStates,
} from './value-lists.ts'

const rows = [
  ...depositStates.map((state) => ({ kind: 'deposit' as const, state })),
  ...withdrawalStates.map((state) => ({ kind: 'withdrawal' as const, state })),
]
const counted = (asked: Parameters<typeof countedBy>[0]): string[] =>
  rows.filter(countedBy(asked)).map(({ kind, state }) => `${kind} ${state}`)
const withMoney = [
  ...['created', 'pending', 'credited'].map((state) => `deposit ${state}`),
  ...['review', 'approved', 'sending', 'paid', 'failed', 'unknown'].map((state) => `withdrawal ${state}`),
]

test('what is over without money is in no sum, unless nothing else is asked for', () => {
  for (const asked of [
    {},
    { tab: 'all' },
    { tab: 'deposits' },
    { state: ['expired', 'credited'] },
  ] as const)
    expect(counted(asked)).toEqual(withMoney)
  for (const asked of [{ tab: 'cancelled' }, { state: ['expired', 'cancelled'] }] as const)
    expect(counted(asked)).toHaveLength(rows.length)
})

test('what waits, what is over without money, and which lines are open', () => {
  expect([waitingDepositStates, waitingWithdrawalStates]).toEqual([
    ['created', 'pending'],
    ['review', 'approved', 'sending', 'failed', 'unknown'],
  ])
  expect([cancelledDepositStates, cancelledWithdrawalStates]).toEqual([
    ['expired', 'rejected', 'reversed'],
    ['rejected', 'cancelled'],
  ])
  expect(openLineStates).toEqual([
    'suggested',
    'unmatched',
    'waiting',
    'quarantined',
    'unlinked',
    'refundPending',
  ])
})
