import { sql } from 'kysely'
import { payoutFuse } from '../../platform/db/alarms.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'

export interface OpenAlarm {
  readonly id: string
  readonly code: string
  readonly entity: string
  readonly entityId: string
  readonly detail: Record<string, unknown>
  readonly raisedAt: string
}

const columns = sql`id, code, entity, entity_id as "entityId", detail, raised_at as "raisedAt"`

/** Open alarms, the oldest first. */
export async function openAlarms(db: Reader): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    select ${columns} from alarms where cleared_at is null order by raised_at, id limit 200`.execute(db)
  return rows
}

/** An alarm, ended or not, locked until the transaction ends. */
export async function lockAlarm(
  tx: Tx,
  id: string,
): Promise<(OpenAlarm & { readonly clearedAt: string | null }) | undefined> {
  const { rows } = await sql<OpenAlarm & { clearedAt: string | null }>`
    select ${columns}, cleared_at as "clearedAt" from alarms where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The blown payout circuit breaker, locked; undefined while payouts run. */
export const lockBreaker = (tx: Tx) => lockOpen(tx, payoutFuse)

/** The open alarm of a code of which there is one at most, locked. */
export async function lockOpen(tx: Tx, code: string): Promise<OpenAlarm | undefined> {
  const { rows } = await sql<OpenAlarm>`
    select ${columns} from alarms where code = ${code} and cleared_at is null for update`.execute(tx)
  return rows[0]
}

/** The request to let payouts go on that waits for a second person. */
export const pendingResume = (db: Reader, entityId: string) => pendingOf(db, payoutFuse, entityId)

/** The request of a kind about a thing that waits for a second person. */
export async function pendingOf(
  db: Reader,
  kind: string,
  entityId: string,
): Promise<{ readonly id: string; readonly maker: string; readonly makerId: string } | undefined> {
  const { rows } = await sql<{ id: string; maker: string; makerId: string }>`
    select a.id, e.display_name as maker, a.maker_id as "makerId"
      from approvals a join employees e on e.id = a.maker_id
     where a.kind = ${kind} and a.entity_id = ${entityId} and a.state = 'pending'
       and a.expires_at > now()`.execute(db)
  return rows[0]
}

/** Ends an open alarm at a moment of the server's clock, from which the circuit breaker counts anew. */
export const endAlarm = (tx: Tx, id: string, nowMs: number) =>
  sql`update alarms set cleared_at = ${new Date(nowMs).toISOString()}::timestamptz where id = ${id}`.execute(
    tx,
  )
