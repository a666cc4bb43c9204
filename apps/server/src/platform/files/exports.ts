import { createHash } from 'node:crypto'
import { calls, type CallOf } from '@khlang/contract/calls.ts'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { Call, HandlerInput } from '@khlang/contract/kit/define.ts'
import type { Exported } from '@khlang/contract/exports.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { mayCall, type EmployeeActor } from '../people/actor.ts'
import type { Activity } from '../people/activity.ts'
import { seesBrand } from '../people/visibility.ts'
import type { Services } from '../call/context.ts'
import { ApiError } from '../api-error.ts'
import type { Reader, Tx } from '../db/db.ts'
import { bangkok, bookOf, csvOf } from './export-file.ts'
import type { ExportColumn, Sheet, SheetShape } from './sheet-shape.ts'
import type { Secrets } from '../security/secrets.ts'
import { word, type Language } from '../texts.ts'
import { xlsxOf } from './xlsx-thread.ts'

/** Longer lists are made in the background. Source: domain.md 0. */
export const exportRowsMax = 10_000
/** So many files of one person may wait or be made in the background. */
const jobsMax = 3

/** Every call that answers its list as a file. */
const exporting = {
  'members.exportList': calls.members.exportList,
  'preTransactions.exportQueue': calls.preTransactions.exportQueue,
  'creditTransactions.exportList': calls.creditTransactions.exportList,
  'activityLogs.exportList': calls.activityLogs.exportList,
  'betReports.exportList': calls.betReports.exportList,
  'paymentAutos.exportLines': calls.paymentAutos.exportLines,
  'reports.exportDaily': calls.reports.exportDaily,
  'reports.exportUsers': calls.reports.exportUsers,
  'preTransactions.exportBlacklist': calls.preTransactions.exportBlacklist,
  'distributors.exportStatement': calls.distributors.exportStatement,
  'distributors.exportDifferences': calls.distributors.exportDifferences,
} as const satisfies Record<string, Call>
export type ExportCall = keyof typeof exporting

/** Whether a person may have the file of a list, now. */
export function mayExport(actor: EmployeeActor, name: ExportCall): boolean {
  const call: Call = exporting[name]
  const isSeen = call.isOfStaff !== true || seesBrand(actor)
  return isSeen && actor.role.abilities.exportData && mayCall(actor, call.requires)
}

export interface ExportContext {
  readonly tx: Tx
  readonly actor: EmployeeActor
  readonly language: Language
  readonly requestId: string
  readonly services: Services
  readonly record: (activity: Activity) => Promise<void>
  readonly input: { readonly format: 'csv' | 'xlsx'; readonly columns?: readonly string[] | undefined }
}

/** Business dates (YYYY-MM-DD) that a filter keeps to; either end may be open. */
interface Dates {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Whose eyes a file is read with, and what of. */
export interface FileAsk<C extends ExportCall> {
  readonly actor: EmployeeActor
  readonly settings: BrandSettings
  readonly secrets: Secrets
  readonly nowMs: number
  readonly filter: Omit<HandlerInput<CallOf<C>>, 'format' | 'columns'>
}

/** What a call asks for as a file: its filter, without what the file itself is to be like. */
export function fileAskOf<I extends ExportContext['input']>({
  input,
  actor,
  settings,
  services,
}: Pick<ExportContext, 'actor' | 'services'> & { readonly input: I; readonly settings: BrandSettings }) {
  const { format: _, columns: __, ...filter } = input
  return { actor, settings, secrets: services.secrets, nowMs: services.now(), filter }
}

/** What is proven of a list before its file is made. */
export interface ExportProof {
  /** Whether nobody can be made to wait for it. */
  readonly takesLong: (db: Reader) => Promise<boolean>
  /** Proves it. @returns what the file's last line says of it */
  readonly line: (services: Services, language: Language) => Promise<string>
}

/** A list as its file has it. */
export interface ExportedList<R> extends Pick<
  Sheet<R>,
  'area' | 'columns' | 'parts' | 'netLabel' | 'notCountedLabel'
> {
  readonly call: ExportCall
  /** As the activity log names it. */
  readonly list: string
  /** What the file is named by: the list, and the dates of the filter. */
  readonly name: string
  readonly dates: Dates
  readonly proof?: ExportProof
  /** The first `limit` rows of the filter, in the order of the list. */
  readonly first: (db: Reader, limit: number) => Promise<readonly R[]>
  /** The same rows page by page, as the screen turns them. */
  readonly page: (
    db: Reader,
    place: { readonly size: number; readonly after?: string },
  ) => Promise<{ readonly records: readonly R[]; readonly afterCursor: string | null }>
}

export const mimeTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** `deposits_2026-11-20`, `deposits_2026-11-01_2026-11-20`, `deposits_from-2026-11-01`, or the name alone. */
export function fileBase(name: string, { from, to }: Dates): string {
  if (from === undefined) return to === undefined ? name : `${name}_to-${to}`
  if (to === undefined) return `${name}_from-${from}`
  return from === to ? `${name}_${from}` : `${name}_${from}_${to}`
}

/** One file at a time for each person, whichever server is asked. Source: safety.md row 64. */
async function assertOnlyOne(tx: Tx, actor: EmployeeActor): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`export:${actor.id}`}, 0)) as "isFree"`.execute(tx)
  if (rows[0]?.isFree !== true) throw new ApiError('tooManyRequests', { retryAfterS: 5 })
}

/** The columns asked for in their order, or all of them. @throws invalidValue for one that does not exist */
function columnsOf<R>(all: readonly ExportColumn<R>[], wanted: readonly string[]): ExportColumn<R>[] {
  return wanted.flatMap((key) => {
    const found = all.filter((each) => each.key === key)
    if (found.length === 0) throw new ApiError('invalidValue', { field: 'columns' })
    return found
  })
}

/** What the file of a list is like, in a language and with some of its columns. @throws invalidValue */
export function shapeOf<R>(
  { area, parts, netLabel, notCountedLabel, columns }: ExportedList<R>,
  language: Language,
  wanted: readonly string[],
): SheetShape<R> {
  return { area, parts, netLabel, notCountedLabel, language, columns: columnsOf(columns, wanted) }
}

/** Whose file it is, of when, and what was proven of its list before: the last line of every file. */
export async function markOf(
  { list, proof }: Pick<ExportedList<unknown>, 'list' | 'proof'>,
  language: Language,
  actor: EmployeeActor,
  services: Services,
): Promise<string> {
  const zone = word('table', 'export.zone', language) ?? 'UTC+7'
  const mark = `Khlang · ${list} · ${actor.username} · ${bangkok(services.now())} · ${zone}`
  return proof ? `${mark} · ${await proof.line(services, language)}` : mark
}

/** Leaves a file to the background. @throws tooManyRequests while too many of this person wait */
async function startJob(
  { tx, actor, language, requestId, record, input }: ExportContext,
  what: Pick<ExportedList<unknown>, 'call' | 'list' | 'name' | 'dates'>,
  columns: readonly string[],
): Promise<string> {
  const { rows: waiting } = await sql`select from export_jobs
    where employee_id = ${actor.id} and state in ('queued', 'running')`.execute(tx)
  if (waiting.length >= jobsMax) throw new ApiError('tooManyRequests', { retryAfterS: 60 })
  const { format, columns: _, ...filter } = input
  const { id } = await tx
    .insertInto('export_jobs')
    .values({
      employee_id: actor.id,
      call: what.call,
      list: what.list,
      filter: JSON.stringify(filter),
      columns: [...columns],
      language,
      is_xlsx_asked: format === 'xlsx',
      session_id: actor.session.id,
      address: actor.address,
      device: actor.device,
      request_id: requestId,
      file_name: `${fileBase(what.name, what.dates)}.csv`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({
    entity: 'export',
    entityId: what.list,
    action: 'exportAsked',
    detail: { format, filter, columns, job: encodeId('export', id) },
  })
  return id
}

/**
 * The rows of a filter as a file, recorded with their number and hash; more than 10,000 are left to the
 * background.
 * @throws forbidden without the ability exportData; invalidValue for a column that does not exist;
 * tooManyRequests while another file of this person is being made
 */
export async function exportRows<R>(context: ExportContext, what: ExportedList<R>): Promise<Exported> {
  const { actor, input, language } = context
  if (!actor.role.abilities.exportData) throw new ApiError('forbidden')
  const wanted = input.columns ?? [...new Set(what.columns.map((column) => column.key))]
  const shape = shapeOf(what, language, wanted)
  await assertOnlyOne(context.tx, actor)
  if (await what.proof?.takesLong(context.tx)) return { jobId: await startJob(context, what, wanted) }
  const rows = await what.first(context.tx, exportRowsMax + 1)
  if (rows.length > exportRowsMax) return { jobId: await startJob(context, what, wanted) }
  const mark = await markOf(what, language, actor, context.services)
  const sheet: Sheet<R> = { ...shape, rows, isCut: false, mark }
  const bytes = input.format === 'csv' ? Buffer.from(csvOf(sheet)) : await xlsxOf(bookOf(sheet))
  const { format, columns: _, ...filter } = input
  await context.record({
    entity: 'export',
    entityId: what.list,
    action: 'exported',
    detail: {
      format,
      filter,
      columns: wanted,
      rows: rows.length,
      isCut: false,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  })
  return {
    fileName: `${fileBase(what.name, what.dates)}.${format}`,
    mimeType: mimeTypes[format],
    base64: bytes.toString('base64'),
    rows: rows.length,
  }
}
