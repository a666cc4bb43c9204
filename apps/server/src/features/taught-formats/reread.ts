import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { taughtRereadDays } from '@khlang/contract/values/taught-values.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { parseBankMessage } from '@khlang/bank-messages/parse-message.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../platform/db/alarms.ts'
import type { Database, Reader, Tx } from '../../platform/db/db.ts'
import { tellScreens } from '../../platform/db/write-together.ts'
import { lockFeed } from '../bank-lines/intake/intake-queries.ts'
import { isTeachable, readByTaught } from '../bank-lines/intake/read-by-taught.ts'
import { receiveLine } from '../bank-lines/intake/receive-line.ts'
import { receiptOf } from '../bank-lines/intake/receipt-of.ts'
import { lockUnread } from './message-queries.ts'
import { findFormat, type Format } from './queries.ts'

const batchSize = 200

/** Unread messages of the last days that the format may speak of, behind one that was looked at. */
export async function unreadAfter(db: Reader, format: Format, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bank_messages
     where state in ('parseFailed', 'senderUnknown') and dismissed_at is null and state = 'parseFailed'
       and id > coalesce(${after}::uuid, uuidv7(make_interval(days => ${sql.lit(-taughtRereadDays)})))
       and source = ${format.source} and lower(sender) = any(${[...format.senders]}::text[])
     order by id limit ${batchSize}`.execute(db)
  return rows.map(({ id }) => id)
}

interface Rereading {
  readonly settings: BrandSettings
  readonly nowMs: number
}

/** The part of a statement that says what became of the message. */
const storeAgain = (
  id: string,
  parsed: unknown,
  of: { accountId: string; lineId: string; state: string },
) => sql`
  update bank_messages set state = ${of.state}, failure = null, parsed = ${JSON.stringify(parsed)}::jsonb,
         parse_version = (${JSON.stringify(parsed)}::jsonb ->> 'parseVersion')::int,
         bank_account_id = ${of.accountId}, statement_line_id = ${of.lineId}
   where id = ${id} and state = 'parseFailed' returning id`

/**
 * Reads one message again: it becomes a line as one that came late does, by all rules of the chain, and
 * credits nobody by itself. @returns whether it was read
 */
async function rereadOne(tx: Tx, format: Format, id: string, of: Rereading): Promise<boolean> {
  const now = await findFormat(tx, format.id)
  const message = now?.state === 'active' ? await lockUnread(tx, id) : undefined
  if (message === undefined) return false
  const { source, sender, text, deviceId, externalId } = message
  const receivedAt = receiptOf(message)
  const said = { source, sender, text, receivedAt }
  if (!isTeachable(parseBankMessage({ ...said, bank: format.bank }))) return false
  const found = readByTaught(said, message.accounts, [format])
  if (found === null) return false
  const { account } = found
  const parsed = { ...found.parsed, flags: [...found.parsed.flags, 'readLate' as const] }
  const feed = await lockFeed(tx, account.id)
  const messageId = encodeId('message', id)
  await receiveLine(
    {
      tx,
      settings: of.settings,
      nowMs: of.nowMs,
      mayCredit: false,
      account: { id: account.id, hasBalances: account.hasBalances, feed },
      actor: { kind: 'machine', id: 'system', name: 'system', address: '', requestId: '' },
    },
    {
      deviceId,
      externalId,
      source,
      receivedAt,
      parsed,
      isReread: true,
      store: (state, lineId) => storeAgain(id, parsed, { accountId: account.id, lineId, state }),
    },
  )
  await alarmCleared('message.parseFailed', messageId).execute(tx)
  await tellScreens([{ topic: 'message', id: messageId }]).execute(tx)
  return true
}

/** Reads a batch again, each message in a transaction of its own. @returns how many were read */
export async function rereadBatch(
  db: Database,
  format: Format,
  ids: readonly string[],
  of: Rereading,
): Promise<number> {
  let read = 0
  for (const id of ids) if (await db.transaction().execute((tx) => rereadOne(tx, format, id, of))) read += 1
  return read
}
