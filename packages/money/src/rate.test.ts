import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX } from './amount.ts'
import { applyBps, applyX100, splitByShares } from './rate.ts'

describe('applyBps', () => {
  it('floors: 10% of 33.33 is 3.33', () => expect(applyBps(3333, 1000)).toBe(333))
  it('is exact for the largest amount', () => expect(applyBps(MAX, 10_000)).toBe(MAX))
  it('refuses negatives, fractions and results that do not fit', () => {
    expect(() => applyBps(-1, 100)).toThrow(RangeError)
    expect(() => applyBps(100, -1)).toThrow(RangeError)
    expect(() => applyBps(100, 0.5)).toThrow(RangeError)
    expect(() => applyBps(MAX, 10_001)).toThrow(RangeError)
  })
  it('never gives more than the rate, and misses it by less than one satang', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 10_000 }), (amount, bps) => {
        const exact = BigInt(amount) * BigInt(bps)
        const given = BigInt(applyBps(amount, bps)) * 10_000n
        expect(given <= exact && exact - given < 10_000n).toBe(true)
      }),
    )
  })
})

describe('applyX100', () => {
  it('5 times 800.00 is 4,000.00', () => expect(applyX100(80_000, 500)).toBe(400_000))
  it('1.5 times 0.01 floors to 0.01', () => expect(applyX100(1, 150)).toBe(1))
})

describe('splitByShares', () => {
  it('gives the satang left over to the largest remainders', () => {
    expect(splitByShares(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitByShares(500, [2000, 3000, 5000])).toEqual([100, 150, 250])
    expect(splitByShares(1, [1, 9])).toEqual([0, 1])
  })
  it('refuses shares that sum to zero, negative ones, and to split what is no amount', () => {
    expect(() => splitByShares(-100, [1, 1])).toThrow(RangeError)
    expect(() => splitByShares(100, [0, 0])).toThrow(RangeError)
    expect(() => splitByShares(100, [])).toThrow(RangeError)
    expect(() => splitByShares(100, [-1, 2])).toThrow(RangeError)
  })
  it('sums to the amount, no part a satang or more off its exact share, none for share zero', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX }), shares, (amount, weights) => {
        fc.pre(weights.some((weight) => weight > 0))
        const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
        const parts = splitByShares(amount, weights)
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(amount))
        parts.forEach((part, index) => {
          const exact = BigInt(amount) * BigInt(weights[index] ?? 0)
          const off = BigInt(part) * total - exact
          expect(off < total && -off < total).toBe(true)
          if (weights[index] === 0) expect(part).toBe(0)
        })
      }),
    )
  })
})
