import { sql } from 'kysely'
import type { Database } from '../../platform/db/db.ts'
import { prizesCode } from './adapters/adapter.ts'

/**
 * Prizes are of no game: their sums stand in a line of their own, so that no game's return and no fee of its
 * type is touched by them. Nobody can open it, and it counts towards no turnover.
 */
export async function openPrizes(db: Database, providerId: string): Promise<void> {
  await sql`
    insert into games (provider_id, code, type, name_th, name_en, state, contribution_bps, position)
    select ${providerId}, ${prizesCode}, 'other', 'รางวัลจากค่าย (ไม่ใช่เกม)', 'Prizes (no game)',
           'closed', 0, (select coalesce(max(position), 0) + 1 from games where provider_id = ${providerId})
    on conflict (provider_id, code) do nothing`.execute(db)
}
