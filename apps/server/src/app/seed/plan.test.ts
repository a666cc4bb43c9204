import { expect, test } from 'vitest'
import { randomOf } from '../../../../sandbox/src/random.ts'
import { driftOf } from '../../features/play/watch/drift.ts'
import { planHistory } from './history.ts'
import { planHouse } from './own-accounts.ts'
import { planMembers } from './people.ts'
import { specialDeposits, specialPeople } from './special-people.ts'
import { planPlay } from './play/plan-play.ts'

const hourMs = 3_600_000

test('whenever a sandbox begins, nobody stakes what they do not hold, now or later', () => {
  for (let moment = 0; moment < 3; moment += 1) {
    const nowMs = Date.parse('2026-11-20T16:58:00Z') + moment * 9 * hourMs
    const random = randomOf(2611)
    const house = planHouse(random, nowMs - 62 * 24 * hourMs)
    const members = planMembers(random, nowMs)
    const people = specialPeople(members)
    const money = planHistory(members, house.accounts, specialDeposits(people, nowMs), random, nowMs)
    const special = new Set(Object.values(people).map(({ id }) => id))
    const players = members.filter(({ id, state }) => state === 'active' && !special.has(id))
    const days = planPlay(players, money, randomOf(2612), nowMs)
    const steps = [
      ...money.deposits.map((each) => ({
        id: each.member.id,
        atMs: each.creditedAtMs,
        order: 0,
        minor: each.amountMinor,
      })),
      ...money.withdrawals.map((each) => ({
        id: each.member.id,
        atMs: each.requestedAtMs,
        order: 0,
        minor: -each.amountMinor,
      })),
      ...money.withdrawals
        .filter(({ outcome }) => outcome !== 'paid')
        .map((each) => ({ id: each.member.id, atMs: each.decidedAtMs, order: 0, minor: each.amountMinor })),
      ...days.flatMap(({ endMs, rounds }) =>
        rounds.flatMap((each) => [
          { id: each.member.id, atMs: endMs - 1, order: 1, minor: -each.stakeMinor },
          { id: each.member.id, atMs: endMs - 1, order: 2, minor: each.payoutMinor },
        ]),
      ),
    ].toSorted((a, b) => a.atMs - b.atMs || a.order - b.order)
    const held = new Map<string, number>()
    for (const { id, minor } of steps) {
      const after = (held.get(id) ?? 0) + minor
      held.set(id, after)
      if (after < 0) expect({ nowMs, id, after }).toBeNull()
    }
    expect(days.every(({ rounds }) => rounds.length > 0)).toBe(true)
    const lucky = days
      .at(-1)
      ?.rounds.filter(({ payoutMinor, stakeMinor }) => payoutMinor === 150 * stakeMinor)
    expect(lucky).toHaveLength(1)
    // Whenever it begins, one game strays from the return of slots so far that no chance explains it.
    const ofGame = days.slice(-6).flatMap(({ rounds }) => rounds.filter(({ game }) => game === 'naga'))
    const sum = (of: (round: (typeof ofGame)[number]) => number) =>
      ofGame.reduce((total, round) => total + of(round), 0)
    const drift = driftOf(
      {
        bets: ofGame.length,
        stakeMinor: sum(({ stakeMinor }) => stakeMinor),
        payoutMinor: sum(({ payoutMinor }) => payoutMinor),
        stakeSquares: sum(({ stakeMinor }) => stakeMinor ** 2),
        stakePayouts: sum(({ stakeMinor, payoutMinor }) => stakeMinor * payoutMinor),
        payoutSquares: sum(({ payoutMinor }) => payoutMinor ** 2),
      },
      9610,
    )
    expect(ofGame.length).toBeGreaterThan(200)
    expect(drift?.offX100).toBeGreaterThan(450)
  }
})
