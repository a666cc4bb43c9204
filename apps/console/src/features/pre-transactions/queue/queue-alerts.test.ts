import { describe, expect, it } from 'vitest'
import { queuesOf } from '../../../lib/alerts/alert-queues.ts'
import { alertsOfTab, enteredBy } from './queue-alerts.ts'
import type { QueueRow } from '../rows/queue-shapes.ts'

const since = '2026-11-21T10:00:00Z'
const rowOf = (change: Partial<QueueRow>): QueueRow =>
  ({ id: 'dep_1', kind: 'deposit', state: 'pending', at: '2026-11-21T10:05:00Z', ...change }) as QueueRow

describe('a row calls for the queue into which it came', () => {
  it('a new deposit, a new withdrawal that a person must decide', () => {
    expect(enteredBy(rowOf({}), null, since)).toEqual(['deposits'])
    const withdrawal = rowOf({ kind: 'withdrawal', state: 'review' })
    expect(enteredBy(withdrawal, null, since)).toEqual(['withdrawals'])
  })

  it('once: what still waits calls no more, what ends calls for where it ended', () => {
    expect(enteredBy(rowOf({ version: 2 }), rowOf({}), since)).toEqual([])
    expect(enteredBy(rowOf({ state: 'credited' }), rowOf({}), since)).toEqual(['done'])
  })

  it('never for an old row that merely was not seen before', () => {
    expect(enteredBy(rowOf({ at: '2026-11-21T09:59:59Z' }), null, since)).toEqual([])
  })
})

it('the tabs with both kinds call for both', () => {
  expect(alertsOfTab.waiting).toEqual(['deposits', 'withdrawals'])
  expect(alertsOfTab.deposits).toEqual(['deposits'])
})

it('what was kept is read by known names only', () => {
  expect(queuesOf('critical.deposits.nonsense')).toEqual(['deposits', 'critical'])
  expect(queuesOf(undefined)).toEqual([])
})
