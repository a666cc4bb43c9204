import { sql } from 'kysely'
import type { Tx } from '../../platform/db/db.ts'

/**
 * How often what a line stood for was taken back, with what is taken back now: each time is posted back under
 * a number of its own, whatever the line stood for.
 */
export async function takenBackCount(tx: Tx, lineId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from line_bookings where line_id = ${lineId} and reversed_at is not null)
      + (select count(*) from gateway_settlements where line_id = ${lineId} and reversed_at is not null))::int
      as count`.execute(tx)
  return rows[0]?.count ?? 0
}
