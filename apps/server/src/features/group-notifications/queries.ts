import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import type { Channel } from './channels.ts'

interface Templates {
  readonly [code: string]: { readonly th: string; readonly en: string } | undefined
}

/** Where a group's messages go. */
export interface Place {
  readonly channel: Channel
  readonly target: string
  readonly baseUrl: string | null
}

export interface GroupRow extends Place {
  readonly id: string
  readonly name: string
  readonly events: EventCode[]
  readonly language: 'th' | 'en' | 'both'
  readonly minAmountMinor: number | null
  readonly banks: string[]
  readonly templates: Templates
  readonly quietFrom: string | null
  readonly quietUntil: string | null
  readonly mergeSeconds: number
  readonly isLocked: boolean
  readonly ownerId: string
  readonly owner: string
  readonly version: number
  readonly lastSentAt: string | null
  readonly lastError: string | null
  readonly lastErrorAt: string | null
  /** The newest try failed. */
  readonly isFailing: boolean
  /** Whoever made it works here no more: nothing is sent until an admin saves it as their own. */
  readonly isOrphan: boolean
  /** A second person agreed to the place it names now. */
  readonly isPlaceAgreed: boolean
  /** The request for a second person that waits. */
  readonly placeApprovalId: string | null
  readonly place: string
  readonly sentToday: number
  readonly failedToday: number
  readonly waiting: number
}

async function groupsWhere(
  db: Reader,
  where: RawBuilder<unknown>,
  page: { limit: number; offset: number } = { limit: 1_000, offset: 0 },
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, g.channel, g.target, g.base_url as "baseUrl", g.events, g.language,
           g.min_amount_minor as "minAmountMinor", g.banks, g.templates, g.merge_seconds as "mergeSeconds",
           to_char(g.quiet_from, 'HH24:MI') as "quietFrom", to_char(g.quiet_until, 'HH24:MI') as "quietUntil",
           g.is_locked as "isLocked", g.owner_id as "ownerId", o.display_name as owner,
           o.state <> 'active' as "isOrphan", g.version, p.place,
           coalesce(g.agreed_place = p.place, false) as "isPlaceAgreed",
           (select a.id from approvals a where a.kind = 'groupPlace' and a.entity_id = outside_id('grp', g.id)
              and a.document ->> 'place' = p.place and ${isWaitingApproval('a')}) as "placeApprovalId",
           g.last_sent_at as "lastSentAt", g.last_error as "lastError", g.last_error_at as "lastErrorAt",
           coalesce(g.last_error_at > coalesce(g.last_sent_at, '-infinity'), false) as "isFailing",
           d.sent as "sentToday", d.failed as "failedToday", d.waiting
      from chat_groups g join employees o on o.id = g.owner_id
      cross join lateral (select chat_place(g.channel, g.target, g.base_url) as place) p
      cross join lateral (
        select count(*) filter (where x.state = 'sent') as sent,
               count(*) filter (where x.state = 'failed') as failed,
               count(*) filter (where x.state = 'pending') as waiting
          from chat_deliveries x where x.group_id = g.id and x.created_at > now() - interval '1 day') d
     where ${where} order by g.name limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

export async function listGroups(
  db: Reader,
  { page, size, search }: { page: number; size: number; search: string },
): Promise<{ records: GroupRow[]; totalRecords: number }> {
  const found = sql<boolean>`strpos(lower(g.name), ${search.trim().toLowerCase()}) > 0`
  const [records, counted] = await Promise.all([
    groupsWhere(db, found, { limit: size, offset: (page - 1) * size }),
    db
      .selectFrom('chat_groups as g')
      .select(sql<number>`count(*)`.as('count'))
      .where(found)
      .executeTakeFirstOrThrow(),
  ])
  return { records, totalRecords: counted.count }
}

export async function findGroup(db: Reader, id: string): Promise<GroupRow | undefined> {
  return (await groupsWhere(db, sql`g.id = ${id}`))[0]
}

export const openGroups = (tx: Tx): Promise<GroupRow[]> =>
  groupsWhere(tx, sql`not g.is_locked and o.state = 'active'`)

export const lockGroup = (tx: Tx, id: string) =>
  tx
    .selectFrom('chat_groups')
    .select(['id', 'version', 'owner_id', 'is_locked', 'channel', 'target', 'base_url'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const deliveriesOf = (db: Reader, groupId: string) =>
  db
    .selectFrom('chat_deliveries')
    .select([
      'id',
      'state',
      'tries',
      'is_test as isTest',
      'event_ids as eventIds',
      'error',
      'created_at as createdAt',
      'next_at as nextAt',
      'done_at as doneAt',
    ])
    .where('group_id', '=', groupId)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()

export interface StoredEvent {
  readonly id: number
  readonly code: EventCode
  readonly entity: string
  readonly entityId: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly amountMinor: number | null
  readonly at: string
}

const eventColumns = sql`id, code, entity, entity_id as "entityId", detail, amount_minor as "amountMinor", at`

export async function eventsAbove(tx: Tx, id: number, limit: number): Promise<StoredEvent[]> {
  const { rows: found } = await sql<StoredEvent>`
    select ${eventColumns} from events where id > ${id} order by id limit ${limit}`.execute(tx)
  return found
}

export async function eventsOf(db: Reader, ids: readonly number[]): Promise<StoredEvent[]> {
  const { rows: found } = await sql<StoredEvent>`
    select ${eventColumns} from events where id = any(${[...ids]}::bigint[]) order by id`.execute(db)
  return found
}
