import { Loader } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../lib/error-text.ts'
import { formatMoney } from '../../lib/formats.ts'
import { say } from '../../lib/notices.ts'
import { useAllows } from '../../lib/permissions.ts'
import { useCall, useQueryCall } from '../../lib/query.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Money } from '../../ui/Money.tsx'
import { Time } from '../../ui/Time.tsx'
import type { ActProps } from './DecisionActs.tsx'
import { factsOf, titleWords, useStepUpNote } from './sheet-words.tsx'
import { useAct } from './use-act.ts'
import classes from './Sheet.module.css'

/** Ends a payout of unknown outcome with evidence: the outgoing line that paid it. Nothing is sent again. */
export function ResolveSheet({ sheet, claim, onClose, onDone, onRefresh }: ActProps) {
  const { t } = useTranslation('pre-transactions')
  const { row } = sheet
  const [lineId, setLineId] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const { send, canSend } = useCall('preTransactions.resolveUnknown', { refreshes: ['preTransactions'] })
  const act = useAct(onRefresh)
  const stepUpNote = useStepUpNote()
  const words = { reference: row.reference, amount: formatMoney(row.amountMinor) }
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={t('request.titles.resolve', titleWords(row))}
      submitLabel={t('request.resolveSubmit')}
      canSubmit={canSend}
      onCheck={() => {
        setTried(true)
        return lineId !== null
      }}
      facts={factsOf(t, sheet)}
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
        amountMinor={row.amountMinor - sheet.feeMinor}
        accountId={row.accountId}
        chosenId={lineId}
        onChoose={setLineId}
        error={isTried && lineId === null ? t('request.missing.line') : null}
      />
    </Confirm>
  )
}

interface LinesProps {
  amountMinor: number
  accountId: string | null
  chosenId: string | null
  onChoose: (id: string) => void
  error: string | null
}

function Lines({ amountMinor, accountId, chosenId, onChoose, error }: LinesProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const isEnabled = useAllows()({ pretransactionNotMatch: ['isRead'] })
  const lines = useQueryCall(
    'preTransactions.lines',
    { direction: 'out', amountMinor, size: 25, ...(accountId === null ? {} : { accountId }) },
    { isEnabled, isTracked: false },
  )
  if (!isEnabled) return <p className={classes['note']}>{t('request.noLinesRight')}</p>
  if (lines.error) return <p className={classes['note']}>{errorText(lines.error)}</p>
  if (!lines.data) return <Loader size="sm" />
  if (lines.data.records.length === 0)
    return (
      <p className={classes['note']} data-tone="amber">
        {t('request.noLines')}
      </p>
    )
  return (
    <fieldset className={classes['lines']} data-invalid={error === null ? undefined : true}>
      <legend>{t('request.chooseLine')}</legend>
      {lines.data.records.map((line) => (
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
