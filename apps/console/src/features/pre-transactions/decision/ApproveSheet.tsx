import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../lib/words/formats.ts'
import { ruleOf } from '../../../lib/form/field-rules.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useCall } from '../../../lib/call/query.ts'
import { Confirm, type ConfirmResult } from '../../../ui/sheet/Confirm.tsx'
import type { ActProps } from './DecisionActs.tsx'
import { ledgerName } from '../ledger-names.ts'
import { factsOf, titleWords, useStepUpNote } from '../rows/sheet-words.tsx'
import { useAct } from './use-act.ts'
import { accountName } from '../own-accounts.ts'

interface ApproveSheetProps extends ActProps {
  isOpen: boolean
  /** A payout that failed is sent again; else a withdrawal under review is approved. */
  isRetry: boolean
}

/** The confirmation of an approval or of another attempt: balances, ledger lines, the account that pays. */
export function ApproveSheet({
  sheet,
  claim,
  isOpen,
  isRetry,
  onClose,
  onDone,
  onRefresh,
}: ApproveSheetProps) {
  const { t } = useTranslation('pre-transactions')
  const { row } = sheet
  const chosen = sheet.sources.find((source) => source.isChosen)?.id ?? ''
  const [accountId, setAccountId] = useState(chosen)
  const [remark, setRemark] = useState('')
  const approve = useCall('preTransactions.approve', { refreshes: ['preTransactions'] })
  const retry = useCall('preTransactions.retry', { refreshes: ['preTransactions'] })
  const act = useAct(onRefresh)
  const stepUpNote = useStepUpNote()
  const words = { reference: row.reference, amount: formatMoney(row.amountMinor) }
  const submit = ({ idempotencyKey }: ConfirmResult) =>
    act(async () => {
      const version = Math.max(row.version, claim.version)
      const input = { id: row.id, version, ...(accountId === '' ? {} : { accountId }) }
      const note = remark.trim() === '' ? {} : { remark: remark.trim() }
      if (isRetry) {
        await retry.send(input, { idempotencyKey })
        say(t('request.done.retried', words))
      } else {
        const { state } = await approve.send({ ...input, ...note }, { idempotencyKey })
        say(t(`request.done.${state}`, words), state === 'approved' ? 'green' : 'blue')
      }
      onDone()
    })
  const isFirst = !isRetry && sheet.needs === 'twoPeople' && sheet.firstApprover === null
  const lockedAfter = sheet.lockedMinor - row.amountMinor
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={t(isRetry ? 'request.titles.retry' : 'request.titles.approve', titleWords(row))}
      submitLabel={t(isRetry ? 'request.retryAmount' : 'request.approveAmount', words)}
      canSubmit={approve.canSend}
      facts={factsOf(t, sheet)}
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
      onSubmit={submit}
    >
      {sheet.sources.length > 0 && (
        <NativeSelect
          label={t('request.payFrom')}
          value={accountId}
          data={[
            ...(chosen === '' ? [{ value: '', label: t('request.payFromAny') }] : []),
            ...sheet.sources.map((source) => ({ value: source.id, label: accountName(source) })),
          ]}
          onChange={(event) => setAccountId(event.currentTarget.value)}
        />
      )}
      {!isRetry && (
        <TextInput
          label={t('request.remarkOptional')}
          maxLength={ruleOf('preTransactions.approve', 'remark').max}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
    </Confirm>
  )
}
