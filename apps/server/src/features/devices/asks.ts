import type { devices } from '@khlang/contract/payments/devices.ts'
import { deviceAsks, sweepDaysMax } from '@khlang/contract/values/value-lists.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { lockDevice } from './queries.ts'

export type AskKind = (typeof deviceAsks)[number]

interface Asked {
  readonly kind: AskKind
  readonly since: string | null
  readonly askedAt: string
}

/** What was asked of a phone last, by kind, for whoever looks at it. */
export async function asksOf(db: Reader, deviceId: string) {
  const { rows } = await sql<
    Asked & {
      by: string | null
      toldAt: string | null
      answeredAt: string | null
      found: number | null
      lines: string[] | null
    }
  >`
    select a.kind, a.since, a.asked_at as "askedAt", e.display_name as by, a.told_at as "toldAt",
           a.answered_at as "answeredAt", a.found, a.lines
      from device_asks a left join employees e on e.id = a.asked_by
     where a.device_id = ${deviceId} order by array_position(${[...deviceAsks]}::text[], a.kind)`.execute(
    db,
  )
  return rows
}

/**
 * Asks a phone for something, in place of what was asked of the same kind before; a sweep that it has not
 * answered yet keeps its earlier moment.
 */
async function putAsk(
  tx: Tx,
  deviceId: string,
  ask: {
    readonly kind: AskKind
    readonly byId: string
    readonly atMs: number
    readonly since: string | null
  },
): Promise<void> {
  await sql`
    insert into device_asks as a (device_id, kind, asked_at, asked_by, since)
    values (${deviceId}, ${ask.kind}, ${new Date(ask.atMs).toISOString()}, ${ask.byId}, ${ask.since})
    on conflict (device_id, kind) do update set asked_at = excluded.asked_at, asked_by = excluded.asked_by,
      since = case when a.answered_at is null then least(a.since, excluded.since) else excluded.since end,
      told_at = null, answered_at = null, found = null, lines = null`.execute(tx)
}

/** What a phone is told in the answer to its heartbeat: whatever it has not answered. */
export async function tellAsks(tx: Tx, deviceId: string): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    update device_asks set told_at = coalesce(told_at, now())
     where device_id = ${deviceId} and answered_at is null
    returning kind, since, asked_at as "askedAt"`.execute(tx)
  return rows
}

/** Digits of accounts and phones, and keys: a log that tells of them is shown without. */
const secretLike = /\d{6,}|[0-9a-fA-F]{24,}|[A-Za-z0-9+/_-]{32,}/g
const unseen = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** A line of a phone's log as people may read it. Pure. */
export const shownLine = (line: string): string => line.replaceAll(unseen, ' ').replaceAll(secretLike, '…')

/**
 * What a phone says to what it was asked for; it can name no other phone than itself.
 * @returns false where nothing of this kind is open that was asked for then
 */
export async function takeAnswer(
  tx: Tx,
  deviceId: string,
  answer: {
    readonly kind: AskKind
    /** Undefined: whatever is open. */
    readonly askedAt?: string
    readonly found?: number | undefined
    readonly lines?: readonly string[] | undefined
  },
): Promise<boolean> {
  const { kind, askedAt, found, lines } = answer
  const shown = kind === 'log' ? (lines ?? []).map(shownLine) : null
  const { numAffectedRows } = await sql`
    update device_asks set answered_at = now(), told_at = coalesce(told_at, now()),
           found = ${kind === 'sweep' ? (found ?? 0) : null}::int, lines = ${shown}::text[]
     where device_id = ${deviceId} and kind = ${kind} and answered_at is null
       and asked_at = coalesce(${askedAt ?? null}::timestamptz, asked_at)`.execute(tx)
  return numAffectedRows === 1n
}

const actions = { sweep: 'deviceSweepAsked', test: 'deviceTestAsked', log: 'deviceLogAsked' } as const
const dayMs = 86_400_000

/** A person asks a phone that is heard. @throws stateRefused; invalidDate for a moment too old or to come */
async function askPhone(
  context: Context<typeof devices.sweep> | Context<typeof devices.ask>,
  { kind, since = null, reason = null }: { kind: AskKind; since?: string | null; reason?: string | null },
) {
  const { tx, actor, input, services, record, announce } = context
  const device = await lockDevice(tx, input.id)
  if (device.state !== 'online') throw new ApiError('stateRefused', { details: { state: device.state } })
  const atMs = services.now()
  if (since !== null) {
    const sinceMs = Date.parse(since)
    if (sinceMs > atMs || sinceMs < atMs - sweepDaysMax * dayMs)
      throw new ApiError('invalidDate', { field: 'since' })
  }
  await putAsk(tx, device.id, { kind, byId: actor.id, atMs, since })
  const entityId = encodeId('device', device.id)
  await record({
    entity: 'device',
    entityId,
    action: actions[kind],
    reason,
    ...(since === null ? {} : { after: { since } }),
  })
  await announce('device', entityId, device.version)
  return {}
}

export const askForMessages = (context: Context<typeof devices.sweep>) =>
  askPhone(context, { kind: 'sweep', since: context.input.since, reason: context.input.reason })

export const askForMore = (context: Context<typeof devices.ask>) =>
  askPhone(context, { kind: context.input.kind })

/** So far before the last line that was linked a phone looks: its own clock and the bank's may differ. */
const backMinutes = 10

/**
 * Bank messages of an account are missing: each phone that reports it is asked, once for each such alarm, to
 * look for them. Nothing follows for a phone that is asked already from an earlier moment on. What a person
 * asked for and the phone has not answered stays theirs.
 */
export async function sweepGaps(db: Reader): Promise<void> {
  await sql`
    insert into device_asks as k (device_id, kind, asked_at, since)
    select s.device_id, 'sweep', date_trunc('milliseconds', now()),
           min(greatest(now() - interval '1 day', coalesce(f.last_line_at, l.raised_at)
             - make_interval(mins => ${sql.lit(backMinutes)})))
      from alarms l
      join bank_accounts b on outside_id('oba', b.id) = l.entity_id
      join bank_account_feeds f on f.bank_account_id = b.id
      join device_senders s on s.bank_account_id = b.id
      join devices d on d.id = s.device_id and d.state = 'online'
     where l.code = 'bank.chainGap' and l.cleared_at is null and l.raised_at > now() - interval '1 day'
       and not exists (select from device_asks o where o.device_id = s.device_id and o.kind = 'sweep'
             and o.asked_at >= l.raised_at)
     group by s.device_id
    on conflict (device_id, kind) do update set asked_at = excluded.asked_at,
      asked_by = case when k.answered_at is null then k.asked_by end,
      since = case when k.answered_at is null then least(k.since, excluded.since) else excluded.since end,
      told_at = null, answered_at = null, found = null`.execute(db)
}
