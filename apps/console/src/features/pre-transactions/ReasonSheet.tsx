import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useCall, useQueryCall } from '../../lib/query.ts'
import { Confirm, type ConfirmResult } from '../../ui/Confirm.tsx'
import { Time } from '../../ui/Time.tsx'
import { Payer } from './LineList.tsx'
import { isTaken, type LineNote } from './line-notes.ts'
import type { Line } from './line-shapes.ts'
import { TakeBackSheet } from './TakeBackSheet.tsx'

export type ReasonAct = 'ignoreLine' | 'reopenLine'

interface ReasonSheetProps {
  act: ReasonAct
  line: Line
  onClose: () => void
  onDone: (note: LineNote) => void
  onTaken: (line: Line, thrown: unknown) => void
}

/** Setting a line aside and taking it back: acts that ask for nothing but a reason. */
export function ReasonSheet({ act, line, onClose, onDone, onTaken }: ReasonSheetProps) {
  const { t } = useTranslation('pre-transactions')
  const { send, canSend } = useCall(`preTransactions.${act}`, { refreshes: ['preTransactions'] })
  const amount = formatBaht(line.amountMinor)
  const submit = async ({ reason, idempotencyKey }: ConfirmResult) => {
    try {
      await send({ id: line.id, version: line.version, reason }, { idempotencyKey })
      onDone({ lineId: line.id, kind: 'done', amountMinor: line.amountMinor, name: null, what: act })
    } catch (thrown) {
      if (!isTaken(thrown)) throw thrown
      onTaken(line, thrown)
    }
  }
  return (
    <Confirm
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
      canSubmit={canSend}
      onSubmit={submit}
    />
  )
}

/** Undo from a note, which knows only which line: the line as it is now gives its version. */
export function UndoSheet({
  lineId,
  ...sheet
}: Omit<ReasonSheetProps, 'act' | 'line'> & { lineId: string }) {
  const { data } = useQueryCall('preTransactions.line', { id: lineId })
  return data ? <TakeBackSheet {...sheet} act="undoLink" line={data.line} /> : null
}
