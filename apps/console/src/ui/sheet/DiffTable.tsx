import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../PlainTable.module.css'

interface DiffRow {
  key: string
  name: ReactNode
  before: ReactNode
  after: ReactNode
  /** There was nothing before: said, and not crossed out. */
  isNew?: boolean
}

interface DiffTableProps {
  rows: readonly DiffRow[]
  label: string
  /** Whether the label stands above the table, or is only said. */
  hasCaption?: boolean
  /** Headings of the two sides; before and after by default. */
  sides?: readonly [string, string] | undefined
}

/** What differs, one under the other: its name, the one side, the other. */
export function DiffTable({ rows, label, hasCaption = false, sides }: DiffTableProps) {
  const { t } = useTranslation('table')
  const [before, after] = sides ?? [t('diff.before'), t('diff.after')]
  return (
    <table className={`${classes.plain} ${classes.sides}`} {...(hasCaption ? {} : { 'aria-label': label })}>
      {hasCaption && <caption>{label}</caption>}
      <thead>
        <tr>
          <th scope="col">{t('diff.what')}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            <td className={sides || row.isNew ? classes.aside : classes.old} data-raw>
              {row.before}
            </td>
            <td className={classes.new} data-raw>
              {row.after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
