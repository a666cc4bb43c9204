import type { Posting } from '@khlang/ledger/posting.ts'
import type { Kept } from './known.ts'

/** What post_play reads of a word, in its order, with PostgreSQL's type of each. */
const types = {
  provider: 'uuid',
  bet: 'uuid',
  ref: 'text',
  game: 'uuid',
  member: 'uuid',
  state: 'text',
  stake: 'bigint',
  payout: 'bigint',
  valid: 'bigint',
  counted: 'bigint',
  placed: 'timestamptz',
  settled: 'timestamptz',
  business: 'date',
  settled_on: 'date',
  early: 'boolean',
  name: 'text',
  kind: 'text',
  hash: 'text',
  amount: 'bigint',
  refusal: 'text',
  posting: 'int',
  leg: 'int',
  legs: 'int',
  balance: 'bigint',
  expects: 'int',
  o_day: 'date',
  o_kind: 'text',
  o_bets: 'int',
  o_stake: 'bigint',
  o_payout: 'bigint',
  o_valid: 'bigint',
  o_counted: 'bigint',
  o_reason: 'text',
  o_bp: 'int',
  o_at: 'timestamptz',
  said: 'text',
} as const

type Cell = string | number | boolean | null
type Row = Readonly<Record<keyof typeof types, Cell>>

const names = Object.keys(types) as (keyof typeof types)[]

/** The columns of the movements come before; the last is how many words begin a bet that pays at once. */
const first = 15
const columns = Object.values(types).map((type, position) => `$${first + position}::${type}[]`)

export const postPlayText = `select post_play($1, $2::text[], $3::text[], $4::text[], $5::date[], $6::date[],
  $7::text[], $8::int[], $9::text[], $10::int[], $11::int[], $12::bigint[], $13::text[], $14::bigint[],
  ${columns.join()}, $${first + columns.length}) as answer`

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

function rowOf(provider: string, kept: Kept, places: ReadonlyMap<string, Place>): Row {
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
    o_day: became?.businessOn ?? null,
    o_kind: became?.kind ?? null,
    o_bets: became?.bets ?? null,
    o_stake: became?.stakeMinor ?? null,
    o_payout: became?.payoutMinor ?? null,
    o_valid: became?.validMinor ?? null,
    o_counted: became?.countedMinor ?? null,
    o_reason: became?.reason ?? null,
    o_bp: became?.contributionBp ?? null,
    o_at: became?.at ?? null,
    said: kept.said === null ? null : JSON.stringify(kept.said),
  }
}

/** A word of a provider, decided. */
export interface Decided {
  readonly provider: string
  readonly kept: Kept
}

/** Words as the columns that post_play reads. */
export function wordColumnsOf(
  words: readonly Decided[],
  postings: readonly Posting[],
): { readonly columns: readonly (readonly Cell[])[]; readonly early: number } {
  const places = placesOf(postings)
  const rows = words.map(({ provider, kept }) => rowOf(provider, kept, places))
  return {
    columns: names.map((name) => rows.map((row) => row[name])),
    early: rows.filter((row) => row.early === true).length,
  }
}
