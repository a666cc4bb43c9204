import { randomUUID } from 'node:crypto'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { tellRound } from '../../testing/world/played.ts'
import { newest, type BetFilter } from './bet-conditions.ts'
import { forPage, forSums, nextBets, type Reading } from './bet-ways.ts'

// However bets are found, they are the same.

let world: MoneyOutWorld
let separate: FakeProvider
let combined: FakeProvider
let ann: FactoryMember
let bo: FactoryMember
const actor = { kind: 'employee', type: 'staff' } as EmployeeActor
const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
const settled = { settledFrom: today, settledTo: today }

const round = (member: FactoryMember, bet: string, stake: string, won: string, game = 'tiger') =>
  tellRound(combined, member, { bet, stakeMinor: Number(stake) * 100, wonMinor: Number(won) * 100, game })

beforeAll(async () => {
  world = await createMoneyOutWorld()
  separate = await startFakeProvider(world.server)
  combined = await startFakeProvider(world.server, 'transferInOut')
  ann = await world.factory.member()
  bo = await world.factory.member()
  await world.fund(ann, 100_000)
  await world.fund(bo, 100_000)
  await round(ann, 'lost', '10.00', '0')
  await round(bo, 'won', '10.00', '40.00', 'dragon')
  await round(ann, 'even', '10.00', '10.00')
  // It is settled twice on one day, and counts once.
  await round(ann, 'lost', '10.00', '5.00')
  const open = { userId: bo.outside, gameId: 'tiger', roundId: 'open' }
  await separate.say('bet', { ...open, amount: '20', reference: randomUUID() })
  await foldAllPlay(world.server.services.db)
})
afterAll(() => world.stop())

/** The rounds that are found, the newest first. */
async function found(filter: BetFilter, reading: Reading, limit = 10) {
  const { db } = world.server.services
  const asked = { actor, settings: { dayCutOffMinutes: 0 }, filter }
  const { ids, isCut } = await nextBets(db, asked, newest(limit), reading)
  const { rows } = await sql<{ ref: string }>`
    select b.ref from (${ids}) i join bets b using (id) order by b.id desc`.execute(db)
  return { refs: rows.map(({ ref }) => ref), isCut }
}
const gameOf = async (code: string): Promise<string> => {
  const [game] = await world.factory.query<{ id: string }>(
    `select id::text from games where code = '${code}' and provider_id in (select provider_id from bet_rounds
      where ref = 'won')`,
  )
  return game?.id ?? ''
}

test('by the moment of placing', async () => {
  const memberId = decodeId('member', ann.outside) ?? ''
  const refs = async (filter: BetFilter) => (await found(filter, forPage)).refs
  expect(await refs({})).toEqual(['open', 'even', 'won', 'lost'])
  expect(await refs({ from: today, to: today })).toEqual(['open', 'even', 'won', 'lost'])
  expect(await refs({ to: '2026-01-01' })).toEqual([])
  expect(await refs({ state: ['draw', 'running'] })).toEqual(['open', 'even'])
  expect(await refs({ state: ['draw', 'won'] })).toEqual(['even', 'won'])
  expect(await refs({ memberId, gameId: await gameOf('tiger') })).toEqual(['even', 'lost'])
  expect(await refs({ memberId, gameId: await gameOf('dragon') })).toEqual([])
  expect(await refs({ type: ['slot'] })).toEqual(['open', 'even', 'won', 'lost'])
  expect(await refs({ search: 'won' })).toEqual(['won'])
  expect((await found({}, forPage, 2)).refs).toEqual(['open', 'even'])
})

test('by amounts as they stand, of a day or of what became of a member’s on one', async () => {
  const day = { from: today, to: today }
  const gameId = await gameOf('tiger')
  const memberId = decodeId('member', ann.outside) ?? ''
  const all: readonly (readonly [BetFilter, readonly string[]])[] = [
    [{ ...day, payoutMinMinor: 1000 }, ['even', 'won']],
    [{ ...day, payoutMinMinor: 1001 }, ['won']],
    [{ ...day, payoutMinMinor: 500, payoutMaxMinor: 1000 }, ['even', 'lost']],
    [{ ...day, stakeMinMinor: 1001 }, ['open']],
    [{ ...day, stakeMaxMinor: 1000, payoutMaxMinor: 999 }, ['lost']],
    [{ ...day, stakeMaxMinor: 999 }, []],
    [{ ...day, ...settled, payoutMinMinor: 1000 }, ['even', 'won']],
    [{ ...day, gameId, payoutMinMinor: 500 }, ['even', 'lost']],
    // It was settled with nothing at first.
    [{ ...settled, memberId, payoutMinMinor: 500 }, ['even', 'lost']],
    [{ ...settled, memberId, payoutMinMinor: 501 }, ['even']],
    [{ ...settled, memberId, payoutMaxMinor: 499 }, []],
  ]
  for (const [filter, refs] of all)
    for (const reading of [forPage, forSums])
      expect(await found(filter, reading), JSON.stringify(filter)).toEqual({ refs, isCut: false })
  // However many they are: what became of a member's on a day is all read.
  const few = { outcomesMost: -1, betsMost: 1 }
  expect(await found({ ...settled, memberId, payoutMaxMinor: 500 }, few)).toEqual({
    refs: ['lost'],
    isCut: false,
  })
})

test('by settlement: all outcomes of the days or bets one by one, each bet once', async () => {
  const memberId = decodeId('member', ann.outside) ?? ''
  const gameId = await gameOf('tiger')
  const all: readonly (readonly [BetFilter, readonly string[]])[] = [
    [settled, ['even', 'won', 'lost']],
    [{ ...settled, memberId }, ['even', 'lost']],
    [{ ...settled, gameId }, ['even', 'lost']],
    [{ ...settled, type: ['slot'] }, ['even', 'won', 'lost']],
    [{ ...settled, state: ['draw'] }, ['even']],
    [{ ...settled, state: ['running'] }, []],
    [{ ...settled, search: 'lost' }, ['lost']],
    [{ settledTo: '2026-01-01' }, []],
  ]
  for (const [filter, refs] of all) {
    const oneByOne = { outcomesMost: -1, betsMost: null }
    for (const reading of [forPage, forSums, oneByOne])
      expect(await found(filter, reading)).toEqual({ refs, isCut: false })
  }
  expect(await found(settled, { outcomesMost: 0, betsMost: 2 })).toEqual({ refs: ['even'], isCut: true })
})

test('among what is void, what was settled before is found by its day of settlement', async () => {
  for (const name of ['taken-back', 'void-at-once']) {
    const about = { userId: bo.outside, gameId: 'tiger', roundId: name }
    await separate.say('bet', { ...about, amount: '20', reference: name })
    if (name === 'taken-back')
      await separate.say('result', { ...about, amount: '0', reference: randomUUID() })
    await separate.say('refund', { userId: bo.outside, reference: name })
  }
  await foldAllPlay(world.server.services.db)
  const memberId = decodeId('member', bo.outside) ?? ''
  const refs = async (filter: BetFilter) => (await found(filter, forPage)).refs
  expect(await refs({ state: ['void'] })).toEqual(['void-at-once', 'taken-back'])
  expect(await refs({ ...settled, state: ['void'] })).toEqual(['taken-back'])
  expect(await refs({ ...settled, state: ['running', 'void'] })).toEqual(['taken-back'])
  expect(await refs({ ...settled, state: ['void'], memberId })).toEqual(['taken-back'])
  expect(await refs({ settledTo: '2026-01-01', state: ['void'] })).toEqual([])
})
