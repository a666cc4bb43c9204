import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { breachOf } from '../../../lib/form/field-rules.ts'
import { reasonRule } from '../../../lib/form/reason-rule.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import type { FoundMember, MissingQuestion } from './missing-verdict.ts'
import blocks from '../../../ui/Blocks.module.css'
import detailClasses from '../lines/LineDetail.module.css'

interface NotePendingProps {
  member: FoundMember
  question: MissingQuestion
  slipId: string | null
}

/** Notes a deposit that has not arrived. It credits nothing: its line does, when it comes. */
export function NotePending({ member, question, slipId }: NotePendingProps) {
  const { t } = useTranslation('pre-transactions-missing')
  const [reference, setReference] = useState<string | null>(null)
  const { memberId, amountMinor, accountId } = question
  const form = useForm(
    {
      call: 'preTransactions.createPending',
      about: `${memberId}:${amountMinor}`,
      area: 'pre-transactions',
      fieldErrorKey: (field) => `manual.fieldError.${field}`,
      start: { remark: '' },
      input: ({ remark }) => ({
        memberId,
        amountMinor,
        remark: remark.trim(),
        ...(accountId ? { accountId } : {}),
        ...(slipId === null ? {} : { slipId }),
      }),
      refreshes: ['preTransactions.queue', 'preTransactions.queueTotals', 'preTransactions.requests'],
    },
    { onDone: (made) => setReference(made.reference) },
  )
  const mayNote = useAllows()({ pretransactionDepositWithdraw: ['isRead', 'isCreate'] })
  if (!mayNote) return <p className={blocks.quiet}>{t('mayNotNote')}</p>
  if (reference !== null) {
    return (
      <div className={`${blocks.banner} ${detailClasses.verdict}`} data-tone="green" role="status">
        <b>
          {t('noted', {
            reference,
            amount: formatBaht(question.amountMinor),
            name: member.username,
          })}
        </b>
        <span>{t('notedNext')}</span>
      </div>
    )
  }
  return (
    <form
      className={blocks.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <Textarea {...form.text('remark')} label={t('remark')} description={t('remarkHelp')} />
      {form.failure && <ErrorState error={form.failure} isInline />}
      <Button
        type="submit"
        loading={form.isSending}
        disabled={!form.canSend || breachOf(reasonRule, form.draft.remark) !== null}
      >
        {t('note', { amount: formatBaht(amountMinor) })}
      </Button>
    </form>
  )
}
