import { useTranslation } from 'react-i18next'
import type { SheetRow } from '../day-shapes.ts'

/** Of which kind the row of a gateway is: what was due, its fees, what it owes, what we paid ahead. Pure. */
const gatewayPartOf = ({ key }: SheetRow): 'settlement' | 'gatewayFee' | 'receivable' | 'float' | null => {
  const [kind, , part] = key.split(':')
  if (kind === 'settlement' || kind === 'gatewayFee') return kind
  return kind === 'gw' && (part === 'receivable' || part === 'float') ? part : null
}

/** What a row of a sheet is called. */
export function useRowWord(): (row: SheetRow) => string {
  const { t, i18n } = useTranslation('reconcile')
  return (row) => {
    const part = gatewayPartOf(row)
    if (part !== null) return t(`rows.${part}`, { name: row.name ?? row.key.split(':')[1] ?? '' })
    return i18n.exists(`reconcile:rows.${row.key}`) ? t(`rows.${row.key}`) : row.key
  }
}

/** What the sums of a row are called. Pure. */
export function columnsOf(row: SheetRow) {
  const part = gatewayPartOf(row)
  if (part === 'settlement')
    return { opening: 'steps.lateBefore', ours: 'columns.due', theirs: 'columns.received' } as const
  if (part === 'gatewayFee')
    return { opening: 'steps.opening', ours: 'columns.agreedFee', theirs: 'columns.bookedFee' } as const
  return {
    opening: 'steps.opening',
    ours: 'columns.ours',
    theirs: row.account ? 'columns.theirs' : 'columns.theirsBook',
  } as const
}
