import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'
import type { JobEnd, JobKind, Running, Wanted } from '../../platform/background/job-kinds.ts'
import { hasJob } from '../../platform/background/job-rows.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader, Tx } from '../../platform/db/db.ts'
import { heldRestore } from '../../platform/db/restored.ts'
import { announce } from '../../platform/live/live.ts'
import { recordActivity } from '../../platform/people/activity.ts'
import { findFormat } from './queries.ts'
import { rereadBatch, unreadAfter } from './reread.ts'
import { failureOf, type Trial } from './rules.ts'
import { digestOf, runTrial } from './trial.ts'

const lane = 'formats'
const asOutside = (id: string) => encodeId('taughtFormat', id)

const wantedBy = (kind: 'formatTrial' | 'formatReread', where: RawBuilder<unknown>) => async (tx: Tx) => {
  const { rows } = await sql<Wanted>`
    select f.id as "subjectId", f.maker_id as "ownerId", f.name || ' ' || f.number as name,
           ${lane} as lane
      from taught_formats f where ${where} and not ${hasJob(kind, sql.ref('f.id'))}
     order by f.id limit 20`.execute(tx)
  return rows
}

const familyOf = async (db: Reader, familyId: string): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select id from taught_formats where family_id = ${familyId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Writes down what a trial found. Nothing where somebody dropped the format meanwhile. */
async function finishTrial(services: Services, id: string, trial: Trial): Promise<void> {
  const failure = failureOf(trial)
  const state = failure === null ? 'tried' : 'failed'
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ version: number }>`
      update taught_formats set state = ${state}, trial = ${JSON.stringify(trial)}::jsonb,
             trial_digest = ${digestOf(trial)}, trial_failure = ${failure}, tried_at = now(),
             version = version + 1
       where id = ${id} and state = 'trying' returning version`.execute(tx)
    if (rows[0] === undefined) return
    const { scanned, newlyRead, conflicts, others, chainContradicts } = trial
    await recordActivity(tx, 'system', null, {
      entity: 'taughtFormat',
      entityId: asOutside(id),
      action: 'formatTried',
      after: { state },
      detail: { scanned, newlyRead, conflicts, others, chainContradicts, failure },
    })
    await announce(tx, 'taughtFormat', asOutside(id), rows[0].version)
  })
}

async function tryFormat(services: Services, id: string, running: Running): Promise<JobEnd> {
  const { db } = services
  const format = await findFormat(db, id)
  if (format?.state !== 'trying') return { kind: 'left' }
  const { autoCreditLimitMinor } = await services.settings.get()
  const of = { bigAmountMinor: autoCreditLimitMinor, family: await familyOf(db, format.familyId) }
  const trial = await runTrial(db, format, of, running)
  if (trial === null) return { kind: 'left' }
  await finishTrial(services, id, trial)
  return { kind: 'done' }
}

const blames = (_db: Reader, subjectId: string) =>
  Promise.resolve({ entity: 'taughtFormat' as const, entityId: asOutside(subjectId) })

/** A taught format is laid over every message there is, before anybody may agree to it. */
export const trialKind: JobKind = {
  lanes: [lane],
  triesMax: 3,
  limitMs: 3_600_000,
  wanted: wantedBy('formatTrial', sql`f.state = 'trying'`),
  run: (services, { subjectId }, running) => tryFormat(services, subjectId, running),
  giveUp: async (tx, _services, { subjectId }) => {
    await sql`update taught_formats set state = 'failed', trial_failure = 'fault', tried_at = now(),
        version = version + 1 where id = ${subjectId} and state = 'trying'`.execute(tx)
    await announce(tx, 'taughtFormat', asOutside(subjectId))
    return 'fault'
  },
  cancel: async (tx, subjectId) => {
    const { rows } = await sql`update taught_formats set state = 'off', ended_at = now(),
        version = version + 1 where id = ${subjectId} and state = 'trying' returning id`.execute(tx)
    await announce(tx, 'taughtFormat', asOutside(subjectId))
    return rows.length === 1
  },
  blames,
}

async function reread(services: Services, id: string, { report, stopping }: Running): Promise<JobEnd> {
  const { db, now } = services
  const format = await findFormat(db, id)
  if (format?.state !== 'active' || format.rereadState !== 'queued') return { kind: 'left' }
  if ((await heldRestore(db)) !== null) return { kind: 'again' }
  let after: string | null = null
  let done = 0
  for (;;) {
    const ids = await unreadAfter(db, format, after)
    if (ids.length === 0) break
    const of = { settings: await services.settings.get(), nowMs: now() }
    const read = await rereadBatch(db, format, ids, of)
    done += ids.length
    after = ids.at(-1) ?? after
    await sql`update taught_formats set reread_count = reread_count + ${read} where id = ${id}`.execute(db)
    if (!(await report(done)) || stopping.aborted) return { kind: 'left' }
  }
  await db.transaction().execute(async (tx) => {
    await endReread(tx, id)
    await announce(tx, 'taughtFormat', asOutside(id))
  })
  return { kind: 'done' }
}

const endReread = (tx: Tx, id: string) =>
  sql`update taught_formats set reread_state = 'done' where id = ${id} and reread_state = 'queued'
    returning id`.execute(tx)

/** Unread messages of the last days are read by a format that two people agreed to. */
export const rereadKind: JobKind = {
  lanes: [lane],
  triesMax: 5,
  limitMs: 3_600_000,
  wanted: wantedBy('formatReread', sql`f.state = 'active' and f.reread_state = 'queued'`),
  run: (services, { subjectId }, running) => reread(services, subjectId, running),
  giveUp: async (tx, _services, { subjectId }) => {
    await endReread(tx, subjectId)
    return 'fault'
  },
  cancel: async (tx, subjectId) => (await endReread(tx, subjectId)).rows.length === 1,
  blames,
}
