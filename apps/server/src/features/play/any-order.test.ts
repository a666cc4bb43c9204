import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'

// What a provider tells of rounds, doubled and in any order: each wallet is what the answers say it is.

let world: MoneyOutWorld
let provider: FakeProvider
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

const isFull = process.env['KHLANG_TEST_FULL'] === '1'
const startMinor = 10_000

/** A round: its stake, what comes back and beside it, and whether its stake is taken back. */
const Round = fc.record({
  stake: fc.integer({ min: 1, max: 60 }),
  won: fc.integer({ min: 0, max: 90 }),
  jackpot: fc.integer({ min: 0, max: 40 }),
  adjusted: fc.integer({ min: -60, max: 40 }),
  isVoided: fc.boolean(),
  hasResult: fc.boolean(),
})
type Round = typeof Round extends fc.Arbitrary<infer T> ? T : never

interface Saying {
  readonly word: 'bet' | 'result' | 'jackpotWin' | 'adjustment' | 'refund'
  readonly fields: Record<string, string>
  /** What it moves where it is taken. */
  readonly minor: number
}

function sayingsOf(
  { stake, won, jackpot, adjusted, isVoided, hasResult }: Round,
  { outside: userId }: FactoryMember,
): Saying[] {
  const about = { userId, gameId: 'tiger', roundId: randomUUID() }
  const placed = { ...about, amount: `${stake}`, reference: randomUUID() }
  const bet: Saying = { word: 'bet', fields: placed, minor: -stake * 100 }
  const ended: Saying = {
    word: 'result',
    fields: { ...about, amount: `${won}`, reference: randomUUID() },
    minor: won * 100,
  }
  const back: Saying = {
    word: 'refund',
    fields: { userId, reference: placed.reference },
    minor: stake * 100,
  }
  const beside = (word: 'jackpotWin' | 'adjustment', amount: number): Saying[] =>
    amount === 0
      ? []
      : [{ word, fields: { ...about, amount: `${amount}`, reference: randomUUID() }, minor: amount * 100 }]
  return [
    bet,
    ...(hasResult ? [ended] : []),
    ...beside('jackpotWin', jackpot),
    ...beside('adjustment', adjusted),
    ...(isVoided ? [back] : []),
  ]
}

test('in any order, however often told, a wallet moves by what was taken and nothing else', async () => {
  const rounds = fc.array(Round, { minLength: 1, maxLength: 5 })
  const told = fc.tuple(rounds, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40 }))
  await fc.assert(
    fc.asyncProperty(told, async ([given, order]) => {
      const member = await world.factory.member()
      await world.fund(member, startMinor)
      const all = given.flatMap((round) => sayingsOf(round, member))
      const shuffled = [...all, ...all, ...all]
        .map((saying, at) => ({ saying, place: order[at % order.length] ?? 0 }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ saying }) => saying)
      const answers = new Map<string, { error: number; cash?: number; minor: number }>()
      for (const { word, fields, minor } of shuffled) {
        const name = `${word} ${fields['reference']}`
        const first = answers.get(name)
        const answer = await provider.say(word, fields)
        // Told to come again: its stake was not there yet.
        if (answer.error === 100) continue
        if (first) expect(answer).toMatchObject({ error: first.error, ...cashOf(first) })
        else answers.set(name, { ...answer, minor })
      }
      const taken = [...answers].filter(([, { error }]) => error === 0)
      const moved = taken.map(([name, { minor }]) => {
        const isMoot = name.startsWith('refund ') && answers.get(name.replace('refund', 'bet'))?.error !== 0
        return isMoot ? 0 : minor
      })
      expect(await world.factory.cash(member)).toBe(moved.reduce((sum, minor) => sum + minor, startMinor))
    }),
    { numRuns: isFull ? 300 : 6 },
  )
})

const cashOf = ({ cash }: { readonly cash?: number }) => (cash === undefined ? {} : { cash })
