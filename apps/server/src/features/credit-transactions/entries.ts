import type { creditTransactions } from '@khlang/contract/credit-transactions.ts'
import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { assertDateRange } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import { seesBrand, visibleTo } from '../../platform/people/visibility.ts'
import { eitherKinds, hasGuardedSide, outKinds, walletKinds } from '../../platform/posting/wallet-days.ts'
import { keysOfReference } from './sources.ts'

export type CreditFilter = HandlerInput<typeof creditTransactions.totals>

/** Which transfers a filter means, and how they are found without reading any others. */
export interface Entries {
  /** `one`: of one member, in the order of their account's versions; `all`: by business day and id. */
  readonly order: 'one' | 'all'
  readonly kinds: readonly string[]
  /** Whether what the job has not listed yet is read beside. */
  readonly hasTail: boolean
  /** What the job has not listed yet, alone. */
  readonly tail?: Entries
  /**
   * Transfers aliased t between `bounds`, at most `limit` of them in order; bounds and order speak of t. The
   * limit stands in the text: a plan that is kept takes one that comes as a value for a tenth of the table.
   */
  readonly find: (
    bounds: RawBuilder<boolean>,
    orderBy: RawBuilder<unknown>,
    limit: number,
  ) => RawBuilder<unknown>
}

/** The side of a transfer that is a member's cash, as an entry of that member. */
const isCashEntry = sql<boolean>`exists (select from accounts c
  where c.id in (t.from_id, t.to_id) and c.code like 'member:%:cash')`

function within({ from, to, amountMinor }: CreditFilter): RawBuilder<boolean> {
  return sql`${from ? sql`t.business_on >= ${from}::date` : sql`true`}
    and ${to ? sql`t.business_on <= ${to}::date` : sql`true`}
    and ${amountMinor === undefined ? sql`true` : sql`t.amount_minor = ${amountMinor}`}`
}

async function accountIdOf(db: Reader, memberId: string): Promise<number> {
  const code = memberCash(encodeId('member', memberId)).code
  const { rows } = await sql<{ id: number }>`select id from accounts where code = ${code}`.execute(db)
  return rows[0]?.id ?? 0
}

/** Each side reads its own index from the newest version down; together they are the account's statement. */
function ofAccount(accountId: number, kinds: readonly string[], filter: CreditFilter): Entries {
  const side = (
    column: 'from' | 'to',
    bounds: RawBuilder<boolean>,
    orderBy: RawBuilder<unknown>,
    limit: number,
  ) => {
    const version = sql.ref(`x.${column}_version`)
    // The offset keeps the other conditions out: they would tempt the planner away from the account's
    // own index.
    return sql`(select t.* from (select t.* from (select x.*, ${version} as version from transfers x
        where ${sql.ref(`x.${column}_id`)} = ${accountId} and ${version} is not null) t
        where ${bounds} order by ${orderBy} offset 0) t
      where t.kind = any(${[...kinds]}::text[]) and ${within(filter)}
      order by ${orderBy} limit ${sql.lit(limit)})`
  }
  return {
    order: 'one',
    kinds,
    hasTail: false,
    find: (bounds, orderBy, limit) => sql`select * from (
      ${side('from', bounds, orderBy, limit)} union all ${side('to', bounds, orderBy, limit)}) t
      order by ${orderBy} limit ${sql.lit(limit)}`,
  }
}

/** The entries that the job has listed, with the names that bounds and orders speak of. */
const listed = sql`(select kind, business_on, transfer_id as id, amount_minor from wallet_entries) t`

/** A few ranges of one index, each read no further than the page: one for the amount, else one a kind. */
function listedIds(
  kinds: readonly string[],
  filter: CreditFilter,
  bounds: RawBuilder<boolean>,
  end: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const asked = sql`${within(filter)} and ${bounds}`
  if (filter.amountMinor !== undefined)
    return sql`select t.id from ${listed} where t.kind = any(${[...kinds]}::text[]) and ${asked} ${end}`
  return sql`select t.id from unnest(${[...kinds]}::text[]) k (kind)
    cross join lateral (select t.* from ${listed} where t.kind = k.kind and ${asked} ${end}) t ${end}`
}

/** Of what the job has not listed a screen reads no more than the newest: it may be a million. */
export const tailMost = 20_000

/** Transfers aliased t that the job has not listed yet, the newest `most` between bounds; null: all. */
export const tailOf = (bounds: RawBuilder<boolean>, most: number | null): RawBuilder<unknown> =>
  sql`(select t.* from transfers t where t.id > (select settled_id from wallet_progress) and ${bounds}
    ${most === null ? sql`` : sql`order by t.id desc limit ${sql.lit(most)}`}) t`

/** Whether there is more than a screen reads of it; a column of a page, so that it costs no statement. */
export const tailIsCut = sql<boolean>`(select coalesce((select max(id) from transfers), 0) - settled_id >
  ${sql.lit(tailMost)} from wallet_progress)`

/** The same where no row came to carry it. */
export async function isTailCut(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select ${tailIsCut} as is`.execute(db)
  return rows[0]?.is ?? false
}

/**
 * Everybody's listed entries of one amount, the newest `limit`: kind, is_out, amount_minor. The index of
 * amounts has all but the side of what goes either way, so that no other transfer is read.
 */
export const listedOfAmount = (kinds: readonly string[], filter: CreditFilter, limit: number) => sql`
  select t.kind, t.amount_minor, case when t.kind = any(${[...eitherKinds]}::text[])
           then (select a.code like 'member:%:cash' from transfers r join accounts a on a.id = r.from_id
                  where r.id = t.id)
           else t.kind = any(${[...outKinds]}::text[]) end as is_out
    from (select t.* from ${listed} where t.kind = any(${[...kinds]}::text[]) and ${within(filter)}
           order by t.business_on desc, t.id desc limit ${sql.lit(limit)}) t`

/** Everybody's entries: those the job has listed, and in the same statement those that came after. */
function ofAll(kinds: readonly string[], filter: CreditFilter, most: number | null): Entries {
  return {
    order: 'all',
    kinds,
    hasTail: true,
    tail: plain(kinds, filter, sql`true`, tailOf(sql`true`, most)),
    find: (bounds, orderBy, limit) => {
      const end = sql`order by ${orderBy} limit ${sql.lit(limit)}`
      const later = plain(kinds, filter, sql`true`, tailOf(bounds, most))
      return sql`select t.* from (
        select t.* from (${listedIds(kinds, filter, bounds, end)}) w
          cross join lateral (select * from transfers where id = w.id offset 0) t
        union all (${later.find(bounds, orderBy, limit)})) t ${end}`
    },
  }
}

/** A search for what is few: a reference, a seller's members, what the job has not listed yet. */
function plain(
  kinds: readonly string[],
  filter: CreditFilter,
  condition: RawBuilder<boolean>,
  from: RawBuilder<unknown> = sql`transfers t`,
): Entries {
  return {
    order: 'all',
    kinds,
    hasTail: false,
    find: (bounds, orderBy, limit) => sql`select t.* from ${from}
      where ${condition} and t.kind = any(${[...kinds]}::text[]) and ${hasGuardedSide} and ${within(filter)}
        and ${bounds} and (t.kind <> 'reversal' or ${isCashEntry})
      order by ${orderBy} limit ${sql.lit(limit)}`,
  }
}

const sellersAccounts = (actor: Actor): RawBuilder<boolean> => {
  const ids = sql`array(select a.id from members m join accounts a on a.code = member_cash_code(m.id)
    where ${visibleTo(actor)})`
  return sql`(t.from_id = any(${ids}) or t.to_id = any(${ids}))`
}

/**
 * @param most of what the job has not listed yet, the newest so many; null: all, however long that takes
 * @throws dateRange; invalidValue for a kind that no member's list shows; notFound for a member out of sight
 */
export async function entriesOf(
  db: Reader,
  actor: Actor,
  filter: CreditFilter,
  most: number | null = tailMost,
): Promise<Entries> {
  assertDateRange(filter.from, filter.to)
  const wanted = filter.kind && filter.kind.length > 0 ? [...new Set(filter.kind)] : walletKinds
  if (!wanted.every((kind) => walletKinds.includes(kind)))
    throw new ApiError('invalidValue', { field: 'kind' })
  if (filter.reference?.trim()) {
    const keys = await keysOfReference(db, filter.reference.trim(), wanted)
    const sight = seesBrand(actor) ? sql<boolean>`true` : sellersAccounts(actor)
    const member = filter.memberId === undefined ? null : await accountIdOf(db, filter.memberId)
    const own = member === null ? sql<boolean>`true` : sql<boolean>`${member} in (t.from_id, t.to_id)`
    return plain(wanted, filter, sql`t.key = any(${keys}::text[]) and ${sight} and ${own}`)
  }
  if (filter.memberId !== undefined) {
    const seen =
      await sql`select from members m where m.id = ${filter.memberId} and ${visibleTo(actor)}`.execute(db)
    if (seen.rows.length === 0) throw new ApiError('notFound')
    return ofAccount(await accountIdOf(db, filter.memberId), wanted, filter)
  }
  if (!seesBrand(actor)) return plain(wanted, filter, sellersAccounts(actor))
  return ofAll(wanted, filter, most)
}
