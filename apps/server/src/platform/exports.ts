import { createHash } from 'node:crypto'
import type { ExportedFile } from '@khlang/contract/exports.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from './actor.ts'
import type { Activity } from './activity.ts'
import { ApiError } from './api-error.ts'
import type { Tx } from './db.ts'
import { bangkok, bookOf, csvOf, type ExportColumn, type Sheet } from './export-file.ts'
import { word, type Language } from './texts.ts'
import { xlsxOf } from './xlsx-thread.ts'

/** Longer lists are cut here and say so. Source: domain.md 0. */
export const exportRowsMax = 10_000

export interface ExportContext {
  readonly tx: Tx
  readonly actor: EmployeeActor
  readonly language: Language
  readonly services: { readonly now: () => number }
  readonly record: (activity: Activity) => Promise<void>
  readonly input: { readonly format: 'csv' | 'xlsx'; readonly columns?: readonly string[] | undefined }
}

/** Business dates (YYYY-MM-DD) that a filter keeps to; either end may be open. */
interface Dates {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface ExportedList<R> extends Pick<
  Sheet<R>,
  'area' | 'columns' | 'parts' | 'netLabel' | 'notCountedLabel'
> {
  /** As the activity log names it. */
  readonly list: string
  /** What the file is named by: the list, and the dates of the filter. */
  readonly name: string
  readonly dates: Dates
  /** The first `limit` rows of the filter, in the order of the list. */
  readonly read: (limit: number) => Promise<readonly R[]>
}

const mimeTypes = {
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

/**
 * The rows of a filter as a file, recorded with their number and hash.
 * @throws forbidden without the ability exportData; invalidValue for a column that does not exist;
 * tooManyRequests while another file of this person is being made
 */
export async function exportRows<R>(context: ExportContext, what: ExportedList<R>): Promise<ExportedFile> {
  const { actor, input, language } = context
  if (!actor.role.abilities.exportData) throw new ApiError('forbidden')
  const wanted = input.columns ?? [...new Set(what.columns.map((column) => column.key))]
  const columns = columnsOf(what.columns, wanted)
  await assertOnlyOne(context.tx, actor)
  const found = await what.read(exportRowsMax + 1)
  const rows = found.slice(0, exportRowsMax)
  const isCut = found.length > rows.length
  const now = context.services.now()
  const zone = word('table', 'export.zone', language) ?? 'UTC+7'
  const { area, parts, netLabel, notCountedLabel } = what
  const mark = `Khlang · ${what.list} · ${actor.username} · ${bangkok(now)} · ${zone}`
  const labels = { netLabel, notCountedLabel }
  const sheet: Sheet<R> = { area, parts, ...labels, columns, rows, isCut, language, mark }
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
      isCut,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  })
  return {
    fileName: `${fileBase(what.name, what.dates)}.${format}`,
    mimeType: mimeTypes[format],
    base64: bytes.toString('base64'),
    rows: rows.length,
    isCut,
  }
}
