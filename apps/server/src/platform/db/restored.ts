import { sql } from 'kysely'
import type { Reader } from './db.ts'

/** A database brought back to an earlier moment that nobody has released yet. */
export interface HeldRestore {
  readonly id: string
  readonly restoredTo: string
  readonly restoredAt: string
}

/** @returns what still waits for people to settle what happened since; null: nothing is held */
export async function heldRestore(db: Reader): Promise<HeldRestore | null> {
  const { rows } = await sql<HeldRestore>`
    select id, restored_to as "restoredTo", restored_at as "restoredAt" from restores
     where released_at is null order by restored_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** When this database was last brought back; null: never. What machines signed before does not count. */
export async function lastRestoredAt(db: Reader): Promise<number | null> {
  const { rows } = await sql<{ at: string | null }>`select max(restored_at) as at from restores`.execute(db)
  const at = rows[0]?.at ?? null
  return at === null ? null : Date.parse(at)
}
