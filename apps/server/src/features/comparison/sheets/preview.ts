import type { preTransactionReconcile } from '@khlang/contract/pre-transactions/reconcile.ts'
import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import { compareDecisions } from '@khlang/contract/values/value-lists.ts'
import type { Context } from '../../../platform/call/context.ts'
import { readSheet } from '../../../platform/files/read-sheet.ts'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import { word } from '../../../platform/texts.ts'
import type { Side } from '../day-shapes.ts'
import { dayOf } from '../find-row.ts'
import { mayMake, type CompareDecision, type CompareRow } from '../may-decide.ts'
import { readDay, uuidOfRow } from '../read-day.ts'
import { outsideRowId, withDetails } from '../row-details.ts'
import { sheetPlaces, sheetRowsMax } from './file.ts'

type SheetRow = HandlerOutput<typeof preTransactionReconcile.reconcileDepositPreview>['records'][number]
type SheetError = SheetRow['error']

/** One row as somebody sent it back. */
interface Sent {
  readonly number: number
  readonly id: string
  readonly facts: string
  readonly decision: string
  readonly remark: string
}

/** A decision by its code or by its word in either language; null for what is none. Pure. */
function decisionOf(text: string): CompareDecision | null {
  const plain = text.trim().toLowerCase()
  const said = (decision: CompareDecision): boolean =>
    plain === decision ||
    (['th', 'en'] as const).some(
      (language) =>
        word('pre-transactions-reconcile', `decision.${decision}`, language)?.toLowerCase() === plain,
    )
  return compareDecisions.find(said) ?? null
}

/** The rows that hold a decision; headings, sums and the last line are none. */
function sentRows(cells: readonly (readonly string[])[]): Sent[] {
  const { id, facts, decision, remark } = sheetPlaces
  return cells.slice(1).flatMap((row, at) => {
    const sent = {
      number: at + 2,
      id: row[id] ?? '',
      facts: row[facts] ?? '',
      decision: row[decision] ?? '',
      remark: (row[remark] ?? '').normalize('NFC').slice(0, 200),
    }
    return sent.decision === '' && sent.remark === '' ? [] : [sent]
  })
}

/** What is wrong with a row; null where its decision can be made. */
function errorOf(
  sent: Sent,
  row: CompareRow | undefined,
  { actor, side, isAgain }: { actor: EmployeeActor; side: Side; isAgain: boolean },
): SheetError {
  if (uuidOfRow(sent.id) === null) return 'unknownId'
  if (!row) return 'otherDay'
  if (isAgain) return 'twice'
  const decision = decisionOf(sent.decision)
  if (decision === null) return 'badDecision'
  if (row.facts !== sent.facts) return 'changed'
  if (!row.decisions.includes(decision)) return 'notAllowed'
  if (!mayMake(actor, decision, side)) return 'noRight'
  return sent.remark.trim().length < 3 ? 'noRemark' : null
}

/** What each row of a spreadsheet that came back would do. Nothing is changed. @throws sheetUnreadable */
export async function previewSheet(
  context: Context<typeof preTransactionReconcile.reconcileDepositPreview>,
  side: Side,
): Promise<{ records: SheetRow[] }> {
  const { db, input, actor, settings, services } = context
  const sent = sentRows(await readSheet(Buffer.from(input.base64, 'base64'), sheetRowsMax + 10))
  const at = { settings, nowMs: services.now() }
  const of = await dayOf(db, side, input, at)
  const wanted = new Set(sent.map(({ id }) => id))
  const found = (await readDay(db, of, at)).filter((row) => wanted.has(outsideRowId(row, of)))
  const rows = new Map((await withDetails(db, found, of, actor)).map((row) => [row.id, row]))
  const seen = new Set<string>()
  const records = sent.map((one): SheetRow => {
    const row = rows.get(one.id)
    const error = errorOf(one, row, { actor, side, isAgain: seen.has(one.id) })
    seen.add(one.id)
    return {
      number: one.number,
      id: one.id,
      decision: decisionOf(one.decision),
      remark: one.remark,
      error,
      row: row ?? null,
    }
  })
  return { records }
}
