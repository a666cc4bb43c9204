import type { HandlerInput, HandlerOutput } from '@khlang/contract/define.ts'
import type { activityLogs } from '@khlang/contract/activity-logs.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/actor.ts'
import { assertDateRange, instantsOf } from '../../platform/business-day.ts'
import { keysetPage } from '../../platform/cursor.ts'
import type { Reader } from '../../platform/db.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { seesBrand } from '../../platform/visibility.ts'
import { approvalOf, outsideId, signedInAs, storedIds } from './ids.ts'

type Filter = Omit<HandlerInput<typeof activityLogs.list>, 'size' | 'after' | 'before'>
type Input = HandlerInput<typeof activityLogs.list>
export type ActivityRow = HandlerOutput<typeof activityLogs.list>['records'][number]
type Seen = { readonly actor: EmployeeActor; readonly settings: BrandSettings }

/** The rows of a filter: read from the seals, whose indexes are made for it, and joined with the log. */
const rowsOf = (db: Reader, filter: Filter, { actor, settings }: Seen) =>
  db
    .selectFrom('activity_seals as s')
    .innerJoin('activity_log as l', 'l.id', 's.activity_id')
    .select([
      's.seq',
      'l.at',
      'l.actor_kind as actorKind',
      'l.actor_name as actorName',
      'l.role_name as roleName',
      'l.entity',
      'l.entity_id as entityId',
      'l.action',
      sql<'done' | 'refused' | 'failed'>`l.result`.as('result'),
      'l.reason',
      'l.before',
      'l.after',
      'l.detail',
      'l.address',
      'l.device',
      'l.request_id as requestId',
      'l.approval_id as approvalId',
    ])
    .where(sql<boolean>`${sql.join(conditions(actor, filter, settings), sql` and `)}`)

const shown = <R extends ActivityRow>(row: R): R => ({
  ...row,
  actorName: row.actorName ?? signedInAs(row),
  entityId: outsideId(row.entity, row.entityId),
  approvalId: row.approvalId ?? approvalOf(row.detail),
})

/** One page of the log. */
export async function listActivity(
  db: Reader,
  { input, secrets, ...seen }: Seen & { input: Input; secrets: Secrets },
) {
  const page = await keysetPage(rowsOf(db, input, seen), {
    list: 'activity',
    sort: [
      { by: sql.ref('s.at'), type: 'timestamptz' },
      { by: sql.ref('s.seq'), type: 'bigint' },
    ],
    input,
    actor: seen.actor,
    secrets,
  })
  return { ...page, records: page.records.map(shown) }
}

/** The first rows of a filter in the order of the list, for its file. */
export async function firstActivity(db: Reader, filter: Filter, seen: Seen, limit: number) {
  const query = rowsOf(db, filter, seen)
  const rows = await query.orderBy('s.at', 'desc').orderBy('s.seq', 'desc').limit(limit).execute()
  return rows.map(shown)
}

/** What these people did, with the sign-ins as them, which nobody signed in does. */
function byPeople(where: RawBuilder<unknown>): RawBuilder<unknown> {
  const ids = sql`array(select e.id::text from employees e ${where})`
  return sql`(s.actor_id = any(${ids}) or (s.entity = 'session' and s.entity_id = any(${ids})))`
}

function conditions(actor: EmployeeActor, filter: Filter, settings: BrandSettings): RawBuilder<unknown>[] {
  const { admins, isByStaff, entities, actions, entityId, requestId, address, results, from, to } = filter
  assertDateRange(from, to)
  return [
    sql`${seesBrand(actor)}::boolean`,
    ...(admins ? [byPeople(sql`where e.username = any(${[...admins]}::text[])`)] : []),
    ...(isByStaff ? [byPeople(sql``)] : []),
    ...(entities ? [sql`s.entity = any(${[...entities]}::text[])`] : []),
    ...(actions ? [sql`s.action = any(${[...actions]}::text[])`] : []),
    ...(entityId ? [sql`s.entity_id = any(${storedIds(entityId)}::text[])`] : []),
    ...(requestId ? [sql`s.request_id = ${requestId}`] : []),
    ...(address ? [sql`s.address = ${address}`] : []),
    ...(results ? [sql`s.result = any(${[...results]}::text[])`] : []),
    ...(from ? [sql`s.at >= ${instantsOf(settings, from).from}`] : []),
    ...(to ? [sql`s.at < ${instantsOf(settings, to).until}`] : []),
  ]
}

/** The different values of a column, by hops along its index: the log may hold millions of rows. */
export async function knownValues(db: Reader, column: 'entity' | 'action'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive known as (
      (select ${name} as value from activity_seals order by ${name} limit 1)
      union all
      select (select ${name} from activity_seals where ${name} > known.value order by ${name} limit 1)
        from known where known.value is not null)
    select value from known where value is not null`.execute(db)
  return rows.map(({ value }) => value)
}

export async function chainState(db: Reader) {
  const { rows } = await sql<{
    sealedCount: number | null
    sealedAt: string | null
    checkpointSeq: number | null
    checkpointAt: string | null
    isBroken: boolean
    verifiedAt: string | null
    verifiedCount: number | null
  }>`
    select s.seq as "sealedCount", s.sealed_at as "sealedAt", c.seq as "checkpointSeq",
           c.at as "checkpointAt", exists (select from alarms
             where code = 'activity.chainBroken' and cleared_at is null) as "isBroken",
           v.at as "verifiedAt", v.row_count as "verifiedCount"
      from (select 1) one
      left join lateral (select seq, sealed_at from activity_seals order by seq desc limit 1) s on true
      left join lateral (select seq, at from activity_checkpoints
        order by seq desc limit 1) c on true
      left join lateral (select at, row_count from activity_verifications
        where findings = '[]' order by at desc limit 1) v on true`.execute(db)
  const row = rows[0]
  return {
    sealedCount: row?.sealedCount ?? 0,
    sealedAt: row?.sealedAt ?? null,
    checkpointSeq: row?.checkpointSeq ?? 0,
    checkpointAt: row?.checkpointAt ?? null,
    isBroken: row?.isBroken ?? false,
    verifiedAt: row?.verifiedAt ?? null,
    verifiedCount: row?.verifiedCount ?? 0,
  }
}
