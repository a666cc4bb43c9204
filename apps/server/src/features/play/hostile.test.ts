import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../platform/call/context.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { takeProviderCall } from './take-call.ts'

// A provider that doubles, shuffles, corrects, takes back what it never told, and somebody who signs in its
// name, at two servers of one database; 200,000 events in `npm run test:full`.

let world: MoneyOutWorld
let apart: FakeProvider
let whole: FakeProvider
let servers: readonly Services[]
beforeAll(async () => {
  world = await createMoneyOutWorld()
  apart = await startFakeProvider(world.server)
  whole = await startFakeProvider(world.server, 'transferInOut')
  // Whatever a process keeps for itself hangs on its services.
  servers = [world.server.services, { ...world.server.services }]
})
afterAll(() => world.stop())

const isFull = process.env['KHLANG_TEST_FULL'] === '1'
const eventCount = isFull ? 200_000 : 700
const memberCount = isFull ? 400 : 12
const atOnce = 32
/** So far an event may come from its place: an hour of them. */
const shuffledBy = 120

/** Small numbers that look like chance and are the same each time. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

interface Event {
  readonly name: string
  readonly word: string
  readonly provider: FakeProvider
  readonly body: string
  readonly isForged?: boolean
}

const baht = (minor: number) => (minor / 100).toFixed(2)
type Draw = (below: number) => number

/** A round told apart: a stake and its result; of fifty one was taken back before it came. */
function apartEvents(member: FactoryMember, draw: Draw): Event[] {
  const about = { userId: member.outside, gameId: 'tiger', roundId: randomUUID() }
  const told = (word: string, fields: Record<string, string>): Event => ({
    name: `${word} ${fields['reference']}`,
    word: `${word}.html`,
    provider: apart,
    body: apart.form(fields),
  })
  const reference = randomUUID()
  const stake = 100 * (1 + draw(9))
  const bet = told('bet', { ...about, amount: baht(stake), reference })
  if (draw(50) === 0) return [told('refund', { userId: member.outside, reference }), bet]
  const won = draw(3) === 0 ? 2 * stake : 0
  return [bet, told('result', { ...about, amount: baht(won), reference: randomUUID() })]
}

/** A round in one word; of fifty one is corrected later. */
function wholeEvents(member: FactoryMember, draw: Draw): Event[] {
  const stake = 100 * (1 + draw(9))
  const about = { player_name: member.outside, game_id: 'dragon', bet_id: randomUUID() }
  const told = (won: number): Event => {
    const transaction_id = randomUUID()
    const sums = {
      bet_amount: baht(stake),
      win_amount: baht(won),
      transfer_amount: baht(won - stake),
    }
    const fields = { secret_key: whole.secret, currency_code: 'THB', ...about, ...sums, transaction_id }
    const body = new URLSearchParams(fields).toString()
    return { name: transaction_id, word: 'Cash/TransferInOut', provider: whole, body }
  }
  const first = told(draw(3) === 0 ? 2 * stake : 0)
  return draw(50) === 0 ? [first, told(draw(2) * stake)] : [first]
}

/** Everything that is told, in the order in which it comes: near its place, three of ten twice. */
function eventsOf(members: readonly FactoryMember[], draw: Draw): Event[] {
  const events: { readonly event: Event; readonly at: number }[] = []
  for (let n = 0; events.length < eventCount; n += 1) {
    const member = members[n % members.length] as FactoryMember
    for (const event of n % 2 === 0 ? apartEvents(member, draw) : wholeEvents(member, draw)) {
      const near = () => events.length + draw(shuffledBy)
      events.push({ event, at: near() })
      if (draw(10) < 3) events.push({ event, at: near() })
      if (draw(20) === 0) {
        const form = { userId: member.outside, gameId: 'tiger', roundId: randomUUID(), amount: '1.00' }
        const body = apart.form({ ...form, reference: randomUUID() }, 'guessed')
        const forged = { name: 'forged', word: 'result.html', provider: apart, body, isForged: true }
        events.push({ event: forged, at: near() })
      }
    }
  }
  return events.toSorted((a, b) => a.at - b.at).map(({ event }) => event)
}

async function inTurns<T>(all: readonly T[], work: (one: T, position: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) await work(all[at] as T, at)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const sumsOf = async (text: string) => (await world.factory.query<Record<string, number>>(text))[0]

test(
  'whatever it repeats, shuffles, corrects and forges: each event counts once, and all sums agree',
  async () => {
    const members = await Promise.all(Array.from({ length: memberCount }, () => world.factory.member()))
    for (const member of members) await world.fund(member, isFull ? 5_000_000 : 100_000)
    const events = eventsOf(members, chance(42))
    const firsts = new Map<string, string>()
    const early: Event[] = []
    const tell = async ({ name, word, provider, body, isForged }: Event, position: number) => {
      const server = servers[position % servers.length] as Services
      const raw = { bytes: Buffer.from(body), headers: {} }
      const said = { providerId: provider.id, word }
      const answer = await takeProviderCall(server, said, raw, '127.0.0.1')
      if (isForged) return expect(answer).toMatchObject({ error: 5 })
      // Its stake had not come: told again until it has.
      if (answer['error'] === 100) return void early.push({ name, word, provider, body })
      const text = JSON.stringify(answer)
      const first = firsts.get(name)
      if (first === undefined) firsts.set(name, text)
      else expect(text).toBe(first)
    }
    await inTurns(events, tell)
    await inTurns(early.splice(0), tell)
    await inTurns(
      events.filter((_, n) => n % 7 === 0),
      tell,
    )
    expect(await world.factory.judge()).toEqual([])
    await foldAllPlay(world.server.services.db)
    const bets = await sumsOf(
      `select count(*)::int as bets, sum(stake_minor)::int as stake, sum(payout_minor)::int as payout
         from bets where state in ('won', 'lost', 'draw')`,
    )
    const figures = (table: string, where = 'true') =>
      sumsOf(`select sum(bets)::int as bets, sum(stake_minor)::int as stake,
                     sum(payout_minor)::int as payout from ${table} where ${where}`)
    expect(await figures('play_games')).toEqual(bets)
    expect(await figures('play_members', `span = 'day'`)).toEqual(bets)
    expect(await figures('play_members', `span = 'month'`)).toEqual(bets)
    const moved = await sumsOf(
      `select sum(case when t.from_version is null then -t.amount_minor else t.amount_minor end)::int
                as lost from transfers t where t.kind like 'bet.%'`,
    )
    const open = await sumsOf(
      `select coalesce(sum(stake_minor), 0)::int as stake from bets where state = 'running'`,
    )
    expect(moved?.['lost']).toBe(
      Number(bets?.['stake']) - Number(bets?.['payout']) + Number(open?.['stake']),
    )
  },
  isFull ? 3_600_000 : 60_000,
)
