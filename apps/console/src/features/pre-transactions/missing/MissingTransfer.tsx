import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn } from '../../../lib/words/formats.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { FieldRow } from '../../../ui/form/FormPage.tsx'
import { ClockInput } from './ClockInput.tsx'
import { bangkokInstant } from './missing-verdict.ts'
import type { MissingQuestion } from './MissingDeposit.tsx'
import { useOwnAccounts } from '../own-accounts.ts'
import classes from '../lines/Matching.module.css'

interface TransferProps {
  memberId: string
  onAsk: (question: MissingQuestion) => void
  /** Something was typed: an answer that still shows would be one to another question. */
  onChanged: () => void
}

/** What the member says: amount, our account, time. Only the amount is needed. */
export function Transfer({ memberId, onAsk, onChanged }: TransferProps) {
  const { t } = useTranslation('pre-transactions')
  const { options } = useOwnAccounts()
  const form = useRef<HTMLFormElement>(null)
  // The field that found the member has gone with its focus: the next one takes it.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const [amountMinor, setAmountMinor] = useState<number | null>(null)
  const [accountId, setAccountId] = useState('')
  const [on, setOn] = useState<string | null>(bangkokDateOn(Date.now()))
  const [clock, setClock] = useState('')
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      onChanged()
    }
  const at = bangkokInstant(on, clock)
  const isTimeWrong = on !== null && clock.trim() !== '' && at === null
  const ask = () => {
    if (amountMinor === null || isTimeWrong) return
    onAsk({
      memberId,
      amountMinor,
      ...(accountId === '' ? {} : { accountId }),
      ...(at === null ? {} : { at }),
    })
  }
  return (
    <form
      ref={form}
      className={classes.screen}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <FieldRow>
        <AmountInput
          label={t('missing.amount')}
          value={amountMinor}
          onChange={change(setAmountMinor)}
          minMinor={1}
          isRequired
        />
        <NativeSelect
          label={t('missing.account')}
          value={accountId}
          data={[{ value: '', label: t('missing.anyAccount') }, ...options]}
          onChange={(event) => change(setAccountId)(event.currentTarget.value)}
        />
      </FieldRow>
      <FieldRow>
        <DateField
          label={t('missing.on')}
          value={on}
          onChange={change(setOn)}
          maxOn={bangkokDateOn(Date.now())}
        />
        <ClockInput
          label={t('missing.time')}
          description={t('missing.timeHelp')}
          value={clock}
          onChange={change(setClock)}
        />
      </FieldRow>
      <Button type="submit" disabled={amountMinor === null || isTimeWrong}>
        {t('missing.find')}
      </Button>
    </form>
  )
}
