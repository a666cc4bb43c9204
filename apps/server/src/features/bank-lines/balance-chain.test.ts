import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkBalances, placeOf, type ChainLine } from './balance-chain.ts'

function line(
  id: string,
  direction: 'in' | 'out',
  amountMinor: number,
  balanceAfterMinor: number,
  minute: number,
): ChainLine {
  return {
    id,
    direction,
    amountMinor,
    balanceAfterMinor,
    at: new Date(Date.UTC(2026, 4, 18, 7, minute)).toISOString(),
  }
}
const ids = (chain: { ordered: { id: string }[] }) => chain.ordered.map((one) => one.id)

describe('linkBalances', () => {
  it('orders lines of one minute by their balances, not by arrival', () => {
    const chain = linkBalances(1000, [
      line('c', 'out', 50, 1250, 1),
      line('a', 'in', 100, 1100, 1),
      line('b', 'in', 200, 1300, 1),
    ])
    expect(ids(chain)).toEqual(['a', 'b', 'c'])
    expect(chain).toMatchObject({ holes: [], contradictions: [], closingMinor: 1250 })
  })
  it('keeps two equal transfers of one minute', () => {
    const chain = linkBalances(0, [line('b', 'in', 100, 200, 1), line('a', 'in', 100, 100, 1)])
    expect(ids(chain)).toEqual(['a', 'b'])
  })
  it('finds the way through a balance that recurs', () => {
    const chain = linkBalances(1000, [
      line('x', 'in', 100, 1100, 1),
      line('y', 'out', 100, 1000, 1),
      line('z', 'in', 50, 1050, 1),
      line('w', 'out', 50, 1000, 1),
      line('v', 'in', 7, 1007, 2),
    ])
    expect(chain.ordered).toHaveLength(5)
    expect(ids(chain).at(-1)).toBe('v')
    expect(chain.holes).toEqual([])
  })
  it('goes on from what a way that ended early began with', () => {
    const chain = linkBalances(1000, [
      line('a', 'in', 100, 1100, 1),
      line('b', 'in', 50, 1050, 1),
      line('c', 'out', 50, 1000, 1),
    ])
    expect(ids(chain)).toEqual(['b', 'c', 'a'])
    expect(chain).toMatchObject({ holes: [], contradictions: [], closingMinor: 1100 })
  })
  it('links as many as come at once after hours of silence', () => {
    const many = Array.from({ length: 400 }, (_, at) => line(`l${at}`, 'in', 5, 1005 + at * 5, at))
    expect(linkBalances(1000, many.toReversed())).toMatchObject({ holes: [], closingMinor: 3000 })
  })
  it('tells a hole, its size, and what stands behind it', () => {
    const chain = linkBalances(1000, [line('a', 'in', 100, 1100, 1), line('b', 'in', 200, 1800, 5)])
    expect(chain.holes).toEqual([
      { afterId: 'a', beforeId: 'b', fromMinor: 1100, toMinor: 1600, gapMinor: 500 },
    ])
    expect([placeOf(chain, 'a'), placeOf(chain, 'b'), placeOf(chain, 'q')]).toEqual([
      'linked',
      'afterHole',
      null,
    ])
  })
  it('tells a hole right behind the anchor', () => {
    expect(linkBalances(1000, [line('b', 'in', 200, 1800, 5)]).holes).toMatchObject([
      { afterId: null, gapMinor: 600 },
    ])
  })
  it('closes the hole when the missing line comes late', () => {
    const lines = [
      line('a', 'in', 100, 1100, 1),
      line('b', 'in', 200, 1800, 5),
      line('late', 'in', 500, 1600, 3),
    ]
    expect(linkBalances(1000, lines)).toMatchObject({ holes: [], contradictions: [] })
  })
  it('quarantines a line that falls into a stretch linked without it', () => {
    const chain = linkBalances(1000, [
      line('a', 'in', 100, 1100, 1),
      line('b', 'in', 200, 1300, 9),
      line('forged', 'in', 5000, 9000, 5),
    ])
    expect(chain).toMatchObject({ contradictions: ['forged'], closingMinor: 1300, holes: [] })
    expect(placeOf(chain, 'forged')).toBe('contradiction')
  })
  it('quarantines the second movement out of one balance', () => {
    const chain = linkBalances(1000, [
      line('a', 'in', 100, 1100, 1),
      line('forged', 'in', 5000, 6000, 1),
      line('b', 'in', 1, 1101, 2),
    ])
    expect(chain.contradictions).toEqual(['forged'])
    expect(ids(chain)).toEqual(['a', 'b'])
  })
  it('quarantines a balance that its own amount makes impossible, unless overdrafts are allowed', () => {
    const lines = [line('a', 'in', 500, 100, 1)]
    expect(linkBalances(1000, lines).contradictions).toEqual(['a'])
    expect(linkBalances(-400, lines, { allowsOverdraft: true }).contradictions).toEqual([])
  })
  it('answers an empty chain with the anchor', () => {
    expect(linkBalances(42, [])).toEqual({ ordered: [], holes: [], contradictions: [], closingMinor: 42 })
  })
  it('restores the order of any true history whatever the order of arrival', () => {
    const steps = fc.array(
      fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 2 })),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(steps, fc.infiniteStream(fc.nat()), (history, shuffle) => {
        let balance = 100_000
        let minute = 0
        const lines = history.map(([isIn, amount, wait], index) => {
          balance += isIn ? amount : -amount
          minute += wait
          return line(`l${index}`, isIn ? 'in' : 'out', amount, balance, minute)
        })
        const arrived = lines
          .map((one) => ({ one, key: shuffle.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
        const chain = linkBalances(
          100_000,
          arrived.map(({ one }) => one),
        )
        expect(chain).toMatchObject({ holes: [], contradictions: [], closingMinor: balance })
        chain.ordered.reduce((before, one) => {
          expect(one.balanceBeforeMinor).toBe(before)
          return one.balanceAfterMinor
        }, 100_000)
      }),
    )
  })
})
