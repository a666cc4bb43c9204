import { sql } from 'kysely'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { StepSize } from '../../platform/work/step-size.ts'
import { isOwnAddress } from '../../platform/security/egress-address.ts'
import { callOutside, EgressRefused } from '../../platform/security/egress.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import type { Language } from '../../platform/texts.ts'
import { eventText, gapsOf } from '../notifications/event-text.ts'
import { filled } from '../notifications/filled.ts'
import { adapters, fitted } from './channels.ts'
import { ownerReads } from './may-read.ts'
import { isInHouse } from './place.ts'
import * as queries from './queries.ts'
import { mayGoAt, wants } from './rules.ts'

/** Events that are given to groups in one transaction. */
export const stepSize = () => new StepSize({ first: 500, least: 10, most: 2000 })

export const credentialPlace = (groupId: string): string => `chat_groups.credential.${groupId}`

type Group = queries.GroupRow

const quietOf = ({ quietFrom: from, quietUntil: until }: Group) =>
  from !== null && until !== null ? { from, until } : null

/** Whether anything may be sent there: to our own house, or where a second person agreed to. */
export const isOpen = (group: Group, egressAllow: readonly string[]): boolean =>
  group.isPlaceAgreed || isInHouse(group, egressAllow)

/**
 * Gives new events to the groups that want them and whose owners may read them now; with a merge window, to a
 * message that still waits.
 */
async function assignEvents(
  tx: Tx,
  { nowMs, egressAllow }: { readonly nowMs: number; readonly egressAllow: readonly string[] },
  most: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select group_event_id as id from event_progress for update`.execute(tx)
  const events = await queries.eventsAbove(tx, rows[0]?.id ?? 0, most)
  const last = events.at(-1)
  if (last === undefined) return 0
  for (const group of await queries.openGroups(tx)) {
    if (!isOpen(group, egressAllow)) continue
    const reads = await ownerReads(tx, group.ownerId)
    const wanted = events.filter(({ code, amountMinor, detail }) => {
      const bank = typeof detail['bank'] === 'string' ? detail['bank'] : null
      return reads(code) && wants(group, { code, amountMinor, bank })
    })
    if (wanted.length > 0)
      await queue(
        tx,
        group,
        wanted.map(({ id }) => id),
        nowMs,
      )
  }
  await tx.updateTable('event_progress').set({ group_event_id: last.id }).execute()
  return events.length
}

async function queue(tx: Tx, group: Group, ids: readonly number[], nowMs: number): Promise<void> {
  const goesAt = mayGoAt(nowMs + group.mergeSeconds * 1000, quietOf(group))
  // What waits to be sent for the first time takes more in.
  const { rows: joined } = await sql`
    update chat_deliveries set event_ids = event_ids || ${[...ids]}::bigint[]
     where id = (select id from chat_deliveries where group_id = ${group.id} and state = 'pending'
       and tries = 0 and not is_test and next_at > ${new Date(nowMs)} order by created_at limit 1)
    returning 1`.execute(tx)
  if (joined.length > 0) return
  await tx
    .insertInto('chat_deliveries')
    .values({ group_id: group.id, event_ids: [...ids], next_at: new Date(goesAt) })
    .execute()
}

export interface Windows {
  readonly quietHours: ReturnType<typeof quietOf>
  readonly mergeSeconds: number
}

/** After a change of a group's windows: what has not been tried yet goes when those of now let it. */
export async function retimeWaiting(
  tx: Tx,
  groupId: string,
  { quietHours, mergeSeconds }: Windows,
  nowMs: number,
): Promise<void> {
  const goesAt = mayGoAt(nowMs + mergeSeconds * 1000, quietHours)
  await sql`
    update chat_deliveries set next_at = ${new Date(goesAt)}
     where group_id = ${groupId} and state = 'pending' and tries = 0 and not is_test`.execute(tx)
}

/** The sentences of a group about events, by its own templates where it has them. Pure. */
export function linesOf(
  group: Pick<Group, 'language' | 'templates'>,
  events: readonly queries.StoredEvent[],
): string[] {
  const languages: Language[] = group.language === 'both' ? ['th', 'en'] : [group.language]
  return events.flatMap((event) =>
    languages.map((language) => {
      const own = group.templates[event.code]?.[language]
      if (own === undefined || own.trim() === '')
        return `${eventText(event, 'title', language)}: ${eventText(event, 'body', language)}`
      return filled(own, gapsOf(event, language))
    }),
  )
}

/** Why nothing came of a try, in words without secrets; null when it was sent. */
async function send(
  services: Services,
  group: Group,
  message: { id: string; lines: readonly string[]; events: readonly object[] },
): Promise<string | null> {
  const adapter = adapters[group.channel]
  const row = await services.db
    .selectFrom('chat_groups')
    .select('credential')
    .where('id', '=', group.id)
    .executeTakeFirstOrThrow()
  const credential = services.secrets.open(credentialPlace(group.id), row.credential).toString()
  const base = (group.baseUrl ?? adapter.base).replace(/\/$/, '')
  const request = adapter.request(
    { target: group.target, credential, base },
    {
      id: message.id,
      text: fitted(message.lines, adapter.textMax),
      events: message.events,
      atMs: services.now(),
    },
  )
  if (isOwnAddress(request.url, services.ownHosts)) return 'refused: our own address'
  try {
    const answer = await callOutside(request, services.egressAllow)
    return adapter.isSent(answer) ? null : `HTTP ${answer.status}`
  } catch (error) {
    return error instanceof EgressRefused ? `refused: ${error.message}` : 'no answer'
  }
}

const shownEvent = ({ code, entity, entityId, detail, amountMinor, at }: queries.StoredEvent) => ({
  code,
  entity,
  entityId,
  detail,
  amountMinor,
  at,
})

/** A message that goes out now. */
export interface Going {
  readonly id: string
  readonly groupId: string
  readonly tries: number
  /** What it tells, where that is less than what was assigned. */
  readonly eventIds: readonly number[]
}

/** Counts the try of a message, and sends it: outside any transaction. @returns why nothing came of it */
export async function sendEvents(
  services: Services,
  group: Group,
  id: string,
  events: readonly queries.StoredEvent[],
): Promise<string | null> {
  return send(services, group, { id, lines: linesOf(group, events), events: events.map(shownEvent) })
}

/** Writes down what came of a try. @param pause how long until the next one; null: there is none */
export async function noteTry(
  { db, now }: Services,
  tried: Going,
  { error, pause }: { readonly error: string | null; readonly pause: number | null },
): Promise<void> {
  const at = new Date(now())
  const state = error === null ? 'sent' : pause === null ? 'failed' : 'pending'
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('chat_deliveries')
      .set({
        state,
        event_ids: [...tried.eventIds],
        error,
        done_at: state === 'pending' ? null : at,
        next_at: new Date(now() + (pause ?? 0)),
      })
      .where('id', '=', tried.id)
      .where('state', '=', 'pending')
      .execute()
    await tx
      .updateTable('chat_groups')
      .set(error === null ? { last_sent_at: at } : { last_error: error, last_error_at: at })
      .where('id', '=', tried.groupId)
      .execute()
  })
}

/** Assigns what is new; the messages wait for their time, and become jobs then. */
export async function assignNew(
  { db, now, egressAllow }: Services,
  stopping?: AbortSignal,
  size = stepSize(),
): Promise<void> {
  // A database of before would tell again what was told, and what has not been true since.
  if ((await heldRestore(db)) !== null) return
  const asked = { nowMs: now(), egressAllow }
  await size.drain(
    async (most) => (await db.transaction().execute((tx) => assignEvents(tx, asked, most))) >= most,
    stopping,
  )
}

/** One message at once, for the person who presses the button. @returns why it was not sent, or null */
export async function sendTest(services: Services, group: Group, text: string): Promise<string | null> {
  const made = await services.db
    .insertInto('chat_deliveries')
    .values({ group_id: group.id, event_ids: [], is_test: true, tries: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const error = await send(services, group, { id: made.id, lines: [text], events: [] })
  const tried = { id: made.id, groupId: group.id, tries: 1, eventIds: [] }
  await noteTry(services, tried, { error, pause: null })
  return error
}
