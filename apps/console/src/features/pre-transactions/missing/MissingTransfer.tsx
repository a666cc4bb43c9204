import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bangkokDateOn } from '../../../lib/words/formats.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { DateField } from '../../../ui/filters/DateField.tsx'
import { FieldRow } from '../../../ui/form/FormPage.tsx'
import { ClockInput } from './ClockInput.tsx'
import { bangkokInstant, type MissingQuestion } from './missing-verdict.ts'
import { useOwnAccounts } from '../own-accounts.ts'
import { SlipField } from '../slips/parts.tsx'
import { bangkokFields, type Slip } from '../slips/slip-shapes.ts'
import blocks from '../../../ui/Blocks.module.css'

interface TransferProps {
  memberId: string
  slip: Slip | null
  onSlip: (slip: Slip | null) => void
  onAsk: (question: MissingQuestion) => void
  /** Something was typed: an answer that still shows would be one to another question. */
  onChanged: () => void
}

/** What was typed so far, and the question it makes; null while that cannot be asked. */
function useSaid(memberId: string, onChanged: () => void) {
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
  const question: MissingQuestion | null =
    amountMinor === null || isTimeWrong
      ? null
      : {
          memberId,
          amountMinor,
          ...(accountId === '' ? {} : { accountId }),
          ...(at === null ? {} : { at }),
        }
  return {
    amountMinor,
    accountId,
    on,
    clock,
    question,
    setAmount: change(setAmountMinor),
    setAccount: change(setAccountId),
    setOn: change(setOn),
    setClock: change(setClock),
    /** As the bank tells the transfer of a slip. */
    fill: (told: NonNullable<Slip['told']>, account: string | null) => {
      const { on: day, clock: time } = bangkokFields(told.at)
      setAmountMinor(told.amountMinor)
      setAccountId(account ?? '')
      setOn(day)
      setClock(time)
      onChanged()
    },
  }
}

/** What the member says: amount, our account, time. Only the amount is needed. */
export function Transfer({ memberId, slip, onSlip, onAsk, onChanged }: TransferProps) {
  const { t } = useTranslation('pre-transactions-missing')
  const { options } = useOwnAccounts()
  const form = useRef<HTMLFormElement>(null)
  // The field that found the member has gone with its focus: the next one takes it.
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input:not([type=file])')?.focus(), [])
  const said = useSaid(memberId, onChanged)
  const take = (read: Slip | null) => {
    onSlip(read)
    if (read?.told) said.fill(read.told, read.accountId)
  }
  return (
    <form
      ref={form}
      className={blocks.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (said.question) onAsk(said.question)
      }}
    >
      <Suspense fallback={<Skeleton height={96} />}>
        <SlipField memberId={memberId} value={slip} amountMinor={said.amountMinor} onChange={take} />
      </Suspense>
      <FieldRow>
        <AmountInput
          label={t('amount')}
          value={said.amountMinor}
          onChange={said.setAmount}
          minMinor={1}
          isRequired
        />
        <NativeSelect
          label={t('account')}
          value={said.accountId}
          data={[{ value: '', label: t('anyAccount') }, ...options]}
          onChange={(event) => said.setAccount(event.currentTarget.value)}
        />
      </FieldRow>
      <FieldRow>
        <DateField
          label={t('on')}
          value={said.on}
          onChange={said.setOn}
          maxOn={bangkokDateOn(Date.now())}
        />
        <ClockInput
          label={t('time')}
          description={t('timeHelp')}
          value={said.clock}
          onChange={said.setClock}
        />
      </FieldRow>
      <Button type="submit" disabled={said.question === null}>
        {t('find')}
      </Button>
    </form>
  )
}
