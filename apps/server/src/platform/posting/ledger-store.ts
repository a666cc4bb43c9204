import type { Account } from '@khlang/ledger/accounts.ts'
import { problemOf } from '@khlang/ledger/check.ts'
import type { Posting } from '@khlang/ledger/posting.ts'
import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import type { Reader, Tx } from '../db/db.ts'
import { ledgerFailure, refused, type LedgerRefusal } from './ledger-error.ts'
import { columnsOf, postTransfersText } from './posting-columns.ts'

/** A balance just after a transfer; only guarded accounts have one at that moment. */
interface BalanceAfter {
  readonly code: string
  readonly balanceMinor: number
}

export interface PostingResult {
  /** `replayed`: the same posting was there already, these are its first ids and balances. */
  readonly outcome: 'posted' | 'replayed'
  /** In the order of the legs. */
  readonly transferIds: readonly number[]
  /** The hold that was opened or settled. */
  readonly holdId: string | null
  readonly balancesAfter: readonly BalanceAfter[]
}

/** What post_transfers answers; see database/functions/ledger-post.sql. */
export interface PostAnswer {
  readonly outcomes: readonly ('posted' | 'replayed' | 'busy' | LedgerRefusal)[]
  /** Null when no posting of the call has to do with a hold. */
  readonly holdIds: readonly (string | null)[] | null
  readonly ids: readonly (number | null)[]
  readonly fromAfters: readonly (number | null)[]
  readonly toAfters: readonly (number | null)[]
}

export type ItemResult = PostingResult | { readonly outcome: 'busy' | LedgerRefusal }

export const isSettled = (item: ItemResult): item is PostingResult =>
  item.outcome === 'posted' || item.outcome === 'replayed'

/** Throws before the database is asked: a posting that is wrong in itself is a fault of ours. */
export function assertShape(posting: Posting): void {
  const problem = problemOf(posting)
  if (problem !== null) throw refused(problem, posting.key)
}

/** The answer, posting by posting, in the order they were sent. */
export function itemsOf(postings: readonly Posting[], answer: PostAnswer): ItemResult[] {
  let row = 0
  return postings.map((posting, position) => {
    const outcome = answer.outcomes[position] ?? 'postingMalformed'
    const start = row
    row += posting.legs.length
    if (outcome !== 'posted' && outcome !== 'replayed') return { outcome }
    const balancesAfter: BalanceAfter[] = []
    const transferIds = posting.legs.map((leg, offset) => {
      const from = answer.fromAfters[start + offset]
      const to = answer.toAfters[start + offset]
      if (typeof from === 'number') balancesAfter.push({ code: leg.from, balanceMinor: from })
      if (typeof to === 'number') balancesAfter.push({ code: leg.to, balanceMinor: to })
      return answer.ids[start + offset] ?? 0
    })
    return { outcome, transferIds, holdId: answer.holdIds?.[position] ?? null, balancesAfter }
  })
}

/**
 * A statement around the posting, which writes its answer on rows of this transaction's own in the same round
 * trip; it must answer one column `answer`. Its own values come after those of `postTransfersText`.
 */
export interface Note {
  readonly text: string
  readonly values: readonly unknown[]
}

const noNote: Note = { text: postTransfersText, values: [] }

/**
 * Moves money inside the caller's transaction, once per transaction and last of all its locks. All postings
 * stand or fall with the transaction. A posting that is already there answers `replayed`; where there is
 * nothing to post, nothing is.
 * @throws ApiError insufficientFunds, accountClosed, keyMismatch, alreadyReversed, dayClosed, stateRefused, …
 *   with a LedgerError as its cause; a PostgreSQL error of 40001 or 40P01 means: repeat the transaction.
 */
export async function postStrict(
  tx: Tx,
  postings: readonly Posting[],
  note: Note = noNote,
): Promise<PostingResult[]> {
  if (postings.length === 0) return []
  postings.forEach(assertShape)
  try {
    const { rows } = await tx.executeQuery<{ answer: PostAnswer }>(
      CompiledQuery.raw(note.text, ['strict', ...columnsOf(postings), ...note.values]),
    )
    const answer = rows[0]?.answer
    if (answer === undefined) throw new Error('post_transfers did not answer')
    return itemsOf(postings, answer).map((item, position) => {
      if (isSettled(item)) return item
      throw refused(item.outcome === 'busy' ? 'postingMalformed' : item.outcome, postings[position]?.key)
    })
  } catch (error) {
    throw ledgerFailure(error)
  }
}

/**
 * Opens accounts; one that is open already is left as it is. `accountMismatch` when it is open as another
 * kind.
 */
export async function openAccounts(reader: Reader, accounts: readonly Account[]): Promise<void> {
  try {
    await sql`select 1 from open_accounts(${JSON.stringify(accounts)}::jsonb)`.execute(reader)
  } catch (error) {
    throw ledgerFailure(error)
  }
}

/** Closes an account to every leg, or opens it again. Waits until no posting is under way. */
export async function setAccountClosed(reader: Reader, code: string, isClosed: boolean): Promise<void> {
  try {
    await sql`select set_account_closed(${code}, ${isClosed})`.execute(reader)
  } catch (error) {
    throw ledgerFailure(error)
  }
}

/** Exact balances in the book's sign, 0 for accounts that are not open. */
export async function balancesOf(reader: Reader, codes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ code: string; balance_minor: number }>`
    select code, balance_minor from account_balances where code = any(${[...codes]}::text[])`.execute(
    reader,
  )
  const found = new Map(rows.map((row) => [row.code, row.balance_minor]))
  return new Map(codes.map((code) => [code, found.get(code) ?? 0]))
}

/** The balance as it was at a past moment (RFC 3339), null when the account is not open. */
export async function balanceAt(reader: Reader, code: string, at: string): Promise<number | null> {
  const { rows } = await sql<{ balance: number | null }>`
    select balance_at(${code}, ${at}::timestamptz) as balance`.execute(reader)
  return rows[0]?.balance ?? null
}

/** The balance at the end of a business day, null when the account is not open. */
export async function balanceOn(reader: Reader, code: string, on: string): Promise<number | null> {
  const { rows } = await sql<{ balance: number | null }>`
    select balance_on(${code}, ${on}::date) as balance`.execute(reader)
  return rows[0]?.balance ?? null
}

export interface StatementRow {
  readonly transferId: number
  /** Positive in, negative out, in the book's sign. */
  readonly deltaMinor: number
  /** Null on house accounts. */
  readonly afterMinor: number | null
  readonly otherCode: string
  readonly postingId: string
  readonly kind: string
  readonly sourceId: string
  readonly reversesId: number | null
  readonly businessOn: string
  readonly valueOn: string
  readonly createdAt: string
}

/** The newest `limit` entries of an account below `beforeId`. */
export async function statementOf(
  reader: Reader,
  code: string,
  page: { readonly beforeId?: number; readonly limit: number },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select transfer_id as "transferId", delta_minor as "deltaMinor", after_minor as "afterMinor",
           other_code as "otherCode", posting_id as "postingId", kind, source_id as "sourceId",
           reverses_id as "reversesId", business_on as "businessOn", value_on as "valueOn",
           created_at as "createdAt"
      from account_statement(${code}, ${page.beforeId ?? null}::bigint, ${page.limit}::int)`.execute(reader)
  return rows
}

/**
 * Seals the day so that nothing more is posted to it, then writes its balances and digest. Repeating is
 * harmless. Sealing commits first: postings of the next day never wait for the sums.
 */
export async function closeBusinessDay(pool: pg.Pool, on: string): Promise<void> {
  try {
    await pool.query('select seal_business_day($1::date)', [on])
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query("set local statement_timeout = '30min'")
      await client.query('select close_business_day($1::date)', [on])
      await client.query('commit')
      client.release()
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      client.release(true)
      throw error
    }
  } catch (error) {
    throw ledgerFailure(error)
  }
}

export interface Folder {
  /** Ends after the fold under way. */
  readonly stop: () => Promise<void>
}

/** Folds what house accounts moved into their rows, once a second; several at once are harmless. */
export function startFolder(
  pool: pg.Pool,
  settings: { readonly everyMs?: number; readonly onError?: (error: unknown) => void } = {},
): Folder {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const fold = async () => {
    try {
      await pool.query('select fold_house_deltas()')
    } catch (error) {
      settings.onError?.(error)
    }
    if (!isStopped) plan()
  }
  const plan = () => {
    timer = setTimeout(() => {
      running = fold()
    }, settings.everyMs ?? 1000)
    timer.unref()
  }
  plan()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
