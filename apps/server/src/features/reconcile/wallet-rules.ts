import { plainItem } from './bank-rules.ts'
import type { Found, Sheet, SheetRow } from './day-shapes.ts'

/** What one kind of transfer moved in a part of the book on a day, in the book's sign. */
export interface PartSum {
  readonly part: string
  readonly kind: string
  readonly entries: number
  readonly inMinor: number
  readonly outMinor: number
}

export interface PartBalance {
  readonly part: string
  readonly openingMinor: number
  readonly closingMinor: number
}

export interface LedgerDay {
  readonly sums: readonly PartSum[]
  readonly balances: readonly PartBalance[]
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)

/** Balances at the close before, what each kind moved, and balances at this close, of some parts. Pure. */
export function partsRow(key: string, day: LedgerDay, has: (part: string) => boolean): SheetRow {
  const sums = day.sums.filter(({ part }) => has(part))
  const balances = day.balances.filter(({ part }) => has(part))
  const steps = [...Map.groupBy(sums, ({ kind }) => kind)]
    .map(([code, same]) => ({
      code,
      count: sumOf(same.map(({ entries }) => entries)),
      amountMinor: sumOf(same.map(({ inMinor, outMinor }) => inMinor - outMinor)),
    }))
    // What stays inside these parts is no movement of them.
    .filter(({ amountMinor }) => amountMinor !== 0)
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
  const openingMinor = sumOf(balances.map((each) => each.openingMinor))
  const oursMinor = openingMinor + sumOf(steps.map(({ amountMinor }) => amountMinor))
  const theirsMinor = sumOf(balances.map((each) => each.closingMinor))
  return {
    key,
    account: null,
    openingMinor,
    steps,
    oursMinor,
    theirsMinor,
    differenceMinor: theirsMinor - oursMinor,
    ledger: null,
    toldAt: null,
    unidentified: null,
    status: theirsMinor === oursMinor ? 'balanced' : 'difference',
  }
}

/** What members' wallets held, moved and hold: all of them, what they may spend, what is held. Pure. */
export function walletSheet(day: LedgerDay): { sheet: Sheet; items: Found[] } {
  const isWallet = (part: string) => part.startsWith('member:')
  const rows = [
    partsRow('walletAll', day, isWallet),
    partsRow('walletCash', day, (part) => part === 'member:cash'),
    partsRow('walletLocked', day, (part) => part === 'member:locked'),
  ]
  const items: Found[] = rows
    .filter(({ differenceMinor }) => differenceMinor !== 0)
    .map(({ key, differenceMinor }) => ({
      ...plainItem,
      key,
      sheet: 'wallet',
      kind: 'wallet',
      amountMinor: differenceMinor ?? 0,
      bears: 'ledger',
    }))
  const book = sumOf(day.balances.map(({ closingMinor }) => closingMinor))
  if (book !== 0)
    items.push({
      ...plainItem,
      key: 'house:book',
      sheet: 'wallet',
      kind: 'house',
      amountMinor: book,
      bears: 'ledger',
    })
  return { sheet: { sheet: 'wallet', status: items.length > 0 ? 'difference' : 'balanced', rows }, items }
}

/** Money that was credited before its line came, still open at the close: explained each day (domain 3.1). */
export function suspenseItems(day: LedgerDay, labelOf: (outsideId: string) => string): Found[] {
  return day.balances
    .filter(({ part, closingMinor }) => closingMinor !== 0 && /^suspense(?::|$)/.test(part))
    .map(({ part, closingMinor }) => ({
      ...plainItem,
      key: part,
      sheet: 'bank',
      kind: 'suspense',
      // An asset: the book's sign turned.
      amountMinor: -closingMinor,
      bears: 'ledger',
      label: labelOf(part.slice('suspense:'.length)),
    }))
}
