import type { ComponentType } from 'react'
import '../../ui/tokens.css'
import classes from '../../ui/PlainTable.module.css'
import type { Words } from '../list/columns.tsx'
import { useWords } from '../list/use-words.ts'
import { factsOf, type FactMaker, type FactSpec } from './facts.tsx'

interface TableSpec<Row extends object> {
  readonly area: string
  /** Key of what stands above the rows. */
  readonly title: string
  readonly rowKey: (row: Row) => string
  /** On a phone each fact has a line of its own, named: side by side they would be torn. */
  readonly stacks?: true
  /** What the columns hold is plain without headings. */
  readonly isBare?: true
  /** The row that the others stand around. */
  readonly isMarked?: (row: Row) => boolean
  readonly columns: (fact: FactMaker<Row>) => readonly FactSpec<Row>[]
}

/** A few rows inside a drawer, said once: each column is a fact of the row. */
export function tablePart<Row extends object>(
  spec: TableSpec<Row>,
): ComponentType<{ rows: readonly Row[] }> {
  const columns = spec.columns(factsOf<Row>())
  return function Rows({ rows }) {
    const words = useWords(spec.area)
    const table = (
      <table className={`${classes['plain']} ${spec.stacks ? classes['stacks'] : ''}`}>
        <caption>{words.t(spec.title)}</caption>
        {!spec.isBare && <Heads columns={columns} words={words} />}
        <tbody>
          {rows.map((row) => (
            <tr key={spec.rowKey(row)} data-moment={spec.isMarked?.(row) || undefined}>
              {columns.map(({ id, label = `field.${id}`, align, draw }) => (
                <td key={id} data-align={align} data-label={spec.stacks && words.t(label)}>
                  {draw(row, words) ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
    return spec.stacks ? <div className={classes['place']}>{table}</div> : table
  }
}

interface HeadsProps {
  columns: readonly Pick<FactSpec<never>, 'id' | 'label' | 'align'>[]
  words: Words
}

function Heads({ columns, words }: HeadsProps) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, label = `field.${id}`, align }) => (
          <th key={id} scope="col" data-align={align}>
            {words.t(label)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
