import { banks } from '@khlang/contract/banks.ts'
import { MultiSelect } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bankFace } from '../../lib/bank-names.ts'
import { AmountInput } from '../../ui/AmountInput.tsx'
import { FormSection } from '../../ui/FormPage.tsx'
import '../../ui/kit-later.ts'
import { useReading } from '../../ui/use-reading.ts'
import type { GroupFieldsProps } from './GroupFields.tsx'

const banksMax = 30

/** Only what is large enough, only of some banks. */
export function FilterFields({ draft, onChange, onRefused, faults }: GroupFieldsProps) {
  const { t } = useTranslation('group-notifications')
  const { language } = useReading()
  const options = useMemo(
    () =>
      banks
        .filter(({ state }) => state !== 'centralBank')
        .map(({ code }) => ({ value: code, label: `${code} · ${bankFace(code, language).name}` })),
    [language],
  )
  return (
    <FormSection title={t('form.filters')} description={t('form.filtersLead')}>
      <AmountInput
        name="minAmountMinor"
        label={t('field.minAmount')}
        description={t('form.minAmountHint')}
        value={draft.minAmountMinor}
        minMinor={0}
        onChange={(minAmountMinor, isRefused) => {
          onChange({ minAmountMinor })
          onRefused(isRefused)
        }}
        error={faults.minAmountMinor}
      />
      <MultiSelect
        label={t('field.banks')}
        description={t('form.banksHint')}
        placeholder={draft.banks.length === 0 ? t('form.banksHolder') : ''}
        searchable
        maxValues={banksMax}
        data={options}
        value={[...draft.banks]}
        onChange={(chosen) => onChange({ banks: chosen })}
        nothingFoundMessage={t('form.noBank')}
      />
    </FormSection>
  )
}
