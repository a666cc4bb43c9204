import { Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { formatMoney } from '../../../lib/words/formats.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useCall, useQueryCall } from '../../../lib/call/query.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { ActProps } from './DecisionActs.tsx'
import { factsOf, titleWords, useStepUpNote } from '../rows/sheet-words.tsx'
import { ledgerName } from '../ledger-names.ts'
import { useAct } from './use-act.ts'
import classes from './Sheet.module.css'

/**
 * Ends a payout of unknown outcome with evidence: the outgoing line that paid it. Nothing is sent again, and
 * the wallet stays as it is: the money left it when the payout was sent.
 */
export function ResolveSheet({ sheet, claim, onClose, onDone, onRefresh }: ActProps) {
  const { t } = useTranslation('pre-transactions')
  const { row } = sheet
  const [lineId, setLineId] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const { send, canSend } = useCall('preTransactions.resolveUnknown', { refreshes: ['preTransactions'] })
  const act = useAct(onRefresh)
  const stepUpNote = useStepUpNote()
  const words = { reference: row.reference, amount: formatMoney(row.amountMinor) }
  const amountMinor = row.amountMinor - sheet.feeMinor
  const lines = useOutgoing(amountMinor, row.accountId)
  const bank = `bank:${row.accountId ?? ''}`
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('request.titles.resolve', titleWords(row))}
      submitLabel={t('request.resolveSubmit')}
      canSubmit={canSend && lines.found.length > 0}
      onCheck={() => {
        setTried(true)
        return lineId !== null
      }}
      facts={factsOf(t, sheet)}
      balances={[{ account: t('request.cash'), beforeMinor: sheet.cashMinor, afterMinor: sheet.cashMinor }]}
      lines={[{ from: ledgerName(t, `${bank}:in_transit`), to: ledgerName(t, bank), amountMinor }]}
      reason={{
        label: t('request.remarkStaff'),
        isRequired: true,
        description: t('request.remarkHint'),
        missing: t('request.missing.remark'),
      }}
      notice={stepUpNote ?? undefined}
      onSubmit={({ reason, idempotencyKey }) =>
        act(async () => {
          if (lineId === null) return
          const version = Math.max(row.version, claim.version)
          await send({ id: row.id, version, lineId, remark: reason }, { idempotencyKey })
          say(t('request.done.resolved', words))
          onDone()
        })
      }
    >
      <Lines
        lines={lines}
        chosenId={lineId}
        onChoose={setLineId}
        error={isTried && lineId === null ? t('request.missing.line') : null}
      />
    </Confirm>
  )
}

/** The open outgoing lines that may have paid it, for who may see lines. */
function useOutgoing(amountMinor: number, accountId: string | null) {
  const isEnabled = useAllows()({ pretransactionNotMatch: ['isRead'] })
  const { data, error } = useQueryCall(
    'preTransactions.lines',
    { direction: 'out', amountMinor, size: 25, ...(accountId === null ? {} : { accountId }) },
    { isEnabled, isTracked: false, live: 'statementLine' },
  )
  return { isEnabled, isLoading: data === undefined, error, found: data?.records ?? [] }
}

interface LinesProps {
  lines: ReturnType<typeof useOutgoing>
  chosenId: string | null
  onChoose: (id: string) => void
  error: string | null
}

function Lines({ lines, chosenId, onChoose, error }: LinesProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const { found } = lines
  if (!lines.isEnabled) return <p className={classes['note']}>{t('request.noLinesRight')}</p>
  if (lines.error) return <p className={classes['note']}>{errorText(lines.error)}</p>
  if (lines.isLoading) return <Loader size="sm" />
  if (found.length === 0)
    return (
      <p className={classes['note']} data-tone="amber">
        {t('request.noLines')}
      </p>
    )
  return (
    <fieldset className={classes['lines']} data-invalid={error === null ? undefined : true}>
      <legend>{t('request.chooseLine')}</legend>
      {found.map((line) => (
        <label key={line.id} className={classes['line']}>
          <input
            type="radio"
            name="line"
            checked={line.id === chosenId}
            onChange={() => onChoose(line.id)}
          />
          <span>
            <Time at={line.bankTime ?? line.receivedAt} show="exact" />{' '}
            <span className={classes['quiet']}>
              {[line.payerBank, line.payerMask, line.payerName, line.channel].filter(Boolean).join(' ')}
            </span>
          </span>
          <Money minor={line.amountMinor} />
        </label>
      ))}
      {error !== null && (
        <p className={classes['missing']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
