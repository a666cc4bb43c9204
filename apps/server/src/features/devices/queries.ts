import type { deviceStates } from '@khlang/contract/values/value-lists.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { outsideIdOf } from '../../platform/db/outside-ids.ts'
import { since } from './heard.ts'

type DeviceState = (typeof deviceStates)[number]
type StoredState = Exclude<DeviceState, 'offline'>

/** How long a phone may say nothing before it counts as offline. Source: domain 4.22. */
const silentSeconds = 90

/** The kind of request by which two agree to a phone. */
export const trustKind = 'deviceTrust'

interface Account {
  readonly id: string
  readonly bank: string
  readonly label: string
}

interface StoredRow {
  readonly id: string
  readonly name: string
  readonly place: string
  readonly state: DeviceState
  readonly lastSeenAt: string | null
  readonly batteryBps: number | null
  readonly isCharging: boolean | null
  readonly pendingCount: number | null
  readonly skewMs: number | null
  readonly model: string | null
  readonly appVersion: string | null
  readonly accounts: Account[]
  readonly lastMessageAt: string | null
  readonly isTrustAsked: boolean
  readonly version: number
}

/** As people see it: what should be heard and is not is offline. */
const standing = sql<DeviceState>`case
  when d.state = 'online' and coalesce(${since}, '-infinity')
       < now() - make_interval(secs => ${sql.lit(silentSeconds)}) then 'offline' else d.state end`

/** The request that waits for a second person. */
const asked = sql`(select w.id from approvals w where w.kind = ${trustKind} and w.state = 'pending'
  and w.expires_at > now() and w.entity_id = ${outsideIdOf('device', sql`d.id`)})`

const rowsOf = (db: Reader, where: RawBuilder<unknown>, page: { limit: number; offset: number }) =>
  sql<StoredRow>`
  select d.id, d.name, coalesce(d.place, '') as place, ${standing} as state,
         d.last_seen_at as "lastSeenAt", d.battery_bps as "batteryBps", d.is_charging as "isCharging",
         d.pending_count as "pendingCount", d.skew_ms as "skewMs", d.model, d.app_version as "appVersion",
         coalesce(a.accounts, '[]') as accounts, a."lastMessageAt",
         ${asked} is not null as "isTrustAsked",
         d.version
    from devices d left join lateral (
      select json_agg(json_build_object('id', b.id, 'bank', b.bank, 'label', b.label)
               order by b.priority, b.label) as accounts,
             max(f.last_message_at) as "lastMessageAt"
        from bank_accounts b join bank_account_feeds f on f.bank_account_id = b.id
       where b.id in (select s.bank_account_id from device_senders s where s.device_id = d.id)) a on true
   where ${where}
   order by d.state = 'revoked', lower(d.name), d.id
   limit ${page.limit} offset ${page.offset}`.execute(db)

interface Wanted {
  readonly page: number
  readonly size: number
  readonly search: string
  readonly state?: DeviceState | undefined
}

/** A page of the phones by name, and how many there are. */
export async function listDevices(db: Reader, { page, size, search, state }: Wanted) {
  const wanted = search.trim().toLowerCase()
  const found = sql`strpos(lower(d.name || ' ' || coalesce(d.place, '')), ${wanted}) > 0
    ${state === undefined ? sql`` : sql`and ${standing} = ${state}`}`
  const [records, counted] = await Promise.all([
    rowsOf(db, found, { limit: size, offset: (page - 1) * size }),
    sql<{ count: number }>`select count(*)::int as count from devices d where ${found}`.execute(db),
  ])
  return { records: records.rows, totalRecords: counted.rows[0]?.count ?? 0 }
}

export const findDevice = async (db: Reader, id: string): Promise<StoredRow | undefined> =>
  (await rowsOf(db, sql`d.id = ${id}`, { limit: 1, offset: 0 })).rows[0]

interface Detail {
  readonly note: string
  readonly createdAt: string
  /** Of the key that it is heard by. */
  readonly publicKey: Buffer | null
  readonly requestId: string | null
}

/** What only the page of one phone needs. @throws notFound */
export async function detailOf(db: Reader, id: string): Promise<Detail> {
  const { rows } = await sql<Detail>`
    select coalesce(d.note, '') as note, d.created_at as "createdAt", k.public_key as "publicKey",
           ${asked} as "requestId"
      from devices d left join machine_keys k on k.id = d.key_id where d.id = ${id}`.execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

export interface SenderRow {
  readonly account: Account
  readonly source: 'sms' | 'push'
  readonly sender: string
}

/** The names under which banks write to a phone, by account. */
export async function sendersOf(db: Reader, deviceId: string): Promise<SenderRow[]> {
  const { rows } = await sql<SenderRow>`
    select json_build_object('id', b.id, 'bank', b.bank, 'label', b.label) as account, s.source, s.sender
      from device_senders s join bank_accounts b on b.id = s.bank_account_id
     where s.device_id = ${deviceId} order by b.priority, b.label, s.source desc, s.sender`.execute(db)
  return rows
}

/** Our accounts in the order in which they are used. */
export const accountsToBind = (db: Reader) =>
  db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'label', 'account_no as accountNo'])
    .where('state', '<>', 'closed')
    .orderBy('priority')
    .orderBy('label')
    .execute()

export interface LockedDevice {
  readonly id: string
  readonly name: string
  readonly place: string | null
  readonly note: string | null
  readonly model: string | null
  readonly state: StoredState
  readonly keyId: string | null
  readonly version: number
}

/** A phone, held until the transaction ends. @throws notFound */
export async function lockDevice(tx: Tx, id: string): Promise<LockedDevice> {
  const row = await tx
    .selectFrom('devices')
    .select([
      'id',
      'name',
      'place',
      'note',
      'model',
      sql<StoredState>`state`.as('state'),
      'key_id as keyId',
      'version',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('notFound')
  return row
}

/** @returns the version that it has now */
export async function changeDevice(
  tx: Tx,
  { id, version }: LockedDevice,
  change: { state?: StoredState; name?: string; place?: string; note?: string },
): Promise<number> {
  await tx
    .updateTable('devices')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .execute()
  return version + 1
}

/** Every key of a phone but one is dead; none is kept where it is null. */
export async function revokeKeys(tx: Tx, deviceId: string, kept: string | null): Promise<void> {
  await sql`update machine_keys set state = 'revoked'
    where kind = 'device' and subject_id = ${deviceId} and state = 'active'
      and id is distinct from ${kept}`.execute(tx)
}
