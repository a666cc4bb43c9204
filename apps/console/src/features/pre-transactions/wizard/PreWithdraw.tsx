import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import type { FormSpec } from '../../../lib/form/form-spec.ts'
import { useForm } from '../../../lib/form/use-form.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { AmountInput } from '../../../ui/form/AmountInput.tsx'
import { FormPage, FormSection } from '../../../ui/form/FormPage.tsx'
import { MemberCard } from './MemberCard.tsx'
import { WithdrawalPreviewCard } from './WithdrawalPreviewCard.tsx'
import { WithdrawalResult, type WithdrawalMade } from './WithdrawalResult.tsx'
import { WithdrawalSheet } from './WithdrawalSheet.tsx'
import blocks from '../../../ui/Blocks.module.css'

interface WithdrawalDraft {
  readonly amountMinor: number | null
  readonly remark: string
}

const withdrawalFormOf = (
  memberId: string,
): FormSpec<'preTransactions.createWithdrawal', WithdrawalDraft> => ({
  call: 'preTransactions.createWithdrawal',
  area: 'pre-transactions',
  fieldErrorKey: (field) => `manual.fieldError.${field}`,
  start: { amountMinor: null, remark: '' },
  input: ({ amountMinor, remark }) => ({
    memberId,
    amountMinor: amountMinor ?? 0,
    remark: remark.trim(),
  }),
  refreshes: ['preTransactions', 'members'],
})

/** `/pre-transaction/pre-withdraw/{id}`: a withdrawal that a member asked for by phone. */
export default function PreWithdraw() {
  const { id = '' } = useParams({ strict: false })
  const [round, setRound] = useState(0)
  return <WithdrawalPage key={`${id}:${round}`} memberId={id} onAgain={() => setRound(round + 1)} />
}

function WithdrawalPage({ memberId, onAgain }: { memberId: string; onAgain: () => void }) {
  const { t } = useTranslation('pre-transactions-wizard')
  const form = useForm<'preTransactions.createWithdrawal', WithdrawalDraft>(withdrawalFormOf(memberId), {
    onDone: ({ reference, state }, draft) =>
      setMade({
        reference,
        state,
        memberId,
        username: preview.data?.member.username ?? '',
        amountMinor: draft.amountMinor ?? 0,
      }),
  })
  const { draft, change, amount, text } = form
  const { amountMinor } = draft
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
  const isCurrent = data !== undefined && asked === amountMinor && !preview.isPlaceholderData
  const isBlocked = amountMinor !== null && (data?.checks.some(({ result }) => result === 'block') ?? false)
  const ask = async () => setAsked(form.check() && isCurrent && !isBlocked)
  const balance = data?.beforeMinor ?? 0
  return (
    <FormPage
      {...form.page}
      title={t('withdrawal.title', { name: data?.member.username ?? '' })}
      description={t('withdrawal.description')}
      submitLabel={t('withdrawal.check')}
      onSubmit={ask}
      canSubmit={!preview.isError && !isBlocked && (amountMinor === null || isCurrent)}
      aside={
        <div className={blocks.stack}>
          {(data || !preview.error) && (
            <MemberCard
              member={data?.member}
              balanceMinor={data?.beforeMinor}
              bank={data?.toBank ?? null}
              accountNoMasked={data?.toAccountMasked ?? null}
              accountName={data?.toAccountName ?? null}
            />
          )}
          <Failed query={preview} isInline />
          <WithdrawalPreviewCard
            preview={data}
            hasAmount={asked !== null}
            isOld={data !== undefined && !isCurrent}
          />
        </div>
      }
    >
      <FormSection title={t('money')}>
        <AmountInput {...amount('amountMinor')} label={t('amount')} />
        {balance > 0 && (
          <Button variant="default" size="sm" onClick={() => change({ amountMinor: balance })}>
            {t('withdrawal.all', { amount: formatBaht(balance) })}
          </Button>
        )}
        <Textarea
          {...text('remark')}
          label={t('withdrawal.remark')}
          description={t('withdrawal.remarkHelp')}
        />
      </FormSection>
      {isAsked && data && amountMinor !== null && (
        <WithdrawalSheet
          amountMinor={amountMinor}
          remark={draft.remark.trim()}
          preview={data}
          canSend={form.canSend}
          onSend={() => form.send()}
          onClose={() => setAsked(false)}
        />
      )}
    </FormPage>
  )
}
