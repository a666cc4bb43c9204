import { memo, type ReactNode } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Column, Totals } from './table-columns.ts'
import tableClasses from './DataTable.module.css'
import classes from './TableCards.module.css'

interface TableCardsProps<Row> {
  label: string
  rows: readonly Row[]
  ids: readonly string[]
  columns: readonly Column<Row>[]
  heldId: string | null
  selected: ReadonlySet<string> | null
  fresh: ReadonlySet<string>
  selectLabel: (id: string) => string
  openLabel: ((id: string) => string) | null
  totals: Totals | undefined
}

/** The same rows and fields for a narrow screen. */
export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { rows, ids, columns, selected, fresh, heldId, totals } = props
  const { t } = useTranslation('table')
  return (
    <>
      <ul className={tableClasses.cards} aria-label={props.label}>
        {rows.map((row, index) => {
          const id = ids[index] ?? ''
          return (
            <Card
              key={id}
              row={row}
              id={id}
              columns={columns}
              isHeld={id === heldId}
              isSelected={selected?.has(id) ?? false}
              isFresh={fresh.has(id)}
              selectLabel={selected ? props.selectLabel(id) : null}
              openLabel={props.openLabel ? props.openLabel(id) : null}
            />
          )
        })}
      </ul>
      {totals?.page && <CardTotals columns={columns} cells={totals.page} label={t('totals.page')} />}
      {totals?.filter && <CardTotals columns={columns} cells={totals.filter} label={t('totals.filter')} />}
    </>
  )
}

interface CardProps<Row> {
  row: Row
  id: string
  columns: readonly Column<Row>[]
  isHeld: boolean
  isSelected: boolean
  isFresh: boolean
  selectLabel: string | null
  openLabel: string | null
}

function DrawnCard<Row>(props: CardProps<Row>) {
  const { row, id, columns, selectLabel, openLabel } = props
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const asides = columns.filter((column) => column.card === 'aside' && column !== title)
  const line = columns.filter((column) => column.card === 'line')
  const fields = line.length > 0 ? [] : columns.filter((each) => each !== title && !asides.includes(each))
  return (
    <li
      className={classes.card}
      data-row={id}
      data-held={props.isHeld || undefined}
      data-fresh={props.isFresh || undefined}
    >
      <div className={tableClasses.cardHead}>
        {selectLabel !== null && (
          <input type="checkbox" data-tick checked={props.isSelected} readOnly aria-label={selectLabel} />
        )}
        <div className={classes.cardTitle}>{title?.cell(row)}</div>
        {asides.map((column) => (
          <Said key={column.id} column={column} row={row} />
        ))}
        {openLabel !== null && (
          <button type="button" data-open className={classes.cardOpen} aria-label={openLabel}>
            <IconChevronRight size={20} aria-hidden />
          </button>
        )}
      </div>
      {line.length > 0 && (
        <div>
          {rowsOf(line).map((part) => (
            <div key={part[0]?.id} className={classes.line} data-figures={part.filter(isFigure).length}>
              {part.map((column) => (
                <Said key={column.id} column={column} row={row} />
              ))}
            </div>
          ))}
        </div>
      )}
      {fields.length > 0 && (
        <dl className={classes.fields}>
          {fields.map((column) => (
            <Field key={column.id} column={column} row={row} />
          ))}
        </dl>
      )}
    </li>
  )
}
const Card = memo(DrawnCard) as typeof DrawnCard

const isFigure = ({ align }: Pick<Column<never>, 'align'>): boolean => align === 'end'

/** One figure ends the line; several have one of their own, so that cards are alike whatever they say. */
function rowsOf<Row>(line: readonly Column<Row>[]): readonly (readonly Column<Row>[])[] {
  const figures = line.filter(isFigure)
  const words = line.filter((column) => !isFigure(column))
  if (figures.length < 2 || words.length === 0) return [[...words, ...figures]]
  return line[0] === figures[0] ? [figures, words] : [words, figures]
}

/** Nothing stands in place of a word; what is not known of a figure is said. */
const isNothing = <Row,>(column: Column<Row>, value: ReactNode): boolean =>
  !isFigure(column) && (value === null || value === undefined || value === '–')

interface SaidProps<Row> {
  column: Column<Row>
  row: Row
}

/** A value with its name: seen before a figure or a day, which do not say of what they are, else heard. */
function Said<Row>({ column, row }: SaidProps<Row>) {
  const value = column.cell(row)
  if (isNothing(column, value)) return null
  return (
    <span
      className={classes.said}
      data-figure={isFigure(column) || undefined}
      data-named={column.isNamed || undefined}
    >
      <span className={classes.name}>{column.header}</span> <span className={classes.value}>{value}</span>
    </span>
  )
}

function Field<Row>({ column, row }: SaidProps<Row>) {
  const value = column.cell(row)
  if (isNothing(column, value)) return null
  return (
    <div>
      <dt>{column.header}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface CardTotalsProps<Row> {
  columns: readonly Column<Row>[]
  cells: Readonly<Record<string, ReactNode>>
  label: string
}

function CardTotals<Row>({ columns, cells, label }: CardTotalsProps<Row>) {
  return (
    <section className={classes.cardTotals} aria-label={label}>
      <h3>{label}</h3>
      <dl className={classes.fields}>
        {columns
          .filter((column) => column.id in cells)
          .map((column) => (
            <div key={column.id}>
              <dt>{column.header}</dt>
              <dd>{cells[column.id]}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
