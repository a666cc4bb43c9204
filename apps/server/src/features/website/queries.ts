import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { website } from '@khlang/contract/website/website.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Keyset, SortColumn } from '../../platform/db/cursor.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { changeRows, type Changes } from './changes.ts'

type Version = HandlerOutput<typeof website.versions>['records'][number]
type Row = Omit<Version, 'changes'> & { readonly changes: Changes; readonly keysetKey: string[] }

/** Newest first. */
export const newestFirst: SortColumn[] = [{ by: sql.ref('v.number'), type: 'integer' }]

const rowsOf = (more: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<Row>`
  select v.id, v.number, v.state, v.changes, m.display_name as "askedBy",
         case when not a.is_sole_owner then c.display_name end as "agreedBy",
         v.approval_id as "approvalId", v.reason, v.effective_from as "effectiveFrom",
         v.activated_at as "activatedAt", v.ended_at as "endedAt", b.display_name as "endedBy",
         v.ended_reason as "endedReason" ${more}
    from settings_versions v
    left join employees m on m.id = v.asked_by left join employees b on b.id = v.ended_by
    left join approvals a on a.id = v.approval_id left join employees c on c.id = a.checker_id
   ${rest}`

const toVersion = ({ keysetKey: _key, changes, ...row }: Row): Version => ({
  ...row,
  changes: changeRows(changes),
})

export async function pageOfVersions(
  db: Reader,
  keyset: Keyset,
  { state }: Pick<HandlerInput<typeof website.versions>, 'state'>,
) {
  const conditions = [
    ...(keyset.where === null ? [] : [keyset.where]),
    ...(state === undefined ? [] : [sql<boolean>`v.state = any(${[...state]}::text[])`]),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  const { rows } = await rowsOf(
    sql`, ${keyset.key} as "keysetKey"`,
    sql`${where} order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`,
  ).execute(db)
  const page = keyset.pageOf(rows)
  return { ...page, records: page.records.map((row) => toVersion(row as Row)) }
}

/** What was agreed to and has not begun, the next first. */
export async function scheduledVersions(db: Reader): Promise<Version[]> {
  const { rows } = await rowsOf(
    sql`, array[]::text[] as "keysetKey"`,
    sql`where v.state = 'scheduled' order by v.effective_from, v.number limit 100`,
  ).execute(db)
  return rows.map(toVersion)
}

type Waiting = HandlerOutput<typeof website.settings>['pending'][number]

/** Requests that nobody answered yet, the oldest first. */
export async function pendingChanges(db: Reader): Promise<Waiting[]> {
  const { rows } = await sql<Omit<Waiting, 'changes'> & { changes: Changes }>`
    select a.id as "approvalId", a.document -> 'changes' as changes, m.display_name as "askedBy",
           a.created_at as "askedAt", a.expires_at as "expiresAt", a.reason,
           a.document ->> 'effectiveFrom' as "effectiveFrom"
      from approvals a join employees m on m.id = a.maker_id
     where a.kind in ('settingsChange', 'settingsGuardChange') and a.state = 'pending'
       and a.expires_at > now()
     order by a.created_at limit 100`.execute(db)
  return rows.map(({ changes, ...row }) => ({ ...row, changes: changeRows(changes) }))
}

/** The version in force, and since when. */
export async function versionInForce(db: Reader): Promise<{ version: number; since: string }> {
  const { rows } = await sql<{ version: number; since: string }>`
    select version, updated_at as since from brand_settings`.execute(db)
  return rows[0] ?? { version: 0, since: new Date(0).toISOString() }
}

/** What was in force at a moment; null from before versions were kept. */
export async function settingsAt(
  db: Reader,
  at: string,
): Promise<{ readonly version: number; readonly settings: BrandSettings } | null> {
  const { rows } = await sql<{ number: number; value: unknown }>`
    select v.number, case when v.state = 'active' then b.value else v.value end as value
      from settings_versions v cross join brand_settings b
     where v.activated_at <= ${at}::timestamptz
     order by v.activated_at desc, v.number desc limit 1`.execute(db)
  const [row] = rows
  return row ? { version: row.number, settings: BrandSettings.parse(row.value) } : null
}

type Setter = NonNullable<HandlerOutput<typeof website.settingsAt>['records'][number]['by']>

/** The version that had set each setting as it stood at a moment, and the people who did. */
export async function settersAt(db: Reader, at: string): Promise<ReadonlyMap<string, Setter>> {
  const { rows } = await sql<Setter & { key: string }>`
    select distinct on (k.key) k.key, v.number as version, v.activated_at as since,
           m.display_name as "askedBy", case when not a.is_sole_owner then c.display_name end as "agreedBy",
           v.reason
      from settings_versions v cross join lateral jsonb_object_keys(v.changes) k (key)
      left join employees m on m.id = v.asked_by left join approvals a on a.id = v.approval_id
      left join employees c on c.id = a.checker_id
     where v.activated_at <= ${at}::timestamptz
     order by k.key, v.activated_at desc, v.number desc`.execute(db)
  return new Map(rows.map(({ key, ...by }) => [key, by]))
}

export interface LockedVersion {
  readonly id: string
  readonly number: number
  readonly state: Version['state']
  readonly changes: Changes
  readonly reason: string
  readonly isDue: boolean
}

/** A version, held until the transaction ends; by its number or its id. */
export async function lockVersion(
  tx: Tx,
  by: { readonly id: string } | { readonly number: number },
): Promise<LockedVersion | null> {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`number = ${by.number}`
  const { rows } = await sql<LockedVersion>`
    select id, number, state, changes, reason, effective_from <= now() as "isDue"
      from settings_versions where ${which} for update`.execute(tx)
  return rows[0] ?? null
}

export interface NewVersion {
  readonly id: string
  readonly changes: Changes
  readonly askedBy: string
  readonly approvalId: string | null
  readonly reason: string
  /** Null: now. */
  readonly effectiveFrom: string | null
}

/** What was agreed to; the database draws its number. */
export async function addVersion(tx: Tx, version: NewVersion): Promise<LockedVersion> {
  const { id, changes, askedBy, approvalId, reason, effectiveFrom } = version
  const { rows } = await sql<LockedVersion>`
    insert into settings_versions (id, changes, asked_by, approval_id, reason, effective_from)
    values (${id}, ${JSON.stringify(changes)}::jsonb, ${askedBy}, ${approvalId}, ${reason},
            coalesce(${effectiveFrom}::timestamptz, now()))
    returning id, number, state, changes, reason, effective_from <= now() as "isDue"`.execute(tx)
  const [added] = rows
  if (added === undefined) throw new Error('no version was added')
  return added
}

/** Puts a version in force; the database gives it its values, and takes it to brand_settings. */
export async function putInForce(tx: Tx, id: string): Promise<void> {
  await sql`update settings_versions set state = 'past' where state = 'active'`.execute(tx)
  await sql`update settings_versions set state = 'active' where id = ${id}`.execute(tx)
}

/** Ends a version that has not begun. */
export const endVersion = (
  tx: Tx,
  id: string,
  end: { readonly state: 'withdrawn' | 'refused'; readonly by: string | null; readonly reason: string },
) =>
  sql`update settings_versions set state = ${end.state}, ended_by = ${end.by},
    ended_reason = ${end.reason} where id = ${id}`.execute(tx)

/** Numbers of versions whose time has come, in the order in which they begin. */
export async function dueVersions(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from settings_versions where state = 'scheduled' and effective_from <= now()
     order by effective_from, number limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

/** Holds the settings: whoever changes them waits for one another. */
export const holdSettings = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('brand_settings'))`.execute(tx)
