import { useMemo } from 'react'
import type { ListCount } from '../../ui/table/tools/KeysetPager.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import type { Totals } from '../../ui/table/table-columns.ts'
import type { ListCall, ListState, SumSpec } from './list-spec.ts'
import type { Made } from './made.ts'

type Figures = Readonly<Record<string, unknown>>
const figureOf = (of: Figures, name: string): number | null => {
  const value = of[name]
  return typeof value === 'number' ? value : null
}
/** What is not known is no 0. */
const sumCell = (id: string, minor: number | null, { isSigned }: SumSpec) =>
  minor === null ? '–' : <Money key={id} minor={minor} {...(isSigned ? { signed: true } : {})} />

/** Sums of this page, and of the whole filter by the server. */
export function useTotals<N extends ListCall, P>(
  { spec }: Made<N, P>,
  { rows, totals }: ListState<N, P>,
): Totals | undefined {
  return useMemo(() => {
    const sums = spec.totals?.sums
    if (!sums) return undefined
    const line = (minorOf: (sum: SumSpec) => number | null) =>
      Object.fromEntries(Object.entries(sums).map(([id, sum]) => [id, sumCell(id, minorOf(sum), sum)]))
    return {
      page: line((sum) => rows.reduce((all, row) => all + (figureOf(row as Figures, sum.row) ?? 0), 0)),
      ...(totals ? { filter: line((sum) => figureOf(totals as Figures, sum.all ?? sum.row)) } : {}),
    }
  }, [spec, rows, totals])
}

/** How many rows the whole filter has, once counted. */
export function countOf<N extends ListCall, P>(
  { spec }: Made<N, P>,
  { search, totals, answer }: ListState<N, P>,
): ListCount | null {
  if (totals) {
    const { count, isEstimate } = totals as { count: number; isEstimate: boolean }
    const isOfNearest =
      answer !== undefined && answer !== null && 'isOfNearest' in answer && answer.isOfNearest
    return {
      value: count,
      isEstimate,
      isOfSearch: Boolean(search['search']),
      isOfNearest: isOfNearest === true,
    }
  }
  if (spec.totals || !answer || !('totalCount' in answer)) return null
  const total: unknown = answer.totalCount
  return typeof total === 'number' ? { value: total, isEstimate: false } : null
}
