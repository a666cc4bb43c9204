import type { Random } from '../../../../../sandbox/src/random.ts'
import { valueOn } from '../../../platform/business-day.ts'
import type { SeedHistory } from '../history-shapes.ts'
import { uuidAt } from '../ids.ts'
import type { SeedMember } from '../people.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const zoneMs = 7 * hourMs
const playDays = 30
const sessionsPerDay = 9

/** One round of a member, over when it is told. */
export interface SeedRound {
  readonly betId: string
  readonly ref: string
  readonly member: SeedMember
  readonly provider: 'games' | 'combinedGames'
  readonly game: string
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly atMs: number
}

export interface SeedPlayDay {
  readonly on: string
  readonly endMs: number
  readonly rounds: readonly SeedRound[]
}

type Game = Pick<SeedRound, 'provider' | 'game'>
const game = (provider: Game['provider'], code: string): Game => ({ provider, game: code })

/** What is played how often. */
const games = [
  [game('games', 'tiger'), 28],
  [game('games', 'naga'), 18],
  [game('games', 'bigfish'), 10],
  [game('games', 'baccarat'), 14],
  [game('games', 'pokdeng'), 8],
  [game('combinedGames', 'mahjong'), 28],
  [game('combinedGames', 'treasure'), 16],
  [game('combinedGames', 'garuda'), 12],
] as const
/** What comes back for each baht, and how often: 86 of 100 baht. */
const comesBack = [
  [0, 58],
  [0.5, 12],
  [1, 8],
  [2, 14],
  [4, 6.5],
  [12, 1.5],
] as const
const stakesMinor = [1000, 1000, 2000, 2000, 3000, 5000]

/** A game that pays far more than it declares since a few days, so that the alarm of its return is seen. */
const strays = { ...game('games', 'naga'), days: 6, sessions: 2, rounds: 20, stakeMinor: 1000 }
/** What comes back of it for each baht: 135 of 100 baht. */
const straying = [
  [0, 25],
  [1, 15],
  [2, 60],
] as const
const evening = [18, 19, 20, 20, 21, 21, 22]

/** The one great win of yesterday, so that somebody finds out who, where and why. */
const lucky = { ...game('combinedGames', 'treasure'), stakeMinor: 2000, rounds: 26, times: 150 }

/** What members hold, now and at the least ever after, with what they won or lost by play. */
class Wallets {
  readonly #events = new Map<string, { atMs: number; minor: number }[]>()
  readonly #won = new Map<string, number>()

  constructor({ deposits, withdrawals }: SeedHistory) {
    for (const { member, creditedAtMs, amountMinor } of deposits)
      this.#note(member.id, creditedAtMs, amountMinor)
    for (const { member, requestedAtMs, decidedAtMs, amountMinor, outcome } of withdrawals) {
      this.#note(member.id, requestedAtMs, -amountMinor)
      if (outcome !== 'paid') this.#note(member.id, decidedAtMs, amountMinor)
    }
    for (const events of this.#events.values()) events.sort((a, b) => a.atMs - b.atMs)
  }

  #note(memberId: string, atMs: number, minor: number): void {
    const events = this.#events.get(memberId) ?? []
    this.#events.set(memberId, events)
    events.push({ atMs, minor })
  }

  /** So much can be lost by the end of a day without any later withdrawal lacking it. */
  bears(memberId: string, endMs: number): number {
    let [held, least] = [0, Number.POSITIVE_INFINITY]
    for (const { atMs, minor } of this.#events.get(memberId) ?? []) {
      if (atMs >= endMs) least = Math.min(least, held)
      held += minor
    }
    return Math.min(least, held) + (this.#won.get(memberId) ?? 0)
  }

  play(memberId: string, wonMinor: number): void {
    this.#won.set(memberId, (this.#won.get(memberId) ?? 0) + wonMinor)
  }
}

interface Session extends Game {
  readonly member: SeedMember
  readonly stakeMinor: number
  readonly payouts: readonly number[]
}

/**
 * What members played on the evenings of the last thirty days up to yesterday. Nobody loses what they later
 * asked for, so the money that came and went is the same. Pure but for `random`.
 */
export function planPlay(
  members: readonly SeedMember[],
  history: SeedHistory,
  random: Random,
  nowMs: number,
): readonly SeedPlayDay[] {
  const wallets = new Wallets(history)
  const today = Math.floor((nowMs + zoneMs) / dayMs) * dayMs - zoneMs
  const starts = Array.from({ length: playDays }, (_, day) => today - (playDays - day) * dayMs)
  return starts.map((startMs): SeedPlayDay => {
    const endMs = startMs + dayMs
    // Nobody plays twice on a day: what one session won is not there yet in the other.
    const busy = new Set<string>()
    const isStraying = today - startMs <= strays.days * dayMs
    const day = { startMs, endMs, busy, isStraying }
    const sessions = Array.from({ length: sessionsPerDay }, () => sessionOf(members, wallets, random, day))
    if (endMs === today) sessions.push(luckySession(members, wallets, random, day))
    for (let left = isStraying ? strays.sessions : 0; left > 0; left -= 1)
      sessions.push(strayingSession(members, wallets, random, day))
    const rounds = sessions.flatMap((session) =>
      session === null ? [] : roundsOf(session, startMs, random),
    )
    return { on: valueOn(startMs), endMs, rounds: rounds.toSorted((a, b) => a.atMs - b.atMs) }
  })
}

interface Day extends Pick<SeedPlayDay, 'endMs'> {
  readonly startMs: number
  readonly busy: Set<string>
  /** Whether the game that strays does so. */
  readonly isStraying: boolean
}

/** Somebody who has so much to lose; null: nobody was found. */
function somebody(
  members: readonly SeedMember[],
  wallets: Wallets,
  random: Random,
  { startMs, endMs, busy, needMinor }: Day & { readonly needMinor: number },
): SeedMember | null {
  for (let tries = 0; tries < 60; tries += 1) {
    const member = random.pick(members)
    const isFree = member.createdAtMs < startMs && !busy.has(member.id)
    if (!isFree || wallets.bears(member.id, endMs) < needMinor) continue
    busy.add(member.id)
    return member
  }
  return null
}

function sessionOf(members: readonly SeedMember[], wallets: Wallets, random: Random, day: Day) {
  const chosen = random.weighted(games)
  const isStraying = day.isStraying && chosen.game === strays.game
  const stakeMinor = isStraying ? strays.stakeMinor : random.pick(stakesMinor)
  const member = somebody(members, wallets, random, { ...day, needMinor: 6 * stakeMinor })
  if (member === null) return null
  const count = Math.min(random.int(6, 22), Math.floor(wallets.bears(member.id, day.endMs) / stakeMinor))
  const back: readonly (readonly [number, number])[] = isStraying ? straying : comesBack
  const payouts = Array.from({ length: count }, () => stakeMinor * random.weighted(back))
  return played({ ...chosen, member, stakeMinor, payouts }, wallets)
}

function strayingSession(members: readonly SeedMember[], wallets: Wallets, random: Random, day: Day) {
  const { rounds, stakeMinor, provider, game: code } = strays
  const member = somebody(members, wallets, random, { ...day, needMinor: rounds * stakeMinor })
  if (member === null) return null
  const payouts = Array.from({ length: rounds }, () => stakeMinor * random.weighted(straying))
  return played({ provider, game: code, member, stakeMinor, payouts }, wallets)
}

function luckySession(members: readonly SeedMember[], wallets: Wallets, random: Random, day: Day) {
  const { rounds, times, stakeMinor, provider, game: code } = lucky
  const member = somebody(members, wallets, random, { ...day, needMinor: rounds * stakeMinor })
  if (member === null) return null
  const payouts = Array.from({ length: rounds }, (_, round) => (round === 17 ? times * stakeMinor : 0))
  return played({ provider, game: code, member, stakeMinor, payouts }, wallets)
}

function played(session: Session, wallets: Wallets): Session {
  const { member, payouts, stakeMinor } = session
  wallets.play(
    member.id,
    payouts.reduce((sum, payout) => sum + payout - stakeMinor, 0),
  )
  return session
}

/** Its rounds, one after the other. */
function roundsOf({ payouts, ...about }: Session, startMs: number, random: Random): SeedRound[] {
  let atMs = startMs + random.pick(evening) * hourMs + random.int(0, 59) * minuteMs
  return payouts.map((payoutMinor) => {
    atMs += random.int(4000, 20_000)
    const betId = uuidAt(atMs, random.next)
    return { ...about, payoutMinor, atMs, betId, ref: betId.replaceAll('-', '') }
  })
}

/** The same history with what members had before each of its steps, once they had played. Pure. */
export function withPlay(history: SeedHistory, days: readonly SeedPlayDay[]): SeedHistory {
  const won = days.flatMap(({ endMs, rounds }) =>
    rounds.map(({ member, payoutMinor, stakeMinor }) => ({
      id: member.id,
      endMs,
      minor: payoutMinor - stakeMinor,
    })),
  )
  const byMember = Map.groupBy(won, ({ id }) => id)
  /** What is played on a day is in the book after what was paid on it. */
  const wonBefore = (memberId: string, atMs: number): number =>
    (byMember.get(memberId) ?? []).reduce((sum, { endMs, minor }) => sum + (endMs <= atMs ? minor : 0), 0)
  return {
    ...history,
    deposits: history.deposits.map((each) => ({
      ...each,
      beforeMinor: each.beforeMinor + wonBefore(each.member.id, each.creditedAtMs),
    })),
    withdrawals: history.withdrawals.map((each) => ({
      ...each,
      beforeMinor: each.beforeMinor + wonBefore(each.member.id, each.requestedAtMs),
    })),
    cashMinor: new Map(
      [...history.cashMinor].map(([id, minor]) => [id, minor + wonBefore(id, Number.POSITIVE_INFINITY)]),
    ),
  }
}
