import type { CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { hrefOf, type SearchValues } from '../../../lib/address/navigation.tsx'
import { useAllows } from '../../../lib/person/permissions.ts'

export type PlayDay = OutputOf<CallOf<'reports.day'>>
export type DayPart = PlayDay['parts']['game'][number]
export type TopMember = PlayDay['top']['won'][number]
export type PartKind = keyof PlayDay['parts']

/** Where the figures of a day of play stand row by row; undefined where this person may not go. */
export function usePlayLinks(on: string) {
  const mayBets = useAllows()({ betReport: ['isRead'] })
  const period = { from: on, to: on }
  const bets = (search: SearchValues) =>
    mayBets
      ? hrefOf({ to: '/bet-report', search: { ...search, settledFrom: on, settledTo: on } })
      : undefined
  return {
    report: (search: SearchValues = {}) =>
      hrefOf({ to: '/report/total-daily', search: { ...period, ...search } }),
    members: (search: SearchValues = {}) =>
      hrefOf({ to: '/report/total-user', search: { ...period, ...search } }),
    bets,
  }
}
