import { CompiledQuery } from 'kysely'
import type { Posting } from '@khlang/ledger/posting.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { isUnknown } from '../../../platform/posting/ledger-error.ts'
import {
  assertShape,
  itemsOf,
  type ItemResult,
  type PostAnswer,
} from '../../../platform/posting/ledger-store.ts'
import { columnsOf } from '../../../platform/posting/posting-columns.ts'
import type { Kept } from './known.ts'

const postPlayText = `select post_play($1, $2::text[], $3::text[], $4::text[], $5::date[], $6::date[],
  $7::text[], $8::int[], $9::text[], $10::int[], $11::int[], $12::bigint[], $13::text[], $14::bigint[],
  $15::jsonb, $16) as answer`

/** A word of a provider, decided. */
interface Decided {
  readonly provider: string
  readonly kept: Kept
}

/**
 * Writes decided words in one statement: outside a transaction that is one commit.
 * @param mode as post_transfers has them; `strict` inside a transaction, which ends with the first refusal
 * @returns what became of each movement, by its key
 * @throws ApiError outcomeUnknown when the connection went before the answer
 */
export async function writeWords(
  db: Reader,
  words: readonly Decided[],
  mode: 'swift' | 'batch' | 'strict',
): Promise<ReadonlyMap<string, ItemResult>> {
  if (words.length === 0) return new Map()
  const postings = words.flatMap(({ kept: { posting } }) => (posting === null ? [] : [posting]))
  postings.forEach(assertShape)
  const places = placesOf(postings)
  const rows = words.map(({ provider, kept }) => rowOf(provider, kept, places))
  const early = rows.filter((row) => row.early).length
  try {
    const { rows: answers } = await db.executeQuery<{ answer: PostAnswer }>(
      CompiledQuery.raw(postPlayText, [mode, ...columnsOf(postings), JSON.stringify(rows), early]),
    )
    const answer = answers[0]?.answer
    if (answer === undefined) throw new ApiError('internal')
    const items = itemsOf(postings, answer)
    return new Map(
      postings.flatMap(({ key }, position) => {
        const item = items[position]
        return item === undefined ? [] : [[key, item] as const]
      }),
    )
  } catch (error) {
    if (!(error instanceof ApiError) && isUnknown(error))
      throw new ApiError('outcomeUnknown', { cause: error })
    throw error
  }
}

/** Where a movement is among all, and where its first leg is among all legs; from 1. */
interface Place {
  readonly posting: number
  readonly leg: number
  readonly legs: number
}

function placesOf(postings: readonly Posting[]): ReadonlyMap<string, Place> {
  let leg = 1
  return new Map(
    postings.map(({ key, legs }, position) => {
      const place = { posting: position + 1, leg, legs: legs.length }
      leg += legs.length
      return [key, place]
    }),
  )
}

const nowhere = { posting: null, leg: null, legs: null }

/** A word as post_play reads it. */
function rowOf(provider: string, kept: Kept, places: ReadonlyMap<string, Place>) {
  const { bet, posting, became } = kept
  return {
    provider,
    name: kept.name,
    kind: kept.kind,
    hash: kept.hash,
    member: kept.memberId,
    amount: kept.amountMinor,
    refusal: kept.refusal,
    ...(posting === null ? nowhere : (places.get(posting.key) ?? nowhere)),
    balance: kept.balanceMinor,
    bet: bet?.id ?? null,
    expects: bet?.version ?? null,
    // A bet that pays at once is there before its payout.
    early: bet?.version === 0 && posting !== null && bet.payoutMinor > 0,
    ref: bet?.ref ?? null,
    game: bet?.gameId ?? null,
    state: bet?.state ?? null,
    stake: bet?.stakeMinor ?? null,
    payout: bet?.payoutMinor ?? null,
    valid: bet?.validMinor ?? null,
    counted: bet?.countedMinor ?? null,
    placed: bet?.placedAt ?? null,
    settled: bet?.settledAt ?? null,
    business: bet?.businessOn ?? null,
    settled_on: bet?.settledOn ?? null,
    became: became && {
      day: became.businessOn,
      kind: became.kind,
      bets: became.bets,
      stake: became.stakeMinor,
      payout: became.payoutMinor,
      valid: became.validMinor,
      counted: became.countedMinor,
      reason: became.reason,
      bp: became.contributionBp,
      at: became.at,
    },
  }
}
