import { createHash } from 'node:crypto'
import type { ParsedLine } from '@khlang/bank-messages/parse-message.ts'
import { fitShape } from '@khlang/bank-messages/taught/fit.ts'
import { readTaught, saysTheSame, teachableText } from '@khlang/bank-messages/taught/read-taught.ts'
import { sql } from 'kysely'
import type { Running } from '../../platform/background/job-kinds.ts'
import type { Reader } from '../../platform/db/db.ts'
import { readByTaught } from '../bank-lines/intake/read-by-taught.ts'
import { isSoundTime } from '../bank-lines/stored-line.ts'
import { receiptOf } from '../bank-lines/intake/receipt-of.ts'
import type { HeardAccount } from './message-queries.ts'
import type { Format } from './queries.ts'
import { TrialCount } from './trial-count.ts'
import { beforeOf, type Oddity, type Trial } from './rules.ts'
import { withNeighbours } from './trial-chain.ts'

/** So many messages are read at a time: other calls of the process wait no longer than for these. */
const batchSize = 500
const firstId = '00000000-0000-0000-0000-000000000000'

interface Archived {
  readonly id: string
  readonly source: 'sms' | 'push'
  readonly sender: string
  readonly text: string
  readonly state: string
  readonly sentAt: string
  readonly receivedAt: string
  readonly deviceId: string
  /** Null where nobody knows whose account it is about. */
  readonly bank: string | null
  /** What a taught format read in it. */
  readonly taught: ParsedLine | null
}

async function batchAfter(db: Reader, after: string): Promise<Archived[]> {
  const { rows } = await sql<Archived>`
    select m.id, m.source, m.sender, m.raw_text as text, m.state, m.sent_at as "sentAt",
           m.received_at as "receivedAt", m.device_id as "deviceId", a.bank,
           case when m.parsed ? 'taughtFormatId' then m.parsed end as taught
      from (select * from bank_messages where id > ${after}::uuid order by id limit ${batchSize}) m
      left join bank_accounts a on a.id = m.bank_account_id
     order by m.id`.execute(db)
  return rows
}

/** The accounts that each sender of each phone may speak of today. */
async function heardAccounts(db: Reader): Promise<ReadonlyMap<string, readonly HeardAccount[]>> {
  const { rows } = await sql<HeardAccount & { key: string }>`
    select s.device_id || ' ' || s.source || ' ' || lower(s.sender) as key, a.id, a.bank,
           a.account_no as "accountNo", a.label, a.has_balances as "hasBalances"
      from device_senders s join bank_accounts a on a.id = s.bank_account_id order by a.id`.execute(db)
  return Map.groupBy(rows, ({ key }) => key)
}

/** How many messages there are, about; null where nobody has counted yet. */
async function aboutHowMany(db: Reader): Promise<number | undefined> {
  const { rows } = await sql<{ about: number }>`
    select reltuples::bigint as about from pg_class where oid = 'bank_messages'::regclass`.execute(db)
  const about = rows[0]?.about ?? 0
  return about > 0 ? about : undefined
}

interface Scan {
  readonly format: Format
  readonly family: ReadonlySet<string>
  readonly accounts: ReadonlyMap<string, readonly HeardAccount[]>
  readonly bigAmountMinor: number
}

/** What the format makes of one message of the archive; pure but for the count. */
function look(scan: Scan, count: TrialCount, row: Archived): void {
  const { format } = scan
  const text = teachableText(row.text)
  if (text === '' || fitShape(format.shape, text).filled === null) return
  const isOwn = row.source === format.source && format.senders.includes(row.sender.toLowerCase())
  if (!isOwn) {
    // Whoever imitates the bank from a number of their own must not be able to keep it from being taught.
    if (row.state !== 'senderUnknown' && row.bank !== null && row.bank !== format.bank)
      count.keep('others', row.id)
    return
  }
  if (row.state === 'senderUnknown') return
  const { source, sender } = row
  const said = { bank: format.bank, source, sender, text: row.text, receivedAt: receiptOf(row) }
  const reading = readTaught(said, format)
  if (row.state !== 'parseFailed') {
    const isOfFamily = row.taught !== null && scan.family.has(row.taught.taughtFormatId ?? '')
    const isSame = isOfFamily && row.taught !== null && reading !== null && saysTheSame(row.taught, reading)
    if (!isSame) count.keep('conflicts', row.id)
    return
  }
  if (reading === null) return
  const key = `${row.deviceId} ${row.source} ${row.sender.toLowerCase()}`
  const found = readByTaught(said, scan.accounts.get(key) ?? [], [format])
  const odd: Oddity[] = []
  if (found === null) odd.push('accountUnknown')
  if (reading.amountMinor > scan.bigAmountMinor) odd.push('bigAmount')
  if (reading.bankTime !== null && !isSoundTime(reading.bankTime, Date.parse(said.receivedAt)))
    odd.push('timeOdd')
  const after = reading.balanceAfterMinor
  const link =
    found === null || after === null
      ? null
      : { accountId: found.account.id, before: beforeOf(reading, after), after, at: said.receivedAt }
  count.read(row.id, odd, link)
}

/**
 * Lays a format over every message there is, in batches by their ids: memory stays bounded, and each message
 * is looked at once. @returns null where it was cancelled or the server stops
 */
export async function runTrial(
  db: Reader,
  format: Format,
  of: { readonly bigAmountMinor: number; readonly family: ReadonlySet<string> },
  { report, stopping }: Pick<Running, 'report' | 'stopping'>,
): Promise<Trial | null> {
  const scan: Scan = { format, ...of, accounts: await heardAccounts(db) }
  const total = await aboutHowMany(db)
  const count = new TrialCount()
  let through: string | null = null
  for (;;) {
    const rows = await batchAfter(db, through ?? firstId)
    for (const row of rows) look(scan, count, row)
    count.scanned += rows.length
    count.settle(await withNeighbours(db, count.taken()))
    through = rows.at(-1)?.id ?? through
    const isOver = rows.length < batchSize
    const most = isOver ? count.scanned : Math.max(total ?? 0, count.scanned)
    if (!(await report(count.scanned, most)) || stopping.aborted) return null
    if (isOver) return count.trial(through)
  }
}

export const digestOf = (trial: Trial): string =>
  createHash('sha256').update(JSON.stringify(trial)).digest('hex')

/** So many messages are looked through at the moment of agreeing; where more came, it must be tried again. */
const sinceMax = 5000

/**
 * Whether messages came since the trial, are read, and fit all the same: then nobody agreed to what is now.
 * Nobody can say so of more messages than are looked through.
 */
export async function conflictsSince(db: Reader, format: Format): Promise<boolean> {
  const { rows } = await sql<{ text: string }>`
    select raw_text as text from bank_messages
     where id > ${format.trial?.through ?? firstId}::uuid
       and source = ${format.source} and lower(sender) = any(${[...format.senders]}::text[])
       and state in ('read', 'joined', 'duplicate', 'notMoney')
       and not coalesce(parsed ? 'taughtFormatId', false)
     order by id desc limit ${sql.lit(sinceMax + 1)}`.execute(db)
  if (rows.length > sinceMax) return true
  return rows.some(({ text }) => fitShape(format.shape, teachableText(text)).filled !== null)
}
