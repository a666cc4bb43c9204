import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { providerReports } from '@khlang/contract/play/provider-reports.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { assertDateRange, businessOn, instantsOf } from '../../../platform/business-day.ts'
import { prepared, type Handlers, type Services } from '../../../platform/call/context.ts'
import { keysetOf } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { keepStatement, openStatement } from '../../../platform/files/kept-statements.ts'
import { holdProvider } from '../writes.ts'
import { compareLines, writeLines } from './compare-report.ts'
import type { ReportLine } from './read-report.ts'
import type { ReportMapping } from './report-layout.ts'
import * as queries from './report-queries.ts'
import { readReportOf } from './report-thread.ts'

type Store = Pick<Services, 'db' | 'privateDir' | 'secrets' | 'now'>

/** So many rows that are not understood are shown. */
const errorsMax = 50

const refuse = (state: string): never => {
  throw new ApiError('stateRefused', { details: { state } })
}

/** What is in a kept report. @throws statementGone, statementUnreadable */
async function readKept(services: Store, db: Reader, id: string, said: ReportMapping | null) {
  const report = await queries.keptReport(db, id)
  if (report.state === 'compared') refuse(report.state)
  const bytes = await openStatement(db, services, { id: report.privateFileId, sha256: report.sha256 })
  return readReportOf(bytes, said, services.now())
}

/** The lines that are compared: all of them are understood. @throws statementRefused */
async function readAsked(
  services: Store,
  { id, mapping }: HandlerInput<typeof providerReports.compareReport>,
): Promise<readonly ReportLine[]> {
  const { mappingFault, read } = await readKept(services, services.db, id, mapping)
  if (read === null)
    throw new ApiError('statementRefused', { details: { reason: mappingFault ?? 'noColumn' } })
  if (read.errors.length > 0) throw new ApiError('statementRefused', { details: { reason: 'rowErrors' } })
  if (read.lines.length === 0) throw new ApiError('statementRefused', { details: { reason: 'noRows' } })
  return read.lines
}

const sumOf = (lines: readonly ReportLine[], of: 'stakeMinor' | 'payoutMinor'): number =>
  lines.reduce((sum, line) => sum + line[of], 0)

export const reportHandlers: Handlers<typeof providerReports> = {
  reports: async ({ db, input, actor, services: { secrets } }) => {
    const keyset = keysetOf({
      list: 'distributors.reports',
      sort: queries.newestReports,
      input,
      actor,
      secrets,
    })
    return queries.pageOfReports(db, input.providerId, keyset)
  },

  report: ({ db, input }) => queries.findReport(db, input.id),

  reportProviders: async ({ db }) => ({ records: await queries.providerNames(db) }),

  uploadReport: prepared(
    async ({ statement, services }) => {
      await readReportOf(statement, null, services.now())
      return createHash('sha256').update(statement).digest()
    },
    async ({ tx, input, actor, services, statement, record, announce }, sha256) => {
      await holdProvider(tx, input.id)
      const hash = sha256.toString('hex')
      const known = await tx
        .selectFrom('provider_reports')
        .select('id')
        .where('provider_id', '=', input.id)
        .where('sha256', '=', hash)
        .executeTakeFirst()
      if (known) return { id: known.id, isKnown: true }
      const privateFileId = await keepStatement(tx, services, {
        bytes: statement,
        sha256,
        uploadedBy: actor.id,
      })
      const id = randomUUIDv7()
      await sql`insert into provider_reports (id, provider_id, private_file_id, sha256, uploaded_by)
        values (${id}, ${input.id}, ${privateFileId}, ${hash}, ${actor.id})`.execute(tx)
      await sql`update private_files set entity = 'providerReport', entity_id = ${id}, attached_at = now()
        where id = ${privateFileId}`.execute(tx)
      await record({
        entity: 'providerReport',
        entityId: encodeId('providerReport', id),
        action: 'providerReportUploaded',
        detail: { provider: encodeId('gameProvider', input.id), sha256: hash, bytes: statement.length },
      })
      await announce('providerReport', encodeId('providerReport', id))
      return { id, isKnown: false }
    },
  ),

  previewReport: async ({ db, input, services, settings }) => {
    const { read, ...reading } = await readKept(services, db, input.id, input.mapping)
    const shown = {
      ...reading,
      sample: reading.sample.map(({ no, cells }) => ({ no, cells: [...cells] })),
    }
    if (read === null) return { ...shown, read: null }
    const { lines, errors } = read
    const days = lines.flatMap(({ at }) => (at === null ? [] : [businessOn(settings, at)])).toSorted()
    return {
      ...shown,
      read: {
        count: lines.length,
        stakeMinor: sumOf(lines, 'stakeMinor'),
        payoutMinor: sumOf(lines, 'payoutMinor'),
        fromOn: days[0] ?? null,
        toOn: days.at(-1) ?? null,
        errorCount: errors.length,
        errors: errors.slice(0, errorsMax),
      },
    }
  },

  compareReport: prepared(
    async ({ input, services }) => readAsked(services, input),
    async ({ tx, input, actor, settings, record, announce }, lines) => {
      const { id, name, fromOn, toOn } = input
      assertDateRange(fromOn, toOn, 'fromOn')
      const report = await queries.lockReport(tx, id)
      if (report.state === 'compared') refuse(report.state)
      await writeLines(tx, id, lines)
      const { differenceCount, ...found } = await compareLines(tx, {
        reportId: id,
        providerId: report.providerId,
        from: instantsOf(settings, fromOn).from,
        until: instantsOf(settings, toOn).until,
      })
      await sql`
        update provider_reports set state = 'compared', name = ${name}, from_on = ${fromOn}, to_on = ${toOn},
               line_count = ${found.lineCount}, round_count = ${found.roundCount},
               agreed_count = ${found.agreedCount}, stake_minor = ${found.stakeMinor},
               payout_minor = ${found.payoutMinor}, ours_count = ${found.oursCount},
               ours_stake_minor = ${found.oursStakeMinor}, ours_payout_minor = ${found.oursPayoutMinor},
               compared_by = ${actor.id}, compared_at = now()
         where id = ${id}`.execute(tx)
      const entityId = encodeId('providerReport', id)
      const { agreedCount } = found
      await record({
        entity: 'providerReport',
        entityId,
        action: 'providerReportCompared',
        detail: { name, fromOn, toOn, agreedCount, differenceCount },
      })
      await announce('providerReport', entityId)
      return { agreedCount, differenceCount }
    },
  ),

  reportDifferences: async ({ db, input, actor, services: { secrets } }) => {
    const keyset = keysetOf({
      list: 'distributors.reportDifferences',
      sort: queries.inOrder,
      input,
      actor,
      secrets,
    })
    return queries.pageOfDifferences(db, input, keyset)
  },

  decideDifferences: async ({ tx, input, actor, record, announce }) => {
    const { id, ids, kind, to, reason } = input
    if ((ids.length === 0) === (kind === undefined)) throw new ApiError('invalidValue', { field: 'ids' })
    const wanted =
      kind === undefined
        ? sql`id = any(${[...ids]}::uuid[]) and state <> ${to}`
        : sql`kind = ${kind} and state = 'open'`
    const { numAffectedRows } = await sql`
      update provider_report_differences set state = ${to}, reason = ${reason}, decided_by = ${actor.id},
             decided_at = now()
       where report_id = ${id} and ${wanted}`.execute(tx)
    const count = Number(numAffectedRows ?? 0)
    const isAccepted = to === 'accepted'
    const entityId = encodeId('providerReport', id)
    await record({
      entity: 'providerReport',
      entityId,
      action: isAccepted ? 'reportDifferencesAccepted' : 'reportDifferencesDisputed',
      reason,
      detail: { count, kind: kind ?? null, ids: ids.map((each) => encodeId('reportDifference', each)) },
    })
    await announce('providerReport', entityId)
    return { count }
  },
}
