import { sql } from 'kysely'
import { clearAlarm, raiseAlarm } from '../../platform/db/alarms.ts'
import type { Services } from '../../platform/call/context.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { StepSize } from '../../platform/work/step-size.ts'
import { checkpoint } from './checkpoints.ts'
import { rowsAtOnce, sealActivity } from './seal.ts'
import { verifyWhenDue } from './verify.ts'

const chain = 'activityChain'
const lateMs = 5_000
const size = new StepSize({ first: rowsAtOnce, least: 20, most: 10_000 })

/** Seals what has come; an alarm says when the oldest row without a seal is older than 5 s. */
async function seal({ db, secrets, now }: Services, stopping: AbortSignal): Promise<void> {
  await size.drain(async (most) => (await sealActivity(db, secrets, now(), most)) >= most, stopping)
  const { rows } = await sql<{ late: boolean }>`
    select exists (select from (select l.at from activity_log l
        where l.id > coalesce((select activity_id from activity_seals order by seq desc limit 1), 0)
        order by l.id limit 100) l
      where l.at < now() - make_interval(secs => ${lateMs / 1000})) as late`.execute(db)
  if (rows[0]?.late)
    await raiseAlarm(db, { code: 'activity.unsealed', entity: 'activity', entityId: chain })
  else await clearAlarm(db, 'activity.unsealed', chain)
}

export const activityWork: readonly PeriodicWork[] = [
  // What a long standstill has left to be sealed takes its time.
  { name: 'activitySeals', everyMs: 1_000, limitMs: 600_000, run: seal },
  // The verifier is ended by itself after ten minutes.
  { name: 'activityVerifications', everyMs: 300_000, limitMs: 900_000, run: verifyWhenDue },
  { name: 'activityCheckpoints', everyMs: 10_000, run: checkpoint },
]
