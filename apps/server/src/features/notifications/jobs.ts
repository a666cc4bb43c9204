import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import { personalEvents, type EventCode } from '@khlang/contract/values/event-codes.ts'
import { decodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { ApprovalKinds } from '../../platform/approvals/approval-kinds.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { announce } from '../../platform/live/live.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import type { Progress } from '../../platform/work/vitals.ts'
import { waitingRows } from '../../platform/work/waiting-rows.ts'
import { StepSize } from '../../platform/work/step-size.ts'
import { wantedFlags } from '../../platform/approvals/checkers.ts'
import { eventText } from './event-text.ts'
import { fromAlarms, fromHints } from './derive.ts'
import type { Happened } from './happened.ts'
import { administrators, codesHanded, noteTelling } from './codes-handed.ts'
import { fromActivity } from './derive-acts.ts'
import { eventKinds } from './event-kinds.ts'

/** Things that are looked at in one transaction; of acts in the log it takes as many times four. */
const usualStep = 500
const actsEach = 4

interface StoredEvent extends Happened {
  readonly id: number
}

/** Stores what happened, once each. @returns what was new */
async function storeEvents(tx: Tx, found: readonly Happened[]): Promise<StoredEvent[]> {
  if (found.length === 0) return []
  const list = <T>(pick: (each: Happened) => T): T[] => found.map(pick)
  const { rows } = await sql<{ id: number; code: EventCode; entity_id: string; occurrence: string }>`
    insert into events (code, entity, entity_id, occurrence, detail, amount_minor)
    select * from unnest(${list(({ code }) => code)}::text[], ${list(({ entity }) => entity)}::text[],
      ${list(({ entityId }) => entityId)}::text[], ${list(({ occurrence }) => occurrence)}::text[],
      ${list(({ detail }) => JSON.stringify(detail))}::jsonb[],
      ${list(({ amountMinor }) => amountMinor)}::bigint[])
    on conflict (code, entity_id, occurrence) do nothing
    returning id, code, entity_id, occurrence`.execute(tx)
  const keyOf = (each: { code: string; occurrence: string }, id: string) =>
    `${each.code}|${id}|${each.occurrence}`
  const ids = new Map(rows.map((row) => [keyOf(row, row.entity_id), row.id] as const))
  return found.flatMap((each) => {
    const key = keyOf(each, each.entityId)
    const id = ids.get(key)
    // Found twice at the same time it is one event all the same.
    ids.delete(key)
    return id === undefined ? [] : [{ ...each, id }]
  })
}

/** Puts those that are somebody's business into the inboxes. @returns whether there were any */
async function notify(tx: Tx, events: readonly StoredEvent[]): Promise<boolean> {
  const rows = events.flatMap((event) => {
    const { severity, inbox } = eventKinds[event.code]
    if (inbox === undefined) return []
    const both = (part: 'title' | 'body') =>
      JSON.stringify({ th: eventText(event, part, 'th'), en: eventText(event, part, 'en') })
    return [
      {
        event_id: event.id,
        code: event.code,
        severity,
        title: both('title'),
        body: both('body'),
        entity: event.entity,
        entity_id: event.entityId,
        audience: 'all',
        requires: wantedFlags(inbox),
      },
    ]
  })
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute()
  return rows.length > 0
}

/**
 * Derives what happened since the last time and tells the inboxes, in one transaction: nothing twice.
 * @returns whether there may be more
 */
export async function raiseEvents(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  kinds: ApprovalKinds,
  most = usualStep,
): Promise<boolean> {
  const known = { settings: await settings.get(), kinds }
  return db.transaction().execute(async (tx) => {
    const { rows: hints } = await sql<{ topic: string; entity_id: string }>`
      with picked as materialized (
        select topic, entity_id from event_hints order by id limit ${most} for update skip locked)
      delete from event_hints h using picked p where h.topic = p.topic and h.entity_id = p.entity_id
      returning h.topic, h.entity_id`.execute(tx)
    const found: Happened[] = []
    for (const [topic, derive] of Object.entries(fromHints)) {
      const ids = hints.filter((hint) => hint.topic === topic).map((hint) => hint.entity_id)
      if (ids.length > 0) found.push(...(await derive(tx, ids, known)))
    }
    const progress = await tx
      .selectFrom('event_progress')
      .select([
        'activity_seq',
        sql<string>`alarms_at::text`.as('alarms_at'),
        sql<string>`now()::text`.as('now'),
      ])
      .executeTakeFirstOrThrow()
    const acts = await fromActivity(tx, progress.activity_seq, most * actsEach)
    const alarms = await fromAlarms(tx, progress.alarms_at)
    await tx
      .updateTable('event_progress')
      .set({ activity_seq: acts.upTo, alarms_at: progress.now })
      .execute()
    const handed = await codesHanded(tx)
    const events = await storeEvents(tx, [...found, ...acts.found, ...alarms, ...handed])
    await tellCheckers(tx, events)
    await tellAdministrators(tx, events)
    await tellOwners(tx, events)
    if (await notify(tx, events)) await announce(tx, 'notification', '')
    return hints.length >= most || acts.isFull
  })
}

/** Who may check a request, or give a withdrawal its second approval: its people know already. */
const checkersOf = ({ entity, entityId }: StoredEvent): RawBuilder<string> =>
  entity === 'withdrawal'
    ? sql`select e.id from withdrawals w
             cross join lateral (select array_agg(p.id) as ids from (
               select person_accounts(w.first_approved_by) union select person_accounts(w.requested_by)
               union select accounts_of_member(w.member_id)
             ) as p (id)) part, employees e join roles r on r.id = e.role_id
           where w.id = ${decodeId('withdrawal', entityId)} and ${mayCheck(sql.ref('w.amount_minor'))}
             and (r.is_admin or r.permission @> ${wantedFlags(requestUpdate)}::jsonb)
             and e.id <> all(part.ids)`
    : sql`select e.id from approvals a
             cross join lateral (select array_agg(p.id) as ids from (
               select person_accounts(a.maker_id)
               union select person_accounts(k.checker_id) from approval_checks k where k.approval_id = a.id
             ) as p (id)) part, employees e join roles r on r.id = e.role_id
           where a.id = ${decodeId('approval', entityId)} and ${mayCheck(sql.ref('a.amount_minor'))}
             and (r.is_admin or r.permission @> a.requires) and e.id <> all(part.ids)`

const mayCheck = (amountMinor: RawBuilder<unknown>) => sql<boolean>`e.state = 'active' and e.type = 'staff'
  and coalesce(least(r.approval_limit_minor, e.approval_limit_minor), ${amountMinor}, 0)
    >= coalesce(${amountMinor}, 0)`

/** Puts one event into the inboxes of some people: `people` selects their ids. @returns the notification */
async function tell(tx: Tx, event: StoredEvent, people: RawBuilder<string>): Promise<string> {
  const both = (part: 'title' | 'body') =>
    JSON.stringify({ th: eventText(event, part, 'th'), en: eventText(event, part, 'en') })
  const { rows } = await sql<{ id: string }>`
    insert into notifications (event_id, code, severity, title, body, entity, entity_id, audience,
      employee_ids)
    values (${event.id}, ${event.code}, ${eventKinds[event.code].severity}, ${both('title')}::jsonb,
      ${both('body')}::jsonb, ${event.entity}, ${event.entityId}, 'employees', array(${people}))
    returning id`.execute(tx)
  await announce(tx, 'notification', '')
  return rows[0]?.id ?? ''
}

async function tellCheckers(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const event of events.filter(({ code }) => code === 'approval.waiting')) {
    await tell(tx, event, checkersOf(event))
  }
}

/** Who could sit behind an account is told to all who could do something about it. */
async function tellAdministrators(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const event of events.filter(({ code }) => code === 'account.code_handed')) {
    await noteTelling(tx, event, await tell(tx, event, administrators))
  }
}

/** The one person whose news it is (an outside id); null for what is everybody's. */
function ownerOf({ code, entityId, detail }: StoredEvent): string | null {
  if (code === 'account.changed') return entityId
  return personalEvents.includes(code) ? String(detail['person']) : null
}

/** The owner of an account alone, but for what concerns every administrator. */
async function tellOwners(tx: Tx, events: readonly StoredEvent[]): Promise<void> {
  for (const event of events) {
    const owner = ownerOf(event)
    // A code made at the machine lets whoever stands there in as an admin: all of them hear of it.
    const isForAll = event.detail['act'] === 'adminCodeMade'
    if (isForAll) await tell(tx, event, administrators)
    else if (owner !== null) await tell(tx, event, sql`select ${decodeId('employee', owner)}::uuid`)
  }
}

/** Things that wait to be looked at, and acts of the sealed log. */
async function howFar({ db }: Services): Promise<readonly Progress[]> {
  const { rows: acts } = await sql<Progress>`
    select activity_seq as done, coalesce((select max(seq) from activity_seals), 0) as newest
      from event_progress`.execute(db)
  return [...(await waitingRows(db, 'event_hints')), ...acts]
}

export function notificationWork(kinds: ApprovalKinds): readonly PeriodicWork[] {
  const size = new StepSize({ first: usualStep, least: 10, most: 2000 })
  return [
    {
      name: 'events',
      everyMs: 1_000,
      limitMs: 600_000,
      progress: howFar,
      run: (services, stopping) => size.drain((most) => raiseEvents(services, kinds, most), stopping),
    },
  ]
}
