import { useTranslation } from 'react-i18next'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { FieldRow } from '../../../ui/form/FormPage.tsx'

interface DaysFieldsProps {
  fromOn: string
  toOn: string
  setFrom: (on: string) => void
  setTo: (on: string) => void
  hint?: string | undefined
}

/** The first and the last business day that something is about. */
export function DaysFields({ fromOn, toOn, setFrom, setTo, hint }: DaysFieldsProps) {
  const { t } = useTranslation('distributors')
  return (
    <FieldRow>
      <DateField
        label={t('field.fromOn')}
        description={hint}
        value={fromOn === '' ? null : fromOn}
        onChange={(on) => setFrom(on ?? '')}
        isClearable={false}
      />
      <DateField
        label={t('field.toOn')}
        value={toOn === '' ? null : toOn}
        onChange={(on) => setTo(on ?? '')}
        isClearable={false}
      />
    </FieldRow>
  )
}
