import { sql } from 'kysely'
import type { Reader } from '../db/db.ts'
import type { Progress } from './vitals.ts'

/** How far a work is that deletes what it has done: rows that stand in the table wait, the oldest first. */
export async function waitingRows(
  db: Reader,
  table: 'event_hints' | 'outbox' | 'rollup_moves',
): Promise<readonly Progress[]> {
  const { rows } = await sql<Progress>`
    select coalesce(min(id) - 1, 0) as done, coalesce(max(id), 0) as newest
      from ${sql.table(table)}`.execute(db)
  return rows
}
