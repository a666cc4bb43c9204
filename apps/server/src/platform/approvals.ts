import { createHash } from 'node:crypto'
import type { ResourceRequires } from '@khlang/contract/permissions.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from './actor.ts'
import { ApiError } from './api-error.ts'
import type { Reader, Tx } from './db.ts'

/** A harmful act that one person asks for and another settles. Source: decisions 6, safety 5.11. */
export interface ApprovalRequest {
  /** The kind of act, for example `memberAccountChange`; a settling call names the kinds it may settle. */
  readonly kind: string
  /** What it is about; at most one request of a kind waits per thing. */
  readonly entity: string
  readonly entityId: string
  /** What is approved, frozen: plain JSON. */
  readonly document: object
  readonly before?: object | null
  readonly amountMinor?: number | null
  readonly reason: string
  readonly actor: EmployeeActor
  /** The flags of the maker's call; whoever checks needs the same. */
  readonly requires: ResourceRequires
}

export interface Asked {
  readonly id: string
  /** `approved`: nobody else could check, so the caller carries the act out at once. */
  readonly state: 'pending' | 'approved'
  readonly isSoleOwner: boolean
}

export interface Settlement {
  readonly id: string
  readonly actor: EmployeeActor
  readonly isApproved: boolean
  readonly comment: string
  readonly needs: {
    /** The kinds of act this call may settle; another kind is `notFound`. */
    readonly kinds: readonly string[]
    readonly requires: ResourceRequires
    /** True for an actor whom the act is about, who may not settle it either; over `approvals` aliased a. */
    readonly concerns?: (actor: EmployeeActor) => RawBuilder<boolean>
  }
  /** The document as the checker saw it, by its hash in hex. */
  readonly documentHash?: string
  /** The checker's second factor for this very act: asked for when all else allows it. Throws. */
  readonly prove?: () => Promise<void>
}

export interface SettledApproval {
  readonly id: string
  readonly kind: string
  readonly entity: string
  readonly entityId: string
  readonly state: 'approved' | 'rejected'
  /** The document as it was asked for; its hash was checked. */
  readonly document: unknown
  readonly amountMinor: number | null
  readonly makerId: string
  readonly reason: string
}

/** JSON with sorted keys, so that a document has one hash whatever order it was written or stored in. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined)
    entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value ?? null)
}

/** SHA-256 of a document as both the maker and the checker see it. */
export const documentHash = (document: unknown): Buffer =>
  createHash('sha256').update(canonical(document)).digest()

/** `{a: ['isRead']}` as the JSON that a stored permission map must contain. */
export const wantedFlags = (requires: ResourceRequires): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(requires).map(([resource, actions]) => [
        resource,
        Object.fromEntries((actions ?? []).map((action) => [action, true])),
      ]),
    ),
  )

/**
 * Whether a person holds the flags, and the limit for the amount, at this very moment in this transaction.
 * Nobody without an active place on the staff holds anything.
 */
export async function rightOf(
  tx: Reader,
  employeeId: string,
  requires: ResourceRequires,
): Promise<{ readonly holdsFlags: boolean; readonly approvalLimitMinor: number | null }> {
  const { rows } = await sql<{ holds: boolean; approval_limit_minor: number | null }>`
    select r.is_admin or r.permission @> ${wantedFlags(requires)}::jsonb as holds,
           least(r.approval_limit_minor, e.approval_limit_minor) as approval_limit_minor
      from employees e join roles r on r.id = e.role_id
     where e.id = ${employeeId} and e.state = 'active'`.execute(tx)
  const row = rows[0]
  return { holdsFlags: row?.holds === true, approvalLimitMinor: row ? row.approval_limit_minor : 0 }
}

/** The names of the roles whose people may check such an act now, leaving one person out; by name. */
export async function rolesThatMay(
  db: Reader,
  act: { requires: ResourceRequires; amountMinor: number; exceptId: string },
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select r.name from roles r
     where (r.is_admin or r.permission @> ${wantedFlags(act.requires)}::jsonb)
       and exists (select from employees e where e.role_id = r.id and e.type = 'staff'
         and e.state = 'active' and e.id <> ${act.exceptId}
         and coalesce(least(r.approval_limit_minor, e.approval_limit_minor), ${act.amountMinor})
           >= ${act.amountMinor})
     order by r.name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Whether this person is the only one who could check acts of this kind, so that he may act alone
 * (decisions 6). Ends for ever, per kind, once a second eligible checker has existed; people who left
 * count as having existed.
 */
export async function isSoleOwner(
  tx: Tx,
  act: { kind: string; actor: EmployeeActor; requires: ResourceRequires; amountMinor?: number | null },
): Promise<boolean> {
  const { rows } = await sql<{ active: number; ever: number; is_ended: boolean }>`
    select count(*) filter (where e.state = 'active') as active, count(*) as ever,
           exists (select 1 from sole_owner_ended where kind = ${act.kind}) as is_ended
      from employees e join roles r on r.id = e.role_id
     where e.type = 'staff' and (r.is_admin or r.permission @> ${wantedFlags(act.requires)}::jsonb)
       and coalesce(least(r.approval_limit_minor, e.approval_limit_minor), ${act.amountMinor ?? 0})
         >= ${act.amountMinor ?? 0}`.execute(tx)
  const counted = rows[0]
  if (!counted || counted.is_ended) return false
  if (counted.ever >= 2) {
    await sql`insert into sole_owner_ended (kind) values (${act.kind}) on conflict do nothing`.execute(tx)
    return false
  }
  return act.actor.role.isAdmin
}

/**
 * Asks for a second person. The document is frozen with its hash; the request lives 24 hours.
 * @returns `approved` at once for the sole owner: the caller then carries the act out in this transaction
 * @throws conflict when a request of this kind already waits for this thing
 */
export async function requestApproval(tx: Tx, asked: ApprovalRequest): Promise<Asked> {
  await tx
    .updateTable('approvals')
    .set({ state: 'expired', settled_at: sql<string>`now()` })
    .where('kind', '=', asked.kind)
    .where('entity_id', '=', asked.entityId)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
  const isAlone = await isSoleOwner(tx, asked)
  const row = await tx
    .insertInto('approvals')
    .values({
      kind: asked.kind,
      entity: asked.entity,
      entity_id: asked.entityId,
      document: JSON.stringify(asked.document),
      document_hash: documentHash(asked.document),
      before: asked.before ? JSON.stringify(asked.before) : null,
      amount_minor: asked.amountMinor ?? null,
      reason: asked.reason,
      maker_id: asked.actor.id,
      requires: wantedFlags(asked.requires),
      ...(isAlone
        ? {
            state: 'approved',
            checker_id: asked.actor.id,
            is_sole_owner: true,
            settled_at: sql<string>`now()`,
          }
        : {}),
    })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'entity_id']).where('state', '=', 'pending').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new ApiError('conflict', { details: { reason: 'approvalPending' } })
  return { id: row.id, state: isAlone ? 'approved' : 'pending', isSoleOwner: isAlone }
}

/** What a maker takes back. */
export interface Withdrawal {
  readonly id: string
  readonly actor: EmployeeActor
  readonly kinds: readonly string[]
  /** Why, where he says so. */
  readonly comment: string | null
}

/**
 * A maker takes back what he asked for while it waits. The request stays, as `withdrawn`: settled by nobody.
 * @returns what the request was about
 * @throws notFound for another kind; alreadyHandled with {by, at, state}; forbidden for others
 */
export async function withdrawApproval(tx: Tx, wanted: Withdrawal): Promise<{ readonly entityId: string }> {
  const row = await openApproval(tx, wanted.id, wanted.kinds)
  if (row.maker_id !== wanted.actor.id) throw new ApiError('forbidden')
  await tx
    .updateTable('approvals')
    .set({ state: 'withdrawn', comment: wanted.comment, settled_at: sql<string>`now()` })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .execute()
  return { entityId: row.entity_id }
}

/** Read after the lock is held: a row that was waited for would keep the names of before. */
async function lockedApproval(tx: Tx, id: string) {
  await sql`select from approvals where id = ${id} for update`.execute(tx)
  return tx
    .selectFrom('approvals as a')
    .leftJoin('employees as c', 'c.id', 'a.checker_id')
    .selectAll('a')
    .select(['c.display_name as checkerName', sql<boolean>`a.expires_at <= now()`.as('isExpired')])
    .where('a.id', '=', id)
    .executeTakeFirst()
}

/** A request that still waits, held. @throws notFound for another kind, alreadyHandled */
async function openApproval(tx: Tx, id: string, kinds: readonly string[]) {
  const row = await lockedApproval(tx, id)
  if (!row || !kinds.includes(row.kind)) throw new ApiError('notFound')
  if (row.state !== 'pending' || row.isExpired) {
    const state = row.state === 'pending' ? 'expired' : row.state
    throw new ApiError('alreadyHandled', {
      details: { by: row.checkerName, at: row.settled_at ?? row.expires_at, state },
    })
  }
  return row
}

/**
 * The only way an approval is settled. The caller carries out what it approves, in the same transaction,
 * from the document given back.
 * @throws notFound for another kind; alreadyHandled with {by, at, state}; fourEyes for the maker and the
 * person   concerned, admins too; forbidden or overApprovalLimit by the rights of this moment;
 * stateRefused when the   maker has lost his; conflict when the stored document is not the one that was
 * frozen
 */
export async function settleApproval(tx: Tx, wanted: Settlement): Promise<SettledApproval> {
  const row = await openApproval(tx, wanted.id, wanted.needs.kinds)
  await assertMaySettle(tx, wanted, row)
  const isAsFrozen = documentHash(row.document).equals(row.document_hash)
  const isAsSeen =
    wanted.documentHash === undefined || wanted.documentHash === row.document_hash.toString('hex')
  if (!isAsFrozen || !isAsSeen) throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
  await wanted.prove?.()
  const state = wanted.isApproved ? 'approved' : 'rejected'
  await tx
    .updateTable('approvals')
    .set({ state, checker_id: wanted.actor.id, comment: wanted.comment, settled_at: sql<string>`now()` })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .execute()
  return {
    id: row.id,
    kind: row.kind,
    entity: row.entity,
    entityId: row.entity_id,
    state,
    document: row.document,
    amountMinor: row.amount_minor,
    makerId: row.maker_id,
    reason: row.reason,
  }
}

/** Whether the actor is the maker, by this or another account of his, or one whom the act is about. */
async function isOneOfThem(tx: Tx, { id, actor, needs }: Settlement, makerId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select is_same_person(${makerId}, ${actor.id}) or ${needs.concerns?.(actor) ?? sql`false`} as is
      from approvals a where a.id = ${id}`.execute(tx)
  return rows[0]?.is !== false
}

async function assertMaySettle(
  tx: Tx,
  wanted: Settlement,
  row: { kind: string; maker_id: string; amount_minor: number | null },
): Promise<void> {
  const { actor, needs } = wanted
  if (await isOneOfThem(tx, wanted, row.maker_id)) throw new ApiError('fourEyes')
  const checker = await rightOf(tx, actor.id, needs.requires)
  if (!checker.holdsFlags) throw new ApiError('forbidden')
  if (!wanted.isApproved) return
  const limit = checker.approvalLimitMinor
  if (row.amount_minor !== null && limit !== null && row.amount_minor > limit) {
    throw new ApiError('overApprovalLimit', { details: { limitMinor: limit } })
  }
  const maker = await rightOf(tx, row.maker_id, needs.requires)
  if (!maker.holdsFlags) throw new ApiError('stateRefused', { details: { reason: 'makerNotAllowed' } })
  // A second person exists, so nobody is alone with acts of this kind any more.
  await sql`insert into sole_owner_ended (kind) values (${row.kind}) on conflict do nothing`.execute(tx)
}
