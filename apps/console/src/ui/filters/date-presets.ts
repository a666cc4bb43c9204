import dayjs from 'dayjs'

export type DatePreset = 'today' | 'yesterday' | 'last7Days' | 'thisMonth' | 'lastMonth'
export const datePresets: readonly DatePreset[] = [
  'today',
  'yesterday',
  'last7Days',
  'thisMonth',
  'lastMonth',
]

/** Both ends included, `YYYY-MM-DD`. */
export interface DateRange {
  from: string
  to: string
}

/** The range a preset means on a given day. `todayOn` is the date in Bangkok (or the business date). */
export function presetRange(preset: DatePreset, todayOn: string): DateRange {
  const today = dayjs(todayOn)
  const range = (from: dayjs.Dayjs, to: dayjs.Dayjs): DateRange => ({
    from: from.format('YYYY-MM-DD'),
    to: to.format('YYYY-MM-DD'),
  })
  const lastMonth = today.subtract(1, 'month')
  const ranges: Record<DatePreset, DateRange> = {
    today: range(today, today),
    yesterday: range(today.subtract(1, 'day'), today.subtract(1, 'day')),
    last7Days: range(today.subtract(6, 'day'), today),
    thisMonth: range(today.startOf('month'), today),
    lastMonth: range(lastMonth.startOf('month'), lastMonth.endOf('month')),
  }
  return ranges[preset]
}

/** The month of a day, whole. */
export const monthRange = (on: string): DateRange => ({
  from: dayjs(on).startOf('month').format('YYYY-MM-DD'),
  to: dayjs(on).endOf('month').format('YYYY-MM-DD'),
})

/** The preset a range is, if it is one: the filter then shows its name. */
export function matchingPreset(from: string, to: string, todayOn: string): DatePreset | null {
  const same = datePresets.find((preset) => {
    const range = presetRange(preset, todayOn)
    return range.from === from && range.to === to
  })
  return same ?? null
}
