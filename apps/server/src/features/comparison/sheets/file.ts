import { createHash } from 'node:crypto'
import type { preTransactionReconcile } from '@khlang/contract/pre-transactions/reconcile.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Context } from '../../../platform/call/context.ts'
import { bookOf } from '../../../platform/files/export-file.ts'
import { fileBase, markOf, mimeTypes } from '../../../platform/files/exports.ts'
import type { ExportColumn } from '../../../platform/files/sheet-shape.ts'
import { xlsxOf } from '../../../platform/files/xlsx-thread.ts'
import { word } from '../../../platform/texts.ts'
import { filtered, newestFirst } from '../day-page.ts'
import type { Side } from '../day-shapes.ts'
import { dayOf } from '../find-row.ts'
import { readDay } from '../read-day.ts'
import type { CompareRow } from '../may-decide.ts'
import { withDetails } from '../row-details.ts'

/** A spreadsheet that is sent back holds no more rows: what a body of 256 KB takes. */
export const sheetRowsMax = 400
const area = 'pre-transactions-reconcile'

type Column = ExportColumn<CompareRow>
type Of = Column['of']
const keyOf = (heading: string): string => heading.slice(heading.indexOf('.') + 1)
const column = (kind: 'text' | 'instant' | 'amount', heading: string, of: Of): Column => ({
  kind,
  key: keyOf(heading),
  heading,
  of,
})

/** Where the columns stand that are read when the file comes back. */
export const sheetPlaces = { id: 0, facts: 1, decision: 2, remark: 3 }

/** Its first four columns are read back; the others are for people. */
const columns: readonly Column[] = [
  column('text', 'sheet.id', (row) => row.id),
  column('text', 'sheet.facts', (row) => row.facts),
  column('text', 'sheet.decision', () => null),
  column('text', 'sheet.remark', () => null),
  column('text', 'sheet.allowed', (row, language) =>
    row.decisions.map((decision) => word(area, `decision.${decision}`, language) ?? decision).join(' / '),
  ),
  { kind: 'word', group: 'classes', key: 'class', heading: 'sheet.class', of: (row) => row.class },
  column('instant', 'sheet.lineAt', (row) => row.line?.at ?? null),
  column('amount', 'sheet.lineAmount', (row) => row.line?.amountMinor ?? null),
  column('text', 'sheet.payer', (row) => {
    const { payerBank = null, payerMask = null, payerName = null } = row.line ?? {}
    return [payerBank, payerMask?.replaceAll('?', 'x'), payerName].filter(Boolean).join(' ') || null
  }),
  column('text', 'sheet.reference', (row) => row.record?.reference ?? null),
  column('text', 'sheet.member', (row) => row.record?.member?.username ?? null),
  column('instant', 'sheet.recordAt', (row) => row.record?.at ?? null),
  column('amount', 'sheet.recordAmount', (row) => row.record?.amountMinor ?? null),
  column('amount', 'sheet.difference', (row) => row.theirsMinor - row.oursMinor),
  column('text', 'sheet.note', (row) => row.note),
]

/** The rows of a filter as a spreadsheet that can be sent back. @throws forbidden without `exportData` */
export async function comparisonSheet(
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
