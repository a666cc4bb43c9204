import { sql } from 'kysely'
import type { Services } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { isOwnAddress } from '../../platform/egress-address.ts'
import { callOutside, EgressRefused } from '../../platform/egress.ts'
import { heldRestore } from '../../platform/restored.ts'
import type { Language } from '../../platform/texts.ts'
import { eventText, filled, gapsOf } from '../notifications/event-text.ts'
import { adapters, fitted } from './channels.ts'
import { ownerReads } from './may-read.ts'
import { isInHouse } from './place.ts'
import * as queries from './queries.ts'
import { givenUpAfterMs, mayGoAt, pauseMs, wants } from './rules.ts'

const eventsAtOnce = 500
const deliveriesAtOnce = 20
/** A delivery that is being sent is not taken again before this. */
const leaseMs = 60_000

export const credentialPlace = (groupId: string): string => `chat_groups.credential.${groupId}`

type Group = queries.GroupRow

const quietOf = ({ quietFrom: from, quietUntil: until }: Group) =>
  from !== null && until !== null ? { from, until } : null

/** Whether anything may be sent there: to our own house, or where a second person agreed to. */
const isOpen = (group: Group, egressAllow: readonly string[]): boolean =>
  group.isPlaceAgreed || isInHouse(group, egressAllow)

/**
 * Gives new events to the groups that want them and whose owners may read them now; with a merge window, to a
 * message that still waits.
 */
async function assignEvents(
  tx: Tx,
  { nowMs, egressAllow }: { readonly nowMs: number; readonly egressAllow: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select group_event_id as id from event_progress for update`.execute(tx)
  const events = await queries.eventsAbove(tx, rows[0]?.id ?? 0, eventsAtOnce)
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

interface Due {
  readonly id: string
  readonly groupId: string
  readonly eventIds: readonly number[]
  readonly tries: number
  readonly createdAt: string
}

/**
 * Takes deliveries that are due, each group in its turn: their try is counted before anything is sent.
 * @param failing whether of the groups whose newest try failed, or of the others
 */
async function takeDue({ db, now }: Services, failing: boolean): Promise<Due[]> {
  const at = new Date(now())
  const { rows } = await sql<Due>`
    with due as (
      select x.id, row_number() over (partition by x.group_id order by x.next_at) as turn, x.next_at
        from chat_deliveries x join chat_groups g on g.id = x.group_id
        join employees o on o.id = g.owner_id and o.state = 'active'
       where x.state = 'pending' and x.next_at <= ${at} and not x.is_test and not g.is_locked
         and coalesce(g.last_error_at > coalesce(g.last_sent_at, '-infinity'), false) = ${failing}
       order by turn, x.next_at limit ${deliveriesAtOnce})
    update chat_deliveries d set tries = tries + 1, next_at = ${new Date(now() + leaseMs)}
     where id in (select x.id from chat_deliveries x
       where x.id in (select id from due) and x.state = 'pending' and x.next_at <= ${at}
       for update skip locked)
    returning id, group_id as "groupId", event_ids as "eventIds", tries, created_at as "createdAt"`.execute(
    db,
  )
  return rows
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

async function deliver(services: Services, due: Due): Promise<void> {
  const { db, now } = services
  const group = await queries.findGroup(db, due.groupId)
  if (!group) return
  const reads = await ownerReads(db, group.ownerId)
  const events = (await queries.eventsOf(db, due.eventIds)).filter(({ code }) => reads(code))
  if (events.length === 0 || !isOpen(group, services.egressAllow)) return drop(services, due)
  const error = await send(services, group, {
    id: due.id,
    lines: linesOf(group, events),
    events: events.map(shownEvent),
  })
  const isOver = error !== null && now() - Date.parse(due.createdAt) > givenUpAfterMs
  const state = error === null ? 'sent' : isOver ? 'failed' : 'pending'
  const eventIds = events.map(({ id }) => id)
  await noteTry(services, { id: due.id, groupId: group.id, state, error, tries: due.tries, eventIds })
}

/** Nothing of it may go there any more: the owner lost the right, or the place is another one. */
async function drop({ db, now }: Services, { id }: Due): Promise<void> {
  await db
    .updateTable('chat_deliveries')
    .set({ state: 'dropped', done_at: new Date(now()) })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

async function noteTry(
  { db, now }: Services,
  tried: {
    id: string
    groupId: string
    state: 'sent' | 'failed' | 'pending'
    error: string | null
    tries: number
    /** What it told, where that is less than what was assigned. */
    eventIds: readonly number[]
  },
): Promise<void> {
  const at = new Date(now())
  const isDone = tried.state !== 'pending'
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('chat_deliveries')
      .set({
        state: tried.state,
        event_ids: [...tried.eventIds],
        error: tried.error,
        done_at: isDone ? at : null,
        next_at: new Date(now() + pauseMs(tried.tries)),
      })
      .where('id', '=', tried.id)
      .where('state', '=', 'pending')
      .execute()
    await tx
      .updateTable('chat_groups')
      .set(tried.error === null ? { last_sent_at: at } : { last_error: tried.error, last_error_at: at })
      .where('id', '=', tried.groupId)
      .execute()
  })
}

async function sendDue(services: Services, failing: boolean): Promise<void> {
  const due = await takeDue(services, failing)
  await Promise.all(due.map((each) => deliver(services, each)))
}

/** Assigns what is new and sends what is due to groups whose newest try went well, or that had none. */
export async function deliverGroups(services: Services): Promise<void> {
  const { db, now, egressAllow } = services
  // A database of before would tell again what was told, and what has not been true since.
  if ((await heldRestore(db)) !== null) return
  const asked = { nowMs: now(), egressAllow }
  while ((await db.transaction().execute((tx) => assignEvents(tx, asked))) >= eventsAtOnce);
  await sendDue(services, false)
}

/** Sends what is due to groups whose newest try failed: silent places keep no other group waiting. */
export async function retryGroups(services: Services): Promise<void> {
  if ((await heldRestore(services.db)) !== null) return
  await sendDue(services, true)
}

/** One message at once, for the person who presses the button. @returns why it was not sent, or null */
export async function sendTest(services: Services, group: Group, text: string): Promise<string | null> {
  const made = await services.db
    .insertInto('chat_deliveries')
    .values({ group_id: group.id, event_ids: [], is_test: true, tries: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const error = await send(services, group, { id: made.id, lines: [text], events: [] })
  const state = error === null ? 'sent' : 'failed'
  await noteTry(services, { id: made.id, groupId: group.id, state, error, tries: 1, eventIds: [] })
  return error
}
