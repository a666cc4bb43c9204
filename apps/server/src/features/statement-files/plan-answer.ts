import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { statementFiles } from '@khlang/contract/payments/statement-files.ts'
import { changesMoney } from './joining/plan-import.ts'
import type { PlannedImport } from './read-file.ts'
import type { ReadStatement } from './reading/read-statement.ts'
import type { FileRow } from './reading/statement-rows.ts'

type PlanAnswer = NonNullable<HandlerOutput<typeof statementFiles.preview>['plan']>

/** So many of each list are shown; all are counted. */
const shownMax = 100
const newShown = 50

const sumOf = (rows: readonly FileRow[], direction: 'in' | 'out') => {
  const those = rows.filter((row) => row.direction === direction)
  return { count: those.length, amountMinor: those.reduce((sum, { amountMinor }) => sum + amountMinor, 0) }
}

/** An account number as it is printed, but for four of its places. */
const hidden = (printed: string): string => printed.replace(/\d(?=\d{4})/g, 'x')

/** What the person is told of an import before it is asked for. */
export function planAnswer(
  { ordered, skipped, statedAccount }: ReadStatement,
  { plan, account, errors, fault }: PlannedImport,
  maySee: boolean,
): PlanAnswer {
  const { rows, newRows, placement } = plan
  const lines = new Map(account.lines.map((line) => [line.id, line]))
  const left = new Map(placement.gaps.map((change) => [change.id, change.left.length]))
  return {
    fault,
    takesTwo: changesMoney(plan),
    fromAt: rows[0]?.at ?? null,
    toAt: rows.at(-1)?.at ?? null,
    openingMinor: ordered.openingMinor,
    closingMinor: ordered.closingMinor,
    in: sumOf(rows, 'in'),
    out: sumOf(rows, 'out'),
    newIn: sumOf(newRows, 'in'),
    newOut: sumOf(newRows, 'out'),
    knownCount: plan.known.size,
    healedCount: plan.healed.length + plan.followers.length,
    beforeOpening: plan.beforeOpening,
    skipped,
    statedAccount: statedAccount === null ? null : hidden(statedAccount),
    errorCount: errors.length,
    errors: errors.slice(0, shownMax),
    holeCount: ordered.holes.length,
    holes: ordered.holes.slice(0, shownMax),
    contradictionCount: plan.contradictions.length,
    contradictions: plan.contradictions.slice(0, shownMax).flatMap(({ lineId, ...each }) => {
      const line = lines.get(lineId)
      if (!line) return []
      const { direction, amountMinor, bankTime, receivedAt } = line
      return [{ ...each, lineId, direction, amountMinor, at: bankTime ?? receivedAt }]
    }),
    // The balances around a hole are our own, whatever a file says.
    gaps: account.gaps.flatMap(({ id, ...gap }) => {
      const leftParts = maySee ? left.get(id) : undefined
      return leftParts === undefined ? [] : [{ ...gap, leftParts }]
    }),
    opensHole: placement.opens !== null,
    closesHole: plan.closesHole,
    newRows: newRows
      .slice(0, newShown)
      .map(({ no, at, precision, direction, amountMinor, balanceAfterMinor, ...row }) => ({
        no,
        at,
        isTimed: precision !== 'day',
        direction,
        amountMinor,
        balanceAfterMinor,
        text: [row.payer.bank, row.payer.name, row.description].filter(Boolean).join(' · ').slice(0, 200),
      })),
  }
}
