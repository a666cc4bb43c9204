import { sql, type RawBuilder } from 'kysely'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { beforeOf, type ChainLine } from '../balance-chain.ts'
import type { LinkedBefore } from './place-lines.ts'
import type { FeedRow, StoredLine } from '../stored-line.ts'

/** Locks an account's feed: from here to the commit the account's lines are one transaction's. */
export async function lockFeed(tx: Tx, bankAccountId: string): Promise<FeedRow> {
  const { rows } = await sql<FeedRow>`
    select last_balance_minor, last_line_id, last_line_at, is_broken from bank_account_feeds
     where bank_account_id = ${bankAccountId} for update`.execute(tx)
  const feed = rows[0]
  if (!feed) throw new Error(`Bank account ${bankAccountId} has no feed.`)
  return feed
}

// A line as json, with times that `Date` reads. Built once, read by every query of this file.
const lineJson = sql`to_jsonb(l) - 'match_evidence' || jsonb_build_object('joined_sources',
  coalesce((select jsonb_agg(distinct m.source) from bank_messages m
    where m.statement_line_id = any(array(select d.line_id from line_merges d
      where d.into_id = l.id and d.reversed_at is null) || l.id)), '[]'::jsonb))`

export interface Nearby {
  /** The message is stored already: another request with it went first. */
  readonly isKnown: boolean
  readonly lines: readonly StoredLine[]
  /** Deposits of the account were credited by people before their lines came. */
  readonly hasLate: boolean
}

/**
 * Everything of the account that a new line may belong to: the same line, equal amounts of the last ten
 * minutes, what waits, and provisional lines of the last day. The feed must be locked before.
 */
export async function readNearby(
  tx: Tx,
  line: StoredLine,
  message: { readonly deviceId: string; readonly externalId: string },
): Promise<Nearby> {
  const { rows } = await sql<{ known: boolean; late: boolean; lines: StoredLine[] }>`
    select exists (select from bank_messages where device_id = ${message.deviceId}
                    and external_id = ${message.externalId}) as known,
      exists (select from deposits where bank_account_id = ${line.bank_account_id} and method = 'manual'
                 and state = 'credited' and statement_line_id is null
                 and credited_at > now() - interval '7 days') as late,
      coalesce((select json_agg(${lineJson} order by l.id) from statement_lines l where l.id in (
        select id from statement_lines where bank_account_id = ${line.bank_account_id}
          and dedupe_key = ${line.dedupe_key}
        union all
        select id from statement_lines where amount_minor = ${line.amount_minor}
          and direction = ${line.direction}
           and bank_account_id = ${line.bank_account_id} and id > (select uuidv7(interval '-10 minutes'))
        union all
        select id from statement_lines where bank_account_id = ${line.bank_account_id} and chain = 'hint'
           and amount_minor = ${line.amount_minor} and id > (select uuidv7(interval '-1 day'))
        union all
        select id from statement_lines where bank_account_id = ${line.bank_account_id} and source = 'file'
           and amount_minor = ${line.amount_minor} and id > (select uuidv7(interval '-45 days'))
        union all
        (select id from statement_lines where bank_account_id = ${line.bank_account_id} and state = 'waiting'
          order by id limit 500))), '[]') as lines`.execute(tx)
  const [row] = rows
  return { isKnown: row?.known === true, hasLate: row?.late !== false, lines: row?.lines ?? [] }
}

/**
 * Whether this phone, by this source, has told of each of the lines already, and got its new message after
 * the movement that came last: then the message tells of another movement, however equal.
 */
export async function isToldAnew(
  tx: Tx,
  lineIds: readonly string[],
  message: { readonly deviceId: string; readonly source: string; readonly receivedAt: string },
  lastLineId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ told: number; isLater: boolean | null }>`
    select (select count(distinct statement_line_id)::int from bank_messages
             where statement_line_id = any(${[...lineIds]}::uuid[]) and device_id = ${message.deviceId}
               and source = ${message.source}) as told,
           (select received_at < ${message.receivedAt} from statement_lines where id = ${lastLineId})
             as "isLater"`.execute(tx)
  return rows[0]?.told === lineIds.length && rows[0].isLater === true
}

/** Lines of an account that wait, the oldest first. Who changes them must have locked the feed before. */
export async function waitingLines(db: Reader, bankAccountId: string, max = 500): Promise<StoredLine[]> {
  const { rows } = await sql<{ line: StoredLine }>`
    select ${lineJson} as line from statement_lines l
     where bank_account_id = ${bankAccountId} and state = 'waiting'
     order by id limit ${max}`.execute(db)
  return rows.map((row) => row.line)
}

/** One line as it is now, or undefined. */
export async function findLine(db: Reader, id: string): Promise<StoredLine | undefined> {
  const { rows } = await sql<{ line: StoredLine }>`
    select ${lineJson} as line from statement_lines l where l.id = ${id}`.execute(db)
  return rows[0]?.line
}

/** The line that another one ended in as its double; undefined where it ended otherwise, or did not. */
export async function mergedInto(db: Reader, id: string): Promise<StoredLine | undefined> {
  const { rows } = await sql<{ line: StoredLine }>`
    select ${lineJson} as line from statement_lines l
     where l.id = (select into_id from line_merges where line_id = ${id} and reversed_at is null)`.execute(
    db,
  )
  return rows[0]?.line
}

/** One line for changing it, or undefined. */
export async function lockLine(tx: Tx, id: string): Promise<StoredLine | undefined> {
  const { rows } = await sql<{ line: StoredLine }>`
    select ${lineJson} as line from statement_lines l where l.id = ${id} for update`.execute(tx)
  return rows[0]?.line
}

/** Whether two agreed that such an amount leaves this account, for another or a payer, and it has not yet. */
export async function isTransferAwaited(
  db: Reader,
  { bank_account_id: accountId, amount_minor: amountMinor }: StoredLine,
): Promise<boolean> {
  const { rows } = await sql`
    select from own_transfers where state = 'approved' and from_account_id = ${accountId}
       and amount_minor = ${amountMinor}
    union all
    select from line_refunds where state = 'approved' and bank_account_id = ${accountId}
       and amount_minor = ${amountMinor} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * A line of the time of a message that is read only now, with its amount: it may tell of the same movement,
 * for what a second phone or app said then was not compared with it.
 */
export async function saidLongBefore(db: Reader, line: StoredLine): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from statement_lines where bank_account_id = ${line.bank_account_id}
       and id > (select uuidv7(${line.received_at}::timestamptz - now() - interval '15 minutes'))
       and id < (select uuidv7(${line.received_at}::timestamptz - now() + interval '15 minutes'))
       and amount_minor = ${line.amount_minor} and direction = ${line.direction}
       and dedupe_key <> ${line.dedupe_key} and state not in ('duplicate', 'rejected')
       and (balance_after_minor is null or ${line.balance_after_minor}::bigint is null
         or balance_after_minor = ${line.balance_after_minor}::bigint)
     order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** How many lines of a taught format people have linked; counted to what it must have learnt by. */
export async function confirmedOfFormat(db: Reader, formatId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select taught_confirmed(${formatId}) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** When a line moved money, as `chainLineOf` has it. */
const chainTime = sql`case when bank_time_precision in ('minute', 'second') and bank_time <= received_at
  then bank_time else received_at end`

/** The linked ones of the account's newest lines. */
export async function linkedOf(db: Reader, bankAccountId: string, newest: number): Promise<ChainLine[]> {
  const { rows } = await sql<ChainLine>`
    select id, direction, amount_minor as "amountMinor", balance_after_minor as "balanceAfterMinor",
           ${chainTime} as at
      from (select * from statement_lines where bank_account_id = ${bankAccountId} order by id desc
        limit ${sql.lit(newest)}) l
     where chain = 'linked' and balance_after_minor is not null and state <> 'duplicate'`.execute(db)
  return rows
}

/** The balances that the account's newest linked lines started from. */
export const recentLinks = async (db: Reader, bankAccountId: string): Promise<LinkedBefore[]> =>
  (await linkedOf(db, bankAccountId, 100)).map((line) => ({ beforeMinor: beforeOf(line), at: line.at }))

/** Whether a linked line, not older than this one, started from the balance this one left. */
export async function isFollowed(db: Reader, bankAccountId: string, line: ChainLine): Promise<boolean> {
  const { rows } = await sql`
    select from statement_lines where bank_account_id = ${bankAccountId} and chain = 'linked'
       and state <> 'duplicate' and id > (select uuidv7(interval '-2 days')) and id <> ${line.id}
       and balance_after_minor - case direction when 'in' then amount_minor else -amount_minor end
         = ${line.balanceAfterMinor}
       and ${chainTime} >= ${line.at}::timestamptz - interval '2 minutes' limit 1`.execute(db)
  return rows.length > 0
}

/**
 * A credited line of the last days that has this line's amount and balance: money that both tell of, unless
 * the chain between them is whole.
 */
export async function creditedTwin(db: Reader, line: StoredLine): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from statement_lines where amount_minor = ${line.amount_minor}
       and id > (select uuidv7(interval '-2 days')) and bank_account_id = ${line.bank_account_id}
       and direction = ${line.direction} and balance_after_minor = ${line.balance_after_minor}
       and state in ('autoMatched', 'manualMatched') and id <> ${line.id}
     order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

/** A linked line of the last days with this line's amount and balance: both may tell of one movement. */
export async function linkedTwin(db: Reader, line: StoredLine): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from statement_lines where amount_minor = ${line.amount_minor}
       and id > (select uuidv7(interval '-2 days')) and bank_account_id = ${line.bank_account_id}
       and direction = ${line.direction} and balance_after_minor = ${line.balance_after_minor}
       and chain = 'linked' and state <> 'duplicate' and id <> ${line.id}
     order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** What a decision leaves on its line. */
export interface LineOutcome {
  readonly state: string
  readonly chain: StoredLine['chain']
  readonly reason: string | null
  readonly score: number | null
  readonly bestMemberId: string | null
  readonly suggestionCount: number
  readonly evidence: unknown
  /** The person who decided, where one did. */
  readonly handledBy?: string | null
}

/** A part of a statement that inserts the line in its final state. */
export const insertLine = (line: StoredLine, outcome: LineOutcome): RawBuilder<unknown> => sql`
  insert into statement_lines (id, bank_account_id, direction, amount_minor, bank_time, bank_time_precision,
    received_at,
    balance_after_minor, payer_bank, payer_mask, payer_name, channel, ref, own_mask, flags, source,
      dedupe_key, chain,
    state, hint_until, score, reason, best_member_id, suggestion_count, match_evidence, business_on, value_on,
    possible_double_of, taught_format_id)
  values (${line.id}, ${line.bank_account_id}, ${line.direction}, ${line.amount_minor}, ${line.bank_time},
    ${line.bank_time_precision}, ${line.received_at}, ${line.balance_after_minor}, ${line.payer_bank},
    ${line.payer_mask}, ${line.payer_name}, ${line.channel}, ${line.ref}, ${line.own_mask},
      ${[...line.flags]},
    ${line.source}, ${line.dedupe_key}, ${outcome.chain}, ${outcome.state}, ${line.hint_until},
      ${outcome.score},
    ${outcome.reason}, ${outcome.bestMemberId}, ${outcome.suggestionCount}, ${json(outcome.evidence)}::jsonb,
    ${line.business_on}, ${line.value_on}, ${line.possible_double_of}, ${line.taught_format_id})`

/**
 * A part of a statement that moves a stored line on; nothing happens when somebody else moved it meanwhile.
 */
export const updateLine = (line: StoredLine, outcome: LineOutcome): RawBuilder<unknown> => sql`
  update statement_lines set chain = ${outcome.chain}, state = ${outcome.state}, score = ${outcome.score},
    reason = ${outcome.reason}, best_member_id = ${outcome.bestMemberId},
      suggestion_count = ${outcome.suggestionCount},
    match_evidence = ${json(outcome.evidence)}::jsonb, bank_time = ${line.bank_time},
    bank_time_precision = ${line.bank_time_precision}, payer_bank = ${line.payer_bank},
      payer_mask = ${line.payer_mask},
    payer_name = ${line.payer_name}, own_mask = ${line.own_mask}, channel = ${line.channel},
      ref = ${line.ref}, possible_double_of = ${line.possible_double_of},
    taught_format_id = ${line.taught_format_id},
    handled_by = ${outcome.handledBy ?? null}, hint_until = null, version = version + 1,
    handled_at = case when ${outcome.handledBy ?? null}::uuid is null then null else now() end
   where id = ${line.id} and version = ${line.version} returning id`

/** Sets the end of the chain, and whether messages are missing behind it. */
export const moveFeed = (
  bankAccountId: string,
  feed: { balanceMinor: number; lineId: string | null; at: string | null; isBroken: boolean },
): RawBuilder<unknown> => sql`
  update bank_account_feeds set last_balance_minor = ${feed.balanceMinor}, last_line_id = ${feed.lineId},
    last_line_at = ${feed.at}, is_broken = ${feed.isBroken}, last_message_at = now()
   where bank_account_id = ${bankAccountId}`

/** Fills in what a second message adds to a line, and nothing else of it. */
export const fillLine = (line: StoredLine): RawBuilder<unknown> => sql`
  update statement_lines set bank_time = ${line.bank_time}, bank_time_precision = ${line.bank_time_precision},
    payer_bank = ${line.payer_bank}, payer_mask = ${line.payer_mask}, payer_name = ${line.payer_name},
    own_mask = ${line.own_mask}, channel = ${line.channel}, ref = ${line.ref},
    taught_format_id = ${line.taught_format_id}, version = version + 1
   where id = ${line.id} and version = ${line.version} returning id`

/** A provisional line has found its line: it ends, and its message belongs to that line. */
export const absorbProvisional = (provisional: StoredLine, into: string): RawBuilder<unknown>[] => [
  sql`update statement_lines set state = 'duplicate', reason = 'joined', hint_until = null,
    version = version + 1
       where id = ${provisional.id} and version = ${provisional.version} returning id`,
  sql`update bank_messages set statement_line_id = ${into}, state = 'joined'
    where statement_line_id = ${provisional.id}
      returning id`,
]

export const touchFeed = (bankAccountId: string): RawBuilder<unknown> => sql`
  update bank_account_feeds set last_message_at = now() where bank_account_id = ${bankAccountId}`

export const settleLine = (lineId: string): RawBuilder<unknown> => sql`
  update statement_lines set state = 'settled', reason = null, handled_at = now() where id = ${lineId}
    returning id`
