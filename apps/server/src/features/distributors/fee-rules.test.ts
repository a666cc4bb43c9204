import { expect, test } from 'vitest'
import { contractFees, feeDue, feeOf, sharesOf } from './fee-rules.ts'

const contract = (id: string, feeBps: number) => ({ id, providerId: `p-${id}`, feeBps })
const played = (contractId: string, type: string, stakeMinor: number, payoutMinor: number) => ({
  contractId,
  type,
  stakeMinor,
  payoutMinor,
})

test('a fee is a share of what the house won, rounded down, and nothing of what it lost', () => {
  expect(feeOf(10_001, 1250)).toBe(1250)
  expect(feeOf(-10_000, 1250)).toBe(0)
  expect(feeOf(9_000_000_000_000_001, 9999)).toBe(8_999_100_000_000_000)
})

test('types of one contract make up for each other, contracts do not', () => {
  const fees = contractFees(
    [contract('a', 1000), contract('b', 1000)],
    [
      played('a', 'slot', 100_000, 20_000),
      played('a', 'casino', 0, 30_000),
      played('b', 'slot', 0, 90_000),
    ],
  )
  expect(fees.map(({ ggrMinor, feeMinor }) => [ggrMinor, feeMinor])).toEqual([
    [50_000, 5000],
    [-90_000, 0],
  ])
  expect(feeDue(fees, 0)).toBe(5000)
  expect(feeDue(fees, 5001)).toBe(5001)
  expect(feeDue([], 5001)).toBe(0)
})

test('shares of an amount are the whole of it', () => {
  const fee = (providerId: string, feeMinor: number) => ({ providerId, feeMinor })
  expect(sharesOf(1000, [fee('a', 1), fee('b', 2), fee('a', 1)])).toEqual([
    { providerId: 'a', amountMinor: 500 },
    { providerId: 'b', amountMinor: 500 },
  ])
  expect(sharesOf(100, [fee('a', 0), fee('b', 0), fee('c', 0)])).toEqual([
    { providerId: 'a', amountMinor: 34 },
    { providerId: 'b', amountMinor: 33 },
    { providerId: 'c', amountMinor: 33 },
  ])
  expect(sharesOf(0, [fee('a', 0)])).toEqual([])
})
