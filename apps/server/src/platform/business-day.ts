import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { ApiError } from './api-error.ts'

// Asia/Bangkok is UTC+7 all year and has been since 1920, so plain arithmetic is exact.
const zoneMs = 7 * 3_600_000
const minuteMs = 60_000
const dayMs = 86_400_000
/** The longest range of dates one request may ask for. Source: safety.md row 108. */
const rangeDaysMax = 92

type Moment = number | string | Date
type CutOff = Pick<BrandSettings, 'dayCutOffMinutes'>

const msOf = (moment: Moment): number => {
  const ms = typeof moment === 'number' ? moment : new Date(moment).getTime()
  if (!Number.isFinite(ms)) throw new RangeError(`Not a moment: ${String(moment)}`)
  return ms
}
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The business date (YYYY-MM-DD) a moment belongs to: a day begins at the brand's cut-off in Bangkok. */
export const businessOn = (settings: CutOff, moment: Moment): string =>
  dateOf(msOf(moment) + zoneMs - settings.dayCutOffMinutes * minuteMs)

/** The date a bank in Bangkok books a moment to: its days begin at midnight, whatever the brand's cut-off. */
export const valueOn = (moment: Moment): string => dateOf(msOf(moment) + zoneMs)

/** The date so many days later (earlier when negative). */
export const addDays = (on: string, days: number): string => dateOf(msOf(`${on}T00:00:00Z`) + days * dayMs)

/** The moments of a business date, RFC 3339: from its first one, up to but without the first of the next. */
export function instantsOf(
  settings: CutOff,
  on: string,
): { readonly from: string; readonly until: string } {
  const from = msOf(`${on}T00:00:00Z`) - zoneMs + settings.dayCutOffMinutes * minuteMs
  return { from: new Date(from).toISOString(), until: new Date(from + dayMs).toISOString() }
}

/**
 * Judges a range of dates as a filter gives it; either end may be open.
 * @throws dateRange when it is reversed or longer than 92 days
 */
export function assertDateRange(from: string | undefined, to: string | undefined, field = 'from'): void {
  if (from === undefined || to === undefined) return
  if (from > to || msOf(to) - msOf(from) >= rangeDaysMax * dayMs) throw new ApiError('dateRange', { field })
}
