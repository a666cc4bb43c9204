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
import { withNames } from './names.ts'

type Filter = Omit<HandlerInput<typeof activityLogs.list>, 'size' | 'after' | 'before'>
type Input = HandlerInput<typeof activityLogs.list>
export type ActivityRow = HandlerOutput<typeof activityLogs.list>['records'][number]
type OwnInput = HandlerInput<typeof activityLogs.mine>
type Seen = { readonly actor: EmployeeActor; readonly settings: BrandSettings }

/** The rows of a filter: read from the seals, whose indexes are made for it, and joined with the log. */
const rowsOf = (db: Reader, wanted: readonly RawBuilder<unknown>[]) =>
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
    .where(sql<boolean>`${sql.join([...wanted], sql` and `)}`)

const shown = <R extends Omit<ActivityRow, 'entityName'>>(row: R): R => ({
  ...row,
  actorName: row.actorName ?? signedInAs(row),
  entityId: outsideId(row.entity, row.entityId),
  approvalId: row.approvalId ?? approvalOf(row.detail),
})

interface Asked {
  readonly list: 'activity' | 'ownActivity'
  readonly wanted: readonly RawBuilder<unknown>[]
  readonly input: Input | OwnInput
  readonly actor: EmployeeActor
  readonly secrets: Secrets
}

async function pageOf(db: Reader, { wanted, ...asked }: Asked) {
  const page = await keysetPage(rowsOf(db, wanted), {
    ...asked,
    sort: [
      { by: sql.ref('s.at'), type: 'timestamptz' },
      { by: sql.ref('s.seq'), type: 'bigint' },
    ],
  })
  return { ...page, records: await withNames(db, asked.actor, page.records.map(shown)) }
}

/** One page of the log. */
export const listActivity = (
  db: Reader,
  { input, secrets, actor, settings }: Seen & { input: Input; secrets: Secrets },
) =>
  pageOf(db, {
    list: 'activity',
    wanted: [sql`${seesBrand(actor)}::boolean`, ...conditions(input, settings)],
    input,
    actor,
    secrets,
  })

/**
 * One page of what a person did himself, whatever he may see of others. A sign-in is the act of somebody
 * whom nobody knew yet: those under his name are his to see, done or refused.
 */
export const listOwnActivity = (
  db: Reader,
  { input, secrets, actor, settings }: Seen & { input: OwnInput; secrets: Secrets },
) => {
  const signIn = sql`l.actor_kind = 'stranger' and s.entity = 'session' and s.entity_id = ${actor.id}::text`
  const isOwn = sql`(s.actor_id = ${actor.id}::text or (${signIn}))`
  return pageOf(db, {
    list: 'ownActivity',
    wanted: [isOwn, ...conditions(input, settings)],
    input,
    actor,
    secrets,
  })
}

/** The first rows of a filter in the order of the list, for its file. */
export async function firstActivity(db: Reader, filter: Filter, { actor, settings }: Seen, limit: number) {
  const query = rowsOf(db, [sql`${seesBrand(actor)}::boolean`, ...conditions(filter, settings)])
  const rows = await query.orderBy('s.at', 'desc').orderBy('s.seq', 'desc').limit(limit).execute()
  return withNames(db, actor, rows.map(shown))
}

/** Written into the statement, so that the few refused rows are found by an index of their own. */
const resultIn = (results: readonly string[]): RawBuilder<unknown> =>
  results.length === 0 ? sql`false` : sql`s.result in (${sql.join(results.map((each) => sql.lit(each)))})`

/**
 * What these people did, with the sign-ins as them, which nobody signed in does. Where the kinds of thing
 * asked for leave one of the two, that one alone: a row's index then holds what is looked for.
 */
function byPeople(where: RawBuilder<unknown>, entities: Filter['entities']): RawBuilder<unknown> {
  const ids = sql`array(select e.id::text from employees e ${where})`
  const signIns = sql`(s.entity = 'session' and s.entity_id = any(${ids}))`
  if (entities?.length === 1 && entities[0] === 'session') return signIns
  const acts = sql`s.actor_id = any(${ids})`
  return entities && !entities.includes('session') ? acts : sql`(${acts} or ${signIns})`
}

function conditions(filter: Filter, settings: BrandSettings): RawBuilder<unknown>[] {
  const { admins, isByStaff, entities, actions, entityId, requestId, address, results, from, to } = filter
  assertDateRange(from, to)
  return [
    ...(admins ? [byPeople(sql`where e.username = any(${[...admins]}::text[])`, entities)] : []),
    ...(isByStaff ? [byPeople(sql``, entities)] : []),
    ...(entities ? [sql`s.entity = any(${[...entities]}::text[])`] : []),
    ...(actions ? [sql`s.action = any(${[...actions]}::text[])`] : []),
    ...(entityId ? [sql`s.entity_id = any(${storedIds(entityId)}::text[])`] : []),
    ...(requestId ? [sql`s.request_id = ${requestId}`] : []),
    ...(address ? [sql`s.address = ${address}`] : []),
    ...(results ? [resultIn(results)] : []),
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
