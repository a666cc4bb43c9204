import { createHash } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { unmatched } from '@khlang/ledger/accounts.ts'
import type { Reader } from '../../platform/db/db.ts'
import { plainItem, reconcileAccount, type AccountDay } from './bank-rules.ts'
import type { DayFacts, Explanation, Found, Item, Sheet, SheetStatus } from './day-shapes.ts'
import { decidedRounds, explanationsOf } from './explanations.ts'
import {
  bookedOf,
  lateBookings,
  ledgerDay,
  openBookings,
  unmatchedNow,
  type ClosedDay,
  type OpenBookings,
} from './ledger-facts.ts'
import { statementDays } from './line-facts.ts'
import { gatewayDays } from './gateway-facts.ts'
import { gatewaySheet } from './gateway-sheet.ts'
import { providerDays } from './provider-facts.ts'
import { providerSheet } from './provider-sheet.ts'
import { suspenseItems, walletSheet, type LedgerDay } from './wallet-rules.ts'

const nothing: LedgerDay = { sums: [], balances: [] }

/** Of those whose ledger says otherwise than their open lines: of now, so asked of the newest day alone. */
async function unmatchedItems(db: Reader): Promise<Found[]> {
  const rows = await unmatchedNow(db)
  return rows.map(({ id, label, differenceMinor }) => ({
    ...plainItem,
    key: unmatched(encodeId('bankAccount', id)).code,
    kind: 'unmatched',
    amountMinor: differenceMinor,
    bears: 'ledger',
    accountId: id,
    label,
  }))
}

/** What was booked late, for an earlier day of the bank, and is not what its lines say. */
async function lateItems(db: Reader, on: string, open: OpenBookings): Promise<Found[]> {
  const rows = await lateBookings(db, on, open)
  return rows.map(({ id, label, valueOn, lackMinor }) => ({
    ...plainItem,
    key: `unbooked:${encodeId('bankAccount', id)}:${valueOn}`,
    kind: 'unbooked',
    amountMinor: lackMinor,
    bears: 'ledger',
    accountId: id,
    label,
    reference: valueOn,
  }))
}

const worst: readonly SheetStatus[] = [
  'difference',
  'explained',
  'balanced',
  'notCompared',
  'notReported',
  'notApplicable',
]
const worstOf = (statuses: readonly SheetStatus[]): SheetStatus =>
  worst.find((status) => statuses.includes(status)) ?? 'notApplicable'

/** A row or a sheet with a difference is explained once all that it consists of is. */
function withExplanations(sheets: readonly Sheet[], items: readonly Item[]): Sheet[] {
  const isOpen = (has: (item: Item) => boolean) =>
    items.some((item) => has(item) && item.explanation === null)
  return sheets.map((sheet) => {
    const rows = sheet.rows.map((row) => {
      if (row.status !== 'difference') return row
      const ofRow = (item: Item) =>
        row.account === null
          ? item.key === row.key || item.key.startsWith(`${row.key}:`)
          : item.accountId === row.account.id
      return { ...row, status: isOpen(ofRow) ? ('difference' as const) : ('explained' as const) }
    })
    const own = items.filter((item) => item.sheet === sheet.sheet)
    if (own.some(({ explanation }) => explanation === null)) return { ...sheet, rows, status: 'difference' }
    // Where one provider was compared and another was not, the day is not compared.
    if (rows.some((row) => row.status === 'notCompared')) return { ...sheet, rows, status: 'notCompared' }
    if (own.length > 0) return { ...sheet, rows, status: 'explained' }
    const isSaid = rows.length === 0 || sheet.sheet === 'provider'
    return { ...sheet, rows, status: isSaid ? sheet.status : worstOf(rows.map((row) => row.status)) }
  })
}

export interface DaySheets {
  readonly sheets: readonly Sheet[]
  readonly items: readonly Item[]
}

/** The four sheets of a day and what differs on it, as things stand now. */
export async function sheetsOf(
  db: Reader,
  on: string,
  day: ClosedDay | null,
  isNewest: boolean,
): Promise<DaySheets> {
  const statements = await statementDays(db, on)
  const ledger = day === null ? nothing : await ledgerDay(db, on)
  const open: OpenBookings = day === null ? () => 0 : await openBookings(db)
  const booked = day === null ? () => null : await bookedOf(db, on, ledger, open)
  const accounts = statements.map((each): AccountDay => ({ ...each, booked: booked(each.account.id) }))
  const bank = accounts.map(reconcileAccount)
  const labels = new Map(
    accounts.map(({ account }) => [encodeId('bankAccount', account.id), account.label]),
  )
  const wallet = walletSheet(ledger)
  const gateways = gatewaySheet(ledger, day === null ? [] : await gatewayDays(db, on, ledger))
  const providers = providerSheet(ledger, day === null ? [] : await providerDays(db, on))
  const found = [
    ...bank.flatMap(({ items }) => items),
    ...suspenseItems(ledger, (outside) => labels.get(outside as `oba_${string}`) ?? outside),
    ...(day === null ? [] : await lateItems(db, on, open)),
    ...(isNewest && day !== null ? await unmatchedItems(db) : []),
    ...wallet.items,
    ...gateways.items,
    ...providers.items,
  ]
  const explained: ReadonlyMap<string, Explanation> =
    day === null ? new Map<string, Explanation>() : await explanationsOf(db, on)
  const decided: ReadonlyMap<string, Explanation> =
    providers.items.length === 0 ? new Map<string, Explanation>() : await decidedRounds(db, on)
  const items = found.map((item) => ({
    ...item,
    explanation: explained.get(`${item.key} ${item.amountMinor}`) ?? decided.get(item.key) ?? null,
  }))
  const bankSheet: Sheet = { sheet: 'bank', status: 'balanced', rows: bank.map(({ row }) => row) }
  const rest: Sheet[] =
    day === null
      ? (['wallet', 'gateway', 'provider'] as const).map((sheet) => ({
          sheet,
          status: 'waiting',
          rows: [],
        }))
      : [wallet.sheet, gateways.sheet, providers.sheet]
  return { sheets: withExplanations([bankSheet, ...rest], items), items }
}

/** How much differs, without its signs and with them, and how much of that nobody has explained. */
export const totalsOf = (items: readonly Item[]) => ({
  differenceCount: items.length,
  openCount: items.filter(({ explanation }) => explanation === null).length,
  differenceMinor: items.reduce((sum, { amountMinor }) => sum + Math.abs(amountMinor), 0),
  netMinor: items.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
})

/** What closing a day now would freeze. */
export const factsOf = (day: ClosedDay, { sheets, items }: DaySheets): DayFacts => ({
  version: 1,
  businessOn: day.businessOn,
  round: day.round + 1,
  ledgerDigest: day.ledgerDigest,
  ledgerClosedAt: new Date(day.ledgerClosedAt).toISOString(),
  transferCount: day.transferCount,
  sheets,
  items,
})

export const factsText = (facts: DayFacts): string => JSON.stringify(facts)
export const factsHash = (text: string): string => createHash('sha256').update(text).digest('hex')
