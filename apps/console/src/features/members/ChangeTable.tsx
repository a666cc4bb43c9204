import { formatBaht } from '@khlang/money/amount.ts'
import { useTranslation } from 'react-i18next'
import { bankFace } from '../../lib/words/bank-names.ts'
import { formatDateTime } from '../../lib/words/formats.ts'
import { DiffTable } from '../../ui/sheet/DiffTable.tsx'
import { useReading } from '../../ui/use-reading.ts'
import type { FieldChange } from '@khlang/contract/values/activity-diff.ts'
import { memberStates, sourceChannels } from '@khlang/contract/values/value-lists.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Writes any value of a member as people say it, in the reader's language. */
function useSaid(): (field: string, value: unknown) => string {
  const { t } = useTranslation('members')
  const reading = useReading()
  return (field, value) => {
    if (value === null || value === undefined || value === '') return t('nothing')
    if (typeof value === 'boolean') return t(value ? 'on' : 'off')
    if (typeof value === 'number') return field.endsWith('Minor') ? formatBaht(value) : String(value)
    if (Array.isArray(value)) return value.length === 0 ? t('nothing') : value.map(String).join(', ')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (field === 'state' && memberStates.some((each) => each === text)) return t(`states.${text}`)
    if (field === 'sourceChannel' && sourceChannels.some((each) => each === text))
      return t(`sources.${text}`)
    if (field === 'bank') return `${text} ${bankFace(text).name}`
    return instant.test(text) ? formatDateTime(text, reading) : text
  }
}

/** What changed, field by field: before → after. */
export function ChangeTable({ changes, label }: { changes: readonly FieldChange[]; label: string }) {
  const { t, i18n } = useTranslation('members')
  const said = useSaid()
  const nameOf = (field: string) => (i18n.exists(`members:field.${field}`) ? t(`field.${field}`) : field)
  const rows = changes.map(({ field, before, after }) => ({
    key: field,
    name: nameOf(field),
    before: said(field, before),
    after: said(field, after),
    isNew: before === undefined,
  }))
  return <DiffTable rows={rows} label={label} />
}
