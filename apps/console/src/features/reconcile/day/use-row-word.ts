import { useTranslation } from 'react-i18next'
import type { SheetRow } from '../day-shapes.ts'

const parts = {
  gw: ['receivable', 'float'],
  provider: ['clearing', 'payable'],
} as const
type Part = 'settlement' | 'gatewayFee' | 'play' | (typeof parts)[keyof typeof parts][number]

/**
 * Of which kind the row of a gateway is (what was due, its fees, what it owes, what we paid ahead), or of a
 * provider: what was played, what its books hold, what it is owed. Pure.
 */
function partOf({ key }: SheetRow): Part | null {
  const [kind, , part] = key.split(':')
  if (kind === 'settlement' || kind === 'gatewayFee' || kind === 'play') return kind
  if (kind !== 'gw' && kind !== 'provider') return null
  return parts[kind].find((each) => each === part) ?? null
}

/** What a row of a sheet is called. */
export function useRowWord(): (row: SheetRow) => string {
  const { t, i18n } = useTranslation('reconcile')
  return (row) => {
    const part = partOf(row)
    if (part !== null) return t(`rows.${part}`, { name: row.name ?? row.key.split(':')[1] ?? '' })
    return i18n.exists(`reconcile:rows.${row.key}`) ? t(`rows.${row.key}`) : row.key
  }
}

/** What the sums of a row are called. Pure. */
export function columnsOf(row: SheetRow) {
  const part = partOf(row)
  if (part === 'settlement')
    return { opening: 'steps.lateBefore', ours: 'columns.due', theirs: 'columns.received' } as const
  if (part === 'gatewayFee')
    return { opening: 'steps.opening', ours: 'columns.agreedFee', theirs: 'columns.bookedFee' } as const
  if (part === 'play')
    return { opening: 'steps.opening', ours: 'columns.wonByUs', theirs: 'columns.wonByThem' } as const
  if (part === 'clearing')
    return { opening: 'steps.opening', ours: 'columns.ours', theirs: 'columns.heldThere' } as const
  return {
    opening: 'steps.opening',
    ours: 'columns.ours',
    theirs: row.account ? 'columns.theirs' : 'columns.theirsBook',
  } as const
}
