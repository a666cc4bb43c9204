import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from './actor.ts'
import { likeLiteral } from './like.ts'

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

/** One way to be found: the members it finds by an index, and the same of a row aliased m. */
export interface Way {
  /** `members`, or the user name in member_facts, whose index answers without reading the row. */
  readonly of: 'username' | 'members'
  readonly condition: RawBuilder<boolean>
  readonly ofRow: RawBuilder<boolean>
  /** Ways that find a part of them and can be counted to a limit, where pieces are only found all at once. */
  readonly starts?: readonly RawBuilder<boolean>[]
}

const inMembers = (condition: RawBuilder<boolean>): Way => ({ of: 'members', condition, ofRow: condition })

// Past every letter: U+10FFFF is none. A range, because a pattern that comes as a value finds no index.
const lastLetter = '\u{10FFFF}'
const begins = (column: RawBuilder<unknown>, start: string): RawBuilder<boolean> =>
  sql`(${column} ~>=~ ${start} and ${column} ~<~ ${start + lastLetter})`

const ofAccounts = (condition: RawBuilder<boolean>): Way =>
  inMembers(sql`m.id = any(array(select a.member_id from member_bank_accounts a
    where a.state in ('primary', 'alias') and ${condition}))`)

/**
 * Who has no right to see phones and accounts in clear finds them whole or by the digits that a mask shows;
 * any other piece would let them guess the rest digit by digit. Source: safety.md 3.4.
 */
function waysOfNumber(digits: string, isRevealed: boolean): Way[] {
  const found: Way[] = []
  const phone = phoneOf(digits)
  if (phone !== null) found.push(inMembers(sql`m.phone = ${phone}`))
  if (accountShape.test(digits)) found.push(ofAccounts(sql`a.account_no = ${digits}`))
  if (digits.length === 4) {
    found.push(inMembers(sql`right(m.phone, 4) = ${digits}`))
    found.push(ofAccounts(sql`substr(a.account_no, length(a.account_no) - 4, 4) = ${digits}`))
  }
  if (isRevealed && digits.length >= 4) {
    const start = digits.startsWith('0') ? `+66${digits.slice(1)}` : `+${digits}`
    found.push(inMembers(begins(sql.ref('m.phone'), start)))
    found.push(
      ofAccounts(sql`right(a.account_no, 4) = ${digits.slice(-4)} and a.account_no like ${`%${digits}`}`),
    )
  }
  return found
}

/**
 * Literal search: the beginning of a user name, a piece of a name (its beginning when shorter than three
 * characters), phone and account digits. Empty when there is nothing to search for.
 */
export function searchWays(actor: EmployeeActor, search: string | undefined): Way[] {
  const text = textOf(search)
  if (text === '') return []
  const ways: Way[] = []
  if (/^[a-z0-9]{1,20}$/.test(text)) {
    ways.push({
      of: 'username',
      condition: sql`(f.username >= ${text} and f.username < ${text + lastLetter})`,
      ofRow: begins(sql.ref('m.username'), text),
    })
  }
  const starts = [sql`lower(m.first_name)`, sql`lower(m.last_name)`].map((name) => begins(name, text))
  if ([...text].length >= 3) {
    const name = sql`m.first_name || ' ' || m.last_name`
    const size = [...text].length >= 5 ? sql`, 5` : sql``
    const pieces = sql<boolean>`(lower(${name}) like ${`%${likeLiteral(text)}%`}
      and name_pieces(${name}${size}) @> name_pieces(${text}${size}))`
    ways.push({ ...inMembers(pieces), starts })
  } else {
    ways.push(...starts.map(inMembers))
  }
  const digits = digitsOf(text)
  if (/^\d{4,16}$/.test(digits)) ways.push(...waysOfNumber(digits, mayReveal(actor)))
  return ways
}

/** The whole search as a condition on members aliased m; null when there is nothing to search for. */
export function searchCondition(
  actor: EmployeeActor,
  search: string | undefined,
): RawBuilder<boolean> | null {
  const ways = searchWays(actor, search)
  return ways.length === 0
    ? null
    : sql`(${sql.join(
        ways.map((way) => way.ofRow),
        sql` or `,
      )})`
}

/**
 * The ids of the members that a search finds, as a subquery in which each way reads its own index; null when
 * there is nothing to search for. The one search behind every box that finds members, so that none tells by
 * its answers what another masks. Whoever calls it counts whole numbers first (number-searches.ts) and asks
 * for the actor's sight (visibility.ts).
 */
export function membersFound(actor: EmployeeActor, search: string | undefined): RawBuilder<unknown> | null {
  const ways = searchWays(actor, search)
  return ways.length === 0
    ? null
    : sql.join(
        ways.map((way) => sql`select m.id from members m where ${way.ofRow}`),
        sql` union `,
      )
}
