import { expect, test } from 'vitest'
import type { DayRecord } from './day-shapes.ts'
import { joinedParts } from './record-queries.ts'

const part = (id: string, amountMinor: number, change: Partial<DayRecord> = {}): DayRecord => ({
  kind: 'deposit',
  id,
  accountId: 'a',
  direction: 'in',
  amountMinor,
  atMs: amountMinor,
  businessOn: '2026-11-20',
  phase: 'booked',
  state: 'credited',
  dueMs: 0,
  refs: [],
  payees: [],
  memberId: `m${id}`,
  lineId: 'l',
  isAgreed: false,
  version: 1,
  ...change,
})

test('a line that was given out to several members is one record of its whole amount', () => {
  const other = part('3', 500, { lineId: 'k' })
  expect(joinedParts([part('2', 400), other, part('1', 300)])).toEqual([
    part('1', 700, { atMs: 300, memberId: null, isAgreed: true }),
    other,
  ])
})

test('what names no line, or is not credited, stays by itself', () => {
  const alone = [
    part('1', 300, { lineId: null }),
    part('2', 400, { lineId: null }),
    part('3', 500, { phase: 'over' }),
    part('4', 500, { kind: 'withdrawal' }),
  ]
  expect(joinedParts(alone)).toEqual(alone)
})
