import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessOn } from '../../platform/business-day.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { chance } from '../../testing/hostile-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import type { Person } from '../../testing/server.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { onDay, tellRound } from '../../testing/world/played.ts'

// Ten reports of random periods and filters, beside sums of the movements alone: a report's figures come from
// elsewhere, and have to say the same to the satang.

const draw = chance(Number(process.env['KHLANG_TEST_SEED'] ?? 15))
const today = businessOn({ dayCutOffMinutes: 0 }, Date.now())
const days = [4, 3, 2, 1, 0].map((ago) => addDays(today, -ago))
const games = ['tiger', 'dragon']
const pick = <T>(all: readonly T[]): T => all[draw(all.length)] as T
const baht = (minor: number) => (minor / 100).toFixed(2)

let world: MoneyOutWorld
let apart: FakeProvider
let whole: FakeProvider
let reader: Person
let members: readonly FactoryMember[]
/** Rounds that may be corrected on a later day. */
const rounds: { readonly member: FactoryMember; readonly bet: string; readonly stake: number }[] = []

async function sayRound({ member, bet, stake }: (typeof rounds)[number], won: number, game: string) {
  const told = await tellRound(whole, member, { bet, stakeMinor: stake, wonMinor: won, game })
  expect(told).toMatchObject({ error: null })
}

/** A stake, and what became of it: it goes on, is given back, or ends. */
async function playApart(member: FactoryMember): Promise<void> {
  const about = { userId: member.outside, gameId: pick(games), roundId: randomUUID() }
  const reference = randomUUID()
  const stake = 100 + draw(2000)
  const said = [await apart.say('bet', { ...about, amount: baht(stake), reference })]
  const end = draw(8)
  if (end === 1) said.push(await apart.say('refund', { userId: member.outside, reference }))
  if (end > 1) {
    const amount = baht(draw(3) === 0 ? draw(9000) : 0)
    said.push(await apart.say('result', { ...about, amount, reference: randomUUID() }))
  }
  expect(said.map(({ error }) => error)).toEqual(said.map(() => 0))
}

async function playRounds(): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    await playApart(pick(members))
    const game = pick(games)
    const round = { member: pick(members), bet: `${game}.${randomUUID()}`, stake: 100 + draw(2000) }
    await sayRound(round, draw(3) === 0 ? draw(9000) : 0, game)
    rounds.push(round)
    const earlier = pick(rounds)
    if (draw(4) === 0) await sayRound(earlier, draw(2) * earlier.stake, earlier.bet.split('.')[0] ?? '')
  }
}

beforeAll(async () => {
  world = await createMoneyOutWorld()
  apart = await startFakeProvider(world.server)
  whole = await startFakeProvider(world.server, 'transferInOut')
  reader = await world.server.person({ permissions: { agentReport: ['isRead'] } })
  members = await Promise.all(Array.from({ length: 5 }, () => world.factory.member()))
  for (const member of members) await world.fund(member, 50_000_000)
  for (const day of days) await onDay(world.server, day, playRounds)
  await foldAllPlay(world.server.services.db)
})
afterAll(async () => {
  const violations = await world.factory.judge()
  await world.stop()
  expect(violations).toEqual([])
})

interface Asked {
  readonly from: string
  readonly to: string
  readonly provider?: FakeProvider
  readonly game?: { readonly id: string; readonly code: string }
  readonly member?: FactoryMember
}

/** What members lost: out of their wallets, less what came in, of bets that have ended. */
async function lostByMovements({ from, to, provider, game, member }: Asked): Promise<number> {
  const [row] = await world.factory.query<{ lost: string }>(
    `select coalesce(sum(case when t.from_version is null then -t.amount_minor else t.amount_minor end), 0)
              as lost
       from transfers t join bets b on t.source_id = outside_id('bet', b.id)
      where t.kind like 'bet.%' and b.state <> 'running' and t.business_on between $1 and $2
        and ($3::uuid is null or b.provider_id = $3) and ($4::uuid is null or b.game_id = $4)
        and ($5::uuid is null or b.member_id = $5)`,
    [from, to, provider?.id ?? null, game?.id ?? null, member?.id ?? null],
  )
  return Number(row?.lost)
}

test('ten random reports say what the movements say', async () => {
  const rows = await world.factory.query<{ id: string; code: string; provider: string }>(
    `select id, code, provider_id as provider from games where provider_id = any($1)`,
    [[apart.id, whole.id]],
  )
  let notEmpty = 0
  for (let n = 0; n < 10; n += 1) {
    const [from, to] = [pick(days), pick(days)].toSorted() as [string, string]
    const provider = draw(2) === 0 ? pick([apart, whole]) : undefined
    const ofProvider = rows.filter((row) => provider === undefined || row.provider === provider.id)
    const game = draw(2) === 0 ? pick(ofProvider) : undefined
    const member = draw(3) === 0 ? pick(members) : undefined
    const asked = {
      from,
      to,
      ...(provider && { providerId: [encodeId('gameProvider', provider.id)] }),
      ...(game && { gameId: [encodeId('game', game.id)] }),
    }
    const lost = await lostByMovements({
      from,
      to,
      ...(provider && { provider }),
      ...(game && { game }),
      ...(member && { member }),
    })
    const found = member
      ? await reader.call('reports.userTotals', { ...asked, search: member.username })
      : await reader.call('reports.dailyTotals', asked)
    expect({ ...asked, member: member?.username, lost: found.companyMinor }).toEqual({
      ...asked,
      member: member?.username,
      lost,
    })
    if (lost !== 0) notEmpty += 1
  }
  expect(notEmpty).toBeGreaterThan(6)
})
