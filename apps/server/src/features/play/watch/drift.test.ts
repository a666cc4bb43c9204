import { describe, expect, test } from 'vitest'
import { driftOf, type Spread } from './drift.ts'

// How far the return of a game is off what its provider declares, counted by hand beside.

const spreadOf = (bets: readonly (readonly [stake: number, payout: number])[]): Spread => {
  const sum = (of: (stake: number, payout: number) => number) =>
    bets.reduce((all, [stake, payout]) => all + of(stake, payout), 0)
  return {
    bets: bets.length,
    stakeMinor: sum((stake) => stake),
    payoutMinor: sum((_, payout) => payout),
    stakeSquares: sum((stake) => stake * stake),
    stakePayouts: sum((stake, payout) => stake * payout),
    payoutSquares: sum((_, payout) => payout * payout),
  }
}
const times = (count: number, stake: number, payout: number) =>
  Array.from({ length: count }, () => [stake, payout] as const)

describe('the return of a game', () => {
  test('that doubles a stake every other time is off by the root of the rounds', () => {
    // Of 400 rounds of 100 at a declared 100 %, 240 paid 200: 120 % with an error of 100/√400 = 5 %.
    const drift = driftOf(spreadOf([...times(240, 100, 200), ...times(160, 100, 0)]), 10_000)
    expect(drift).toEqual({ rtpBps: 12_000, errorBps: 500, offX100: 400 })
  })

  test('that pays too little is off below', () => {
    const drift = driftOf(spreadOf([...times(160, 100, 200), ...times(240, 100, 0)]), 10_000)
    expect(drift).toEqual({ rtpBps: 8000, errorBps: 500, offX100: -400 })
  })

  test('as it is declared is off by nothing, whatever the stakes', () => {
    const even = [...times(500, 100, 200), ...times(500, 100, 0), ...times(5, 9000, 18_000)]
    expect(driftOf(spreadOf([...even, ...times(5, 9000, 0)]), 10_000)?.offX100).toBe(0)
  })

  test('is not off by one huge win', () => {
    const drift = driftOf(spreadOf([...times(9999, 100, 90), [100, 50_000_000]]), 9600)
    expect(drift?.rtpBps).toBeGreaterThan(500_000)
    expect(drift?.offX100).toBeLessThan(110)
  })

  test('of no stakes, and of bets that all paid exactly what is declared, says nothing', () => {
    expect(driftOf(spreadOf([]), 9600)).toBeNull()
    expect(driftOf(spreadOf(times(2000, 100, 96)), 9600)).toBeNull()
  })
})
