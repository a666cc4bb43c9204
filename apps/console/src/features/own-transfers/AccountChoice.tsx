import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { accountTones } from '../../lib/words/account-tones.ts'
import { BankTag } from '../../ui/figures/BankTag.tsx'
import { Money } from '../../ui/figures/Money.tsx'
import { Status } from '../../ui/figures/Status.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { accountName } from '../../lib/words/account-name.ts'
import type { Source } from './transfer-shapes.ts'
import blocks from '../../ui/Blocks.module.css'
import classes from './Transfers.module.css'

interface AccountChoiceProps {
  label: string
  sources: readonly Source[]
  value: string | null
  error: string | undefined
  onChange: (id: string) => void
}

/** One of our accounts to choose; a frozen one is shown and cannot be chosen. */
export function AccountChoice({ label, sources, value, error, onChange }: AccountChoiceProps) {
  const { t } = useTranslation('own-transfers')
  const data = useMemo(
    () =>
      sources.map((source) => ({
        value: source.id,
        label: accountName(source),
        disabled: source.state === 'frozen',
      })),
    [sources],
  )
  const found = sources.find(({ id }) => id === value)
  // It may be frozen after it was chosen.
  const frozen = found?.state === 'frozen' ? t('refused.frozen') : undefined
  return (
    <div className={classes['end']}>
      <SelectField
        label={label}
        placeholder={t('form.choose')}
        data={data}
        value={found ? value : null}
        error={error ?? frozen}
        onChange={(id) => id !== null && onChange(id)}
        allowDeselect={false}
        required
        maxDropdownHeight={360}
        renderOption={({ option }) => {
          const source = sources.find(({ id }) => id === option.value)
          return source ? <Option source={source} /> : option.label
        }}
      />
      {found && <Standing source={found} />}
      {found && <State source={found} />}
    </div>
  )
}

function Option({ source }: { source: Source }) {
  return (
    <span className={classes['option']}>
      <span className={blocks['marks']}>
        <BankTag code={source.bank}>{source.label}</BankTag>
        <State source={source} />
      </span>
      <Standing source={source} />
    </span>
  )
}

/** Where it does not stand as usual, how. */
function State({ source: { state } }: { source: Source }) {
  const { t } = useTranslation('own-transfers')
  if (state === 'active') return null
  return (
    <span>
      <Status tone={accountTones[state]} label={t(`accountState.${state}`)} />
    </span>
  )
}

/** What the account is for, and what lies there. */
function Standing({ source: { role, accountNoMasked, balanceMinor } }: { source: Source }) {
  const { t } = useTranslation('own-transfers')
  return (
    <span className={classes['standing']}>
      <span className={blocks['muted']}>
        {t(`role.${role}`)} · {accountNoMasked}
      </span>
      {balanceMinor !== null && (
        <strong>
          <Money minor={balanceMinor} />
        </strong>
      )}
    </span>
  )
}
