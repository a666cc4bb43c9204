/** What paid orders of one gateway bring on one day of settlement. */
export interface DueDay {
  readonly settlesOn: string
  /** The business days on which they were paid. */
  readonly paidFrom: string
  readonly paidTo: string
  readonly count: number
  readonly collectedMinor: number
  readonly feeMinor: number
}

/** The same with what of it is not paid to us yet. */
export interface OpenDay extends DueDay {
  readonly openMinor: number
}

/** What a gateway owes, by days of settlement, the oldest first. */
export interface Dues {
  readonly owedMinor: number
  readonly days: readonly OpenDay[]
  /** Owed since before these days, or by no order: a fee that it kept, a credit that was taken back. */
  readonly olderMinor: number
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)
const netOf = ({ collectedMinor, feeMinor }: DueDay): number => collectedMinor - feeMinor

/** What comes pays the oldest first, so what is still owed is of the newest days. Pure. */
export function duesOf(owedMinor: number, days: readonly DueDay[]): Dues {
  let leftMinor = Math.max(0, owedMinor)
  const open: OpenDay[] = []
  for (const day of days.toSorted((a, b) => (a.settlesOn < b.settlesOn ? 1 : -1))) {
    const openMinor = Math.min(leftMinor, netOf(day))
    leftMinor -= openMinor
    if (openMinor > 0) open.unshift({ ...day, openMinor })
  }
  return { owedMinor, days: open, olderMinor: leftMinor }
}

/** What was to be here by the end of a day. Pure. */
export const dueBy = ({ days, olderMinor }: Dues, on: string): number =>
  olderMinor + sumOf(days.filter(({ settlesOn }) => settlesOn <= on).map(({ openMinor }) => openMinor))

/** What of each day an amount pays, the oldest first. Pure. */
export function coveredBy({ days, olderMinor }: Dues, amountMinor: number): (OpenDay & Covered)[] {
  let leftMinor = amountMinor - olderMinor
  return days.map((day) => {
    const coveredMinor = Math.max(0, Math.min(leftMinor, day.openMinor))
    leftMinor -= day.openMinor
    return { ...day, coveredMinor }
  })
}
interface Covered {
  readonly coveredMinor: number
}

/** Whether an amount is what fell due on one day, or all from the oldest day up to one, by a date. Pure. */
export function isExactDue(dues: Dues, amountMinor: number, on: string): boolean {
  const due = dues.days.filter(({ settlesOn }) => settlesOn <= on)
  const sums = due.map((_, at) => dues.olderMinor + sumOf(due.slice(0, at + 1).map((day) => day.openMinor)))
  return [dues.olderMinor, ...sums, ...due.map(({ openMinor }) => openMinor)].some(
    (each) => each > 0 && each === amountMinor,
  )
}

/** What members paid for what was due by a date, the fee agreed for it, and what was kept of it. Pure. */
export function feeCheckOf(dues: Dues, amountMinor: number, on: string) {
  const due = dues.days.filter(({ settlesOn }) => settlesOn <= on)
  const feeMinor = sumOf(due.map((day) => day.feeMinor))
  const lackMinor = dueBy(dues, on) - amountMinor
  return {
    collectedMinor: sumOf(due.map((day) => day.collectedMinor)),
    feeMinor,
    // What lacks beyond the agreed fee, it kept as well; of money that comes ahead nothing can be told.
    keptMinor: lackMinor < 0 ? null : feeMinor + lackMinor,
  }
}
