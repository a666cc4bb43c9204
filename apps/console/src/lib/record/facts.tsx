import type { ReactNode } from 'react'
import { CopyText } from '../../ui/figures/CopyText.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { DateOn, Time } from '../../ui/figures/Time.tsx'
import type { Named, Words } from '../list/columns.tsx'
import { formatCount } from '../words/formats.ts'

/** A fact before its name is known: `<names>.<id>` of the area's texts, or another key. */
export interface FactSpec<Row> {
  readonly id: string
  readonly label?: string
  /** The key where each row has a name of its own for it. */
  readonly labelOf?: (row: Row) => string
  /** Whether it is told of this row at all. Always where absent. */
  readonly isTold?: (row: Row) => boolean
  /** Figures stand at the end of a column. */
  readonly align?: 'end'
  readonly draw: (row: Row, words: Words) => ReactNode
}
type CellLook<Row> = Omit<FactSpec<Row>, 'id' | 'draw'>
/** `ifAny`: it is left out where there is none; else a dash stands there. */
type Look<Row> = CellLook<Row> & { readonly ifAny?: true }

/** Facts of a row: a field that it lacks, or one of another type, does not compile. */
export function factsOf<Row extends object>() {
  const valueOf = <V,>(row: Row, id: string): V => row[id as keyof Row] as V
  const made = (
    id: string,
    { ifAny, ...look }: Look<Row>,
    draw: FactSpec<Row>['draw'],
    of = id,
  ): FactSpec<Row> => {
    const isAny = (row: Row) => !['', null, undefined].includes(valueOf<string | null>(row, of))
    return { id, ...(ifAny ? { isTold: isAny } : {}), ...look, draw }
  }
  const end = { align: 'end' } as const
  type Text = Named<Row, string | null>
  return {
    text: (id: Text, look: Look<Row> = {}) => made(id, look, (row) => valueOf<string | null>(row, id)),
    /** A code by its word: `<names>.<code>`; one that has none stands as it is. */
    word: (id: Text, names: string, look: Look<Row> = {}) =>
      made(id, look, (row, { t }) => {
        const code = valueOf<string | null>(row, id)
        return code && t(`${names}.${code}`, { defaultValue: code })
      }),
    /** Yes or no, each by its own word. */
    flag: (id: Named<Row, boolean>, yes: string, no: string, look: Look<Row> = {}) =>
      made(id, look, (row, { t }) => t(valueOf<boolean>(row, id) ? yes : no)),
    count: (id: Named<Row, number>, look: Look<Row> = {}) =>
      made(id, { ...end, ...look }, (row) => formatCount(valueOf<number>(row, id))),
    /** `of`: the field in satang, where the fact bears another name. */
    money: (
      id: string,
      of: Named<Row, number | null>,
      { show = {}, ...look }: Look<Row> & { show?: { colour?: true; signed?: true } } = {},
    ) =>
      made(
        id,
        { ...end, ...look },
        (row) => <Money minor={valueOf<number | null>(row, of)} {...show} />,
        of,
      ),
    /** How long ago, and when to the second. */
    time: (id: Text, look: Look<Row> = {}) =>
      made(id, look, (row) => <Time at={valueOf<string | null>(row, id)} show="both" />),
    /** A moment to the second. */
    exact: (id: Text, look: Look<Row> = {}) =>
      made(id, look, (row) => <Time at={valueOf<string | null>(row, id)} show="exact" />),
    /** A calendar or business day. */
    day: (id: Text, look: Look<Row> = {}) =>
      made(id, look, (row) => <DateOn on={valueOf<string | null>(row, id)} />),
    /** A value to be copied; `as`: the text that stands in its place. */
    copy: (id: Text, { as, ...look }: Look<Row> & { as?: string } = {}) =>
      made(id, look, (row, { t }) => {
        const value = valueOf<string | null>(row, id)
        return value && <CopyText value={value}>{as === undefined ? value : t(as)}</CopyText>
      }),
    cell: (id: string, draw: FactSpec<Row>['draw'], look: CellLook<Row> = {}) => made(id, look, draw),
  }
}

export type FactMaker<Row extends object> = ReturnType<typeof factsOf<Row>>
