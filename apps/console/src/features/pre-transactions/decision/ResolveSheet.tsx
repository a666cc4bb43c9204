import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useActForm } from '../../../lib/form/use-act-form.ts'
import { useAllows } from '../../../lib/person/permissions.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { Confirm } from '../../../ui/sheet/Confirm.tsx'
import { Money } from '../../../ui/figures/Money.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import type { ActProps } from './use-decision.ts'
import { titleWords } from '../rows/sheet-words.tsx'
import { ledgerName } from '../ledger-names.ts'
import { useDecision } from './use-decision.ts'
import { useStaffRemark } from './use-staff-remark.ts'
import classes from './Sheet.module.css'
import blocks from '../../../ui/Blocks.module.css'

/**
 * Ends a payout of unknown outcome with evidence: the outgoing line that paid it. Nothing is sent again, and
 * the wallet stays as it is: the money left it when the payout was sent.
 */
export function ResolveSheet(props: ActProps) {
  const { sheet, onClose } = props
  const { t, row, target, facts, stepUpNote, act, done } = useDecision(props)
  const amountMinor = row.amountMinor - sheet.feeMinor
  const lines = useOutgoing(amountMinor, row.accountId)
  const bank = `bank:${row.accountId ?? ''}`
  const form = useActForm({
    ...act,
    call: 'preTransactions.resolveUnknown',
    about: row.id,
    start: { lineId: '' },
    input: ({ lineId }, { reason }) => ({ ...target, lineId, remark: reason }),
    fieldErrorKey: () => 'request.missing.line',
    onDone: () => done('resolved'),
  })
  return (
    <Confirm
      {...form.sheet}
      onClose={onClose}
      title={t('request.titles.resolve', titleWords(row))}
      submitLabel={t('request.resolveSubmit')}
      canSubmit={form.canSend && lines.found.length > 0}
      facts={facts}
      balances={[{ account: t('request.cash'), beforeMinor: sheet.cashMinor, afterMinor: sheet.cashMinor }]}
      lines={[{ from: ledgerName(t, `${bank}:in_transit`), to: ledgerName(t, bank), amountMinor }]}
      reason={useStaffRemark()}
      notice={stepUpNote ?? undefined}
    >
      <Lines
        lines={lines}
        chosenId={form.draft.lineId}
        onChoose={(lineId) => form.change({ lineId })}
        error={form.fieldErrors.lineId}
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
  chosenId: string
  onChoose: (id: string) => void
  error: string | undefined
}

function Lines({ lines, chosenId, onChoose, error }: LinesProps) {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const { found } = lines
  if (!lines.isEnabled) return <p className={blocks['note']}>{t('request.noLinesRight')}</p>
  if (lines.error) return <p className={blocks['note']}>{errorText(lines.error)}</p>
  if (lines.isLoading) return <Loader size="sm" />
  if (found.length === 0)
    return (
      <p className={blocks['note']} data-tone="amber">
        {t('request.noLines')}
      </p>
    )
  return (
    <fieldset className={classes['lines']} data-invalid={error === undefined ? undefined : true}>
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
            <span className={blocks['quiet']}>
              {[line.payerBank, line.payerMask?.replaceAll('?', 'x'), line.payerName, line.channel]
                .filter(Boolean)
                .join(' ')}
            </span>
          </span>
          <Money minor={line.amountMinor} />
        </label>
      ))}
      {error !== undefined && (
        <p className={classes['missing']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
