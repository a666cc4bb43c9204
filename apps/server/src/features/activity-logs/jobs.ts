import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { clearAlarm, raiseAlarm } from '../../platform/alarms.ts'
import type { Services } from '../../platform/context.ts'
import type { Database } from '../../platform/db.ts'
import type { PeriodicWork } from '../../platform/periodic.ts'
import { verifyWhenDue } from './verify.ts'
import { checkpointKey, makeCheckpoint, sealActivity, type Checkpoint } from './seal.ts'

const chain = 'activityChain'
const lateMs = 5_000

/** Seals what has come; an alarm says when the oldest row without a seal is older than 5 s. */
async function seal({ db, secrets, now }: Services): Promise<void> {
  while ((await sealActivity(db, secrets, now())) >= 2_000);
  const { rows } = await sql<{ late: boolean }>`
    select exists (select from activity_log l
      where l.id > coalesce((select activity_id from activity_seals order by seq desc limit 1), 0)
        and l.at < now() - make_interval(secs => ${lateMs / 1000})) as late`.execute(db)
  if (rows[0]?.late)
    await raiseAlarm(db, { code: 'activity.unsealed', entity: 'activity', entityId: chain })
  else await clearAlarm(db, 'activity.unsealed', chain)
}

const fileOf = (folder: string): string => join(folder, 'activity-checkpoints.jsonl')

/** The newest checkpoint that was kept outside the database. */
function keptCheckpoint(folder: string): Checkpoint | null {
  const file = fileOf(folder)
  if (!existsSync(file)) return null
  const last = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)
  return last ? (JSON.parse(last) as Checkpoint) : null
}

/** Whether the database still holds the head that was signed last. */
async function stillHolds(db: Database, kept: Checkpoint): Promise<boolean> {
  const row = await db
    .selectFrom('activity_seals')
    .select('link')
    .where('seq', '=', kept.seq)
    .executeTakeFirst()
  return row?.link.toString('hex') === kept.head
}

/**
 * Signs the head of the chain and keeps it in a file beside the database, for whoever verifies later. Before,
 * it looks whether the head signed last is still there: a chain that was cut raises an alarm.
 */
async function checkpoint({ db, secrets, now, evidenceDir }: Services): Promise<void> {
  const kept = evidenceDir === null ? null : keptCheckpoint(evidenceDir)
  if (kept && !(await stillHolds(db, kept))) {
    const detail = { seq: kept.seq, at: kept.at }
    await raiseAlarm(db, { code: 'activity.chainBroken', entity: 'activity', entityId: chain, detail })
  }
  const made = await makeCheckpoint(db, secrets, now())
  if (made === null || evidenceDir === null) return
  mkdirSync(evidenceDir, { recursive: true })
  const key = join(evidenceDir, 'activity-checkpoints.pem')
  if (!existsSync(key)) writeFileSync(key, checkpointKey(secrets))
  appendFileSync(fileOf(evidenceDir), `${JSON.stringify(made)}\n`)
}

export const activityWork: readonly PeriodicWork[] = [
  { name: 'activitySeals', everyMs: 1_000, run: seal },
  { name: 'activityVerifications', everyMs: 300_000, run: verifyWhenDue },
  { name: 'activityCheckpoints', everyMs: 10_000, run: checkpoint },
]
