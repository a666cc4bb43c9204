import { expect, it } from 'vitest'
import { askAgainInMs, claimState, holderOf, nextInHand, renewInMs } from './claim-clock.ts'

const nobody = { claimedBy: null, claimedUntilMs: null, ownUntilMs: null }

it('a claim counts until its time has run out', () => {
  const other = { ...nobody, claimedBy: 'ploy', claimedUntilMs: 1000 }
  expect(claimState(nobody, 0)).toBe('free')
  expect(claimState(other, 999)).toBe('other')
  expect(claimState(other, 1000)).toBe('free')
})

it('what this tab holds is its own, whatever name stands on the row', () => {
  const own = { claimedBy: 'ploy', claimedUntilMs: 1000, ownUntilMs: 1000 }
  expect(claimState(own, 500)).toBe('own')
  expect(claimState({ ...own, claimedUntilMs: 2000 }, 1500)).toBe('other')
})

it('a claim is renewed half-way, at least once a minute and never in a rush', () => {
  expect(renewInMs(100_000, 0)).toBe(50_000)
  expect(renewInMs(120_000, 0)).toBe(60_000)
  expect(renewInMs(900_000, 0)).toBe(60_000)
  expect(renewInMs(1_000, 60_000)).toBe(5_000)
})

it('what another holds is asked for when their time is up, as their refusal told it', () => {
  const until = '2026-11-21T03:00:00.000Z'
  const untilMs = Date.parse(until)
  expect(holderOf({ by: 'ploy', until })).toEqual({ name: 'ploy', untilMs })
  expect(holderOf({ by: null, until })).toEqual({ name: null, untilMs })
  expect(askAgainInMs(untilMs, untilMs - 90_000)).toBe(90_500)
  expect(askAgainInMs(untilMs, untilMs + 60_000)).toBe(5_000)
})

it('a row that may not be taken is passed over, below first and then above', () => {
  const mayTake = (id: string) => !['c', 'd'].includes(id)
  expect(nextInHand(['a', 'b', 'c', 'd', 'e'], 'b', mayTake)).toBe('e')
  expect(nextInHand(['a', 'b', 'c', 'd'], 'b', mayTake)).toBe('a')
  expect(nextInHand(['b', 'c', 'd'], 'b', mayTake)).toBeNull()
  expect(nextInHand(['c', 'd', 'e'], 'gone', mayTake)).toBe('e')
})

it('the next row is the one below, at the end the one above, then none', () => {
  expect(nextInHand(['a', 'b', 'c'], 'b')).toBe('c')
  expect(nextInHand(['a', 'b', 'c'], 'c')).toBe('b')
  expect(nextInHand(['a'], 'a')).toBeNull()
  expect(nextInHand(['a', 'b'], 'gone')).toBe('a')
})
