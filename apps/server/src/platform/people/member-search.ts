import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from './actor.ts'
import type { Reader } from '../db/db.ts'
import { likeLiteral } from '../db/like.ts'
import { seesBrand, visibleTo } from './visibility.ts'

/** `081-234 5678` as it is stored; null when the text is not a whole phone number. */
export function phoneOf(digits: string): string | null {
  if (/^0\d{8,9}$/.test(digits)) return `+66${digits.slice(1)}`
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null
}

/** Whether somebody sees phones and account numbers in clear, and so may search by any piece of them. */
export const mayReveal = (actor: EmployeeActor): boolean => actor.role.abilities.revealPii

const textOf = (search: string | undefined): string =>
  (search ?? '').normalize('NFC').trim().toLowerCase().replaceAll(/\s+/g, ' ')
const digitsOf = (text: string): string => text.replaceAll(/[\s+-]/g, '')
const accountShape = /^\d{8,16}$/

/** The digits of a search for a whole phone or account number; null for any other search. */
export function wholeNumberOf(search: string | undefined): string | null {
  const digits = digitsOf(textOf(search))
  return phoneOf(digits) !== null || accountShape.test(digits) ? digits : null
}

/** So many members a search finds; whoever wants another types more. */
export const foundMax = 1000

// Past every letter: U+10FFFF is none. A range, because a pattern that comes as a value finds no index.
const lastLetter = '\u{10FFFF}'
const begins = (column: RawBuilder<unknown>, start: string): RawBuilder<boolean> =>
  sql`(${column} ~>=~ ${start} and ${column} ~<~ ${start + lastLetter})`

/** The same of a column whose order is by code points already. */
const beginsInOrder = (column: RawBuilder<unknown>, start: string): RawBuilder<boolean> =>
  sql`(${column} >= ${start} and ${column} < ${start + lastLetter})`

const ofAccounts = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`m.id = any(array(select a.member_id from member_bank_accounts a
    where a.state in ('primary', 'alias') and ${condition}))`

/**
 * Who has no right to see phones and accounts in clear finds them whole or by the digits that a mask shows;
 * any other piece would let them guess the rest digit by digit. Source: safety.md 3.4.
 */
function waysOfNumber(digits: string, isRevealed: boolean): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = []
  const phone = phoneOf(digits)
  if (phone !== null) found.push(sql`m.phone = ${phone}`)
  if (accountShape.test(digits)) found.push(ofAccounts(sql`a.account_no = ${digits}`))
  if (digits.length === 4) {
    found.push(sql`right(m.phone, 4) = ${digits}`)
    found.push(ofAccounts(sql`substr(a.account_no, length(a.account_no) - 4, 4) = ${digits}`))
  }
  if (isRevealed && digits.length >= 4) {
    const start = digits.startsWith('0') ? `+66${digits.slice(1)}` : `+${digits}`
    found.push(begins(sql.ref('m.phone'), start))
    found.push(
      ofAccounts(sql`right(a.account_no, 4) = ${digits.slice(-4)} and a.account_no like ${`%${digits}`}`),
    )
  }
  return found
}

/** One way to find members aliased m. */
interface Way {
  readonly is: RawBuilder<boolean>
  /** The same of member_names, where its index wants other words. */
  readonly isOfNames?: RawBuilder<boolean>
  /** What of them it asks for: `piece` and `name` hold of rows of member_names, too. */
  readonly by: 'name' | 'number' | 'piece'
}

/**
 * Literal search of members aliased m, the nearest way first: the beginning of a user name, of a name, phone
 * and account digits, a piece of a name from three characters on. Each is found by an index. Empty when there
 * is nothing to search for.
 */
function searchWays(actor: EmployeeActor, search: string | undefined): Way[] {
  const text = textOf(search)
  if (text === '') return []
  const ways: Way[] = []
  const add = (by: Way['by'], ...all: RawBuilder<boolean>[]) => ways.push(...all.map((is) => ({ by, is })))
  if (/^[a-z0-9]{1,20}$/.test(text)) {
    const username = sql.ref('m.username')
    ways.push({ by: 'name', is: begins(username, text), isOfNames: beginsInOrder(username, text) })
  }
  add('name', begins(sql`lower(m.first_name)`, text), begins(sql`lower(m.last_name)`, text))
  const digits = digitsOf(text)
  if (/^\d{4,16}$/.test(digits)) add('number', ...waysOfNumber(digits, mayReveal(actor)))
  if ([...text].length >= 3) {
    const name = sql`m.first_name || ' ' || m.last_name`
    const size = [...text].length >= 5 ? sql`, 5` : sql``
    add(
      'piece',
      sql`(lower(${name}) like ${`%${likeLiteral(text)}%`}
      and name_pieces(${name}${size}) @> name_pieces(${text}${size}))`,
    )
  }
  return ways
}

/** All ways before the nth, each of which would have found the same member nearer. */
const nearerThan = (ways: readonly Way[], nth: number) =>
  sql.join(
    ways.slice(0, nth).map(({ is }) => sql`and not ${is}`),
    sql` `,
  )

/** The whole search as a condition on members aliased m; null when there is nothing to search for. */
export function searchCondition(
  actor: EmployeeActor,
  search: string | undefined,
): RawBuilder<boolean> | null {
  const ways = searchWays(actor, search)
  if (ways.length === 0) return null
  return sql`(${sql.join(
    ways.map(({ is }) => is),
    sql` or `,
  )})`
}

/**
 * The ids of the members in the actor's sight that a search finds, as a subquery: the nearest of many, each
 * once; null when there is nothing to search for. Each way reads its own index, and none is read once the
 * ones before have found as many as are asked for. The one search behind every box that finds members, so
 * that none tells by its answers what another masks. Whoever calls it counts whole numbers first
 * (number-searches.ts).
 */
export function membersFound(
  actor: EmployeeActor,
  search: string | undefined,
  nearest: number = foundMax,
): RawBuilder<unknown> | null {
  const ways = searchWays(actor, search)
  if (ways.length === 0) return null
  const most = sql.lit(nearest)
  // The offset keeps the limit out: for its sake a plan would walk all members, hoping to find enough soon.
  const arms = ways.map(
    ({ is }, nth) => sql`(select m.id from (select * from members m where ${is} offset 0) m
      where ${visibleTo(actor)} ${nearerThan(ways, nth)} limit ${most})`,
  )
  return sql`select f.id from (${sql.join(arms, sql` union all `)}) f limit ${most}`
}

/**
 * The same within some combinations of facets, each of which has its members by their names: who is called
 * so and does not fit is not read. For whoever sees all members; null for a number, which finds few by
 * itself.
 */
export function membersFoundWithin(
  actor: EmployeeActor,
  search: string | undefined,
  facets: readonly number[],
): ((nearest: number) => RawBuilder<unknown>) | null {
  const ways = searchWays(actor, search)
  if (ways.length === 0 || ways.some(({ by }) => by === 'number') || !seesBrand(actor)) return null
  const ids = sql`${[...facets]}::integer[]`
  const armOf = ({ is, isOfNames = is, by }: Way, nth: number, most: RawBuilder<unknown>) =>
    by === 'piece'
      ? sql`(select m.member_id as id from (select * from member_names m
          where array[m.facet_id] && ${ids} and ${is} offset 0) m
          where true ${nearerThan(ways, nth)} limit ${most})`
      : sql`(select m.member_id as id from unnest(${ids}) k (id)
          cross join lateral (select * from member_names m
            where m.facet_id = k.id and ${isOfNames} offset 0) m
          where true ${nearerThan(ways, nth)} limit ${most})`
  return (nearest) => {
    const most = sql.lit(nearest)
    const arms = ways.map((way, nth) => armOf(way, nth, most))
    return sql`select f.id from (${sql.join(arms, sql` union all `)}) f limit ${most}`
  }
}

/** Whom a search finds as rows of `id, place`, the nearest first: who reads a page reads no more. */
export const inOrder = (found: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select f.id, row_number() over () as place from (${found}) f`

/** Whether a search finds so many members that more may be left out. */
export async function findsTooMany(
  db: Reader,
  actor: EmployeeActor,
  search: string | undefined,
): Promise<boolean> {
  const found = membersFound(actor, search)
  if (found === null) return false
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${found}) f`.execute(db)
  return (rows[0]?.n ?? 0) >= foundMax
}
