import { findBank } from '@khlang/contract/values/banks.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAccountNumber } from '../words/formats.ts'
import { readAccountNo, unusualLength } from './account-number.ts'
import blocks from '../../ui/Blocks.module.css'

interface AccountNoFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  bank: string | null
  value: string
  onChange: (accountNo: string) => void
  error: string | undefined
  /** As many digits as the call takes. */
  digitsMax?: number | undefined
  /** Under the number: what the duplicate check says. */
  note?: ReactNode
}

/**
 * An account number. Dashes, blanks and Thai digits are read; what is left out, and how the number was read,
 * is said. An unusual length is said, never refused.
 */
export function AccountNoField({
  bank,
  value,
  onChange,
  error,
  digitsMax,
  note,
  ...field
}: AccountNoFieldProps) {
  const { t } = useTranslation('table')
  const [said, setSaid] = useState<'letters' | 'tooLong' | null>(null)
  const usual = unusualLength(bank, value)
  const lengths = (bank === null ? null : findBank(bank)?.accountDigits) ?? []
  const or = t('accountNo.or')
  return (
    <div>
      <TextInput
        {...field}
        description={
          lengths.length > 0 ? t('accountNo.usual', { bank, usual: lengths.join(or) }) : t('accountNo.hint')
        }
        inputMode="numeric"
        value={value}
        onChange={(event) => {
          const read = readAccountNo(event.currentTarget.value, digitsMax)
          setSaid(read.said)
          onChange(read.accountNo)
        }}
        onBlur={() => setSaid(null)}
        error={said === null ? error : t(`accountNo.${said}`, { max: digitsMax })}
      />
      <div aria-live="polite">
        {value !== '' && (
          <p className={blocks['fieldNote']}>
            {t('accountNo.read', { shown: formatAccountNumber(value), count: value.length })}
          </p>
        )}
        {usual && (
          <p className={blocks['fieldNote']} data-tone="amber">
            {t('accountNo.unusual', { count: value.length, bank, usual: usual.join(or) })}
          </p>
        )}
        {note}
      </div>
    </div>
  )
}
