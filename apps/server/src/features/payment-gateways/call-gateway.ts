import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import { clearAlarm, raiseAlarm } from '../../platform/db/alarms.ts'
import { EgressRefused, callOutside, type Answered, type Sent } from '../../platform/security/egress.ts'
import { breakerOf, opensNow, type Health } from './breaker.ts'

/** Stands while the circuit breaker of a gateway is open; ends when it answers again. */
const downAlarm = 'gateway.down'

interface Called {
  readonly id: string
  readonly name: string
}

async function noteAnswered(services: Services, { id }: Called): Promise<void> {
  // Of an answer like the last one nothing is written: a row that every call writes holds up every call.
  const { rows } = await sql<{ wasOpen: boolean }>`
    with was as (select gateway_id, opened_at is not null as was_open from gateway_health
      where gateway_id = ${id})
    update gateway_health h set failures = 0, opened_at = null, probe_at = null, last_ok_at = now()
      from was where h.gateway_id = was.gateway_id and (h.failures > 0 or h.opened_at is not null
        or h.last_ok_at is null or h.last_ok_at < now() - interval '10 seconds')
    returning was.was_open as "wasOpen"`.execute(services.db)
  if (rows[0]?.wasOpen) await clearAlarm(services.db, downAlarm, encodeId('gateway', id))
}

async function noteFailed(services: Services, { id, name }: Called, what: string, error: string) {
  const { rows } = await sql<{ failures: number }>`
    update gateway_health set failures = failures + 1, last_error = ${error}, last_error_at = now()
     where gateway_id = ${id} returning failures`.execute(services.db)
  await sql`insert into gateway_errors (gateway_id, what, error) values (${id}, ${what}, ${error})`.execute(
    services.db,
  )
  const [row] = rows
  if (!row || !opensNow(row.failures - 1)) return
  // One that was tried and failed again rests anew.
  await sql`update gateway_health set opened_at = now() where gateway_id = ${id}`.execute(services.db)
  const alarm = { code: downAlarm, entity: 'gateway', entityId: encodeId('gateway', id) }
  await raiseAlarm(services.db, { ...alarm, detail: { label: name, error } })
}

/** A gateway that nobody has called yet failed nobody. */
const untried: Health = { failures: 0, openedAt: null, probeAt: null }

async function healthOf({ db }: Services, id: string): Promise<Health> {
  const { rows } = await sql<Health>`
    select failures, opened_at as "openedAt", probe_at as "probeAt" from gateway_health
     where gateway_id = ${id}`.execute(db)
  return rows[0] ?? untried
}

/**
 * Whether a gateway may be asked what became of something. A question tries nothing, for its answer does not
 * close the breaker: the one call that does is left to an order or a payout.
 */
export const mayAskGateway = async (services: Services, id: string): Promise<boolean> =>
  breakerOf(await healthOf(services, id), services.now()) !== 'open'

/**
 * Whether the breaker of a gateway lets an order through now; where it tries the gateway again, one caller of
 * all processes is that one. Questions ask `mayAskGateway`, and payouts have taken it with `takeProbe`.
 */
export async function mayCallGateway(services: Services, id: string): Promise<boolean> {
  const health = await healthOf(services, id)
  const nowMs = services.now()
  const breaker = breakerOf(health, nowMs)
  if (breaker !== 'halfOpen') return breaker === 'closed'
  const { rows } = await sql`
    update gateway_health set probe_at = ${new Date(nowMs).toISOString()}::timestamptz
     where gateway_id = ${id} and probe_at is not distinct from ${health.probeAt}::timestamptz
    returning 1`.execute(services.db)
  return rows.length > 0
}

export type GatewayAnswer =
  | { readonly kind: 'answered'; readonly answered: Answered }
  /** `isSent`: the other side may have heard of it. */
  | { readonly kind: 'silent'; readonly isSent: boolean; readonly reason: string }

/** Calls a gateway, and keeps what that says of its health. */
export async function callGateway(
  services: Services,
  gateway: Called,
  what: string,
  sent: Sent,
): Promise<GatewayAnswer> {
  try {
    const answered = await callOutside(sent, services.egressAllow)
    if (answered.status >= 500) await noteFailed(services, gateway, what, `http${answered.status}`)
    // One that answers questions and takes no orders is down all the same: a question ends no failures.
    else if (!what.endsWith('status')) await noteAnswered(services, gateway)
    return { kind: 'answered', answered }
  } catch (error) {
    const isSent = !(error instanceof EgressRefused)
    const reason = isSent ? 'noAnswer' : `notSent: ${error.message}`
    await noteFailed(services, gateway, what, reason)
    return { kind: 'silent', isSent, reason }
  }
}
