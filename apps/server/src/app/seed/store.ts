import type { Posting } from '@khlang/ledger/posting.ts'
import { sql } from 'kysely'
import { valueOn } from '../../platform/business-day.ts'
import type { DB } from '../../platform/db/db-types.ts'
import { createDatabase, createPool, type Database, type Reader } from '../../platform/db/db.ts'
import { postStrict } from '../../platform/posting/ledger-store.ts'

/** Enough to be quick, few enough to stay well below the statement's time limit. */
const rowsAtOnce = 2000
const postingsAtOnce = 500

/**
 * Inserts rows as one document per two thousand, columns named by the first row (all rows have the same).
 * Bytes go as `\x…` text, documents as they are.
 */
export async function insertRows(
  db: Reader,
  table: keyof DB & string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const named = sql.join(columns.map((column) => sql.ref(column)))
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = JSON.stringify(rows.slice(from, from + rowsAtOnce))
    await sql`insert into ${sql.table(table)} (${named})
      select ${named} from jsonb_populate_recordset(null::${sql.table(table)}, ${part}::jsonb)`.execute(db)
  }
}

/** What only the database's administrator may do to what is past. */
export async function asAdministrator<T>(adminUrl: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(createPool(adminUrl, { max: 1, statementTimeoutMs: 60_000 }))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** A posting and the moment it belongs to; the book gets them in that order. */
export interface TimedPosting {
  readonly atMs: number
  readonly posting: Posting
}

/** Posts in the order of time, in transactions of five hundred. */
export async function postInOrder(db: Database, timed: readonly TimedPosting[]): Promise<void> {
  const ordered = timed.toSorted((a, b) => a.atMs - b.atMs).map((each) => each.posting)
  for (let from = 0; from < ordered.length; from += postingsAtOnce) {
    const part = ordered.slice(from, from + postingsAtOnce)
    await db.transaction().execute((tx) => postStrict(tx, part))
  }
}

/**
 * A reference for each moment (ms), numbered in the order of time whatever order they are given in:
 * `D2611-000123`. The seed's business day begins at midnight, so its month is the bank's.
 */
export async function drawReferences(
  db: Reader,
  letter: 'D' | 'W',
  moments: readonly number[],
): Promise<string[]> {
  const sequence = letter === 'D' ? 'deposit_reference' : 'withdrawal_reference'
  const { rows } = await sql<{ next: number }>`
    select nextval(${sequence}::regclass) as next from generate_series(1, ${moments.length}::int)`.execute(
    db,
  )
  const drawn: string[] = []
  const places = [...moments.keys()].toSorted((a, b) => (moments[a] ?? 0) - (moments[b] ?? 0))
  for (const [position, place] of places.entries()) {
    const on = valueOn(moments[place] ?? 0)
    const number = String(rows[position]?.next ?? 0).padStart(6, '0')
    drawn[place] = `${letter}${on.slice(2, 4)}${on.slice(5, 7)}-${number}`
  }
  return drawn
}
