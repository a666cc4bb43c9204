import { describe, expect, it } from 'vitest'
import { linkBalances, placeOf, type ChainLine } from './balance-chain.ts'
import { endedByAll, linesThatFill, type ChainGap } from './chain-gaps.ts'
import { placeLines, type FeedTip, type LinkedBefore } from './intake/place-lines.ts'

const noonMs = Date.UTC(2026, 4, 18, 5)
const at = (seconds: number): string => new Date(noonMs + seconds * 1000).toISOString()
/** A line from one balance to another, so many seconds after noon. */
const line = (id: string, fromMinor: number, toMinor: number, seconds = 0): ChainLine => ({
  id,
  direction: toMinor > fromMinor ? 'in' : 'out',
  amountMinor: Math.abs(toMinor - fromMinor),
  balanceAfterMinor: toMinor,
  at: at(seconds),
})
const linkedOf = ({ ordered }: { ordered: { id: string; place: string }[] }) =>
  ordered.filter(({ place }) => place === 'linked').map(({ id }) => id)
const idsOf = (lines: readonly { id: string }[]) => lines.map(({ id }) => id)

describe('a chain of balances', () => {
  it('tells each line’s balance before and after, and the end', () => {
    expect(linkBalances(10, [line('b', 15, 12, 1), line('a', 10, 15)])).toEqual({
      ordered: [
        { id: 'a', balanceBeforeMinor: 10, balanceAfterMinor: 15, place: 'linked' },
        { id: 'b', balanceBeforeMinor: 15, balanceAfterMinor: 12, place: 'linked' },
      ],
      holes: [],
      contradictions: [],
      closingMinor: 12,
    })
  })
  it('goes back in time by two minutes where several start from one balance, and no further', () => {
    const lines = (seconds: number) => [
      line('a', 10, 20, 600),
      line('b', 20, 30, 600 - seconds),
      line('c', 20, 30, 1200),
    ]
    expect(linkedOf(linkBalances(10, lines(120)))).toEqual(['a', 'b'])
    expect(linkedOf(linkBalances(10, lines(121)))).toEqual(['a', 'c'])
  })
  it('goes back in time by any time where one line alone starts from its balance', () => {
    expect(idsOf(linkBalances(10, [line('a', 10, 20, 900), line('b', 20, 30, 0)]).ordered)).toEqual([
      'a',
      'b',
    ])
  })
  it('remembers the latest time of the way, not the last', () => {
    const lines = [
      line('a', 10, 20, 600),
      line('b', 20, 30, 500),
      line('c', 30, 40, 475),
      line('d', 30, 50, 700),
    ]
    expect(linkedOf(linkBalances(10, lines))).toEqual(['a', 'b', 'd'])
  })
  it.each([
    ['within two minutes', 120, ['forged'], []],
    ['after two minutes', 121, [], ['forged']],
  ])('a second movement out of one balance contradicts %s', (_what, seconds, contradictions, held) => {
    const chain = linkBalances(10, [
      line('a', 10, 20, 0),
      line('b', 20, 30, 1),
      line('forged', 10, 90, seconds),
    ])
    expect(chain.contradictions).toEqual(contradictions)
    expect(chain.ordered.filter(({ place }) => place === 'afterHole').map(({ id }) => id)).toEqual(held)
    expect(placeOf(chain, 'forged')).toBe(held.length > 0 ? 'afterHole' : 'contradiction')
  })
  it.each([
    ['two minutes before its end stays possible', 180, false],
    ['more than two minutes before its end contradicts', 179, true],
  ])('what does not link to a stretch and falls %s', (_what, seconds, isRefused) => {
    const chain = linkBalances(10, [
      line('a', 10, 20, 0),
      line('b', 20, 30, 300),
      line('x', 70, 80, seconds),
    ])
    expect(chain.contradictions).toEqual(isRefused ? ['x'] : [])
  })
  it('balances down to nothing are possible, before and after; below they are not', () => {
    const chain = linkBalances(0, [line('a', 0, 5), line('b', 5, 0, 1)])
    expect([chain.contradictions, chain.closingMinor]).toEqual([[], 0])
    const below = linkBalances(0, [line('from', -1, 5), line('to', 5, -1, 1), line('plain', 0, 7, 2)])
    expect([below.contradictions, idsOf(below.ordered)]).toEqual([['from', 'to'], ['plain']])
    expect(linkBalances(0, [line('a', 0, -1)], { allowsOverdraft: false }).contradictions).toEqual(['a'])
  })
  it('the line that no other leads to stands first behind a hole, and of a circle the earliest', () => {
    const chain = linkBalances(10, [line('b', 60, 70, 300), line('a', 50, 60, 301), line('z', 90, 95, 302)])
    expect(idsOf(chain.ordered)).toEqual(['a', 'b', 'z'])
    expect(chain.holes).toEqual([
      { afterId: null, beforeId: 'a', fromMinor: 10, toMinor: 50, gapMinor: 40 },
      { afterId: 'b', beforeId: 'z', fromMinor: 70, toMinor: 90, gapMinor: 20 },
    ])
    expect(chain.closingMinor).toBe(95)
    const circle = linkBalances(10, [line('a', 60, 50, 1), line('b', 50, 60, 0)])
    expect(circle.holes[0]).toMatchObject({ beforeId: 'b', toMinor: 50 })
  })
  it('of lines at one time the smaller id goes first', () => {
    for (const lines of [
      [line('a', 10, 20), line('b', 10, 20)],
      [line('b', 10, 20), line('a', 10, 20)],
    ])
      expect(linkBalances(10, lines)).toMatchObject({ ordered: [{ id: 'a' }], contradictions: ['b'] })
  })
})

describe('a new line of an account', () => {
  const tip: FeedTip = { balanceMinor: 100, at: at(1000) }
  const place = (loose: ChainLine[], linked: LinkedBefore[] = [], of: FeedTip = tip) =>
    placeLines(of, loose, linked)

  it('links at the end of the chain, which moves on to it', () => {
    expect(place([line('a', 100, 150, 1100)])).toEqual({
      linked: ['a'],
      held: [],
      contradictions: [],
      tip: { balanceMinor: 150, at: at(1100) },
      lastLinkedId: 'a',
      gapMinor: 0,
    })
  })
  it('of an older time moves the balance on, and the time not back', () => {
    expect(place([line('a', 100, 150, 100)])).toMatchObject({
      linked: ['a'],
      tip: { balanceMinor: 150, at: at(1000) },
    })
  })
  it('is the first of an account: the chain begins with its time', () => {
    const first = place([line('a', 100, 150, 5)], [], { balanceMinor: 100, at: null })
    expect(first.tip).toEqual({ balanceMinor: 150, at: at(5) })
  })
  it('behind a hole is held with what is missing, and the chain stays where it was', () => {
    expect(place([line('b', 170, 180, 1100)])).toEqual({
      linked: [],
      held: ['b'],
      contradictions: [],
      tip,
      lastLinkedId: null,
      gapMinor: 70,
    })
    expect(place([line('b', 30, 20, 1100)])).toMatchObject({ held: ['b'], gapMinor: -70 })
  })
  it('that fills the hole takes what waited with it, in the order of the balances', () => {
    expect(
      place([line('late', 150, 160, 1200), line('a', 100, 150, 1100), line('far', 500, 501, 1300)]),
    ).toEqual({
      linked: ['a', 'late'],
      held: ['far'],
      contradictions: [],
      tip: { balanceMinor: 160, at: at(1200) },
      lastLinkedId: 'late',
      gapMinor: 340,
    })
  })
  it.each([
    ['two minutes before the end of the chain', 880, 'held'],
    ['more than two minutes before the end of the chain', 879, 'contradictions'],
  ] as const)('that does not link and happened %s', (_what, seconds, found) => {
    expect(place([line('x', 500, 600, seconds)])[found]).toEqual(['x'])
    // Before the first line nothing is too old.
    expect(place([line('x', 500, 600, seconds)], [], { balanceMinor: 100, at: null }).held).toEqual(['x'])
  })
  it.each([
    ['two minutes from when the chain left that balance', 1120, 'contradictions'],
    ['more than two minutes after', 1121, 'held'],
  ] as const)('that starts from a balance left before, %s', (_what, seconds, found) => {
    const linked = [{ beforeMinor: 70, at: at(1000) }]
    expect(place([line('x', 70, 90, seconds)], linked)[found]).toEqual(['x'])
    expect(place([line('x', 71, 90, seconds)], linked).held).toEqual(['x'])
  })
  it('from the balance the chain stands at is no second movement, though it stood there before', () => {
    expect(place([line('x', 100, 90, 1000)], [{ beforeMinor: 100, at: at(1000) }]).linked).toEqual(['x'])
  })
  it('of an old time is refused where another line starts from its balance too', () => {
    const found = place([line('old', 100, 150, 0), line('now', 100, 160, 1100)])
    expect(found).toMatchObject({ linked: ['now'], contradictions: ['old'] })
  })
  it('of an old time links where it alone starts from the end of the chain, whatever else is loose', () => {
    expect(place([line('old', 100, 150, 0), line('far', 500, 510, 1100)])).toMatchObject({
      linked: ['old'],
      held: ['far'],
    })
  })
  it('beside another from the end of the chain waits, though the chain left that balance before', () => {
    const found = place(
      [line('first', 100, 150, 900), line('other', 100, 160, 1100)],
      [{ beforeMinor: 100, at: at(1000) }],
    )
    expect(found).toMatchObject({ linked: ['first'], held: ['other'], contradictions: [] })
  })
  it('that links behind another is no second movement; one beside it is', () => {
    const found = place(
      [line('a', 100, 150, 1100), line('b', 150, 160, 1101), line('c', 150, 170, 1102)],
      [{ beforeMinor: 150, at: at(1000) }],
    )
    expect(found).toMatchObject({ linked: ['a', 'b'], contradictions: ['c'] })
  })
  it('of an impossible balance contradicts', () => {
    expect(place([line('x', -5, 5, 1100)])).toMatchObject({ contradictions: ['x'], held: [], tip })
  })
})

const gap: ChainGap = { id: 'g', fromMinor: 100, toMinor: 200, fromAt: at(1000), toAt: at(2000) }

describe('the end of a gap', () => {
  const endOf = (...linked: ChainLine[]) => endedByAll(gap, linked).toAt

  it('is that of the line behind it, or earlier where what was linked further on is', () => {
    expect(endOf()).toBe(at(2000))
    expect(endOf(line('a', 200, 210, 2000), line('b', 210, 220, 2001))).toBe(at(2000))
    expect(endOf(line('b', 210, 220, 1500), line('a', 200, 210, 2000))).toBe(at(1500))
  })
  it('says nothing of lines that it does not lead to, and of a circle each once', () => {
    expect(endOf(line('a', 200, 210, 2000), line('other', 100, 120, 1), line('far', 211, 212, 2))).toBe(
      at(2000),
    )
    expect(endOf(line('a', 200, 210, 2000), line('b', 210, 200, 1999))).toBe(at(1999))
  })
})

describe('lines that fill a gap', () => {
  const fill = (lines: ChainLine[], rest: Partial<ChainGap> = {}) =>
    linesThatFill({ ...gap, ...rest }, lines)

  it('lead from its one balance to its other, in their order', () => {
    expect(fill([line('b', 150, 200, 1600), line('a', 100, 150, 1500)])).toEqual(['a', 'b'])
    expect(fill([line('a', 100, 200, 1500), line('more', 200, 260, 1501)])).toEqual(['a'])
  })
  it.each([
    ['end one satang short', [line('a', 100, 199, 1500)]],
    ['begin one satang off', [line('a', 101, 200, 1500)]],
    ['have a hole', [line('a', 100, 150, 1500), line('b', 151, 200, 1501)]],
    ['are two from one balance', [line('a', 100, 200, 1500), line('b', 100, 200, 1501)]],
    ['are two ways', [line('a', 100, 150, 1500), line('b', 150, 200, 1501), line('c', 150, 170, 1800)]],
    ['are none', []],
  ])('but not if they %s', (_what, lines) => expect(fill(lines)).toEqual([]))
  it.each([
    [879, false],
    [880, true],
    [2120, true],
    [2121, false],
  ])('of its time with two minutes around: second %i', (seconds, isFilled) => {
    expect(fill([line('a', 100, 200, seconds)])).toEqual(isFilled ? ['a'] : [])
    const before = fill([line('a', 100, 200, seconds)], { fromAt: null })
    expect(before).toEqual(seconds <= 2120 ? ['a'] : [])
  })
  it('another line from that balance at another time is in nobody’s way', () => {
    expect(fill([line('a', 100, 200, 1500), line('far', 100, 150, 5000)])).toEqual(['a'])
  })
})
