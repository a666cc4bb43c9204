import type { PeriodicWork } from './periodic.ts'
import { waitingRows } from './waiting-rows.ts'

/**
 * Looks whether what screens must hear of is told: each process tells by itself, as soon as something is
 * committed (`live.ts`). What lies there all the same is asked for again, and too long raises the alarm.
 */
export const outboxWork: PeriodicWork = {
  name: 'outbox',
  everyMs: 10_000,
  progress: ({ db }) => waitingRows(db, 'outbox'),
  run: ({ live }) => {
    live.nudge()
    return Promise.resolve()
  },
}
