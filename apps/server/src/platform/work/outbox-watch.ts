import { sql } from 'kysely'
import type { PeriodicWork } from './periodic.ts'
import type { Progress } from './vitals.ts'

/**
 * Looks whether what screens must hear of is told: each process tells by itself, as soon as something is
 * committed (`live.ts`). What lies there all the same is asked for again, and too long raises the alarm.
 */
export const outboxWork: PeriodicWork = {
  name: 'outbox',
  everyMs: 10_000,
  progress: async ({ db }) => {
    const { rows } = await sql<Progress>`
      select coalesce(min(id) - 1, 0) as done, coalesce(max(id), 0) as newest from outbox`.execute(db)
    return rows
  },
  run: ({ live }) => {
    live.nudge()
    return Promise.resolve()
  },
}
