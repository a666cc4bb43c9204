import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startFakeWalletProvider,
  type FakeWalletProvider,
  type Mood,
} from '../../../testing/fakes/fake-wallet-provider.ts'
import { foldAllPlay } from '../../../testing/play-figures.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import { closeBusinessDay } from '../../../platform/posting/ledger-store.ts'
import { closeGgr } from '../../reports/ggr-close.ts'
import { followTransfers } from '../transfers/transfer-work.ts'
import { readFeeds } from './feed-work.ts'

// What members bet in a wallet that their provider keeps, by its bet log; and what it holds for them.

let world: MoneyOutWorld
let provider: FakeWalletProvider
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeWalletProvider(world.server)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await provider.stop()
  await world.stop()
  expect(violations).toEqual([])
})

const transfer = async ({ outside }: FactoryMember, direction: 'in' | 'out', amountMinor: number) => {
  const providerId = encodeId('gameProvider', provider.id)
  const input = { memberId: outside, providerId, direction, amountMinor, requestKey: randomUUID() }
  return world.site.send('/member/v1/game/transfer', input)
}
const read = () => readFeeds(world.server.services, new AbortController().signal)
const betsOf = ({ id }: FactoryMember) =>
  world.factory.query<Record<string, unknown>>(
    `select ref, state, stake_minor as stake, payout_minor as payout, version from bets
      where member_id = $1 order by ref`,
    [id],
  )
const heldAtProvider = async () => {
  await foldAllPlay(world.server.services.db)
  const [row] = await world.factory.query<{ held: number }>('select held_at($1) as held', [provider.id])
  return Number(row?.held)
}
const sum = (all: Iterable<number>) => [...all].reduce((total, each) => total + each, 0)
const cashOf = async ({ outside }: FactoryMember) =>
  Number((await world.site.send('/member/v1/member/get', { memberId: outside })).body.data?.['cashMinor'])
const funded = async (amountMinor: number) => {
  const member = await world.factory.member()
  await world.fund(member, amountMinor)
  return member
}

test('each bet of the log is taken once, and as it stands after it changed', async () => {
  const member = await funded(50_000)
  await transfer(member, 'in', 30_000)
  const bet = { member: member.outside, stakeMinor: 1000 }
  const [lost, won] = [
    { ...bet, code: 'a', wonMinor: 0 },
    { ...bet, code: 'b', wonMinor: 2500 },
  ]
  provider.play(lost)
  provider.play(won)
  // Told twice by the log itself.
  provider.log.push(lost)
  await read()
  await read()
  const a = { ref: 'a', state: 'lost', stake: 1000, payout: 0, version: 1 }
  const b = { ref: 'b', state: 'won', stake: 1000, payout: 2500, version: 1 }
  expect(await betsOf(member)).toEqual([a, b])
  expect([await heldAtProvider(), sum(provider.held.values())]).toEqual([30_500, 30_500])
  // The provider corrects one: it comes again under another version.
  provider.log.push({ ...won, version: 2, wonMinor: 1000 })
  provider.held.set(member.outside, 29_000)
  await read()
  expect(await betsOf(member)).toEqual([a, { ...b, state: 'draw', payout: 1000, version: 2 }])
  expect(await heldAtProvider()).toBe(29_000)
  expect(await cashOf(member)).toBe(20_000)
  provider.log.push({ ...won, version: 2, wonMinor: 9000 })
  await read()
  const told = await world.factory.query<{ code: string }>('select code from alarms where entity_id = $1', [
    encodeId('gameProvider', provider.id),
  ])
  expect(told).toEqual([{ code: 'provider.mismatch' }])
})

test('what a log tells beside bets is told to people, and the bets are taken', async () => {
  const member = await funded(10_000)
  await transfer(member, 'in', 10_000)
  provider.beside['Competition'] = []
  provider.beside['Jackpot'] = [{ OCode: 'j', Username: member.outside, Amount: '90.00' }]
  provider.play({ code: 'beside', member: member.outside, stakeMinor: 1000, wonMinor: 0 })
  await read()
  delete provider.beside['Jackpot']
  expect(await betsOf(member)).toMatchObject([{ ref: 'beside', payout: 0 }])
  const told = await world.factory.query(
    `select detail ->> 'reference' as reference, detail ->> 'why' as why from alarms
      where code = 'provider.owed' and entity_id = $1`,
    [encodeId('gameProvider', provider.id)],
  )
  expect(told).toEqual([{ reference: 'Jackpot', why: 'logList' }])
})

test('a bet of a game that is not in the catalogue is taken once it is, and nothing is lost', async () => {
  const member = await funded(10_000)
  await transfer(member, 'in', 10_000)
  const bet = { member: member.outside, stakeMinor: 1000, wonMinor: 0 }
  provider.play({ ...bet, code: 'before' })
  provider.play({ ...bet, code: 'unknown', game: 'not-yet' })
  await read()
  expect((await betsOf(member)).map(({ ref }) => ref)).toEqual(['before'])
  await world.server.database.plant(
    `insert into games (provider_id, code, type, name_th, name_en) values ($1, 'not-yet', 'slot', 'ก', 'a')`,
    [provider.id],
  )
  await read()
  expect((await betsOf(member)).map(({ ref }) => ref)).toEqual(['before', 'unknown'])
  expect(await heldAtProvider()).toBe(sum(provider.held.values()))
})

test('a log that was read half is read on, also by a server that forgot how far it was', async () => {
  const member = await funded(50_000)
  await transfer(member, 'in', 50_000)
  for (let n = 0; n < 120; n += 1)
    provider.play({ code: `m${n}`, member: member.outside, stakeMinor: 100, wonMinor: n % 2 ? 150 : 0 })
  await read()
  expect(await betsOf(member)).toHaveLength(120)
  await world.factory.query('update game_feeds set cursor = $2 where provider_id = $1', [provider.id, '3'])
  provider.isDown = true
  await read()
  provider.isDown = false
  await read()
  expect(await betsOf(member)).toHaveLength(120)
  expect(await heldAtProvider()).toBe(sum(provider.held.values()))
})

test('whatever answers are lost, all wallets together are what came less what was lost', async () => {
  const members = [await funded(60_000), await funded(60_000), await funded(60_000)]
  const before = sum(provider.held.values())
  const moods: readonly Mood[] = ['done', 'answerLost', 'neverCame', 'refused', 'nonsense', 'done']
  // A small generator of its own, so that a failure can be played again.
  let seed = 20_261_129
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let lost = 0
  for (let n = 0; n < 60; n += 1) {
    const member = members[next(3)] as FactoryMember
    provider.mood = moods[next(moods.length)] ?? 'done'
    await transfer(member, next(3) === 0 ? 'out' : 'in', 100 + next(9000))
    const held = provider.held.get(member.outside) ?? 0
    if (held > 500) {
      const wonMinor = next(2) * 700
      provider.play({ code: `r${n}`, member: member.outside, stakeMinor: 500, wonMinor })
      lost += 500 - wonMinor
    }
    if (n % 10 === 0) await read()
  }
  provider.mood = 'done'
  for (let n = 0; n < 4; n += 1) {
    world.server.clock.ms += 400_000
    for (let batch = 0; batch < 4; batch += 1) await followTransfers(world.server.services)
  }
  await read()
  world.server.clock.ms = 0
  const open = await world.factory.query(`select from game_transfers where next_ask_at is not null`)
  expect(open).toEqual([])
  expect(Math.max(...provider.told.values())).toBe(1)
  const heldNow = sum(provider.held.values())
  expect(await heldAtProvider()).toBe(heldNow)
  const cash = sum(await Promise.all(members.map(cashOf)))
  expect(cash + heldNow - before).toBe(180_000 - lost)
})

test('play that is closed after its day is out of what is held on the day of its movement', async () => {
  const member = await funded(50_000)
  const held = async () => {
    const rows = await world.factory.query<{ before: number; today: number }>(
      `select held_on($1, brand_day() - 2)::int as before, held_on($1, brand_day())::int as today`,
      [provider.id],
    )
    return rows[0]
  }
  await transfer(member, 'in', 30_000)
  provider.play({ code: 'late', member: member.outside, stakeMinor: 1000, wonMinor: 0 })
  await read()
  const all = await heldAtProvider()
  // All bets of today were those of two days ago, whose book is closed: yesterday’s may wait some minutes.
  await world.server.database.plant(
    `update bet_outcomes set business_on = business_on - 2; update bets set settled_on = settled_on - 2`,
  )
  const [day] = await world.factory.query<{ on: string }>('select (brand_day() - 2)::text as on')
  await closeBusinessDay(world.server.services.pool, day?.on ?? '')
  await closeGgr(world.server.services)
  expect(await held()).toEqual({ before: 0, today: all })
})
