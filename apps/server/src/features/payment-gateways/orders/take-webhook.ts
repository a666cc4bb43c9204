import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEventStates } from '@khlang/contract/values/gateway-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { RawBody, Services } from '../../../platform/call/context.ts'
import { raiseAlarm } from '../../../platform/db/alarms.ts'
import { sqlState } from '../../../platform/db/db.ts'
import type { Told, Verdict } from '../adapters/adapter.ts'
import { accessOf, adapterOf, findGateway, type GatewayRow } from '../gateway-rows.ts'
import { applyEvent, mismatchAlarm } from './apply-event.ts'

/** What strangers send is kept so far, and so often in an hour; the rest is counted. */
const refusedBytes = 2000
const refusedPerHour = 100

interface Heard {
  readonly gateway: GatewayRow
  readonly raw: RawBody
  readonly address: string
  readonly verdict: Verdict | 'address' | 'conflicting'
  readonly source: 'webhook' | 'query'
}

const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
/** As text that PostgreSQL can hold; the hash is of the bytes themselves. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\u{FFFD}')

/** One that was not signed as it must be: kept in part, up to a bound, and counted. */
async function keepRefused({ machineDb: db }: Services, heard: Heard): Promise<void> {
  const { gateway, raw, verdict, address } = heard
  const body = textOf(raw.bytes.subarray(0, refusedBytes))
  await sql`
    with kept as (select count(*) as n from (select from gateway_events e where e.gateway_id = ${gateway.id}
        and e.state = 'refused' and e.received_at > now() - interval '1 hour'
        limit ${sql.lit(refusedPerHour)}) k),
      counted as (update gateway_health set refused_callbacks = refused_callbacks + 1
        where gateway_id = ${gateway.id})
    insert into gateway_events (gateway_id, source, verdict, payload_hash, raw, address, state)
    select ${gateway.id}, 'webhook', ${verdict}, ${hashOf(raw.bytes)}, ${body}, ${address}, 'refused'
      from kept where n < ${sql.lit(refusedPerHour)}`.execute(db)
}

interface Kept {
  readonly id: string
  readonly isNew: boolean
  readonly isSame: boolean
}

/**
 * Keeps what was told before anything comes of it. The same event is kept once for ever, whenever it is told
 * again; one that says something else under the same name is told of, and never believed.
 */
export async function keepTold(
  { machineDb: db }: Services,
  { gateway, raw, address, source }: Heard,
  told: Told | null,
): Promise<Kept> {
  const hash = hashOf(raw.bytes)
  const verdict = source === 'query' ? 'asked' : 'signed'
  const state = told === null ? 'unreadable' : 'received'
  // What cannot be read has no name: its bytes name it.
  const eventId = told?.eventId ?? `unreadable ${hash.toString('hex')}`
  const { rows } = await sql<{ id: string }>`
    insert into gateway_events (gateway_id, source, verdict, event_id, payload_hash, raw, address, state,
      kind, order_ref, gateway_ref, payment_ref, amount_minor, currency, happened_at)
    values (${gateway.id}, ${source}, ${verdict}, ${eventId}, ${hash}, ${textOf(raw.bytes)}, ${address},
      ${state}, ${told?.kind ?? null}, ${told?.orderRef ?? null}, ${told?.gatewayRef ?? null},
      ${told?.paymentRef ?? null}, ${told?.amountMinor ?? null}, ${told?.currency ?? null},
      ${told?.happenedAt ?? null}::timestamptz)
    on conflict (gateway_id, event_id) where verdict in ('signed', 'asked') do nothing
    returning id`.execute(db)
  if (rows[0]) return { id: rows[0].id, isNew: true, isSame: true }
  const { rows: known } = await sql<{ id: string; isSame: boolean }>`
    update gateway_events set repeats = repeats + 1
     where gateway_id = ${gateway.id} and event_id = ${eventId} and verdict in ('signed', 'asked')
    returning id, payload_hash = ${hash} as "isSame"`.execute(db)
  return { id: known[0]?.id ?? '', isNew: false, isSame: known[0]?.isSame === true }
}

/** Under the name of an event that said something else. @throws conflict */
async function refuseConflicting(services: Services, heard: Heard, firstId: string): Promise<never> {
  await keepRefused(services, { ...heard, verdict: 'conflicting' })
  await raiseAlarm(services.machineDb, {
    code: mismatchAlarm,
    entity: 'gatewayEvent',
    entityId: encodeId('gatewayEvent', firstId),
    detail: { label: heard.gateway.name, reason: 'conflicting' },
  })
  throw new ApiError('conflict')
}

/** Signed, but not now: nothing is believed of it, and the gateway is asked itself. */
async function askInstead(
  { machineDb: db }: Services,
  gateway: GatewayRow,
  told: Told | null,
): Promise<void> {
  if (told?.orderRef === null || told?.orderRef === undefined) return
  await sql`update gateway_orders set next_check_at = now()
    where gateway_id = ${gateway.id} and id = inside_id(${told.orderRef})
      and state in ('pending', 'expired', 'failed')`.execute(db)
}

/** Whether it came from where the gateway says that it calls from; where it says nothing, from anywhere. */
async function isFrom(
  { machineDb: db }: Services,
  { addresses }: GatewayRow,
  address: string,
): Promise<boolean> {
  if (addresses.length === 0) return true
  const { rows } = await sql<{ is: boolean }>`
    select ${address}::inet <<= any(${[...addresses]}::cidr[]) as is`.execute(db)
  return rows[0]?.is === true
}

const triesMax = 5
/** Somebody else held the same rows: it is done anew. */
const repeatable = new Set(['40001', '40P01'])

const forPeople: ReadonlySet<string> = new Set(openEventStates)

/**
 * What came to a gateway's callback address: kept as it came, judged by its signature before it is read, and
 * applied. What could not be applied now waits in the database and is applied by `gatewayOrders`.
 * @returns 202 for what waits for people
 * @throws badSignature, staleTimestamp, conflict
 */
export async function takeWebhook(
  services: Services,
  gatewayId: string,
  raw: RawBody,
  address: string,
): Promise<{ readonly status: 200 | 202; readonly state: string }> {
  const gateway = await findGateway(services.machineDb, gatewayId)
  if (!gateway) throw new ApiError('notFound')
  const heard = { gateway, raw, address, source: 'webhook' } as const
  if (!(await isFrom(services, gateway, address))) {
    await keepRefused(services, { ...heard, verdict: 'address' })
    throw new ApiError('badSignature')
  }
  const adapter = adapterOf(gateway)
  const access = accessOf(services.secrets, gateway)
  const verdict = adapter.verify(access, raw.headers, raw.bytes, services.now())
  if (verdict === 'forged') {
    await keepRefused(services, { ...heard, verdict })
    throw new ApiError('badSignature')
  }
  const told = adapter.read(raw.bytes.toString('utf8'))
  if (verdict === 'stale') {
    await keepRefused(services, { ...heard, verdict })
    await askInstead(services, gateway, told)
    throw new ApiError('staleTimestamp')
  }
  const kept = await keepTold(services, { ...heard, verdict }, told)
  if (!kept.isSame) return refuseConflicting(services, { ...heard, verdict }, kept.id)
  if (kept.isNew) await noteHeard(services, gateway.id)
  const state = await applied(services, kept.id)
  return { status: forPeople.has(state) ? 202 : 200, state }
}

async function noteHeard({ machineDb: db }: Services, id: string): Promise<void> {
  await sql`update gateway_health set last_callback_at = now() where gateway_id = ${id}
    and (last_callback_at is null or last_callback_at < now() - interval '5 seconds')`.execute(db)
}

/** It is kept, so a failure here is ours to mend and not the gateway's to tell again. */
async function applied(services: Services, id: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyEvent(services, id)
    } catch (error) {
      if (tries < triesMax && repeatable.has(sqlState(error) ?? '')) {
        await sleep(Math.random() * 20 * tries)
        continue
      }
      services.log.warn({ eventId: id, error: String(error) }, 'a gateway event waits to be applied')
      return 'received'
    }
  }
}
