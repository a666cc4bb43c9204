import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { ApiError } from '../../platform/api-error.ts'
import { addDays, businessOn } from '../../platform/business-day.ts'

/** Business days, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The longest period of a report, and the one that nobody chose. */
const daysMax = 366
const daysUsual = 30

const dayMs = 86_400_000
export const daysOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** The days of a period, the newest first. Pure. */
export const daysBack = (period: Period): string[] =>
  Array.from({ length: daysOf(period) }, (_, back) => addDays(period.to, -back))

export const todayOf = (settings: BrandSettings, nowMs: number): string => businessOn(settings, nowMs)

/** Days as a filter has them; nothing after `asOf`, a closed day, counts. */
export interface PeriodFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly asOf?: string | undefined
}

/**
 * The period that a filter means: until today where no end is given, 30 days where no beginning is. Pure.
 * @throws dateRange when it is reversed, or longer than 366 days
 */
export function periodOf({ from, to, asOf }: PeriodFilter, todayOn: string): Period {
  const asked = to ?? (from !== undefined && from > todayOn ? from : todayOn)
  const until = asOf !== undefined && asOf < asked ? asOf : asked
  const period = { from: from ?? addDays(until, 1 - daysUsual), to: until }
  if (period.from > period.to || daysOf(period) > daysMax)
    throw new ApiError('dateRange', { field: 'from' })
  return period
}

/** As many days just before. Pure. */
export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -daysOf(period)),
  to: addDays(period.from, -1),
})

/** What sums of members are kept for: business days and calendar months, by their first day. */
export interface Spans {
  readonly days: readonly string[]
  readonly months: readonly string[]
}

/** The last day of the month of a day. Pure. */
export const monthEnd = (on: string): string => {
  const [year, month] = on.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The calendar months that a period touches, by their first days. Pure. */
export function monthsOf({ from, to }: Period): string[] {
  const months: string[] = []
  for (let on = `${from.slice(0, 7)}-01`; on <= to; on = addDays(monthEnd(on), 1)) months.push(on)
  return months
}

/**
 * A period as whole months and the days beside them. A month that still runs counts as whole once the period
 * reaches today: nothing is dated later. Pure.
 */
export function spansOf({ from, to }: Period, todayOn: string): Spans {
  const days: string[] = []
  const months: string[] = []
  const last = to >= todayOn && to < monthEnd(to) ? monthEnd(to) : to
  for (let on = from; on <= to;) {
    const end = monthEnd(on)
    if (on.endsWith('-01') && end <= last) {
      months.push(on)
      on = addDays(end, 1)
    } else {
      days.push(on)
      on = addDays(on, 1)
    }
  }
  return { days, months }
}

/** The one day or month that the period is, where it is one. Pure. */
export function oneSpan({ days, months }: Spans): { readonly span: string; readonly on: string } | null {
  const [day] = days
  const [month] = months
  if (days.length + months.length !== 1) return null
  if (day !== undefined) return { span: 'day', on: day }
  return month === undefined ? null : { span: 'month', on: month }
}
