import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { ActSheet } from '../../../lib/form/ActSheet.tsx'
import type { ConfirmProps } from '../../../ui/sheet/Confirm.tsx'
import { doneNote, payerFacts, takenBy, type LineActProps } from '../lines/line-act.tsx'

/** Acts on a line that ask for a reason. */
export type ReasonAct =
  | 'ignoreLine'
  | 'reopenLine'
  | 'undoLink'
  | 'askUnlink'
  | 'cancelRefund'
  | 'askUnbook'
  | 'askUnsettle'
  | 'askUninvoice'
  | 'askUnmerge'
  | 'askUnpay'

interface ReasonSheetProps extends LineActProps, Pick<ConfirmProps, 'isDanger' | 'balances' | 'lines'> {
  act: ReasonAct
  /** False while it would be refused anyhow. */
  isPossible?: boolean
  /** Hears why it was refused, before the sheet says so. */
  onRefused?: (thrown: unknown) => void
  children?: ReactNode
}

/** The confirmation of an act on a line: whose money it seems to be, what follows, and why. */
export function ReasonSheet({ act, line, onDone, onTaken, onRefused, ...more }: ReasonSheetProps) {
  const { t } = useTranslation(['pre-transactions-lines', 'pre-transactions'])
  const { id, version, amountMinor, member } = line
  const amount = formatBaht(amountMinor)
  return (
    <ActSheet
      {...more}
      call={`preTransactions.${act}`}
      input={(reason) => ({ id, version, reason })}
      refreshes={['preTransactions', 'creditTransactions', 'approvals']}
      title={t(`pre-transactions-lines:${act}.title`, { amount })}
      submitLabel={t(`pre-transactions-lines:${act}.submit`, { amount })}
      facts={[...payerFacts(t, line), ...(member ? [{ label: t('member'), value: member.username }] : [])]}
      reason={{
        label: t(`pre-transactions-lines:${act}.reason`),
        isRequired: true,
        description: t('reasonHelp'),
        missing: t('pre-transactions:request.missing.why'),
      }}
      notice={t(`pre-transactions-lines:${act}.notice`)}
      onDone={() => onDone(doneNote(line, act))}
      onRefused={(thrown) => {
        onRefused?.(thrown)
        return takenBy(line, onTaken)(thrown)
      }}
    />
  )
}
