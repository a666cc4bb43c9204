import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { Job, JobEnd, JobKind, Running, Wanted } from '../../platform/background/job-kinds.ts'
import { hasJob } from '../../platform/background/job-rows.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import { isOpen, noteTry, sendEvents } from './deliver.ts'
import { ownerReads } from './may-read.ts'
import * as queries from './queries.ts'
import { firstRetryMs, givenUpAfterMs } from './rules.ts'

/** Of one group, and of all that answer, so many messages are with the worker: the others wait as rows. */
const givenMax = 20
/** Two at a time: one to a place that answered, one to a place that did not, which keeps no other waiting. */
const lanes = { answering: 'chat', failing: 'chat.failing' }

const isFailing = sql<boolean>`coalesce(g.last_error_at > coalesce(g.last_sent_at, '-infinity'), false)`

/**
 * The messages whose time has come, each group in its turn. Of a group that does not answer it is the oldest
 * alone: the rest goes out in its order once that one was taken.
 */
async function wantedDeliveries(tx: Tx, { now }: Services): Promise<Wanted[]> {
  if ((await heldRestore(tx)) !== null) return []
  const { rows } = await sql<Wanted>`
    with oldest as (
      select d.*, g.owner_id, g.name, ${isFailing} as is_failing,
             ${hasJob('chatDelivery', sql.ref('d.id'))} as is_given
        from chat_groups g join employees o on o.id = g.owner_id and o.state = 'active'
        cross join lateral (
          select x.id, x.next_at, row_number() over (order by x.created_at, x.id) as turn
            from chat_deliveries x where x.group_id = g.id and x.state = 'pending' and not x.is_test
           order by x.created_at, x.id limit ${givenMax}) d
       where not g.is_locked),
    due as (
      select *, row_number() over (partition by is_failing order by turn, next_at) as place from oldest
       where not is_given and next_at <= ${new Date(now())} and (turn = 1 or not is_failing))
    select id as "subjectId", owner_id as "ownerId", name,
           case when is_failing then ${lanes.failing} else ${lanes.answering} end as lane
      from due
     where is_failing
        or place <= ${givenMax} - (select count(*) from oldest where is_given and not is_failing)
     order by place`.execute(tx)
  return rows
}

interface Waiting {
  readonly id: string
  readonly groupId: string
  readonly eventIds: readonly number[]
  readonly tries: number
  readonly createdAt: string
  readonly isFirst: boolean
  readonly isFailing: boolean
  readonly mayGo: boolean
}

/** What waits, and whether it is its turn now. */
async function findWaiting(db: Reader, id: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select d.id, d.group_id as "groupId", d.event_ids as "eventIds", d.tries, d.created_at as "createdAt",
           not exists (select from chat_deliveries x where x.group_id = d.group_id and x.state = 'pending'
             and not x.is_test and (x.created_at, x.id) < (d.created_at, d.id)) as "isFirst",
           ${isFailing} as "isFailing", not g.is_locked and o.state = 'active' as "mayGo"
      from chat_deliveries d join chat_groups g on g.id = d.group_id join employees o on o.id = g.owner_id
     where d.id = ${id}::uuid and d.state = 'pending'`.execute(db)
  return rows[0]
}

const countTry = (db: Reader, id: string) =>
  sql`update chat_deliveries set tries = tries + 1 where id = ${id}::uuid and state = 'pending'`.execute(db)

/** Nothing of it may go out any more: the owner lost the right, the place is another one, or they say so. */
async function drop(db: Reader, id: string, now: number): Promise<boolean> {
  const dropped = await db
    .updateTable('chat_deliveries')
    .set({ state: 'dropped', done_at: new Date(now) })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return dropped !== undefined
}

/**
 * Sends a message, where it is its turn. The first failure of a group moves it to the lane of those that do
 * not answer; there the worker tries again, with a pause that grows.
 */
async function deliver(services: Services, job: Job, running: Running): Promise<JobEnd> {
  const { db, now } = services
  const due = await findWaiting(db, job.subjectId)
  if (due === undefined) return { kind: 'left' }
  const isHeld = (await heldRestore(db)) !== null
  if (isHeld || !due.mayGo || (due.isFailing && !due.isFirst)) return { kind: 'again' }
  const group = await queries.findGroup(db, due.groupId)
  if (!group) return { kind: 'left' }
  const reads = await ownerReads(db, group.ownerId)
  const events = (await queries.eventsOf(db, due.eventIds)).filter(({ code }) => reads(code))
  if (events.length === 0 || !isOpen(group, services.egressAllow)) {
    await drop(db, due.id, now())
    return { kind: 'left' }
  }
  await countTry(db, due.id)
  const error = await sendEvents(services, group, due.id, events)
  const going = { ...due, tries: due.tries + 1, eventIds: events.map(({ id }) => id) }
  const isOver = now() - Date.parse(due.createdAt) > givenUpAfterMs
  const pause = isOver ? null : due.isFailing ? running.nextPauseMs : firstRetryMs
  await noteTry(services, going, { error, pause })
  if (error === null) return { kind: 'done' }
  if (isOver) return { kind: 'failed', failure: 'noAnswer', isDead: true }
  if (due.isFailing) throw new Error(error)
  return { kind: 'again' }
}

/** Messages to chat groups, in the order of each group. */
export const deliveryKind: JobKind = {
  lanes: Object.values(lanes),
  // Their age ends them, after a day; as many tries are never made before.
  triesMax: 50,
  limitMs: 60_000,
  wanted: wantedDeliveries,
  run: deliver,
  giveUp: async (tx, { now }, { subjectId }) => {
    await tx
      .updateTable('chat_deliveries')
      .set({ state: 'failed', done_at: new Date(now()) })
      .where('id', '=', subjectId)
      .where('state', '=', 'pending')
      .execute()
    return 'noAnswer'
  },
  cancel: (tx, subjectId) => drop(tx, subjectId, Date.now()),
  blames: async (db, subjectId) => {
    const row = await db
      .selectFrom('chat_deliveries')
      .select('group_id')
      .where('id', '=', subjectId)
      .executeTakeFirst()
    return { entity: 'group', entityId: row ? encodeId('group', row.group_id) : 'group' }
  },
}
