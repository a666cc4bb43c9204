import type { Subject } from '@khlang/contract/calls.ts'
import type { IdKind } from '@khlang/contract/values/id-kinds.ts'
import { decodeId, encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, EmployeeActor } from './actor.ts'
import type { Reader } from '../db/db.ts'
import { ApiError } from '../api-error.ts'
import { sharedListsOf } from './shared-lists.ts'

type Sight =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'seller'; readonly sellerId: string }

/**
 * Staff and the brand's own machines see every member, a seller their own; an agent's line comes with agents.
 */
function sightOf(actor: Actor): Sight {
  if (actor.kind === 'machine') return { kind: 'all' }
  if (actor.kind !== 'employee' || actor.type === 'agent') return { kind: 'none' }
  return actor.type === 'seller' ? { kind: 'seller', sellerId: actor.id } : { kind: 'all' }
}

/** Whether the actor sees the brand's own things: bank accounts, statement lines, messages, colleagues. */
export const seesBrand = (actor: Actor): boolean => sightOf(actor).kind === 'all'

/** What is the brand's own is no business of a seller or an agent. @throws forbidden */
export function assertBrand(actor: Actor): void {
  if (!seesBrand(actor)) throw new ApiError('forbidden')
}

/**
 * The one condition on rows of members, for every list, detail, total and export: `where(visibleTo(actor))`.
 * @param sellerId the column with the member's seller
 */
export function visibleTo(
  actor: Actor,
  sellerId: RawBuilder<unknown> = sql.ref('m.seller_id'),
): RawBuilder<boolean> {
  const sight = sightOf(actor)
  if (sight.kind === 'all') return sql`true`
  return sight.kind === 'none' ? sql`false` : sql`${sellerId} = ${sight.sellerId}::uuid`
}

/** The same for rows that only name their member. */
export function visibleMember(actor: Actor, memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  const sight = sightOf(actor)
  if (sight.kind === 'all') return sql`true`
  if (sight.kind === 'none') return sql`false`
  return sql`exists (select from members seen where seen.id = ${memberId} and seen.seller_id =
    ${sight.sellerId}::uuid)`
}

/**
 * Saved views of lists, aliased v: one's own; of what others share, the views for one's role and for
 * everyone, on lists that one may open.
 */
export function visibleView(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'employee') return sql`false`
  const lists = seesBrand(actor) ? sharedListsOf(actor) : []
  return sql`(v.archived_at is null and (v.owner_id = ${actor.id}::uuid or v.list = any(${lists}::text[])
    and (v.scope = 'everyone' or v.scope = 'role' and v.role_id = ${actor.role.id}::uuid)))`
}

/**
 * Requests for a second person, aliased a: one's own, and those whose flags one holds, as its checker must.
 */
export function visibleApproval(actor: Actor): RawBuilder<boolean> {
  if (actor.kind !== 'employee') return sql`false`
  const held = JSON.stringify(actor.permissions)
  // The function, not its operator `@>`: of that the planner expects next to no row, and would read and sort
  // all requests there ever were for one page.
  return sql`(a.maker_id = ${actor.id}::uuid
    or (${seesBrand(actor)}::boolean and jsonb_contains(${held}::jsonb, a.requires)))`
}

/** Whether the person may know how much money lies on our own accounts. */
export const seesBalances = (actor: EmployeeActor): boolean =>
  seesBrand(actor) && (actor.role.isAdmin || actor.role.abilities.seeOwnBalances)

type Ask = (actor: Actor, id: string) => RawBuilder<unknown>

/** What the `{id}` of a path may be, and the account that a call names beside it. */
type Seen = Subject | 'bankAccount'

const subjects: Readonly<Record<Seen, Ask>> = {
  member: (actor, id) => sql`select from members m where m.id = ${id}::uuid and ${visibleTo(actor)}`,
  deposit: (actor, id) =>
    sql`select from deposits d where d.id = ${id}::uuid and ${visibleMember(actor, sql.ref('d.member_id'))}`,
  withdrawal: (actor, id) =>
    sql`select from withdrawals w where w.id = ${id}::uuid and
      ${visibleMember(actor, sql.ref('w.member_id'))}`,
  statementLine: (actor, id) =>
    sql`select from statement_lines where id = ${id}::uuid and ${seesBrand(actor)}`,
  bankAccount: (actor, id) => sql`select from bank_accounts where id = ${id}::uuid and ${seesBrand(actor)}`,
  device: (actor, id) => sql`select from devices where id = ${id}::uuid and ${seesBrand(actor)}`,
  ownTransfer: (actor, id) => sql`select from own_transfers where id = ${id}::uuid and ${seesBrand(actor)}`,
  shift: (actor, id) => sql`select from shifts where id = ${id}::uuid and ${seesBrand(actor)}`,
  statementFile: (actor, id) =>
    sql`select from statement_files where id = ${id}::uuid and ${seesBrand(actor)}`,
  taughtFormat: (actor, id) =>
    sql`select from taught_formats where id = ${id}::uuid and ${seesBrand(actor)}`,
  bookingRule: (actor, id) => sql`select from booking_rules where id = ${id}::uuid and ${seesBrand(actor)}`,
  blacklistEntry: (actor, id) => sql`select from blacklist where id = ${id}::uuid and ${seesBrand(actor)}`,
  gateway: (actor, id) => sql`select from payment_gateways where id = ${id}::uuid and ${seesBrand(actor)}`,
  gatewayOrder: (actor, id) =>
    sql`select from gateway_orders where id = ${id}::uuid and ${seesBrand(actor)}`,
  gatewayEvent: (actor, id) =>
    sql`select from gateway_events where id = ${id}::uuid and ${seesBrand(actor)}`,
  gameProvider: (actor, id) =>
    sql`select from game_providers where id = ${id}::uuid and ${seesBrand(actor)}`,
  distributor: (actor, id) => sql`select from distributors where id = ${id}::uuid and ${seesBrand(actor)}`,
  distributorContract: (actor, id) =>
    sql`select from distributor_contracts where id = ${id}::uuid and ${seesBrand(actor)}`,
  providerInvoice: (actor, id) =>
    sql`select from provider_invoices where id = ${id}::uuid and ${seesBrand(actor)}`,
  providerReport: (actor, id) =>
    sql`select from provider_reports where id = ${id}::uuid and ${seesBrand(actor)}`,
  game: (actor, id) => sql`select from games where id = ${id}::uuid and ${seesBrand(actor)}`,
  bet: (actor, id) =>
    sql`select from bets b where b.id = ${id}::uuid and ${visibleMember(actor, sql.ref('b.member_id'))}`,
  slip: (actor, id) =>
    sql`select from slips s where s.id = ${id}::uuid and ${visibleMember(actor, sql.ref('s.member_id'))}`,
  employee: (actor, id) =>
    sql`select from employees where id = ${id}::uuid and (${seesBrand(actor)} or ${actorId(actor)} = ${id})`,
  role: (actor, id) => sql`select from roles where id = ${id}::uuid and ${seesBrand(actor)}`,
  group: (actor, id) => sql`select from chat_groups where id = ${id}::uuid and ${seesBrand(actor)}`,
  listView: (actor, id) => sql`select from list_views v where v.id = ${id}::uuid and ${visibleView(actor)}`,
  export: (actor, id) =>
    sql`select from export_jobs where id = ${id}::uuid and employee_id::text = ${actorId(actor)}`,
  backgroundJob: (actor, id) =>
    sql`select from background_jobs where id = ${id}::uuid and owner_id::text = ${actorId(actor)}`,
  approval: (actor, id) =>
    sql`select from approvals a where a.id = ${id}::uuid and ${visibleApproval(actor)}`,
  session: (actor, id) =>
    sql`select from sessions where id = ${id}::uuid and employee_id::text = ${actorId(actor)} and ended_at
      is null`,
}

export const isSubject = (kind: IdKind): kind is Seen => Object.hasOwn(subjects, kind)

/** Whose a changed thing is: a member and their money are their seller’s, requests and files one’s own. */
const owners: Readonly<Record<string, (ids: readonly string[]) => RawBuilder<unknown>>> = {
  member: (ids) => sql`select id, seller_id as owner from members where id = any(${ids}::uuid[])`,
  deposit: (ids) => sql`select d.id, m.seller_id from deposits d join members m on m.id = d.member_id
    where d.id = any(${ids}::uuid[])`,
  withdrawal: (ids) => sql`select w.id, m.seller_id from withdrawals w join members m on m.id = w.member_id
    where w.id = any(${ids}::uuid[])`,
  approval: (ids) => sql`select id, maker_id from approvals where id = any(${ids}::uuid[])`,
  export: (ids) => sql`select id, employee_id from export_jobs where id = any(${ids}::uuid[])`,
  backgroundJob: (ids) => sql`select id, owner_id from background_jobs where id = any(${ids}::uuid[])`,
}

/**
 * Of changed things, each by its topic and outside id, those whose news somebody without the brand in sight
 * hears: the employee (uuid) by the outside id. What is nobody's of those is not among them.
 */
export async function ownersOf(
  db: Reader,
  things: readonly { readonly topic: string; readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const asked = Object.entries(owners).flatMap(([topic, rows]) => {
    const kind = topic as IdKind
    const ids = things.flatMap((each) => (each.topic === topic ? (decodeId(kind, each.id) ?? []) : []))
    if (ids.length === 0) return []
    return [sql`select ${topic}::text as topic, o.* from (${rows(ids)}) o (id, owner)`]
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ topic: IdKind; id: string; owner: string | null }>`
    ${sql.join(asked, sql` union all `)}`.execute(db)
  return new Map(
    rows.flatMap(({ topic, id, owner }) => (owner === null ? [] : [[encodeId(topic, id), owner]])),
  )
}

const actorId = (actor: Actor): string => (actor.kind === 'stranger' ? '' : actor.id)

/**
 * Tells whether the row behind a path's id exists in the actor's sight; absent and out of sight are alike.
 */
export async function seesSubject(db: Reader, actor: Actor, subject: Seen, id: string): Promise<boolean> {
  if (actor.kind === 'stranger') return false
  const row = subjects[subject](actor, id)
  const { rows } = await sql<{ is: boolean }>`select exists (${row}) as is`.execute(db)
  return rows[0]?.is === true
}
