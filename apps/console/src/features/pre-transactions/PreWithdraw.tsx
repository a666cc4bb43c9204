import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useKept } from '../../lib/kept.ts'
import { useQueryCall } from '../../lib/query.ts'
import { AmountInput } from '../../ui/AmountInput.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormPage, FormSection } from '../../ui/FormPage.tsx'
import { MemberCard } from './MemberCard.tsx'
import { WithdrawalPreviewCard } from './WithdrawalPreviewCard.tsx'
import { WithdrawalResult, type WithdrawalMade } from './WithdrawalResult.tsx'
import { WithdrawalSheet } from './WithdrawalSheet.tsx'
import classes from './Matching.module.css'

/** `/pre-transaction/pre-withdraw/{id}`: a withdrawal that a member asked for by phone. */
export default function PreWithdraw() {
  const { id = '' } = useParams({ strict: false })
  const [round, setRound] = useState(0)
  return <WithdrawalPage key={`${id}:${round}`} memberId={id} onAgain={() => setRound(round + 1)} />
}

function WithdrawalPage({ memberId, onAgain }: { memberId: string; onAgain: () => void }) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const [amountMinor, setAmountMinor] = useKept<number | null>('amount', () => null)
  const [remark, setRemark] = useKept('remark', () => '')
  const [isTried, setTried] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [made, setMade] = useState<WithdrawalMade | null>(null)
  const [asked] = useDebouncedValue(amountMinor, 350)
  const input = { memberId, ...(asked === null ? {} : { amountMinor: asked }) }
  const preview = useQueryCall('preTransactions.previewWithdrawal', input, {
    isTracked: false,
    keepsPrevious: true,
  })
  const { data } = preview
  if (made) return <WithdrawalResult made={made} onAgain={onAgain} />
  const isCurrent = asked === amountMinor && !preview.isPlaceholderData
  const isBlocked = amountMinor !== null && (data?.checks.some(({ result }) => result === 'block') ?? false)
  const isRemarkShort = remark.trim().length < 3
  const ask = async () => {
    setTried(true)
    if (amountMinor !== null && !isRemarkShort && data && isCurrent && !isBlocked) setAsked(true)
  }
  const balance = data?.beforeMinor ?? 0
  return (
    <FormPage
      title={t('manual.withdrawal.title', { name: data?.member.username ?? '' })}
      description={t('manual.withdrawal.description')}
      submitLabel={t('manual.withdrawal.check')}
      onSubmit={ask}
      isDirty={amountMinor !== null || remark !== ''}
      canSubmit={!preview.isError && !isBlocked && (amountMinor === null || isCurrent)}
      aside={
        <div className={classes.screen}>
          {(data || !preview.error) && (
            <MemberCard
              member={data?.member}
              balanceMinor={data?.beforeMinor}
              bank={data?.toBank ?? null}
              accountNoMasked={data?.toAccountMasked ?? null}
              accountName={data?.toAccountName ?? null}
            />
          )}
          {preview.error && (
            <ErrorState
              error={{ message: errorText(preview.error), requestId: preview.error.requestId }}
              onRetry={() => void preview.refetch()}
              isInline
            />
          )}
          <WithdrawalPreviewCard preview={data} hasAmount={asked !== null} isOld={!isCurrent} />
        </div>
      }
    >
      <FormSection title={t('manual.money')}>
        <AmountInput
          label={t('manual.amount')}
          value={amountMinor}
          onChange={setAmountMinor}
          minMinor={1}
          error={isTried && amountMinor === null ? t('manual.errors.amount') : null}
          isRequired
        />
        {balance > 0 && (
          <Button variant="default" size="sm" onClick={() => setAmountMinor(balance)}>
            {t('manual.withdrawal.all', { amount: formatBaht(balance) })}
          </Button>
        )}
        <Textarea
          label={t('manual.withdrawal.remark')}
          description={t('manual.withdrawal.remarkHelp')}
          value={remark}
          maxLength={200}
          autosize
          minRows={2}
          withAsterisk
          error={isTried && isRemarkShort ? t('manual.errors.remark') : null}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </FormSection>
      {isAsked && data && amountMinor !== null && (
        <WithdrawalSheet
          memberId={memberId}
          amountMinor={amountMinor}
          remark={remark.trim()}
          preview={data}
          onClose={() => setAsked(false)}
          onMade={setMade}
        />
      )}
    </FormPage>
  )
}
