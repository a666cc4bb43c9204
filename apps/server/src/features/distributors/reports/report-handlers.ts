import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { providerReports } from '@khlang/contract/play/provider-reports.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { cancelJobOf } from '../../../platform/background/job-rows.ts'
import { assertDateRange, businessOn } from '../../../platform/business-day.ts'
import { prepared, type Handlers, type Services } from '../../../platform/call/context.ts'
import { keysetOf } from '../../../platform/db/cursor.ts'
import type { Reader } from '../../../platform/db/db.ts'
import { exportRows, fileAskOf } from '../../../platform/files/exports.ts'
import { openStatement } from '../../../platform/files/kept-statements.ts'
import type { Activity } from '../../../platform/people/activity.ts'
import { findWalletProvider } from '../../play/transfers/wallet-providers.ts'
import { holdProvider } from '../writes.ts'
import { differenceFile } from './difference-file.ts'
import { beginComparison, beginLogCheck, endComparison } from './comparison-rows.ts'
import type { ReadingClock } from './read-report.ts'
import type { ReportMapping } from './report-layout.ts'
import { keepReport } from './kept-report.ts'
import * as queries from './report-queries.ts'
import { readReportOf } from './report-thread.ts'

type Store = Pick<Services, 'db' | 'privateDir' | 'secrets' | 'now' | 'settings'>

const refuse = (state: string): never => {
  throw new ApiError('stateRefused', { details: { state } })
}

const clockOf = async ({ now, settings }: Pick<Services, 'now' | 'settings'>): Promise<ReadingClock> => ({
  nowMs: now(),
  dayCutOffMinutes: (await settings.get()).dayCutOffMinutes,
})

/** What is in a kept report. @throws statementGone, statementUnreadable */
async function readKept(services: Store, db: Reader, id: string, said: ReportMapping | null) {
  const { state, privateFileId, sha256 } = await queries.keptReport(db, id)
  if (state !== 'uploaded' || privateFileId === null || sha256 === null) return refuse(state)
  const bytes = await openStatement(db, services, { id: privateFileId, sha256 })
  return readReportOf(bytes, said, await clockOf(services))
}

/** How many lines are to be compared: all of them are understood. @throws statementRefused */
async function readAsked(
  services: Store,
  { id, mapping }: HandlerInput<typeof providerReports.compareReport>,
): Promise<number> {
  const { mappingFault, read } = await readKept(services, services.db, id, mapping)
  const reason =
    read === null
      ? (mappingFault ?? 'noColumn')
      : read.errorCount > 0
        ? 'rowErrors'
        : read.count === 0
          ? 'noRows'
          : null
  if (read === null || reason !== null)
    throw new ApiError('statementRefused', { details: { reason: reason ?? 'noColumn' } })
  return read.count
}

const aboutReport = (id: string, action: string, more: Pick<Activity, 'detail' | 'reason'> = {}) =>
  ({
    entity: 'providerReport',
    entityId: encodeId('providerReport', id),
    action,
    ...more,
  }) satisfies Activity

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
      const { read } = await readReportOf(statement, null, await clockOf(services))
      const days = { fromOn: read?.fromOn ?? null, toOn: read?.toOn ?? null }
      return { sha256: createHash('sha256').update(statement).digest(), ...days }
    },
    async ({ tx, input, actor, services, statement, record, announce }, { sha256, ...days }) => {
      await holdProvider(tx, input.id)
      const hash = sha256.toString('hex')
      const known = await tx
        .selectFrom('provider_reports')
        .select('id')
        .where('provider_id', '=', input.id)
        .where('sha256', '=', hash)
        .executeTakeFirst()
      if (known) return { id: known.id, isKnown: true }
      const id = await keepReport(tx, services, {
        providerId: input.id,
        bytes: statement,
        sha256,
        uploadedBy: actor.id,
        ...days,
      })
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

  previewReport: async ({ db, input, services }) => {
    const { sample, read, ...reading } = await readKept(services, db, input.id, input.mapping)
    return {
      ...reading,
      sample: sample.map(({ no, cells }) => ({ no, cells: [...cells] })),
      read: read && { ...read, errors: [...read.errors] },
    }
  },

  compareReport: prepared(
    async ({ input, services }) => readAsked(services, input),
    async ({ tx, input, actor, record, announce }, rowCount) => {
      const { id, name, fromOn, toOn, mapping } = input
      assertDateRange(fromOn, toOn, 'fromOn')
      const { state } = await queries.lockReport(tx, id)
      if (state !== 'uploaded') refuse(state)
      await beginComparison(tx, id, { name, fromOn, toOn, mapping, rowCount, askedBy: actor.id })
      await record(aboutReport(id, 'reportComparisonAsked', { detail: { name, fromOn, toOn, rowCount } }))
      await announce('providerReport', encodeId('providerReport', id))
      return {}
    },
  ),

  checkLog: async ({ tx, input, actor, settings, services, record, announce }) => {
    const { id: providerId, fromOn, toOn } = input
    assertDateRange(fromOn, toOn, 'fromOn')
    if (toOn > businessOn(settings, services.now())) throw new ApiError('invalidValue', { field: 'toOn' })
    await holdProvider(tx, providerId)
    await findWalletProvider(tx, providerId)
    const id = randomUUIDv7()
    await beginLogCheck(tx, { id, providerId, fromOn, toOn, askedBy: actor.id })
    const provider = encodeId('gameProvider', providerId)
    await record(aboutReport(id, 'logCheckAsked', { detail: { provider, fromOn, toOn } }))
    await announce('providerReport', encodeId('providerReport', id))
    return { id }
  },

  cancelComparison: async ({ tx, input: { id }, record, announce }) => {
    const { state } = await queries.lockReport(tx, id)
    if (!(await endComparison(tx, id))) refuse(state)
    await cancelJobOf(tx, 'reportComparison', id)
    await record(aboutReport(id, 'reportComparisonCancelled'))
    await announce('providerReport', encodeId('providerReport', id))
    return {}
  },

  reportDifferences: async ({ db, input, actor, services: { secrets } }) =>
    queries.differencesOf(db, input, { input, actor, secrets }),

  exportDifferences: (context) => exportRows(context, differenceFile(fileAskOf(context))),

  decideDifferences: async ({ tx, input, actor, record, announce }) => {
    const { id, ids, kind, to, reason } = input
    if ((ids.length === 0) === (kind === undefined)) throw new ApiError('invalidValue', { field: 'ids' })
    const { state } = await queries.lockReport(tx, id)
    if (state !== 'compared') refuse(state)
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
