/** Chance that can be repeated: the same seed gives the same world. */
export interface Random {
  /** At least 0, below 1. */
  readonly next: () => number
  /** An integer, both ends included. */
  readonly int: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  /** One of the items. Throws a RangeError when there is none. */
  readonly pick: <T>(items: readonly T[]) => T
  /** One of the items, by weight. */
  readonly weighted: <T>(items: readonly (readonly [T, number])[]) => T
  readonly digits: (count: number) => string
}

/** Mulberry32: 32 bits of state, which is plenty for a pretend world. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(0, items.length - 1)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  const weighted = <T>(items: readonly (readonly [T, number])[]): T => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of items) {
      left -= weight
      if (left < 0) return item
    }
    return pick(items)[0]
  }
  return {
    next,
    int,
    pick,
    weighted,
    chance: (probability) => next() < probability,
    digits: (count) => Array.from({ length: count }, () => int(0, 9)).join(''),
  }
}
