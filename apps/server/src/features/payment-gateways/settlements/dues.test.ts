import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coveredBy, dueBy, duesOf, feeCheckOf, isExactDue, type DueDay } from './dues.ts'

const dayOf = (at: number): string => `2026-11-${String(at).padStart(2, '0')}`
const day = (at: number, collectedMinor: number, feeMinor = 0): DueDay => ({
  settlesOn: dayOf(at),
  paidFrom: dayOf(at),
  paidTo: dayOf(at),
  count: 1,
  collectedMinor,
  feeMinor,
})
const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)

describe('what a gateway owes', () => {
  test('is of the newest days, for what came paid the oldest first', () => {
    const dues = duesOf(250, [day(1, 100), day(2, 100), day(3, 200, 10)])
    expect(dues.days.map(({ settlesOn, openMinor }) => [settlesOn, openMinor])).toEqual([
      [dayOf(2), 60],
      [dayOf(3), 190],
    ])
    expect([dueBy(dues, dayOf(1)), dueBy(dues, dayOf(2)), dueBy(dues, dayOf(3))]).toEqual([0, 60, 250])
  })

  test('beyond all its days is owed since before, and due at once', () => {
    const dues = duesOf(130, [day(3, 100)])
    expect(dues.olderMinor).toBe(30)
    expect(dueBy(dues, dayOf(1))).toBe(30)
    expect(coveredBy(dues, 50).map(({ coveredMinor }) => coveredMinor)).toEqual([20])
  })

  test('is nothing where it was paid too much', () => {
    expect(duesOf(-5, [day(1, 100)])).toEqual({ owedMinor: -5, days: [], olderMinor: 0 })
  })

  test('always adds up, whatever was paid when', () => {
    const amounts = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 0, max: 50 })),
      {
        maxLength: 25,
      },
    )
    fc.assert(
      fc.property(amounts, fc.nat(200_000), fc.nat(200_000), (all, owedMinor, amountMinor) => {
        const days = all.map(([net, fee], at) => day(at + 1, net + fee, fee))
        const dues = duesOf(owedMinor, days)
        expect(sum(dues.days.map(({ openMinor }) => openMinor)) + dues.olderMinor).toBe(owedMinor)
        expect(dues.olderMinor === 0 || dues.days.length === days.length).toBe(true)
        expect(dueBy(dues, dayOf(31))).toBe(owedMinor)
        const covered = coveredBy(dues, amountMinor)
        const paid = sum(covered.map(({ coveredMinor }) => coveredMinor))
        expect(paid).toBe(Math.max(0, Math.min(amountMinor, owedMinor) - dues.olderMinor))
        // Nothing of a day is paid before all of the days before it.
        const open = covered.findIndex(({ coveredMinor, openMinor }) => coveredMinor < openMinor)
        if (open >= 0) expect(sum(covered.slice(open + 1).map(({ coveredMinor }) => coveredMinor))).toBe(0)
      }),
    )
  })
})

describe('an amount', () => {
  const dues = duesOf(600, [day(1, 100), day(2, 200), day(3, 300)])
  test.each([
    [100, 3, true],
    [300, 3, true],
    [600, 3, true],
    [200, 3, true],
    [300, 1, false],
    [500, 3, false],
    [0, 3, false],
    [600, 2, false],
  ])('of %i is what fell due by day %i: %s', (amountMinor, at, is) => {
    expect(isExactDue(dues, amountMinor, dayOf(at))).toBe(is)
  })

  test('lower than due was kept as a fee, beyond what was agreed', () => {
    const withFee = duesOf(980, [day(1, 1_000, 20), day(2, 50)])
    expect(feeCheckOf(withFee, 930, dayOf(2))).toEqual({
      collectedMinor: 1_050,
      feeMinor: 20,
      keptMinor: 70,
    })
    expect(feeCheckOf(duesOf(1_030, [day(1, 1_000, 20), day(2, 50)]), 980, dayOf(1))).toEqual({
      collectedMinor: 1_000,
      feeMinor: 20,
      keptMinor: 20,
    })
    expect(feeCheckOf(withFee, 1_031, dayOf(2)).keptMinor).toBeNull()
  })
})
