import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import type { JobEnd, JobKind, Running, Wanted } from '../../../platform/background/job-kinds.ts'
import { hasJob } from '../../../platform/background/job-rows.ts'
import { instantsOf } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { openStatement } from '../../../platform/files/kept-statements.ts'
import { announce } from '../../../platform/live/live.ts'
import { recordActivity } from '../../../platform/people/activity.ts'
import { compareLines, type Found } from './compare-report.ts'
import { keepDays, keepLines } from './kept-comparison.ts'
import { heldNow, keepLog, type HeldSums } from './log-lines.ts'
import { endComparison, findComparing, type Comparing } from './comparison-rows.ts'
import { reportLinesOf } from './report-thread.ts'

const lane = 'reports'

/** Keeps the lines of a file. @returns false when it is to go no further */
async function keepFile(services: Services, report: Comparing, { report: tell, stopping }: Running) {
  const { db, now, settings } = services
  const { privateFileId, sha256, mapping, rowCount } = report
  if (privateFileId === null || sha256 === null || mapping === null) throw new Error('a file is named')
  const bytes = await openStatement(db, services, { id: privateFileId, sha256 })
  const clock = { nowMs: now(), dayCutOffMinutes: (await settings.get()).dayCutOffMinutes }
  let done = 0
  for await (const lines of reportLinesOf(bytes, mapping, clock)) {
    await keepLines(db, report.id, lines)
    done += lines.length
    if (!(await tell(done, rowCount ?? undefined)) || stopping.aborted) return false
  }
  return true
}

/** Writes down what a comparison found. @returns false when somebody cancelled it meanwhile */
const finish = (
  services: Services,
  { id, name, fromOn, toOn, askedAt }: Comparing,
  found: Found,
  held: HeldSums,
) =>
  services.db.transaction().execute(async (tx) => {
    const { sums, differenceCount } = found
    const { rows } = await sql`
      update provider_reports set state = 'compared', line_count = ${sums.lineCount},
             round_count = ${sums.roundCount}, agreed_count = ${sums.agreedCount},
             stake_minor = ${sums.stakeMinor}, payout_minor = ${sums.payoutMinor},
             ours_count = ${sums.oursCount}, ours_stake_minor = ${sums.oursStakeMinor},
             ours_payout_minor = ${sums.oursPayoutMinor}, told_held_minor = ${held?.toldMinor ?? null},
             ours_held_minor = ${held?.oursMinor ?? null}, compared_by = asked_by, compared_at = now(),
             asked_by = null, asked_at = null
       where id = ${id} and state = 'comparing' and asked_at = ${askedAt}::timestamptz returning 1`.execute(
      tx,
    )
    if (rows.length === 0) return false
    await keepDays(tx, id, found.days)
    const entityId = encodeId('providerReport', id)
    await recordActivity(tx, 'system', null, {
      entity: 'providerReport',
      entityId,
      action: 'providerReportCompared',
      detail: { name, fromOn, toOn, agreedCount: sums.agreedCount, differenceCount },
    })
    await announce(tx, 'providerReport', entityId)
    return true
  })

const forget = (db: Reader, id: string) => sql`select forget_comparison(${id})`.execute(db)

/** Where it was cancelled meanwhile, nothing of it stays. */
async function left(db: Reader, id: string): Promise<JobEnd> {
  if ((await findComparing(db, id)) === null) await forget(db, id)
  return { kind: 'left' }
}

/** Compares a report from its beginning, whatever came of it before. */
async function compare(services: Services, id: string, running: Running): Promise<JobEnd> {
  const { db, settings } = services
  const report = await findComparing(db, id)
  if (report === null) return { kind: 'left' }
  await forget(db, id)
  const now = await settings.get()
  const of = {
    ...report,
    reportId: id,
    from: instantsOf(now, report.fromOn).from,
    until: instantsOf(now, report.toOn).until,
    dayCutOffMinutes: now.dayCutOffMinutes,
  }
  const lines =
    report.source === 'log'
      ? await keepLog(services, of, running)
      : (await keepFile(services, report, running)) && (report.rowCount ?? 0)
  if (lines === null || lines === false) return left(db, id)
  const goesOn = async () => (await running.report(lines, lines)) && !running.stopping.aborted
  const found = await compareLines(db, of, goesOn)
  const held = found && report.source === 'log' ? await heldNow(services, of.providerId, goesOn) : null
  if (found && held !== 'stopped' && (await finish(services, report, found, held))) return { kind: 'done' }
  return left(db, id)
}

/** Nothing came of it, and nothing of it is left. @returns false when it was over already */
async function end(tx: Tx, id: string): Promise<boolean> {
  const isEnded = await endComparison(tx, id)
  if (!isEnded) return false
  await forget(tx, id)
  await announce(tx, 'providerReport', encodeId('providerReport', id))
  return true
}

/** Reports of providers, and what they tell of their own logs, are compared with our bets, one at a time. */
export const comparisonKind: JobKind = {
  lanes: [lane],
  triesMax: 3,
  limitMs: 3_600_000,
  wanted: async (tx) => {
    const { rows } = await sql<Wanted>`
      select r.id as "subjectId", r.asked_by as "ownerId", p.name_en || ' · ' || r.name as name,
             ${lane} as lane
        from provider_reports r join game_providers p on p.id = r.provider_id
       where r.state = 'comparing' and not ${hasJob('reportComparison', sql.ref('r.id'))}
       order by r.id limit 20`.execute(tx)
    return rows
  },
  run: (services, { subjectId }, running) => compare(services, subjectId, running),
  giveUp: async (tx, services, { subjectId }) => {
    const report = await findComparing(services.db, subjectId)
    await end(tx, subjectId)
    return report?.source === 'log' ? 'noAnswer' : 'fault'
  },
  cancel: end,
  blames: (_db, subjectId) =>
    Promise.resolve({ entity: 'providerReport', entityId: encodeId('providerReport', subjectId) }),
}
