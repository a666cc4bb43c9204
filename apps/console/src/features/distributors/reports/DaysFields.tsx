import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
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
      <TextInput
        type="date"
        label={t('field.fromOn')}
        description={hint}
        value={fromOn}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('field.toOn')}
        value={toOn}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
    </FieldRow>
  )
}
