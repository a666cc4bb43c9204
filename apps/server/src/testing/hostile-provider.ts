import { randomUUID } from 'node:crypto'
import type { FakeProvider } from './fakes/fake-provider.ts'
import type { FactoryMember } from './world/money-factory.ts'

// What a provider tells that doubles, shuffles, corrects and takes back what it never told, and what somebody
// tells who signs in its name.

/** One that tells stake and result apart, and one that tells a round in one word. */
export interface HostileProviders {
  readonly apart: FakeProvider
  readonly whole: FakeProvider
}

export interface HostileEvent {
  /** The same name: the same word again. */
  readonly name: string
  readonly word: string
  readonly provider: FakeProvider
  readonly body: string
  readonly isForged?: boolean
}

/** Answers a number below the given one. */
type Draw = (below: number) => number

/** Small numbers that look like chance and are the same each time. */
export function chance(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const baht = (minor: number) => (minor / 100).toFixed(2)

/** What it tells beside money, whatever that holds. */
const devices = ['WEB', `"it's" {\\}`, '\u0000\ud800\u0007', 'มือถือ 📱', '']

/**
 * A round told apart: a stake and its result; of fifty one was taken back before it came, and beside three of
 * sixty something is paid or corrected.
 */
function apartEvents({ apart }: HostileProviders, member: FactoryMember, draw: Draw): HostileEvent[] {
  const about = { userId: member.outside, gameId: 'tiger', roundId: randomUUID() }
  const told = (word: string, fields: Record<string, string>): HostileEvent => ({
    name: `${word} ${fields['reference']}`,
    word: `${word}.html`,
    provider: apart,
    body: apart.form(fields),
  })
  const reference = randomUUID()
  const stake = 100 * (1 + draw(9))
  const platform = devices[draw(devices.length)] ?? ''
  const bet = told('bet', { ...about, amount: baht(stake), reference, platform })
  if (draw(50) === 0) return [told('refund', { userId: member.outside, reference }), bet]
  const won = draw(3) === 0 ? 2 * stake : 0
  const named = (amount: number) => ({ amount: baht(amount), reference: randomUUID() })
  const result = told('result', { ...about, ...named(won) })
  const beside = [
    () => told('jackpotWin', { ...about, ...named(3 * stake) }),
    () => told('adjustment', { ...about, ...named(won === 0 ? 100 : -100) }),
    () => told('promoWin', { userId: member.outside, ...named(stake) }),
  ][draw(60)]
  return beside ? [bet, result, beside()] : [bet, result]
}

/** A round in one word; of fifty one is corrected later. */
function wholeEvents({ whole }: HostileProviders, member: FactoryMember, draw: Draw): HostileEvent[] {
  const stake = 100 * (1 + draw(9))
  const about = { player_name: member.outside, game_id: 'dragon', bet_id: randomUUID() }
  const told = (won: number): HostileEvent => {
    const transaction_id = randomUUID()
    const sums = {
      bet_amount: baht(stake),
      win_amount: baht(won),
      transfer_amount: baht(won - stake),
    }
    const platform = devices[draw(devices.length)] ?? ''
    const said = { ...about, ...sums, transaction_id, platform }
    const fields = { secret_key: whole.secret, currency_code: 'THB', ...said }
    const body = new URLSearchParams(fields).toString()
    return { name: transaction_id, word: 'Cash/TransferInOut', provider: whole, body }
  }
  const first = told(draw(3) === 0 ? 2 * stake : 0)
  return draw(50) === 0 ? [first, told(draw(2) * stake)] : [first]
}

/** So far an event may come from its place: an hour of them. */
const shuffledBy = 120

/**
 * Everything that is told, in the order in which it comes: near its place, three of ten twice, and one of
 * twenty signed by somebody else.
 */
export function hostileEvents(
  providers: HostileProviders,
  members: readonly FactoryMember[],
  count: number,
  draw: Draw,
): HostileEvent[] {
  const { apart } = providers
  const events: { readonly event: HostileEvent; readonly at: number }[] = []
  for (let n = 0; events.length < count; n += 1) {
    const member = members[n % members.length] as FactoryMember
    const round = n % 2 === 0 ? apartEvents(providers, member, draw) : wholeEvents(providers, member, draw)
    for (const event of round) {
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

const atOnce = 32

/** So many at once, each in its turn. */
export async function inTurns<T>(all: readonly T[], work: (one: T, position: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) await work(all[at] as T, at)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

type Sums = Record<string, number | null>

/**
 * Bets, movements and figures of play, which have to say the same.
 * @param query answers the one row of a statement
 * @returns each sum that another contradicts; none: all agree
 */
export async function disagreementsOfPlay(query: (text: string) => Promise<Sums>): Promise<string[]> {
  const bets = await query(
    `select count(*)::float8 as bets, coalesce(sum(stake_minor), 0)::float8 as stake,
            coalesce(sum(payout_minor), 0)::float8 as payout
       from bets where state in ('won', 'lost', 'draw')`,
  )
  const problems: string[] = []
  const expect = (what: string, found: Sums, expected: Sums) => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      problems.push(`${what}: ${JSON.stringify(found)}, and not ${JSON.stringify(expected)}`)
  }
  for (const [table, where] of [
    ['play_games', 'true'],
    ['play_members', `span = 'day'`],
    ['play_members', `span = 'month'`],
  ] as const) {
    const figures = await query(
      `select sum(bets)::float8 as bets, sum(stake_minor)::float8 as stake,
              sum(payout_minor)::float8 as payout
         from ${table} where ${where}`,
    )
    expect(`${table} where ${where}`, figures, bets)
  }
  const moved = await query(
    `select sum(case when from_version is null then -amount_minor else amount_minor end)::float8 as lost
       from transfers where kind like 'bet.%'`,
  )
  const open = await query(
    `select coalesce(sum(stake_minor), 0)::float8 as stake from bets where state = 'running'`,
  )
  const lost = Number(bets['stake']) - Number(bets['payout']) + Number(open['stake'])
  expect('movements', moved, { lost })
  return problems
}
