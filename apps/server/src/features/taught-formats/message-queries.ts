import type { BankCode } from '@khlang/contract/values/banks.ts'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'

export interface HeardAccount {
  readonly id: string
  readonly bank: BankCode
  readonly accountNo: string
  readonly label: string
  readonly hasBalances: boolean
}

/** A stored message with the accounts that its sender may speak of. */
export interface StoredMessage {
  readonly id: string
  readonly text: string
  readonly source: 'sms' | 'push'
  readonly sender: string
  readonly deviceId: string
  readonly externalId: string
  readonly sentAt: string
  readonly receivedAt: string
  readonly state: string
  readonly isDismissed: boolean
  readonly accounts: readonly HeardAccount[]
}

const columns = sql`m.id, m.raw_text as text, m.source, m.sender, m.device_id as "deviceId",
  m.external_id as "externalId", m.sent_at as "sentAt", m.received_at as "receivedAt", m.state,
  m.dismissed_at is not null as "isDismissed",
  coalesce((select json_agg(json_build_object('id', a.id, 'bank', a.bank, 'accountNo', a.account_no,
      'label', a.label, 'hasBalances', a.has_balances) order by a.id)
    from device_senders s join bank_accounts a on a.id = s.bank_account_id
   where s.device_id = m.device_id and s.source = m.source and lower(s.sender) = lower(m.sender)), '[]')
    as accounts`

export async function messagesById(db: Reader, ids: readonly string[]): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select ${columns} from bank_messages m where m.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** A message for reading it again, held; undefined where somebody has done something with it meanwhile. */
export async function lockUnread(db: Reader, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await sql<StoredMessage>`
    select ${columns} from bank_messages m where m.id = ${id} and m.state = 'parseFailed'
       and m.dismissed_at is null for update of m`.execute(db)
  return rows[0]
}

/** Every name under which this bank writes to our phones by this source. */
export async function sendersOf(db: Reader, bank: string, source: string): Promise<string[]> {
  const { rows } = await sql<{ sender: string }>`
    select distinct lower(s.sender) as sender from device_senders s
      join bank_accounts a on a.id = s.bank_account_id
     where a.bank = ${bank} and s.source = ${source} order by 1 limit 50`.execute(db)
  return rows.map(({ sender }) => sender)
}

/** The newest unread messages of these senders, among the newest thousand that nobody set aside. */
export async function newestUnread(
  db: Reader,
  { source, senders }: { readonly source: string; readonly senders: readonly string[] },
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select ${columns} from (select * from bank_messages
        where state in ('parseFailed', 'senderUnknown') and dismissed_at is null
        order by id desc limit 1000) m
     where m.state = 'parseFailed' and m.source = ${source} and lower(m.sender) = any(${[...senders]}::text[])
     order by m.id desc limit 200`.execute(db)
  return rows
}
