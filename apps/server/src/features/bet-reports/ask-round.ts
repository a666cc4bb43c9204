import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { callOutside, EgressRefused } from '../../platform/security/egress.ts'
import type { Word } from '../play/adapters/adapter.ts'
import { roundCallsOf } from '../play/adapters/adapters.ts'
import type { RoundAdapter } from '../play/adapters/round-adapter.ts'
import { askCounted } from '../play/meter/count-calls.ts'
import { secretPlace } from '../play/providers.ts'
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
  readonly rounds: RoundAdapter
  readonly address: string
  readonly secret: string
  readonly fromMs: number
  readonly untilMs: number
}

interface Place {
  readonly address: string | null
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

/** @throws notFound; stateRefused where its provider cannot be asked about one round */
async function askedOf({ db, secrets, now }: Services, id: string): Promise<Asked> {
  const bet = await standingBet(db, id)
  if (!bet) throw new ApiError('notFound')
  const rounds = roundCallsOf(bet.adapter)
  if (!rounds) throw new ApiError('stateRefused', { details: { reason: 'cannotBeAsked' } })
  const { rows } = await sql<Place>`
    select coalesce(p.sandbox_address || '/api', p.api_address) as address, p.secret,
           b.placed_at as "placedAt", b.settled_at as "settledAt"
      from bets b join game_providers p on p.id = b.provider_id where b.id = ${id}`.execute(db)
  const place = rows[0]
  if (!place || place.address === null)
    throw new ApiError('stateRefused', { details: { reason: 'noAddress' } })
  return {
    bet,
    rounds,
    address: place.address,
    secret: secrets.open(secretPlace(bet.provider.id), place.secret).toString('utf8'),
    ...windowOf(rounds.goesBy, place, now()),
  }
}

/** All that its records of the time have of the round; a word why there is nothing to go by. */
async function wordsOf(
  services: Services,
  { bet, rounds, address, secret, fromMs, untilMs }: Asked,
): Promise<readonly Word[] | 'noAnswer' | 'unreadable' | 'notSent'> {
  const { egressAllow, now } = services
  const { ref, memberId } = bet
  const about = { ref, memberId, member: encodeId('member', memberId), untilMs }
  const words: Word[] = []
  let next: number | null = fromMs
  for (let page = 0; next !== null && page < pagesMax; page += 1) {
    const from = { ...about, fromMs: next }
    const sent = rounds.round.ask({ address, secret, nowMs: now() }, from)
    const answered = await askCounted(services, bet.provider.id, () =>
      callOutside(sent, egressAllow),
    ).catch((error: unknown) => (error instanceof EgressRefused ? 'notSent' : 'noAnswer'))
    if (typeof answered === 'string') return answered
    const read = rounds.round.read(answered, from)
    if (read === null) return 'unreadable'
    words.push(...read.words)
    next = read.nextMs
  }
  // What was not read might say otherwise.
  return next === null ? words : 'unreadable'
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
