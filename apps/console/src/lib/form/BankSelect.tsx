import type { ComboboxItem } from '@mantine/core'
import { banks, retailBankCodes } from '@khlang/contract/values/banks.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { bankFace } from '../words/bank-names.ts'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'

interface BankSelectProps {
  value: string | null
  onChange: (code: string | null) => void
  error?: string | undefined
}

/** Banks to choose from: those that people use first, then the rest that still takes payments. */
export function BankSelect({ value, onChange, error }: BankSelectProps) {
  const { t } = useTranslation('table')
  const data = useMemo(() => {
    const others = banks.filter(
      ({ code, state }) => state === 'active' && !retailBankCodes.some((each) => each === code),
    )
    const option = (code: string): ComboboxItem => ({
      value: code,
      label: `${code} ${bankFace(code).name}`,
    })
    return [
      { group: t('banks.usual'), items: retailBankCodes.map(option) },
      { group: t('banks.other'), items: others.map(({ code }) => option(code)) },
    ]
  }, [t])
  return (
    <SelectField
      label={t('banks.label')}
      placeholder={t('banks.choose')}
      data={data}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      required
      nothingFoundMessage={t('banks.none')}
      maxDropdownHeight={320}
      leftSection={value === null ? null : <BankDot code={value} />}
      renderOption={({ option }) => (
        <BankTag code={option.value}>
          <span>{bankFace(option.value).name}</span>
        </BankTag>
      )}
    />
  )
}

function BankDot({ code }: { code: string }) {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden focusable="false">
      <rect width="12" height="12" rx="4" fill={bankFace(code).colour ?? '#8c96a1'} />
    </svg>
  )
}
