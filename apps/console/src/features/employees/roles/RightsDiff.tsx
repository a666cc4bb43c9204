import { useTranslation } from 'react-i18next'
import { useRightName } from '../../../lib/person/right-words.ts'
import { DiffTable } from '../../../ui/sheet/DiffTable.tsx'
import { useRightValue } from '../right-words.ts'
import type { Difference } from './rights.ts'
import blocks from '../../../ui/Blocks.module.css'

interface RightsDiffProps {
  differences: readonly Difference[]
  caption: string
  /** Headings of the two columns; before and after by default. */
  columns?: readonly [string, string] | undefined
}

/** Rights that differ, one under the other; nothing of what is the same. */
export function RightsDiff({ differences, caption, columns }: RightsDiffProps) {
  const { t } = useTranslation('employees')
  const nameOf = useRightName()
  const valueOf = useRightValue()
  if (differences.length === 0) return <p className={blocks['note']}>{t('diff.same')}</p>
  const rows = differences.map(({ field, before, after }) => ({
    key: field,
    name: nameOf(field),
    before: valueOf(before),
    after: valueOf(after),
  }))
  return <DiffTable rows={rows} label={caption} hasCaption sides={columns} />
}
