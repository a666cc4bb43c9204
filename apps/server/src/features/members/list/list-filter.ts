import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { memberList } from '@khlang/contract/members/list.ts'
import type { memberSorts } from '@khlang/contract/values/value-lists.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { assertDateRange, instantsOf } from '../../../platform/business-day.ts'
import type { SortColumn } from '../../../platform/db/cursor.ts'

export type MemberFilter = HandlerInput<typeof memberList.totals>
/** `match`: the nearest to the search first. */
export type MemberSort = (typeof memberSorts)[number] | 'match'
export type Condition = RawBuilder<boolean>

/** Whose eyes and whose calendar a list is read with. */
export interface Seen {
  readonly actor: EmployeeActor
  readonly settings: BrandSettings
}

const sorts: Readonly<Record<MemberSort, { by: string; type: SortColumn['type']; whenNull?: string }>> = {
  createdAt: { by: 'f.created_at', type: 'timestamptz' },
  balance: { by: 'f.balance_minor', type: 'bigint' },
  deposit: { by: 'f.deposit_minor', type: 'bigint' },
  withdrawal: { by: 'f.withdrawal_minor', type: 'bigint' },
  net: { by: 'f.net_minor', type: 'bigint' },
  lastDepositAt: { by: 'f.last_deposit_at', type: 'timestamptz', whenNull: '-infinity' },
  username: { by: 'f.username', type: 'text' },
  match: { by: 'f.place', type: 'bigint' },
}

/** The columns an order reads, of member_facts aliased f. */
export function sortColumns(sort: MemberSort, isAscending: boolean): SortColumn[] {
  const { by, type, whenNull } = sorts[sort]
  const first = { by: sql.ref(by), type, isAscending, ...(whenNull === undefined ? {} : { whenNull }) }
  // A user name and a place are unique by themselves, and the index of names has no second column.
  if (sort === 'match') return [{ ...first, isAscending: true }]
  return sort === 'username' ? [first] : [first, { by: sql.ref('f.member_id'), type: 'uuid', isAscending }]
}

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : (sql.join([...conditions], sql` and `) as Condition)

/**
 * The days of registration and the balance, each a range of one index of member_facts aliased f.
 * @throws dateRange, outOfRange
 */
export function rangesOf(filter: MemberFilter, settings: BrandSettings) {
  const { balanceMinMinor: least, balanceMaxMinor: most, registeredFrom: from, registeredTo: to } = filter
  if (least !== undefined && most !== undefined && least > most) {
    throw new ApiError('outOfRange', { field: 'balanceMinMinor' })
  }
  assertDateRange(from, to, 'registeredFrom')
  const registered: Condition[] = [
    ...(from ? [sql<boolean>`f.created_at >= ${instantsOf(settings, from).from}::timestamptz`] : []),
    ...(to ? [sql<boolean>`f.created_at < ${instantsOf(settings, to).until}::timestamptz`] : []),
  ]
  const balance: Condition[] = [
    ...(least === undefined ? [] : [sql<boolean>`f.balance_minor >= ${least}::bigint`]),
    ...(most === undefined ? [] : [sql<boolean>`f.balance_minor <= ${most}::bigint`]),
  ]
  return {
    createdAt: registered.length === 0 ? null : allOf(registered),
    balance: balance.length === 0 ? null : allOf(balance),
  }
}

/** What a filter says of member_facets aliased c; null when it asks nothing of them. */
export function facetCondition(filter: MemberFilter): Condition | null {
  const { state, level, tag, source, bank, hasNeverDeposited: never } = filter
  const all: Condition[] = []
  if (state && state.length > 0) all.push(sql`c.state = any(${[...state]}::text[])`)
  if (level !== undefined) all.push(sql`c.level = ${level}`)
  if (tag) all.push(sql`c.tags @> array[${tag}]::text[]`)
  if (source) all.push(sql`c.source_channel = ${source}`)
  if (bank) all.push(sql`c.bank = ${bank}`)
  if (never !== undefined) all.push(sql`c.has_deposited <> ${never}::boolean`)
  return all.length === 0 ? null : allOf(all)
}
