import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { activityLogs } from '@khlang/contract/activity-logs.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { assertDateRange, instantsOf } from '../../platform/business-day.ts'
import { keysetPage } from '../../platform/db/cursor.ts'
import type { Reader } from '../../platform/db/db.ts'
import { outsideId, storedIds } from '../../platform/db/outside-ids.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { approvalOf, signedInAs } from './ids.ts'
import { idsNamed, withNames } from './names.ts'

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
export async function listActivity(
  db: Reader,
  { input, secrets, actor, settings }: Seen & { input: Input; secrets: Secrets },
) {
  const wanted = [sql`${seesBrand(actor)}::boolean`, ...(await conditions(db, actor, input, settings))]
  return pageOf(db, { list: 'activity', wanted, input, actor, secrets })
}

/**
 * One page of what a person did themselves, whatever they may see of others. A sign-in is the act of somebody
 * whom nobody knew yet: those under their name are theirs to see, done or refused.
 */
export async function listOwnActivity(
  db: Reader,
  { input, secrets, actor, settings }: Seen & { input: OwnInput; secrets: Secrets },
) {
  const isOwn = sql`s.person_id = ${actor.id}::text`
  return pageOf(db, {
    list: 'ownActivity',
    wanted: [isOwn, ...(await conditions(db, actor, input, settings))],
    input,
    actor,
    secrets,
  })
}

/** The first rows of a filter in the order of the list, for its file. */
export async function firstActivity(db: Reader, filter: Filter, { actor, settings }: Seen, limit: number) {
  const wanted = [sql`${seesBrand(actor)}::boolean`, ...(await conditions(db, actor, filter, settings))]
  const query = rowsOf(db, wanted)
  const rows = await query.orderBy('s.at', 'desc').orderBy('s.seq', 'desc').limit(limit).execute()
  return withNames(db, actor, rows.map(shown))
}

/** Written into the statement, so that the few refused rows are found by an index of their own. */
const resultIn = (results: readonly string[]): RawBuilder<unknown> =>
  results.length === 0 ? sql`false` : sql`s.result in (${sql.join(results.map((each) => sql.lit(each)))})`

/** One of these values; a single one as such, so that an index by it gives the rows in their order. */
const among = (column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<unknown> =>
  values.length === 1 ? sql`${column} = ${values[0]}::text` : sql`${column} = any(${[...values]}::text[])`

/** What these people did, with the sign-ins as them, which nobody signed in does. */
const byPeople = (usernames: readonly string[]): RawBuilder<unknown> =>
  usernames.length === 1
    ? sql`s.person_id = (select e.id::text from employees e where e.username = ${usernames[0]}::text)`
    : sql`s.person_id = any(array(select e.id::text from employees e
        where e.username = any(${[...usernames]}::text[])))`

const byStaff = sql`s.person_id = any(array(select e.id::text from employees e))`

async function conditions(
  db: Reader,
  actor: EmployeeActor,
  filter: Filter,
  settings: BrandSettings,
): Promise<RawBuilder<unknown>[]> {
  const { admins, isByStaff, entities, actions, entityId, requestId, address, results, from, to } = filter
  assertDateRange(from, to)
  const stored = entityId ? storedIds(entityId) : []
  // What is no id is looked for as a name.
  const about =
    entityId && stored.length < 2 ? [...stored, ...(await idsNamed(db, actor, entityId))] : stored
  return [
    ...(admins ? [byPeople(admins)] : []),
    ...(isByStaff ? [byStaff] : []),
    ...(entities ? [among(sql`s.entity`, entities)] : []),
    ...(actions ? [among(sql`s.action`, actions)] : []),
    ...(entityId ? [among(sql`s.entity_id`, about)] : []),
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

/** How far the log is sealed and proven; for whom sees none of it there is none. */
export async function chainState(db: Reader, actor?: EmployeeActor) {
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
  const row = actor === undefined || seesBrand(actor) ? rows[0] : undefined
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
