import { useParams } from '@tanstack/react-router'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { Failed } from '../../../lib/call/Asked.tsx'
import { useForm } from '../../../lib/form/use-form.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { FormPage } from '../../../ui/form/FormPage.tsx'
import { DepositFields } from './DepositFields.tsx'
import { DepositPreviewCard } from './DepositPreviewCard.tsx'
import { DepositResult, type DepositMade } from './DepositResult.tsx'
import { DepositSheet } from './DepositSheet.tsx'
import { depositFormOf, type DepositForm } from './manual-deposit.ts'
import { MemberCard } from './MemberCard.tsx'
import blocks from '../../../ui/Blocks.module.css'

/** `/pre-transaction/pre-deposit/{id}`: a deposit that a person types for a member. */
export default function PreDeposit() {
  const { id = '' } = useParams({ strict: false })
  const [round, setRound] = useState(0)
  return <DepositPage key={`${id}:${round}`} memberId={id} onAgain={() => setRound(round + 1)} />
}

/**
 * Asks what the deposit would do while it is typed; without an amount a satang stands for it, shown to
 * nobody.
 */
function useDepositPreview(memberId: string, form: DepositForm) {
  const [shown] = useDebouncedValue(form, 350)
  const input = {
    memberId,
    amountMinor: shown.amountMinor ?? 1,
    kind: shown.kind,
    ...(shown.accountId === '' ? {} : { accountId: shown.accountId }),
  }
  const query = useQueryCall('preTransactions.previewDeposit', input, {
    isTracked: false,
    keepsPrevious: true,
  })
  const isCurrent = query.data !== undefined && shown === form && !query.isPlaceholderData
  return { ...query, hasAmount: shown.amountMinor !== null, isCurrent }
}

function DepositPage({ memberId, onAgain }: { memberId: string; onAgain: () => void }) {
  const { t } = useTranslation('pre-transactions-wizard')
  const [isAsked, setAsked] = useState(false)
  const [made, setMade] = useState<DepositMade | null>(null)
  const form = useForm<'preTransactions.createDeposit', DepositForm>(depositFormOf(memberId), {
    onDone: ({ state }, { amountMinor }) => {
      const { data } = preview
      if (data && amountMinor !== null)
        setMade({
          state,
          memberId,
          username: data.member.username,
          amountMinor,
          afterMinor: data.afterMinor,
        })
    },
  })
  const { draft } = form
  const preview = useDepositPreview(memberId, draft)
  const own = useQueryCall('preTransactions.previewWithdrawal', { memberId }, { isTracked: false })
  const shown = preview.hasAmount ? preview.data : undefined
  if (made) return <DepositResult made={made} onAgain={onAgain} />
  const ask = async () => setAsked(form.check() && preview.isCurrent)
  const amount = draft.amountMinor === null ? '' : formatBaht(draft.amountMinor)
  return (
    <FormPage
      {...form.page}
      title={t('deposit.title', { name: preview.data?.member.username ?? '' })}
      description={t('deposit.description')}
      submitLabel={t(shown?.needsApproval ? 'deposit.askSecond' : 'deposit.check', {
        amount,
      })}
      onSubmit={ask}
      canSubmit={!preview.isError && !shown?.overDay && (draft.amountMinor === null || preview.isCurrent)}
      aside={
        <div className={blocks.stack}>
          {(preview.data ?? own.data ?? !preview.error) && (
            <MemberCard
              member={preview.data?.member ?? own.data?.member}
              balanceMinor={preview.data?.beforeMinor ?? own.data?.beforeMinor}
              bank={own.data?.toBank ?? null}
              accountNoMasked={own.data?.toAccountMasked ?? null}
              accountName={own.data?.toAccountName ?? null}
            />
          )}
          <Failed query={preview} isInline />
          <DepositPreviewCard preview={shown} isOld={preview.data !== undefined && !preview.isCurrent} />
        </div>
      }
    >
      <DepositFields
        memberId={memberId}
        {...form}
        accounts={preview.data?.accounts}
        isOverDay={shown?.overDay !== undefined && shown.overDay !== null}
      />
      {isAsked && preview.data && (
        <DepositSheet
          draft={draft}
          preview={preview.data}
          canSend={form.canSend}
          onSend={() => form.send()}
          onClose={() => setAsked(false)}
        />
      )}
    </FormPage>
  )
}
