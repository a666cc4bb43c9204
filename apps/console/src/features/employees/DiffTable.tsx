import { useTranslation } from 'react-i18next'
import { useRightName } from '../../lib/right-words.ts'
import { useRightValue } from './right-words.ts'
import type { Difference } from './rights.ts'
import classes from './People.module.css'
import tableClasses from '../../ui/PlainTable.module.css'

interface DiffTableProps {
  differences: readonly Difference[]
  caption: string
  /** Headings of the two columns; before and after by default. */
  columns?: readonly [string, string] | undefined
}

/** Rights that differ, one under the other; nothing of what is the same. */
export function DiffTable({ differences, caption, columns }: DiffTableProps) {
  const { t } = useTranslation('employees')
  const nameOf = useRightName()
  const valueOf = useRightValue()
  const [before, after] = columns ?? [t('diff.before'), t('diff.after')]
  if (differences.length === 0) return <p className={classes['note']}>{t('diff.same')}</p>
  return (
    <table className={tableClasses['plain']}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('diff.right')}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((each) => (
          <tr key={each.field}>
            <th scope="row">{nameOf(each.field)}</th>
            <td>{valueOf(each.before)}</td>
            <td className={classes['after']} data-given={each.after === true || undefined}>
              {valueOf(each.after)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
