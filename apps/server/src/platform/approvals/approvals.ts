import { createHash, randomUUIDv7 } from 'node:crypto'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { ResourceRequires } from '@khlang/contract/kit/permissions.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../people/actor.ts'
import { ApiError } from '../api-error.ts'
import type { ApprovalNeeds } from './approval-kinds.ts'
import { checkersNeeded, hasPartIn, isLastCheck, keepCheck } from './approval-levels.ts'
import { endSoleOwner, isSoleOwner, rightOf, wantedFlags } from './checkers.ts'
import type { Tx } from '../db/db.ts'
import { announce } from '../live/live.ts'
import { thingOf, type Thing } from '../db/outside-ids.ts'

/** A harmful act that one person asks for and another decides. Source: decisions 6, safety 5.11. */
export type ApprovalRequest = Thing & {
  /** The kind of act, for example `memberAccountChange`; at most one request of a kind waits per thing. */
  readonly kind: string
  /** What is approved, frozen: plain JSON. */
  readonly document: object
  readonly before?: object | null
  /** With what it was asked for in the last 24 hours it decides how many must check. */
  readonly amountMinor?: number | null
  readonly reason: string
  readonly actor: EmployeeActor
  readonly settings: Pick<BrandSettings, 'twoCheckersMinor'>
  /** The flags of the maker's call; whoever checks needs the same. */
  readonly requires: ResourceRequires
}

export interface Asked {
  readonly id: string
  /** `approved`: nobody else could check, so the act is executed at once. */
  readonly state: 'pending' | 'approved'
  readonly isSoleOwner: boolean
}

export interface Decision {
  readonly id: string
  readonly actor: EmployeeActor
  readonly isApproved: boolean
  readonly comment: string
  /** The kinds of act this call may decide, another kind is `notFound`; and whose flags count. */
  readonly needs: ApprovalNeeds & { readonly kinds: readonly string[] }
  /** The document as the checker saw it, by its hash in hex. */
  readonly documentHash?: string
  /** The checker's second factor for this very act: asked for when all else allows it. Throws. */
  readonly prove?: () => Promise<void>
}

export interface DecidedApproval {
  readonly id: string
  readonly kind: string
  readonly about: Thing
  /** `awaitingSecond`: the first of two has approved; nothing is executed yet. */
  readonly state: 'approved' | 'rejected' | 'awaitingSecond'
  /** The document as it was asked for; its hash was checked. */
  readonly document: unknown
  readonly before: unknown
  readonly makerId: string
  /** The maker's name to sign in with, for the log. */
  readonly askedBy: string
  readonly reason: string
  readonly amountMinor: number | null
  /** Of the document, in hex. */
  readonly documentHash: string
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

/**
 * SHA-256 of a request as both the maker and the checker see it. Its id is part of it: what is asked for
 * again is another request, which the hash of the one before does not decide.
 */
export const documentHash = (id: string, document: unknown): Buffer =>
  createHash('sha256').update(canonical({ id, document })).digest()

/** Badges and lists of what waits hear of it, whoever asked, decided or cancelled it. */
const tell = (tx: Tx, id: string) => announce(tx, 'approval', encodeId('approval', id))

/**
 * Asks for a second person. The document is frozen with its hash; the request lives 24 hours.
 * @returns `approved` at once for the sole owner: the act is then executed in this transaction
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
  const id = randomUUIDv7()
  const row = await tx
    .insertInto('approvals')
    .values({
      id,
      kind: asked.kind,
      entity: asked.entity,
      entity_id: asked.entityId,
      document: JSON.stringify(asked.document),
      document_hash: documentHash(id, asked.document),
      before: asked.before ? JSON.stringify(asked.before) : null,
      amount_minor: asked.amountMinor ?? null,
      reason: asked.reason,
      maker_id: asked.actor.id,
      checkers_needed: isAlone ? 1 : await checkersNeeded(tx, asked),
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
      conflict.columns(['kind', 'entity_id']).where('state', '=', sql.lit('pending')).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new ApiError('conflict', { details: { reason: 'approvalPending' } })
  await tell(tx, row.id)
  return { id: row.id, state: isAlone ? 'approved' : 'pending', isSoleOwner: isAlone }
}

/** What a maker takes back. */
export interface Cancellation {
  readonly id: string
  readonly actor: EmployeeActor
  readonly kinds: readonly string[]
  /** Why, where they say so. */
  readonly comment: string | null
}

/**
 * A maker takes back what they asked for while it waits. The request stays, stored as `withdrawn`: nobody
 * decided it.
 * @returns what the request was about
 * @throws notFound for another kind; alreadyHandled with {by, at, state}; forbidden for others
 */
export async function cancelApproval(tx: Tx, wanted: Cancellation): Promise<{ readonly entityId: string }> {
  const row = await openApproval(tx, wanted.id, wanted.kinds)
  if (row.maker_id !== wanted.actor.id) throw new ApiError('forbidden')
  await tx
    .updateTable('approvals')
    .set({ state: 'withdrawn', comment: wanted.comment, settled_at: sql<string>`now()` })
    .where('id', '=', row.id)
    .where('state', '=', 'pending')
    .execute()
  await tell(tx, row.id)
  return { entityId: row.entity_id }
}

/** Holds a request until the transaction ends. Before the row that it is about, never after it (ADR 0003). */
export async function holdApproval(tx: Tx, id: string): Promise<void> {
  // Whoever has it may be having a password compared, which takes longer than a lock should.
  await sql`set local lock_timeout to '8s'`.execute(tx)
  await sql`set local statement_timeout to '9s'`.execute(tx)
  await sql`select from approvals where id = ${id} for update`.execute(tx)
  await sql`set local lock_timeout to default`.execute(tx)
  await sql`set local statement_timeout to default`.execute(tx)
}

/** Read again after locking: the joined names may have changed while it waited. */
async function lockedApproval(tx: Tx, id: string) {
  await holdApproval(tx, id)
  return tx
    .selectFrom('approvals as a')
    .innerJoin('employees as m', 'm.id', 'a.maker_id')
    .leftJoin('employees as c', 'c.id', 'a.checker_id')
    .selectAll('a')
    .select([
      'm.username as askedBy',
      'c.display_name as checkerName',
      sql<boolean>`a.expires_at <= now()`.as('isExpired'),
    ])
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
 * The only way an approval is decided. The caller executes what it approves, in the same transaction, from
 * the document given back.
 * @throws notFound for another kind; alreadyHandled with {by, at, state}; fourEyes for the maker and the
 * person concerned, admins too; forbidden or overApprovalLimit by the rights of this moment; stateRefused
 * when the maker has lost theirs; conflict when the stored document is not the one that was frozen
 */
export async function decideApproval(tx: Tx, wanted: Decision): Promise<DecidedApproval> {
  const row = await openApproval(tx, wanted.id, wanted.needs.kinds)
  await assertMayDecide(tx, wanted, row)
  const isAsFrozen = documentHash(row.id, row.document).equals(row.document_hash)
  const isAsSeen =
    wanted.documentHash === undefined || wanted.documentHash === row.document_hash.toString('hex')
  if (!isAsFrozen || !isAsSeen) throw new ApiError('conflict', { details: { reason: 'documentChanged' } })
  await wanted.prove?.()
  const isFirstOfTwo =
    wanted.isApproved &&
    !(await isLastCheck(tx, { actor: wanted.actor, requires: wanted.needs.requires }, row))
  const state = isFirstOfTwo ? 'awaitingSecond' : wanted.isApproved ? 'approved' : 'rejected'
  // A second person exists, so nobody is alone with acts of this kind any more.
  if (wanted.isApproved) await endSoleOwner(tx, row.kind)
  if (isFirstOfTwo) await keepCheck(tx, wanted)
  else
    await tx
      .updateTable('approvals')
      .set({ state, checker_id: wanted.actor.id, comment: wanted.comment, settled_at: sql<string>`now()` })
      .where('id', '=', row.id)
      .where('state', '=', 'pending')
      .execute()
  await tell(tx, row.id)
  return {
    id: row.id,
    kind: row.kind,
    about: thingOf(row.entity, row.entity_id),
    state,
    document: row.document,
    before: row.before,
    makerId: row.maker_id,
    askedBy: row.askedBy,
    reason: row.reason,
    amountMinor: row.amount_minor,
    documentHash: row.document_hash.toString('hex'),
  }
}

/**
 * Whether the actor is the maker or has checked it before, by this or another account of theirs, or is one
 * whom the act is about.
 */
async function isOneOfThem(tx: Tx, { id, actor, needs }: Decision): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${hasPartIn(actor)} or ${needs.concerns?.(actor) ?? sql`false`} as is
      from approvals a where a.id = ${id}`.execute(tx)
  return rows[0]?.is !== false
}

async function assertMayDecide(
  tx: Tx,
  wanted: Decision,
  row: { kind: string; maker_id: string; amount_minor: number | null },
): Promise<void> {
  const { actor, needs } = wanted
  if (await isOneOfThem(tx, wanted)) throw new ApiError('fourEyes')
  const checker = await rightOf(tx, actor.id, needs.requires)
  const also = needs.alsoNeeds ? await rightOf(tx, actor.id, needs.alsoNeeds) : checker
  if (!checker.holdsFlags || !also.holdsFlags) throw new ApiError('forbidden')
  if (!wanted.isApproved) return
  const limit = checker.approvalLimitMinor
  if (row.amount_minor !== null && limit !== null && row.amount_minor > limit) {
    throw new ApiError('overApprovalLimit', { details: { limitMinor: limit } })
  }
  const maker = await rightOf(tx, row.maker_id, needs.makerNeeds ?? needs.requires)
  if (!maker.holdsFlags) throw new ApiError('stateRefused', { details: { reason: 'makerNotAllowed' } })
}
