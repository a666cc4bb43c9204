import type { Requires } from '@khlang/contract/kit/permissions.ts'
import type { ReactNode } from 'react'
import { Money } from '../../ui/figures/Money.tsx'
import type { Column } from '../../ui/table/table-columns.ts'
import { Time } from '../../ui/figures/Time.tsx'
import { formatCount, type Reading } from '../words/formats.ts'

/** What a cell is written with: the area's texts, how the reader reads figures and days, what they may do. */
export interface Words {
  readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string
  readonly reading: Reading
  readonly allows: (requires: Requires | undefined) => boolean
}

/** A column before its heading is known: `field.<id>` of the area's texts, or another key. */
export interface ColumnSpec<Row> extends Omit<Column<Row>, 'header' | 'cell'> {
  readonly heading?: string
  /** A hook: whether the person has the column. Everybody where absent. */
  readonly isShown?: () => boolean
  readonly draw: (row: Row, words: Words) => ReactNode
}
type Look<Row> = Omit<ColumnSpec<Row>, 'id' | 'draw' | 'width'>
type NamesOf<Row, V> = { [K in keyof Row & string]: Row[K] extends V ? K : never }[keyof Row & string]
/** Fields of a row whose values are of this type. */
export type Named<Row, V> = Row extends object ? NamesOf<Row, V> : never

/** Nothing to show. */
const dash = '–'

const timeOf = (at: string | null, show: 'relative' | 'exact') =>
  at === null ? dash : <Time at={at} show={show} />

/** Columns of a row: a field that it lacks, or one of another type, does not compile. */
export function columnsOf<Row extends object>() {
  type Draw = ColumnSpec<Row>['draw']
  const made = (id: string, width: number, look: Look<Row>, draw: Draw): ColumnSpec<Row> => ({
    id,
    width,
    ...look,
    draw,
  })
  /** The value of a field whose type its name has already proven. */
  const valueOf = <V,>(row: Row, id: string): V => row[id as keyof Row] as V
  const end = { align: 'end' } as const
  return {
    /** What a row is called: heads its card and cannot be hidden. */
    title: (id: Named<Row, string>, width: number, look: Look<Row> = {}) =>
      made(id, width, { isFixed: true, card: 'title', ...look }, (row) => valueOf<string>(row, id)),
    text: (id: Named<Row, string | null>, width: number, look: Look<Row> = {}) =>
      made(id, width, look, (row) => valueOf<string | null>(row, id) || dash),
    count: (id: Named<Row, number>, width: number, look: Look<Row> = {}) =>
      made(id, width, { ...end, ...look }, (row) => formatCount(valueOf<number>(row, id))),
    /** `of`: the field in satang, where the column bears another name. */
    money: <F extends Named<Row, number | null>>(
      id: string,
      of: F,
      width: number,
      { show = {}, ...look }: Look<Row> & { show?: { colour?: true; signed?: true } } = {},
    ) =>
      made(id, width, { ...end, ...look }, (row) => (
        <Money minor={valueOf<number | null>(row, of)} {...show} />
      )),
    time: (id: Named<Row, string | null>, width: number, look: Look<Row> = {}) =>
      made(id, width, look, (row) => timeOf(valueOf<string | null>(row, id), 'relative')),
    /** A moment to the second. */
    exact: (id: Named<Row, string | null>, width: number, look: Look<Row> = {}) =>
      made(id, width, look, (row) => timeOf(valueOf<string | null>(row, id), 'exact')),
    cell: (id: string, width: number, draw: Draw, look: Look<Row> = {}) => made(id, width, look, draw),
  }
}

export type ColumnMaker<Row extends object> = ReturnType<typeof columnsOf<Row>>
