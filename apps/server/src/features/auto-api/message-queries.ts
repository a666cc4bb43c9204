import type { BankCode } from '@khlang/contract/values/banks.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../../platform/db/db.ts'
import type { BankFormat } from '../bank-lines/intake/read-by-taught.ts'
import type { FeedRow } from '../bank-lines/stored-line.ts'

interface MessageAccount {
  readonly id: string
  readonly bank: BankCode
  readonly accountNo: string
  readonly hasBalances: boolean
}

export interface FirstAnswer {
  readonly id: string
  readonly state: 'read' | 'joined' | 'duplicate' | 'notMoney' | 'parseFailed' | 'senderUnknown' | 'test'
  readonly sender: string
  readonly text: string
  readonly lineId: string | null
  readonly lineState: string | null
}

export interface MessagePlace {
  readonly device: { readonly name: string; readonly state: string } | null
  /** The accounts this sender of this phone may speak of. */
  readonly accounts: readonly (MessageAccount & { readonly feed: FeedRow })[]
  /** Formats that people taught for this sender of these banks. */
  readonly formats: readonly BankFormat[]
  /** What was answered when the message came for the first time. */
  readonly first: FirstAnswer | null
}

/** Of rows of devices: by the key that two agreed to; of a phone of before, by the secret that it shares. */
const isHeardBy = (keyId: string) => sql`(key_id = ${keyId} or key_id is null and exists (
  select from machine_keys k where k.id = ${keyId} and k.secret is not null))`

/**
 * Device, accounts and earlier answer of a message, in one round trip. The accounts' feeds are locked by it:
 * from here to the commit their lines are this transaction's.
 */
export async function placeOfMessage(
  tx: Tx,
  message: { deviceId: string; keyId: string; externalId: string; source: string; sender: string },
): Promise<MessagePlace> {
  const { rows } = await sql<MessagePlace>`
    with allowed as (
      select a.id, a.bank, a.account_no, a.has_balances, f.last_balance_minor, f.last_line_id, f.last_line_at,
             f.is_broken
        from device_senders s join bank_accounts a on a.id = s.bank_account_id
        join bank_account_feeds f on f.bank_account_id = a.id
       where s.device_id = ${message.deviceId} and s.source = ${message.source}
         and lower(s.sender) = lower(${message.sender})
       order by a.id for update of f)
    select (select json_build_object('name', name, 'state', state) from devices
      where id = ${message.deviceId} and ${isHeardBy(message.keyId)}) as device,
      coalesce((select json_agg(json_build_object('id', id, 'bank', bank, 'accountNo', account_no,
               'hasBalances', has_balances, 'feed', json_build_object(
               'last_balance_minor', last_balance_minor,
               'last_line_id', last_line_id, 'last_line_at', last_line_at,
               'is_broken', is_broken)) order by id)
          from allowed), '[]') as accounts,
      coalesce((select json_agg(json_build_object('id', t.id, 'bank', t.bank, 'shape', t.shape) order by t.id)
          from taught_formats t where t.state = 'active' and t.source = ${message.source}
           and lower(${message.sender}) = any(t.senders) and t.bank in (select bank from allowed)), '[]')
        as formats,
      (select json_build_object('id', m.id, 'state', m.state, 'sender', m.sender, 'text', m.raw_text,
               'lineId', l.id, 'lineState', l.state)
         from bank_messages m left join statement_lines l on l.id = m.statement_line_id
        where m.device_id = ${message.deviceId} and m.external_id = ${message.externalId}) as first`.execute(
    tx,
  )
  return rows[0] ?? { device: null, accounts: [], formats: [], first: null }
}

export interface MessageRow {
  readonly id: string
  readonly deviceId: string
  readonly externalId: string
  readonly source: string
  readonly sender: string
  readonly text: string
  readonly sentAt: string
  readonly receivedAt: string
}

/** The part of a statement that stores a message as it came, with what was read from it. */
export const insertMessage = (
  message: MessageRow,
  read: {
    state: FirstAnswer['state']
    failure?: string | null
    parsed?: unknown
    parseVersion?: number | null
    bankAccountId?: string | null
    lineId?: string | null
  },
): RawBuilder<unknown> => sql`
  insert into bank_messages (id, device_id, external_id, source, sender, raw_text, sent_at, received_at,
    state, failure,
    parsed, parse_version, bank_account_id, statement_line_id)
  values (${message.id}, ${message.deviceId}, ${message.externalId}, ${message.source}, ${message.sender},
    ${message.text}, ${message.sentAt}, ${message.receivedAt}, ${read.state}, ${read.failure ?? null},
    ${read.parsed === undefined ? null : JSON.stringify(read.parsed)}::jsonb, ${read.parseVersion ?? null},
    ${read.bankAccountId ?? null}, ${read.lineId ?? null})
  on conflict (device_id, external_id) do nothing returning id`

export interface Heartbeat {
  readonly batteryBps?: number | undefined
  readonly isCharging?: boolean | undefined
  readonly pendingCount?: number | undefined
  readonly appVersion?: string | undefined
  /** How far its clock is ahead of ours. */
  readonly skewMs: number | null
}

/** A phone is alive: what it says of itself is kept, if it is heard by this key. @returns null if not */
export async function noteDevice(
  db: Reader,
  { deviceId, keyId }: { readonly deviceId: string; readonly keyId: string },
  said: Heartbeat,
): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    update devices set last_seen_at = now(),
           battery_bps = coalesce(${said.batteryBps ?? null}::int, battery_bps),
           is_charging = coalesce(${said.isCharging ?? null}::boolean, is_charging),
           pending_count = coalesce(${said.pendingCount ?? null}::int, pending_count),
           app_version = coalesce(${said.appVersion ?? null}, app_version),
           skew_ms = coalesce(${said.skewMs}::int, skew_ms)
     where id = ${deviceId} and ${isHeardBy(keyId)}
    returning state`.execute(db)
  return rows[0]?.state ?? null
}

/** Whether a phone is heard by this key now: agreed to, and neither paused nor revoked. */
export async function isHeard(
  db: Reader,
  { deviceId, keyId }: { readonly deviceId: string; readonly keyId: string },
): Promise<boolean> {
  const { rows } = await sql`select from devices
    where id = ${deviceId} and state = 'online' and ${isHeardBy(keyId)}`.execute(db)
  return rows.length === 1
}
