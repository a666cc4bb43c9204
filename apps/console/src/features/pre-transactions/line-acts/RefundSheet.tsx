import type { BankCode } from '@khlang/contract/values/banks.ts'
import { formatBaht } from '@khlang/money/amount.ts'
import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AccountNoField } from '../../../lib/form/AccountNoField.tsx'
import { BankSelect } from '../../../lib/form/BankSelect.tsx'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { doneNote, payerFacts, takenBy, type LineActProps } from '../lines/line-act.tsx'
import { reasonWorded } from './reason-worded.ts'
import '../../../ui/kit-later.ts'

interface Draft {
  bank: string | null
  accountNo: string
  accountName: string
  isConfirmed: boolean
}

/** The money of a line goes back: to which account, and why; somebody else must agree. */
export function RefundSheet({ line, onClose, onDone, onTaken }: LineActProps) {
  const { t } = useTranslation('pre-transactions-acts')
  const { t: tLine } = useTranslation('pre-transactions-lines')
  const { id, version, payerBank, payerName } = line
  const amount = formatBaht(line.amountMinor)
  const start: Draft = { bank: payerBank, accountNo: '', accountName: payerName ?? '', isConfirmed: false }
  const form = useActForm({
    call: 'preTransactions.askRefund',
    area: 'pre-transactions-acts',
    about: id,
    start,
    input: ({ bank, accountNo, accountName, isConfirmed }, { reason }) => ({
      id,
      version,
      bank: bank as BankCode,
      accountNo,
      accountName: accountName.trim(),
      isConfirmed,
      reason,
    }),
    refreshes: ['preTransactions', 'approvals'],
    worded: reasonWorded(t),
    onDone: ({ state }) => onDone(doneNote(line, state === 'waiting' ? 'refundAsked' : 'refundAlone')),
    onRefused: takenBy(line, onTaken),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('refund.title', { amount })}
      submitLabel={t('refund.submit', { amount })}
      facts={payerFacts(tLine, line)}
      reason={{
        label: t('refund.reason'),
        isRequired: true,
        description: tLine('reasonHelp'),
      }}
      notice={t('refund.notice')}
    >
      <BankSelect
        value={form.draft.bank}
        onChange={(bank) => form.change({ bank })}
        error={form.fieldErrors.bank}
      />
      <AccountNoField
        {...form.text('accountNo', 'isUncut')}
        bank={form.draft.bank}
        digitsMax={form.rule('accountNo').max}
        onChange={(accountNo) => form.change({ accountNo })}
        error={form.fieldErrors.accountNo}
      />
      <TextInput {...form.text('accountName')} />
      <Checkbox
        {...form.flag('isConfirmed')}
        label={t(line.isPossibleDouble ? 'refund.sureNotDouble' : 'refund.sureNobodys')}
      />
    </Confirm>
  )
}
