import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import type { Tone } from '../../ui/figures/Status.tsx'

export type Day = OutputOf<CallOf<'reconcile.day'>>
export type DayRow = OutputOf<CallOf<'reconcile.days'>>['records'][number]
export type Sheet = Day['sheets'][number]
export type SheetRow = Sheet['rows'][number]
export type Item = Day['items'][number]

/** What nobody has counted yet has no colour: it must look like no day that was. */
export const dayTones: Readonly<Record<DayRow['status'], Tone>> = {
  waiting: 'grey',
  unchecked: 'grey',
  balanced: 'green',
  notCompared: 'amber',
  withDifferences: 'amber',
  explained: 'blue',
  closed: 'purple',
}

export const sheetTones: Readonly<Record<Sheet['status'], Tone>> = {
  balanced: 'green',
  explained: 'blue',
  difference: 'amber',
  notCompared: 'grey',
  notReported: 'grey',
  notApplicable: 'grey',
  waiting: 'grey',
}

const dayMs = 86_400_000
const shifted = (on: string, days: number): string =>
  new Date(Date.parse(`${on}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

export const dayBefore = (on: string): string => shifted(on, -1)

/** The month of a date: its first and last day, and the days of the month before and after it. */
export function monthOf(on: string) {
  const first = `${on.slice(0, 7)}-01`
  const next = `${shifted(first, 31).slice(0, 7)}-01`
  return { first, last: shifted(next, -1), before: shifted(first, -1), next }
}

/** The weeks of a month, Monday first; null where a week begins or ends outside of it. */
export function weeksOf(on: string): (string | null)[][] {
  const { first, last } = monthOf(on)
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const count = Number(last.slice(8))
  const cells = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, place) =>
    place < lead || place >= lead + count ? null : shifted(first, place - lead),
  )
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** Money that no message told of, or lines that wait for it: the file of the bank ends it. Pure. */
export const isOfHole = ({ kind }: Pick<Item, 'kind'>): boolean => kind === 'gap' || kind === 'waitingLine'

/** Providers that were played at and whose play is compared with no report, by name. Pure. */
export const notComparedOf = ({ sheets }: Pick<Day, 'sheets'>): string =>
  sheets
    .flatMap(({ rows }) => rows)
    .flatMap(({ status, name }) => (status === 'notCompared' ? [name ?? '–'] : []))
    .join(', ')
