import { sql } from 'kysely'
import type { Database } from '../../platform/db/db.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { StepSize } from '../../platform/work/step-size.ts'
import type { Progress } from '../../platform/work/vitals.ts'

const stepSize = () => new StepSize({ first: 5000, least: 500, most: 50_000 })

/** Adds what became of bets to the figures of play until nothing is left that is certain (ADR 0056). */
export const foldPlay = (db: Database, stopping?: AbortSignal, size = stepSize()): Promise<void> =>
  size.drain(async (most) => {
    const { rows } = await sql<{ taken: number | null }>`
      select fold_play(${most}::integer) as taken`.execute(db)
    return (rows[0]?.taken ?? 0) >= most
  }, stopping)

/** Forgets the figures of play and sums them anew from what became of each bet. */
export async function rebuildPlay(db: Database): Promise<void> {
  await sql`select forget_play()`.execute(db)
  await foldPlay(db)
}

const size = stepSize()

export const playFiguresWork: PeriodicWork = {
  name: 'playFigures',
  everyMs: 500,
  // Figures that are built anew are those of every bet.
  limitMs: 7_200_000,
  progress: async ({ db }) => {
    const { rows } = await sql<Progress>`
      select folded_xid::text::bigint as done,
             greatest(folded_xid, (select max(xid) from bet_outcomes))::text::bigint as newest
        from play_progress`.execute(db)
    return rows
  },
  run: ({ db }, stopping) => foldPlay(db, stopping, size),
}

/** Bets go by months, whose tables must be there before the first bet of a month. */
export const betMonthsWork: PeriodicWork = {
  name: 'betMonths',
  everyMs: 3_600_000,
  run: async ({ db }) => {
    await sql`select open_bet_months(current_date, (current_date + interval '3 months')::date)`.execute(db)
  },
}
