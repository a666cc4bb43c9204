import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useKept } from '../../lib/kept.ts'
import { useAllows } from '../../lib/permissions.ts'
import { useCall } from '../../lib/query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { FoundMember, MissingQuestion } from './MissingDeposit.tsx'
import classes from './Matching.module.css'
import detailClasses from './LineDetail.module.css'

/** Notes a deposit that has not arrived. It credits nothing: its line does, when it comes. */
export function NotePending({ member, question }: { member: FoundMember; question: MissingQuestion }) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const about = `pending:${question.memberId}:${question.amountMinor}`
  const [remark, setRemark] = useKept(about, () => '')
  const [reference, setReference] = useState<string | null>(null)
  const { key } = useIdempotencyKey(about)
  const { send, isSending, canSend, error } = useCall('preTransactions.createPending', {
    refreshes: ['preTransactions.queue', 'preTransactions.queueTotals', 'preTransactions.requests'],
  })
  const mayNote = useAllows()({ pretransactionDepositWithdraw: ['isRead', 'isCreate'] })
  if (!mayNote) return <p className={classes.quiet}>{t('missing.mayNotNote')}</p>
  if (reference !== null) {
    return (
      <div className={detailClasses.verdict} data-tone="green" role="status">
        <b>
          {t('missing.noted', {
            reference,
            amount: formatBaht(question.amountMinor),
            name: member.username,
          })}
        </b>
        <span>{t('missing.notedNext')}</span>
      </div>
    )
  }
  const { memberId, amountMinor, accountId } = question
  const note = async () => {
    const input = { memberId, amountMinor, remark: remark.trim(), ...(accountId ? { accountId } : {}) }
    const made = await send(input, { idempotencyKey: key }).catch(() => null)
    if (made) setReference(made.reference)
  }
  return (
    <form
      className={classes.screen}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void note()
      }}
    >
      <Textarea
        label={t('missing.remark')}
        description={t('missing.remarkHelp')}
        value={remark}
        maxLength={200}
        autosize
        minRows={2}
        withAsterisk
        onChange={(event) => setRemark(event.currentTarget.value)}
      />
      {error && <ErrorState error={{ message: errorText(error), requestId: error.requestId }} isInline />}
      <Button type="submit" loading={isSending} disabled={!canSend || remark.trim().length < 3}>
        {t('missing.note', { amount: formatBaht(amountMinor) })}
      </Button>
    </form>
  )
}
