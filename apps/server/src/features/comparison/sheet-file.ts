import { createHash } from 'node:crypto'
import type { preTransactionReconcile } from '@khlang/contract/pre-transactions/reconcile.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { bookOf } from '../../platform/files/export-file.ts'
import { fileBase, markOf, mimeTypes } from '../../platform/files/exports.ts'
import type { ExportColumn } from '../../platform/files/sheet-shape.ts'
import { xlsxOf } from '../../platform/files/xlsx-thread.ts'
import { word } from '../../platform/texts.ts'
import { filtered, newestFirst } from './day-page.ts'
import type { Side } from './day-shapes.ts'
import { dayOf } from './find-row.ts'
import { readDay } from './read-day.ts'
import { withDetails, type CompareRow } from './row-details.ts'

/** A spreadsheet that is sent back holds no more rows: what a body of 256 KB takes. */
export const sheetRowsMax = 400
const area = 'pre-transactions-reconcile'

type Of = ExportColumn<CompareRow>['of']
const column = (kind: 'text' | 'instant' | 'amount', key: string, of: Of): ExportColumn<CompareRow> => ({
  kind,
  key,
  heading: `sheet.${key}`,
  of,
})
const words = (key: string, group: string, of: Of): ExportColumn<CompareRow> => ({
  kind: 'word',
  group,
  key,
  heading: `sheet.${key}`,
  of,
})

/** Where the columns stand that are read when the file comes back. */
export const sheetPlaces = { id: 0, facts: 1, decision: 2, remark: 3 }

/** Its first four columns are read back; the others are for people. */
const columns: readonly ExportColumn<CompareRow>[] = [
  column('text', 'id', (row) => row.id),
  column('text', 'facts', (row) => row.facts),
  column('text', 'decision', () => null),
  column('text', 'remark', () => null),
  column('text', 'allowed', (row, language) =>
    row.decisions.map((decision) => word(area, `decision.${decision}`, language) ?? decision).join(' / '),
  ),
  words('class', 'classes', (row) => row.class),
  column('instant', 'lineAt', (row) => row.line?.at ?? null),
  column('amount', 'lineAmount', (row) => row.line?.amountMinor ?? null),
  column('text', 'payer', (row) => {
    const { payerBank = null, payerMask = null, payerName = null } = row.line ?? {}
    return [payerBank, payerMask?.replaceAll('?', 'x'), payerName].filter(Boolean).join(' ') || null
  }),
  column('text', 'reference', (row) => row.record?.reference ?? null),
  column('text', 'member', (row) => row.record?.member?.username ?? null),
  column('instant', 'recordAt', (row) => row.record?.at ?? null),
  column('amount', 'recordAmount', (row) => row.record?.amountMinor ?? null),
  column('amount', 'difference', (row) => row.theirsMinor - row.oursMinor),
  column('text', 'note', (row) => row.note),
]

/** The rows of a filter as a spreadsheet that can be sent back. @throws forbidden without `exportData` */
export async function sheetOf(
  context: Context<typeof preTransactionReconcile.reconcileDepositSheet>,
  side: Side,
) {
  const { tx, input, actor, settings, services, language, record } = context
  if (!actor.role.abilities.exportData) throw new ApiError('forbidden')
  const at = { settings, nowMs: services.now() }
  const of = await dayOf(tx, side, input, at)
  const found = newestFirst([...(await filtered(tx, await readDay(tx, of, at), input))])
  const rows = await withDetails(tx, found.slice(0, sheetRowsMax), of, actor)
  const list = `reconcile-${side}`
  const mark = await markOf({ list }, language, actor, services)
  const isCut = found.length > sheetRowsMax
  const bytes = await xlsxOf(bookOf({ area, language, columns, rows, isCut, mark }))
  await record({
    entity: 'export',
    entityId: list,
    action: 'exported',
    detail: {
      format: 'xlsx',
      filter: { ...input, accountId: encodeId('bankAccount', of.accountId), on: of.on },
      rows: rows.length,
      isCut,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  })
  return {
    fileName: `${fileBase(list, { from: of.on, to: of.on })}.xlsx`,
    mimeType: mimeTypes.xlsx,
    base64: bytes.toString('base64'),
    rows: rows.length,
  }
}
