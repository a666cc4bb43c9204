import type { HandlerInput } from '@khlang/contract/define.ts'
import type { memberList } from '@khlang/contract/member-list.ts'
import type { memberSorts } from '@khlang/contract/value-lists.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { assertDateRange, instantsOf } from '../../platform/business-day.ts'
import { keysetOf, type SortColumn } from '../../platform/cursor.ts'
import type { Reader } from '../../platform/db.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { seesBrand, visibleTo } from '../../platform/visibility.ts'
import { searchCondition } from './search.ts'

export type MemberFilter = HandlerInput<typeof memberList.totals>
type ListInput = HandlerInput<typeof memberList.list>
export type MemberSort = (typeof memberSorts)[number]

/** Whose eyes and whose calendar a list is read with. */
export interface Seen {
  readonly actor: EmployeeActor
  readonly settings: BrandSettings
}

export interface ListedMember {
  readonly id: string
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly phone: string
  readonly bank: string | null
  readonly account_no: string | null
  readonly level: number
  readonly tags: string[]
  readonly state: string
  readonly balance_minor: number
  readonly deposit_minor: number
  readonly withdrawal_minor: number
  readonly net_minor: number
  readonly last_deposit_at: string | null
  readonly last_login_at: string | null
  readonly created_at: string
  readonly version: number
}

/** Counted no further than this; beyond it a total is an estimate. Source: decisions 15. */
const countMax = 10_000

const sorts: Readonly<
  Record<MemberSort, { by: string; type: SortColumn['type']; id: string; whenNull?: string }>
> = {
  createdAt: { by: 'm.created_at', type: 'timestamptz', id: 'm.id' },
  balance: { by: 'f.balance_minor', type: 'bigint', id: 'f.member_id' },
  deposit: { by: 'f.deposit_minor', type: 'bigint', id: 'f.member_id' },
  withdrawal: { by: 'f.withdrawal_minor', type: 'bigint', id: 'f.member_id' },
  net: { by: 'f.net_minor', type: 'bigint', id: 'f.member_id' },
  lastDepositAt: { by: 'f.last_deposit_at', type: 'timestamptz', id: 'f.member_id', whenNull: '-infinity' },
  username: { by: 'm.username', type: 'text', id: 'm.id' },
}

function sortColumns(sort: MemberSort, isAscending: boolean): SortColumn[] {
  const { by, type, id, whenNull } = sorts[sort]
  const first = { by: sql.ref(by), type, isAscending, ...(whenNull === undefined ? {} : { whenNull }) }
  // A user name is unique by itself, and its index has no second column.
  return sort === 'username' ? [first] : [first, { by: sql.ref(id), type: 'uuid', isAscending }]
}

function registered(
  { registeredFrom, registeredTo }: MemberFilter,
  settings: BrandSettings,
): RawBuilder<boolean>[] {
  assertDateRange(registeredFrom, registeredTo, 'registeredFrom')
  return [
    ...(registeredFrom ? [sql<boolean>`m.created_at >= ${instantsOf(settings, registeredFrom).from}`] : []),
    ...(registeredTo ? [sql<boolean>`m.created_at < ${instantsOf(settings, registeredTo).until}`] : []),
  ]
}

/** @throws dateRange, outOfRange */
function conditions(filter: MemberFilter, { actor, settings }: Seen): RawBuilder<boolean> {
  const { balanceMinMinor: least, balanceMaxMinor: most, hasNeverDeposited: never } = filter
  if (least !== undefined && most !== undefined && least > most) {
    throw new ApiError('outOfRange', { field: 'balanceMinMinor' })
  }
  const search = searchCondition(filter.search, actor.role.abilities.revealPii)
  const all: RawBuilder<boolean>[] = [visibleTo(actor), ...registered(filter, settings)]
  if (search) all.push(search)
  // One value by equality: its index is then read in the order of the list.
  const [state, ...states] = filter.state ?? []
  if (state && states.length === 0) all.push(sql`m.state = ${state}`)
  else if (state) all.push(sql`m.state = any(${[state, ...states]}::text[])`)
  if (filter.level !== undefined) all.push(sql`m.level = ${filter.level}`)
  if (filter.tag) all.push(sql`m.tags @> array[${filter.tag}]::text[]`)
  if (filter.source) all.push(sql`m.source_channel = ${filter.source}`)
  if (filter.bank) {
    all.push(sql`exists (select from member_bank_accounts b
      where b.member_id = m.id and b.state = 'primary' and b.bank = ${filter.bank})`)
  }
  if (never !== undefined) all.push(never ? sql`f.deposit_count = 0` : sql`f.deposit_count > 0`)
  if (least !== undefined) all.push(sql`f.balance_minor >= ${least}`)
  if (most !== undefined) all.push(sql`f.balance_minor <= ${most}`)
  return sql.join(all, sql` and `) as RawBuilder<boolean>
}

const columns = sql`m.id, m.username, m.first_name, m.last_name, m.phone, a.bank, a.account_no, m.level,
  m.tags,
  m.state, f.balance_minor, f.deposit_minor, f.withdrawal_minor, f.net_minor, f.last_deposit_at,
    f.last_login_at,
  m.created_at, m.version`

/** The rows of some members in the order of the page they were found for. */
const shown = (page: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
  with page as materialized (${page})
  select ${columns} ${more} from page p join members m on m.id = p.id join member_facts f on f.member_id =
    p.id
    left join member_bank_accounts a on a.member_id = p.id and a.state = 'primary' order by p.place`

/** One page of members. @throws invalidCursor, dateRange */
export async function listMembers(db: Reader, input: ListInput, seen: Seen, secrets: Secrets) {
  const { sort, isAscending, size: _size, after: _after, before: _before, ...filter } = input
  const keyset = keysetOf({
    list: 'members.list',
    sort: sortColumns(sort, isAscending),
    input,
    actor: seen.actor,
    secrets,
  })
  const page = sql`select m.id, ${keyset.key} as key, row_number() over (order by ${keyset.orderBy}) as place
    from members m join member_facts f on f.member_id = m.id
   where ${conditions(filter, seen)} and ${keyset.where ?? sql`true`}
   order by ${keyset.orderBy} limit ${keyset.limit}`
  const { rows } = await sql<ListedMember & { keysetKey: string[] }>`
    ${shown(page, sql`, p.key as "keysetKey"`)}`.execute(db)
  return keyset.pageOf(rows)
}

/** The first members of a filter, newest first, for a file. */
export async function firstMembers(db: Reader, filter: MemberFilter, seen: Seen, limit: number) {
  const page = sql`select m.id, row_number() over (order by m.created_at desc, m.id desc) as place
    from members m join member_facts f on f.member_id = m.id
   where ${conditions(filter, seen)} order by m.created_at desc, m.id desc limit ${limit}`
  const { rows } = await sql<ListedMember>`${shown(page, sql``)}`.execute(db)
  return rows
}

export interface MemberTotals {
  readonly count: number
  readonly isEstimate: boolean
  readonly balanceMinor: number
  readonly depositMinor: number
  readonly withdrawalMinor: number
  readonly netMinor: number
}

const summed = new Set(['state', 'level', 'source', 'hasNeverDeposited'])
const isSummed = (filter: MemberFilter): boolean =>
  Object.entries(filter).every(([key, value]) => value === undefined || summed.has(key))

/** Count and sums of a filter: from member_sums where it says, else counted to 10,000. */
export async function totalMembers(db: Reader, filter: MemberFilter, seen: Seen): Promise<MemberTotals> {
  const sums = sql`coalesce(sum(balance_minor), 0)::bigint as "balanceMinor",
    coalesce(sum(deposit_minor), 0)::bigint as "depositMinor",
    coalesce(sum(withdrawal_minor), 0)::bigint as "withdrawalMinor",
    coalesce(sum(deposit_minor - withdrawal_minor), 0)::bigint as "netMinor"`
  if (seesBrand(seen.actor) && isSummed(filter)) {
    const never = filter.hasNeverDeposited
    const { rows } = await sql<Omit<MemberTotals, 'isEstimate'>>`
      select coalesce(sum(members), 0)::bigint as count, ${sums} from member_sums
       where (${filter.state ?? null}::text[] is null or state = any(${filter.state ?? null}::text[]))
         and (${filter.level ?? null}::int is null or level = ${filter.level ?? null}::int)
         and (${filter.source ?? null}::text is null or source_channel = ${filter.source ?? null}::text)
         and (${never ?? null}::boolean is null or has_deposited <> ${never ?? null}::boolean)`.execute(db)
    return { ...(rows[0] ?? noMembers), isEstimate: false }
  }
  const { rows } = await sql<Omit<MemberTotals, 'isEstimate'>>`
    select count(*) as count, ${sums} from (
      select f.balance_minor, f.deposit_minor, f.withdrawal_minor
        from members m join member_facts f on f.member_id = m.id
       where ${conditions(filter, seen)} limit ${countMax + 1}) found`.execute(db)
  const found = rows[0] ?? noMembers
  return { ...found, count: Math.min(found.count, countMax), isEstimate: found.count > countMax }
}

const noMembers = { count: 0, balanceMinor: 0, depositMinor: 0, withdrawalMinor: 0, netMinor: 0 }
