import { useTranslation } from 'react-i18next'
import { useSettingWords } from '../../lib/words/setting-words.ts'
import { DiffTable } from '../../ui/sheet/DiffTable.tsx'
import type { Change } from './setting-shapes.ts'

/** What changes, before and after, each by its name. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation('website')
  const words = useSettingWords()
  return (
    <DiffTable
      label={t('review.changes')}
      rows={changes.map(({ key, before, after }) => ({
        key,
        name: words.name(key),
        before: words.value(key, before),
        after: words.value(key, after),
      }))}
    />
  )
}
