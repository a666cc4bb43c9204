import { encodeId } from '@khlang/contract/values/values.ts'
import { plainItem } from './bank-rules.ts'
import type { Found, Sheet, SheetRow } from './day-shapes.ts'
import { partsRow, type LedgerDay } from './wallet-rules.ts'

/** What one gateway owed and paid on a day. */
export interface GatewayDay {
  readonly id: string
  readonly name: string
  /** Of what was to be here by the end of the day before, and of this day: what was not. */
  readonly lateBeforeMinor: number
  readonly lateMinor: number
  readonly fellDueMinor: number
  readonly receivedCount: number
  readonly receivedMinor: number
  readonly paidCount: number
  readonly collectedMinor: number
  readonly agreedFeeMinor: number
  readonly postedFeeMinor: number
}

const rowOf = (key: string, name: string, row: Partial<SheetRow>): SheetRow => ({
  key,
  name,
  account: null,
  openingMinor: null,
  steps: [],
  oursMinor: null,
  theirsMinor: null,
  differenceMinor: null,
  ledger: null,
  toldAt: null,
  unidentified: null,
  status: 'balanced',
  ...row,
})

const otherWay = (minor: number | null): number | null => (minor === null ? null : 0 - minor)

/** What a gateway owes is an asset: shown with the book's sign turned. Pure. */
const turned = (row: SheetRow): SheetRow => ({
  ...row,
  openingMinor: otherWay(row.openingMinor),
  steps: row.steps.map((step) => ({ ...step, amountMinor: 0 - step.amountMinor })),
  oursMinor: otherWay(row.oursMinor),
})

/** What was due by the end of the day against what came: late before, fell due, late now. Pure. */
function settlementRow(key: string, day: GatewayDay): SheetRow {
  const oursMinor = day.lateMinor + day.receivedMinor
  const restMinor = oursMinor - day.lateBeforeMinor - day.fellDueMinor
  return rowOf(key, day.name, {
    openingMinor: day.lateBeforeMinor,
    steps: [
      { code: 'fellDue', count: null, amountMinor: day.fellDueMinor },
      // Paid ahead of its day, or taken back.
      ...(restMinor === 0 ? [] : [{ code: 'otherDays', count: null, amountMinor: restMinor }]),
    ],
    oursMinor,
    theirsMinor: day.receivedMinor,
    differenceMinor: day.receivedMinor - oursMinor,
    status: day.lateMinor > 0 ? 'difference' : 'balanced',
  })
}

/** The fees that were agreed for what was paid on the day against those that were booked. Pure. */
function feeRow(key: string, day: GatewayDay): SheetRow {
  const differenceMinor = day.postedFeeMinor - day.agreedFeeMinor
  return rowOf(key, day.name, {
    steps: [{ code: 'collected', count: day.paidCount, amountMinor: day.collectedMinor }],
    oursMinor: day.agreedFeeMinor,
    theirsMinor: day.postedFeeMinor,
    differenceMinor,
    status: differenceMinor === 0 ? 'balanced' : 'difference',
  })
}

/**
 * Gateways: what the ledger holds of each, what was due against what came, and the fees. What a gateway
 * itself counts, it tells order by order (decision 52): of that nobody reports a sum. Pure.
 */
export function gatewaySheet(
  ledger: LedgerDay,
  days: readonly GatewayDay[],
): { sheet: Sheet; items: Found[] } {
  const parts = [...new Set(ledger.balances.map(({ part }) => part))].filter((part) =>
    part.startsWith('gw:'),
  )
  const rows: SheetRow[] = parts.map((part) => {
    const outside = part.split(':')[1]
    const name = days.find(({ id }) => encodeId('gateway', id) === outside)?.name ?? null
    const row = partsRow(part, ledger, (other) => other === part)
    return { ...turned(row), name, theirsMinor: null, differenceMinor: null, status: 'notReported' }
  })
  const items: Found[] = []
  for (const day of days) {
    const outside = encodeId('gateway', day.id)
    const item = { ...plainItem, sheet: 'gateway', label: day.name } as const
    const [settlement, fee] = [`settlement:${outside}`, `gatewayFee:${outside}`]
    const moved = day.lateBeforeMinor + day.fellDueMinor + day.receivedMinor + day.lateMinor
    if (moved !== 0) rows.push(settlementRow(settlement, day))
    if (day.lateMinor > 0)
      items.push({
        ...item,
        key: settlement,
        kind: 'lateSettlement',
        amountMinor: -day.lateMinor,
        bears: 'none',
      })
    const feeDifference = day.postedFeeMinor - day.agreedFeeMinor
    if (day.paidCount > 0 || feeDifference !== 0) rows.push(feeRow(fee, day))
    if (feeDifference !== 0)
      items.push({ ...item, key: fee, kind: 'gatewayFee', amountMinor: feeDifference, bears: 'ledger' })
  }
  const status = rows.length === 0 ? 'notApplicable' : items.length > 0 ? 'difference' : 'notReported'
  return { sheet: { sheet: 'gateway', status, rows }, items }
}
