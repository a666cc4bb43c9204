import { NativeSelect, TextInput } from '@mantine/core'
import { useAct } from '../../../lib/form/use-act.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import type { ActProps } from './use-decision.ts'
import { ledgerName } from '../ledger-names.ts'
import { titleWords } from '../rows/sheet-words.tsx'
import { useDecision } from './use-decision.ts'
import { accountName } from '../../../lib/words/account-name.ts'

interface ApproveSheetProps extends ActProps {
  isOpen: boolean
  /** A payout that failed is sent again; else a withdrawal under review is approved. */
  isRetry: boolean
}

/** The confirmation of an approval or of another attempt: balances, ledger lines, the account that pays. */
export function ApproveSheet({ isOpen, isRetry, ...props }: ApproveSheetProps) {
  const { sheet, onClose } = props
  const { t, row, words, target, facts, stepUpNote, act, done } = useDecision(props)
  const chosen = sheet.sources.find((source) => source.isChosen)?.id ?? ''
  const paying = (accountId: string) => ({ ...target, ...(accountId === '' ? {} : { accountId }) })
  const form = useActForm({
    ...act,
    call: 'preTransactions.approve',
    about: row.id,
    start: { accountId: chosen, remark: '' },
    input: ({ accountId, remark }) => ({
      ...paying(accountId),
      ...(remark.trim() === '' ? {} : { remark: remark.trim() }),
    }),
    onDone: ({ state }) => done(state, state === 'approved' ? 'green' : 'blue'),
  })
  const retry = useAct({
    ...act,
    call: 'preTransactions.retry',
    input: () => paying(form.draft.accountId),
    onDone: () => done('retried'),
  })
  const isFirst = !isRetry && sheet.needs === 'twoPeople' && sheet.firstApprover === null
  const lockedAfter = sheet.lockedMinor - row.amountMinor
  return (
    <Confirm
      {...(isRetry ? retry : form.sheet)}
      isOpen={isOpen}
      onClose={onClose}
      title={t(isRetry ? 'request.titles.retry' : 'request.titles.approve', titleWords(row))}
      submitLabel={t(isRetry ? 'request.retryAmount' : 'request.approveAmount', words)}
      facts={facts}
      balances={[
        { account: t('request.cash'), beforeMinor: sheet.cashMinor, afterMinor: sheet.cashMinor },
        { account: t('request.locked'), beforeMinor: sheet.lockedMinor, afterMinor: lockedAfter },
      ]}
      lines={sheet.legs.map((leg) => ({
        from: ledgerName(t, leg.from),
        to: ledgerName(t, leg.to),
        amountMinor: leg.amountMinor,
      }))}
      notice={[isFirst ? t('request.firstOfTwo') : null, stepUpNote].filter(Boolean).join(' ') || undefined}
    >
      {sheet.sources.length > 0 && (
        <NativeSelect
          label={t('request.payFrom')}
          value={form.draft.accountId}
          data={[
            ...(chosen === '' ? [{ value: '', label: t('request.payFromAny') }] : []),
            ...sheet.sources.map((source) => ({ value: source.id, label: accountName(source) })),
          ]}
          onChange={(event) => form.change({ accountId: event.currentTarget.value })}
        />
      )}
      {!isRetry && (
        <TextInput {...form.text('remark')} label={t('request.remarkOptional')} data-autofocus />
      )}
    </Confirm>
  )
}
