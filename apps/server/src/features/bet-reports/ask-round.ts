import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { callOutside, EgressRefused } from '../../platform/security/egress.ts'
import { prizesCode, type Word } from '../play/adapters/adapter.ts'
import { roundCallsOf } from '../play/adapters/adapters.ts'
import type { RoundAdapter } from '../play/adapters/round-adapter.ts'
import { loggedWord } from '../play/feeds/feed-work.ts'
import { logPages } from '../play/feeds/log-window.ts'
import { askCounted } from '../play/meter/count-calls.ts'
import { secretPlace } from '../play/providers.ts'
import { findWalletProvider } from '../play/transfers/wallet-providers.ts'
import { compareRound, type Compared } from './compare-round.ts'
import { standingBet, type StandingBet } from './voids.ts'

/** A provider's records of a bet begin a little before ours and end a little after, by another clock. */
const slackMs = 60_000
/** So much later than we were told its end a round is corrected by those who correct at once. */
const afterMs = 3_600_000
/** So many pages of the records at most: ten hours of those that tell ten minutes at once. */
const pagesMax = 60

interface Asked {
  readonly bet: StandingBet
  readonly placedAt: string
  readonly secret: string
  readonly address: string
  readonly fromMs: number
  readonly untilMs: number
}

interface Place {
  readonly address: string | null
  readonly gameCode: string
  readonly secret: Buffer
  readonly placedAt: string
  readonly settledAt: string | null
}

/** The time whose records have all of a round, as far as it is over. Pure. */
function windowOf(goesBy: RoundAdapter['goesBy'], { placedAt, settledAt }: Place, nowMs: number) {
  const placedMs = Date.parse(placedAt)
  const endMs = settledAt === null ? nowMs : Date.parse(settledAt) + afterMs
  const untilMs = goesBy === 'placing' ? placedMs + slackMs : endMs
  return { fromMs: placedMs - slackMs, untilMs: Math.min(nowMs, untilMs) }
}

/** @throws notFound; stateRefused of a prize, and where nobody said where its provider is called */
async function askedOf({ db, secrets, now }: Services, id: string): Promise<Asked> {
  const bet = await standingBet(db, id)
  if (!bet) throw new ApiError('notFound')
  const { rows } = await sql<Place>`
    select coalesce(p.sandbox_address || '/api', p.api_address) as address, p.secret,
           b.placed_at as "placedAt", b.settled_at as "settledAt", g.code as "gameCode"
      from bets b join game_providers p on p.id = b.provider_id join games g on g.id = b.game_id
     where b.id = ${id}`.execute(db)
  const place = rows[0]
  if (place?.gameCode === prizesCode)
    throw new ApiError('stateRefused', { details: { reason: 'ofNoRound' } })
  if (!place || place.address === null)
    throw new ApiError('stateRefused', { details: { reason: 'noAddress' } })
  return {
    bet,
    placedAt: place.placedAt,
    address: place.address,
    secret: secrets.open(secretPlace(bet.provider.id), place.secret).toString('utf8'),
    ...windowOf(roundCallsOf(bet.adapter)?.goesBy ?? 'transaction', place, now()),
  }
}

/** All that records of a time have of the round; null where they are not to be read, or go on and on. */
async function wordsOfRecords(services: Services, asked: Asked, rounds: RoundAdapter) {
  const { bet, address, secret, fromMs, untilMs } = asked
  const { ref, memberId } = bet
  const about = { ref, memberId, member: encodeId('member', memberId), untilMs }
  const words: Word[] = []
  let next: number | null = fromMs
  for (let page = 0; next !== null && page < pagesMax; page += 1) {
    const from = { ...about, fromMs: next }
    const sent = rounds.round.ask({ address, secret, nowMs: services.now() }, from)
    const answered = await askCounted(services, bet.provider.id, () =>
      callOutside(sent, services.egressAllow),
    )
    const read = rounds.round.read(answered, from)
    if (read === null) return null
    words.push(...read.words)
    next = read.nextMs
  }
  // What was not read might say otherwise.
  return next === null ? words : null
}

/** The same of the log of a provider that keeps wallets: up to what was played after the time. */
async function wordsOfLog(services: Services, { bet, placedAt, untilMs }: Asked) {
  const provider = await findWalletProvider(services.db, bet.provider.id)
  const words: Word[] = []
  let pages = 0
  for await (const logged of logPages(services, provider, placedAt)) {
    pages += 1
    if (logged === null) return null
    words.push(
      ...logged.bets.filter(({ betRef }) => betRef === bet.ref).flatMap((one) => loggedWord(one) ?? []),
    )
    if (logged.bets.some(({ at }) => at !== null && Date.parse(at) > untilMs)) break
    if (pages === pagesMax && logged.bets.length > 0) return null
  }
  return words.filter(({ memberId }) => memberId === bet.memberId)
}

/** All that its provider has of the round; a word why there is nothing to go by. */
async function wordsOf(
  services: Services,
  asked: Asked,
): Promise<readonly Word[] | 'noAnswer' | 'unreadable' | 'notSent'> {
  const rounds = roundCallsOf(asked.bet.adapter)
  try {
    const words = await (rounds ? wordsOfRecords(services, asked, rounds) : wordsOfLog(services, asked))
    return words ?? 'unreadable'
  } catch (error) {
    if (error instanceof ApiError) throw error
    return error instanceof EgressRefused ? 'notSent' : 'noAnswer'
  }
}

/** Which of these names its provider told before, whether they were taken or refused. */
async function toldOf(
  db: Reader,
  { provider }: StandingBet,
  words: readonly Word[],
): Promise<ReadonlySet<string>> {
  const names = words.map(({ transactionRef }) => transactionRef)
  const { rows } = await sql<{ name: string }>`
    select transaction_ref as name from play_words
     where provider_id = ${provider.id} and transaction_ref = any(${names}::text[])`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Asks a bet's provider about its round. Nothing changes by it.
 * @throws notFound; stateRefused where its provider cannot be asked
 */
export async function askRound(services: Services, id: string) {
  const asked = await askedOf(services, id)
  const words = await wordsOf(services, asked)
  // As it stands once the answer is there.
  const bet = (await standingBet(services.db, id)) ?? asked.bet
  const { state, stakeMinor, payoutMinor } = bet
  const compared: Compared =
    typeof words === 'string'
      ? { answer: words, theirs: null, ours: { state, stakeMinor, payoutMinor }, missing: [], words: [] }
      : compareRound(bet, words, await toldOf(services.db, bet, words))
  const instant = (ms: number) => new Date(ms).toISOString()
  return { bet, compared, from: instant(asked.fromMs), until: instant(asked.untilMs) }
}
