import { createHash } from 'node:crypto'
import type { ExportedFile } from '@khlang/contract/exports.ts'
import writeXlsx from 'write-excel-file/node'
import type { EmployeeActor } from './actor.ts'
import type { Activity } from './activity.ts'
import { ApiError } from './api-error.ts'
import { valueOn } from './business-day.ts'
import { word, type Language, type TextArea } from './texts.ts'

/** Longer lists are cut here and say so. Source: domain.md 0. */
export const exportRowsMax = 10_000

/**
 * `amount`: minor units, printed as a number of baht; instants are RFC 3339 and printed in Bangkok's
 * time; `word`: a code, printed as the area's screens show `<group>.<code>` in the reader's language, or
 * as it is when they have no word for it.
 */
type ColumnKind =
  | { readonly kind: 'text' | 'amount' | 'integer' | 'instant' }
  | { readonly kind: 'word'; readonly area: TextArea; readonly group: string }

export type ExportColumn<R> = ColumnKind & {
  /** The column's id on the screen; two columns of a file may stand for one of the screen. */
  readonly key: string
  readonly th: string
  readonly en: string
  readonly of: (row: R) => string | number | null
}

export interface ExportContext {
  readonly actor: EmployeeActor
  readonly language: Language
  readonly services: { readonly now: () => number }
  readonly record: (activity: Activity) => Promise<void>
  readonly input: { readonly format: 'csv' | 'xlsx'; readonly columns?: readonly string[] | undefined }
}

type Cell = string | number

/** What a spreadsheet would read as a formula gets an apostrophe. Source: safety.md rows 61, 62. */
export const escapeFormula = (text: string): string =>
  /^(?:[\t\r\n\0]|\s*[=+\-@＝＋－＠])/.test(text) ? `'${text}` : text

// RFC 4180; the semicolon too, because Excel splits by it in some locales.
const quoted = (text: string): string => (/["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const bangkok = (instant: string | number): string =>
  new Date(new Date(instant).getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

function cellOf<R>(column: ExportColumn<R>, row: R, language: Language): Cell {
  const value = column.of(row)
  if (value === null) return ''
  if (column.kind === 'amount') return Number(value) / 100
  if (column.kind === 'integer') return Number(value)
  if (column.kind === 'instant') return bangkok(String(value))
  const text = String(value)
  const shown =
    column.kind === 'word' ? (word(column.area, `${column.group}.${text}`, language) ?? text) : text
  return escapeFormula(shown)
}

/** Minor units as text without the detour of a float. */
const baht = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** UTF-8 with a mark, so that Excel opens Thai; lines end with CR LF. */
export function csvOf<R>(
  columns: readonly ExportColumn<R>[],
  rows: readonly R[],
  language: Language,
  last: string,
): string {
  const line = (row: R): string =>
    columns
      .map((column) => {
        const value = column.of(row)
        if (column.kind === 'amount') return value === null ? '' : baht(Number(value))
        return quoted(String(cellOf(column, row, language)))
      })
      .join()
  const head = columns.map((column) => quoted(column[language])).join()
  return `\ufeff${[head, ...rows.map(line), quoted(last)].join('\r\n')}\r\n`
}

async function xlsxOf<R>(
  columns: readonly ExportColumn<R>[],
  rows: readonly R[],
  language: Language,
  last: string,
): Promise<Buffer> {
  const head = columns.map((column) => ({ value: column[language], fontWeight: 'bold' as const }))
  const cell = (column: ExportColumn<R>, row: R) => {
    const value = cellOf(column, row, language)
    if (typeof value === 'number')
      return { value, type: Number, format: column.kind === 'amount' ? '#,##0.00' : '0' }
    return value === '' ? null : { value, type: String }
  }
  const data = [
    head,
    ...rows.map((row) => columns.map((column) => cell(column, row))),
    [{ value: last, type: String }],
  ]
  return writeXlsx(data).toBuffer()
}

const mimeTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/**
 * The rows of a filter as a file, recorded with their number and hash.
 * @param read the first `limit` rows of the filter, in the order of the list
 * @throws forbidden without the ability exportData; unknownField for a column that does not exist
 */
export async function exportRows<R>(
  context: ExportContext,
  what: {
    readonly list: string
    readonly columns: readonly ExportColumn<R>[]
    readonly read: (limit: number) => Promise<readonly R[]>
  },
): Promise<ExportedFile> {
  const { actor, input, language } = context
  if (!actor.role.abilities.exportData) throw new ApiError('forbidden')
  const wanted = input.columns ?? [...new Set(what.columns.map((column) => column.key))]
  const columns = wanted.flatMap((key) => {
    const found = what.columns.filter((each) => each.key === key)
    if (found.length === 0) throw new ApiError('invalidValue', { field: 'columns' })
    return found
  })
  const found = await what.read(exportRowsMax + 1)
  const rows = found.slice(0, exportRowsMax)
  const now = context.services.now()
  const last = `Khlang · ${what.list} · ${actor.username} · ${bangkok(now)} (UTC+7)`
  const bytes =
    input.format === 'csv'
      ? Buffer.from(csvOf(columns, rows, language, last))
      : await xlsxOf(columns, rows, language, last)
  const isCut = found.length > rows.length
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
    fileName: `${what.list}-${valueOn(now)}.${format}`,
    mimeType: mimeTypes[format],
    base64: bytes.toString('base64'),
    rows: rows.length,
    isCut,
  }
}
