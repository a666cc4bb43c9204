import { randomUUIDv7 } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import type { Word } from '../adapters/adapter.ts'
import type { Bet, Game, Known, Member, Provider, Taken } from './known.ts'

/** A word that waits to be taken. */
export interface Heard {
  readonly provider: Provider
  readonly word: Word
}

interface TakenRow extends Taken {
  readonly providerId: string
  readonly name: string
}

/** What was answered under the names of some words, and under those that they take back. */
async function takenOf(
  db: Reader,
  heard: readonly Heard[],
): Promise<(id: string, name: string) => Taken | undefined> {
  const named = heard.flatMap(({ provider, word }) =>
    [word.transactionRef, word.voids].flatMap((name) => (name === null ? [] : [{ id: provider.id, name }])),
  )
  const { rows } = await sql<TakenRow>`
    select w.provider_id as "providerId", w.transaction_ref as name,
           encode(w.meaning_hash, 'hex') as "meaningHash", w.outcome,
           w.balance_minor as "balanceMinor", w.amount_minor as "amountMinor", w.bet_id as "betId",
           w.transfer_id as "transferId"
      from unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ name }) => name)}::text[]) n (id, name)
      join play_words w on w.provider_id = n.id and w.transaction_ref = n.name`.execute(db)
  const found = new Map(rows.map(({ providerId, name, ...taken }) => [`${providerId} ${name}`, taken]))
  return (id, name) => found.get(`${id} ${name}`)
}

type BetRow = Bet & { readonly game: Game }
interface NamedBet {
  readonly namedId: string
  readonly namedBy: string | null
  /** Null: its month is in the archive. */
  readonly bet: BetRow | null
}

/**
 * The bets that some words are about, by their ids and by what their providers call them. A round is known
 * for ever, its bet until its month leaves.
 */
async function betsOf(db: Reader, ids: readonly string[], refs: readonly { id: string; ref: string }[]) {
  const { rows } = await sql<NamedBet>`
    with named as (
      select id, null as by from unnest(${[...ids]}::uuid[]) n (id)
      union
      select r.bet_id, n.id || ' ' || n.ref from unnest(${refs.map(({ id }) => id)}::uuid[],
          ${refs.map(({ ref }) => ref)}::text[]) n (id, ref)
        join bet_rounds r on r.provider_id = n.id and r.ref = n.ref)
    select n.id as "namedId", n.by as "namedBy", case when b.id is not null then json_build_object(
             'id', b.id, 'ref', b.ref, 'gameId', b.game_id, 'memberId', b.member_id, 'state', b.state,
             'stakeMinor', b.stake_minor, 'payoutMinor', b.payout_minor, 'validMinor', b.valid_minor,
             'countedMinor', b.counted_minor, 'placedAt', b.placed_at, 'settledAt', b.settled_at,
             'businessOn', b.business_on, 'settledOn', b.settled_on, 'version', b.version,
             'game', json_build_object('id', g.id, 'type', g.type, 'state', g.state,
               'contributionBp', g.contribution_bps, 'blockedLevels', g.blocked_levels)) end as bet
      from named n left join bets b on b.id = n.id left join games g on g.id = b.game_id`.execute(db)
  const byId = new Map(rows.map(({ namedId, bet }) => [namedId, bet]))
  const byRef = new Map(rows.map(({ namedId, namedBy }) => [namedBy, namedId]))
  return (of: { readonly id?: string | null; readonly at: string; readonly ref: string | null }) =>
    byId.get(of.id ?? byRef.get(`${of.at} ${of.ref}`) ?? '')
}

/** Members with what they may spend. The codes of their wallets are written here, not for each row there. */
async function membersOf(db: Reader, ids: ReadonlySet<string>) {
  const codes = [...ids].map((id) => memberCash(encodeId('member', id)).code)
  const { rows } = await sql<Member & { id: string }>`
    select m.id, m.level, m.state = 'active' and m.can_bet as "isActive", a.balance_minor as "cashMinor"
      from unnest(${[...ids]}::uuid[], ${codes}::text[]) n (id, code)
      join members m on m.id = n.id join accounts a on a.code = n.code`.execute(db)
  return new Map(rows.map(({ id, ...member }) => [id, member]))
}

async function gamesOf(db: Reader, named: readonly { id: string; code: string }[]) {
  const { rows } = await sql<Game & { providerId: string; code: string }>`
    select distinct g.id, g.provider_id as "providerId", g.code, g.type, g.state,
           g.contribution_bps as "contributionBp", g.blocked_levels as "blockedLevels"
      from unnest(${named.map(({ id }) => id)}::uuid[], ${named.map(({ code }) => code)}::text[]) n (id, code)
      join games g on g.provider_id = n.id and g.code = n.code`.execute(db)
  return new Map<string, Game>(rows.map(({ providerId, code, ...game }) => [`${providerId} ${code}`, game]))
}

/** All that some words are decided by, in their order, read without a lock: what is written checks it. */
export async function knownOf(
  db: Reader,
  heard: readonly Heard[],
  when: Pick<Known, 'at' | 'businessOn'>,
): Promise<Known[]> {
  const [taken, members, games] = await Promise.all([
    takenOf(db, heard),
    membersOf(db, new Set(heard.map(({ word }) => word.memberId))),
    gamesOf(
      db,
      heard.flatMap(({ provider: { id }, word }) =>
        word.gameCode === null ? [] : [{ id, code: word.gameCode }],
      ),
    ),
  ])
  const voidedOf = ({ provider, word }: Heard) =>
    word.voids === null ? undefined : taken(provider.id, word.voids)
  const bets = await betsOf(
    db,
    heard.flatMap((each) => voidedOf(each)?.betId ?? []),
    heard.flatMap(({ provider: { id }, word }) => (word.betRef === null ? [] : [{ id, ref: word.betRef }])),
  )
  return heard.map((each) => {
    const { provider, word } = each
    const voided = voidedOf(each)
    const found = bets({ id: voided?.betId ?? null, at: provider.id, ref: word.betRef })
    return {
      provider,
      taken: taken(provider.id, word.transactionRef),
      voided,
      bet: found ?? undefined,
      isArchived: found === null,
      member: members.get(word.memberId),
      game: word.gameCode === null ? found?.game : games.get(`${provider.id} ${word.gameCode}`),
      newId: randomUUIDv7(),
      ...when,
    }
  })
}

/** What a word moves, for no two lanes may move the same wallet. */
export const walletOf = (word: Word): string => memberCash(encodeId('member', word.memberId)).code
