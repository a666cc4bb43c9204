import { useTranslation } from 'react-i18next'
import { useQueryCall } from '../../../lib/call/query.ts'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import type { Begun } from './taught-shapes.ts'

interface ChangesFieldProps {
  begun: Begun
  value: string | null
  onChange: (id: string | null) => void
}

/** Whether it is another version of a format of this bank; nothing is asked where there is none. */
export function ChangesField({ begun, value, onChange }: ChangesFieldProps) {
  const { t } = useTranslation('pre-transactions-taught')
  const { data } = useQueryCall('taughtFormats.list', { size: 100 }, { isTracked: false })
  const known = (data?.records ?? []).filter(
    ({ bank, source, state }) => bank === begun.bank && source === begun.source && state === 'active',
  )
  if (known.length === 0) return null
  return (
    <SelectField
      label={t('teach.changes')}
      placeholder={t('teach.changesNone')}
      allowDeselect
      data={known.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
      value={value}
      onChange={onChange}
    />
  )
}
