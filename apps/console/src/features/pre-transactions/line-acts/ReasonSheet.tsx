import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useCall } from '../../../lib/call/query.ts'
import { Confirm, type ConfirmProps, type ConfirmResult } from '../../../ui/sheet/Confirm.tsx'
import { Time } from '../../../ui/figures/Time.tsx'
import { Payer } from '../lines/LineList.tsx'
import { isTaken, type LineNote } from '../lines/line-notes.ts'
import type { Line } from '../lines/line-shapes.ts'

/** Acts on a line that ask for a reason. */
export type ReasonAct = 'ignoreLine' | 'reopenLine' | 'undoLink' | 'askUnlink'

export interface LineActProps {
  line: Line
  onClose: () => void
  onDone: (note: LineNote) => void
  /** Somebody else was faster; the sheet closes. */
  onTaken: (line: Line, thrown: unknown) => void
}

interface ReasonSheetProps extends LineActProps, Pick<ConfirmProps, 'isDanger' | 'balances' | 'lines'> {
  act: ReasonAct
  /** False while it would be refused anyhow. */
  isPossible?: boolean
  /** Hears why it was refused, before the sheet says so. */
  onRefused?: (thrown: unknown) => void
  children?: ReactNode
}

/** The confirmation of an act on a line: whose money it seems to be, what follows, and why. */
export function ReasonSheet({
  act,
  line,
  isPossible = true,
  onClose,
  onDone,
  onTaken,
  onRefused,
  ...more
}: ReasonSheetProps) {
  const { t } = useTranslation('pre-transactions')
  const { send, canSend } = useCall(`preTransactions.${act}`, {
    refreshes: ['preTransactions', 'creditTransactions', 'approvals'],
  })
  const amount = formatBaht(line.amountMinor)
  const submit = async ({ reason, idempotencyKey }: ConfirmResult) => {
    try {
      await send({ id: line.id, version: line.version, reason }, { idempotencyKey })
      onDone({ lineId: line.id, kind: 'done', amountMinor: line.amountMinor, name: null, what: act })
    } catch (thrown) {
      onRefused?.(thrown)
      if (!isTaken(thrown)) throw thrown
      onTaken(line, thrown)
    }
  }
  return (
    <Confirm
      {...more}
      isOpen
      onClose={onClose}
      title={t(`matching.${act}.title`, { amount })}
      submitLabel={t(`matching.${act}.submit`, { amount })}
      facts={[
        { label: t('matching.payer'), value: <Payer line={line} /> },
        {
          label: t('matching.bankTime'),
          value: <Time at={line.bankTime ?? line.receivedAt} show="exact" />,
        },
        ...(line.member ? [{ label: t('matching.member'), value: line.member.username }] : []),
      ]}
      reason={{
        label: t(`matching.${act}.reason`),
        isRequired: true,
        description: t('matching.reasonHelp'),
        missing: t('request.missing.why'),
      }}
      notice={t(`matching.${act}.notice`)}
      canSubmit={canSend && isPossible}
      onSubmit={submit}
    />
  )
}
