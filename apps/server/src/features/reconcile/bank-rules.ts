import { encodeId } from '@khlang/contract/values/values.ts'
import { gapsBetween, lastBalance, type Gap, type LooseEnd, type ToldLine } from './balance-breaks.ts'
import type { Found, SheetRow } from './day-shapes.ts'

/** What a line of a statement is to the sheet. */
type LineClass = 'known' | 'transfer' | 'open' | 'outOpen' | 'waiting' | 'loose'

export interface LineSum {
  readonly direction: 'in' | 'out'
  readonly class: LineClass
  readonly count: number
  readonly amountMinor: number
}

/** A line that is looked at by itself: it waits, is distrusted, tells no balance, or left for no reason. */
export interface SingleLine {
  readonly id: string
  readonly direction: 'in' | 'out'
  readonly amountMinor: number
  readonly state: string
  readonly class: LineClass
  /** Its balance is part of the chain. */
  readonly isChained: boolean
  readonly at: string
}

export interface LonePayout {
  readonly id: string
  readonly reference: string
  readonly amountMinor: number
  readonly at: string
}

/** What was booked to the account of the ledger. In the account's own sign: what it holds is positive. */
export interface Booked {
  /** Of the bank's day, on whatever business date. */
  readonly valueDayMinor: number
  /** Of that, on this business date. */
  readonly bothMinor: number
  /** On this business date, of other days of the bank. */
  readonly otherValueMinor: number
  readonly feeMinor: number
  readonly openingMinor: number
  readonly closingMinor: number
}

/** All that is known of one own account on a day. */
export interface AccountDay {
  readonly account: {
    readonly id: string
    readonly bank: string
    readonly label: string
    readonly accountNoMasked: string
  }
  readonly hasBalances: boolean
  readonly anchorMinor: number
  readonly before: readonly ToldLine[]
  readonly upTo: readonly ToldLine[]
  readonly ends: readonly LooseEnd[]
  readonly sums: readonly LineSum[]
  readonly singles: readonly SingleLine[]
  readonly payouts: readonly LonePayout[]
  /** Null while the ledger has not closed the day. */
  readonly booked: Booked | null
}

const signed = ({ direction, amountMinor }: Pick<SingleLine, 'direction' | 'amountMinor'>): number =>
  direction === 'in' ? amountMinor : -amountMinor
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)
const isoOf = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null)

/** Takes the gap of an amount out of a list; whether there was one. */
function takeGap(gaps: Gap[], amountMinor: number): Gap | null {
  const place = gaps.findIndex((gap) => gap.toMinor - gap.fromMinor === amountMinor)
  return place < 0 ? null : (gaps.splice(place, 1)[0] ?? null)
}

/** What a thing is where nothing else is known of it. */
export const plainItem = {
  sheet: 'bank',
  accountId: null,
  label: '',
  count: 1,
  fromMinor: null,
  toMinor: null,
  at: null,
  lineId: null,
  reference: null,
} as const

type Start = Pick<Found, 'key' | 'kind' | 'amountMinor' | 'bears'> & Partial<Found>

/** What differs of one account, besides what the ledger lacks. Pure. */
function itemsOf(day: AccountDay, gaps: Gap[]): Found[] {
  const { account, singles, payouts } = day
  const outside = encodeId('bankAccount', account.id)
  const item = (start: Start): Found => ({
    ...plainItem,
    accountId: account.id,
    label: account.label,
    ...start,
  })
  const ofLine = (line: SingleLine, start: Pick<Start, 'kind' | 'amountMinor' | 'bears'>) =>
    item({ key: `line:${encodeId('statementLine', line.id)}`, lineId: line.id, at: line.at, ...start })
  const items: Found[] = []
  for (const line of singles.filter((each) => each.class === 'loose')) {
    const kind = line.state === 'quarantined' ? 'quarantined' : 'waitingLine'
    const bears = takeGap(gaps, signed(line)) === null ? 'none' : 'bank'
    items.push(ofLine(line, { kind, amountMinor: signed(line), bears }))
  }
  if (day.hasBalances)
    for (const line of singles.filter((each) => each.class !== 'loose' && !each.isChained)) {
      if (takeGap(gaps, signed(line)) !== null) continue
      items.push(ofLine(line, { kind: 'noBalance', amountMinor: -signed(line), bears: 'bank' }))
    }
  for (const line of singles.filter((each) => each.class === 'outOpen')) {
    if (items.some(({ lineId }) => lineId === line.id)) continue
    items.push(ofLine(line, { kind: 'outgoingUnknown', amountMinor: signed(line), bears: 'ledger' }))
  }
  // Behind a hole all lines wait until somebody goes on: one thing, not hundreds.
  const waiting = singles.filter((each) => each.class === 'waiting')
  if (waiting.length > 0)
    items.push(
      item({
        key: `waiting:${outside}`,
        kind: 'waitingLine',
        amountMinor: sumOf(waiting.map(signed)),
        bears: 'ledger',
        count: waiting.length,
        at: waiting[0]?.at ?? null,
      }),
    )
  // By what moved, and not by the balances around it: the log and people without balances read the key.
  const seen = new Map<number, number>()
  for (const { fromMinor, toMinor, atMs } of gaps) {
    const amountMinor = toMinor - fromMinor
    const nth = (seen.get(amountMinor) ?? 0) + 1
    seen.set(amountMinor, nth)
    const key = `gap:${outside}:${amountMinor}:${nth}`
    items.push(item({ key, kind: 'gap', amountMinor, bears: 'bank', fromMinor, toMinor, at: isoOf(atMs) }))
  }
  for (const { id, reference, amountMinor, at } of payouts) {
    const key = `payout:${encodeId('payout', id)}`
    items.push(
      item({ key, kind: 'payoutWithoutLine', amountMinor: -amountMinor, bears: 'none', reference, at }),
    )
  }
  return items
}

/** What lines say was moved and the ledger did not book, besides lines that are named one by one. Pure. */
function unbooked(day: AccountDay, moved: number): number {
  if (day.booked === null) return 0
  const named = day.sums.filter(({ class: is }) => is === 'outOpen' || is === 'waiting')
  return moved - day.booked.valueDayMinor - sumOf(named.map(signed))
}

const step = (code: string, sums: readonly LineSum[]) => ({
  code,
  count: sumOf(sums.map(({ count }) => count)),
  amountMinor: sumOf(sums.map(signed)),
})

function stepsOf({ sums, booked }: AccountDay) {
  const of = (direction: 'in' | 'out', isTransfer: boolean) =>
    sums.filter((each) => each.direction === direction && (each.class === 'transfer') === isTransfer)
  const fee = booked?.feeMinor ?? 0
  const out = step('out', of('out', false))
  return [
    step('in', of('in', false)),
    // Fees are lines that left, too.
    { ...out, amountMinor: out.amountMinor + fee },
    ...(fee === 0 ? [] : [{ code: 'fee', count: null, amountMinor: -fee }]),
    step('transferIn', of('in', true)),
    step('transferOut', of('out', true)),
  ]
}

/**
 * One account's statement as an accountant reads it: opening and what moved, against what the bank tells, and
 * against the ledger; with each thing that makes a difference. Pure.
 */
export function reconcileAccount(day: AccountDay): { row: SheetRow; items: Found[] } {
  const { account, hasBalances, anchorMinor, booked } = day
  const sums = day.sums.filter(({ class: is }) => is !== 'loose')
  const opening = lastBalance(day.before)
  const told = lastBalance(day.upTo)
  const openingMinor = hasBalances ? (opening?.minor ?? anchorMinor) : (booked?.openingMinor ?? anchorMinor)
  const movedMinor = sumOf(sums.map(signed))
  const oursMinor = openingMinor + movedMinor
  const theirsMinor = hasBalances ? (told?.minor ?? anchorMinor) : null
  const gaps = theirsMinor === null ? [] : [...gapsBetween(openingMinor, theirsMinor, day.ends)]
  const items = itemsOf(day, gaps)
  const lackMinor = unbooked({ ...day, sums }, movedMinor)
  if (lackMinor !== 0)
    items.push({
      ...plainItem,
      key: `unbooked:${encodeId('bankAccount', account.id)}`,
      kind: 'unbooked',
      amountMinor: lackMinor,
      bears: 'ledger',
      accountId: account.id,
      label: account.label,
    })
  const open = sums.filter(({ class: is }) => is === 'open')
  const ledger = booked && {
    closingMinor: booked.closingMinor,
    differenceMinor: theirsMinor === null ? null : theirsMinor - booked.closingMinor,
    carriedMinor: theirsMinor === null ? null : openingMinor - booked.openingMinor,
    otherDayMinor: booked.valueDayMinor - booked.bothMinor - booked.otherValueMinor,
  }
  const row: SheetRow = {
    key: `bank:${encodeId('bankAccount', account.id)}`,
    account,
    openingMinor,
    steps: stepsOf({ ...day, sums }),
    oursMinor,
    theirsMinor,
    differenceMinor: theirsMinor === null ? null : theirsMinor - oursMinor,
    ledger,
    toldAt: told === null ? null : isoOf(told.atMs),
    unidentified: {
      count: sumOf(open.map(({ count }) => count)),
      amountMinor: sumOf(open.map(({ amountMinor }) => amountMinor)),
    },
    status: items.length > 0 ? 'difference' : theirsMinor === null ? 'notReported' : 'balanced',
  }
  return { row, items }
}
