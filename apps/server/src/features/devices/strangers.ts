import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { devices } from '@khlang/contract/payments/devices.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'

type Stranger = HandlerOutput<typeof devices.get>['strangers'][number]

/** How long back a stored message may be read once its sender is agreed to, and strangers are told of. */
const strangerDays = 7

/** Of the newest unread messages so many are looked at. */
const lookedMax = 2000

/** Messages of rows `m` that were kept unread since their sender speaks for no account of their phone. */
export const ofStranger = sql<boolean>`m.state in ('parseFailed', 'senderUnknown')
  and m.dismissed_at is null and m.state = 'senderUnknown' and m.failure = 'senderNotAllowed'
  and m.id > uuidv7(make_interval(days => ${sql.lit(-strangerDays)}))`

/** Names that wrote to a phone and speak for none of its accounts, the newest first. */
export const strangersOf = async (db: Reader, deviceId: string): Promise<Stranger[]> =>
  (await strangers(db, [deviceId])).map(({ deviceId: _id, device: _name, ...said }) => said)

/** The same of all phones that report an account, by phone. */
export async function strangersAt(db: Reader, accountId: string) {
  const { rows } = await sql<{ id: string }>`
    select distinct device_id as id from device_senders where bank_account_id = ${accountId}`.execute(db)
  const found = await strangers(
    db,
    rows.map(({ id }) => id),
  )
  return found.map(({ source: _source, ...said }) => said)
}

async function strangers(
  db: Reader,
  deviceIds: readonly string[],
): Promise<(Stranger & { deviceId: string; device: string })[]> {
  const { rows } = await sql<Stranger & { deviceId: string; device: string }>`
    select d.id as "deviceId", d.name as device, m.source,
           (array_agg(m.sender order by m.id desc))[1] as sender, count(*)::int as count,
           max(m.received_at) as "lastAt"
      from (select * from bank_messages m where ${ofStranger} order by m.id desc limit ${lookedMax}) m
      join devices d on d.id = m.device_id
     where d.id = any(${[...deviceIds]}::uuid[]) and d.state <> 'revoked'
       and not exists (select from device_senders s
         where s.device_id = m.device_id and s.source = m.source and lower(s.sender) = lower(m.sender))
     group by d.id, d.name, m.source, lower(m.sender) order by max(m.id::text) desc limit 10`.execute(db)
  return rows
}
