import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { foldPlay } from '../features/reports/figures.ts'
import type { Database } from '../platform/db/db.ts'

/** Sums whatever became of bets so far. Other databases of the cluster hold it up while they write. */
export async function foldAllPlay(db: Database): Promise<void> {
  for (let left = 500; left > 0; left -= 1) {
    await foldPlay(db)
    const { rows } = await sql<{ isDone: boolean }>`
      select not exists (select from bet_outcomes where xid >= folded_xid) as "isDone"
        from play_progress`.execute(db)
    if (rows[0]?.isDone) return
    await sleep(20)
  }
  throw new Error('the figures of play stay behind')
}
