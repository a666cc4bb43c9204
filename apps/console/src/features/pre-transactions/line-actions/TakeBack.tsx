import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBaht } from '@khlang/money/amount.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useQueryCall } from '../../../lib/call/query.ts'
import { openSettling } from '../../../lib/call/settling.ts'
import type { TakingBack } from '../../../lib/person/taking-back.ts'
import type { LineWhole } from '../lines/line-shapes.ts'
import { ReversalSheet } from './ReversalSheet.tsx'
import { TakeBackSheet } from './TakeBackSheet.tsx'

interface TakeBackProps {
  credit: TakingBack
  onClose: () => void
}

/** Taking a credit back from wherever it is seen: by its bank line, or, typed by people, by itself. */
export default function TakeBack({ credit, onClose }: TakeBackProps) {
  return credit.lineId === null ? (
    <ReversalSheet id={credit.id} onClose={onClose} />
  ) : (
    <OfLine lineId={credit.lineId} onClose={onClose} />
  )
}

/** Its linker undoes it alone for some minutes; otherwise two people unlink it. */
const actOf = ({ canUndoUntil, canAskUnlink }: LineWhole) => {
  if (canUndoUntil !== null && Date.parse(canUndoUntil) > Date.now()) return 'undoLink'
  return canAskUnlink ? 'askUnlink' : null
}

function OfLine({ lineId, onClose }: { lineId: string; onClose: () => void }) {
  const { t } = useTranslation('pre-transactions-lines')
  const errorText = useErrorText()
  const { data, error } = useQueryCall(
    'preTransactions.line',
    { id: lineId },
    { isTracked: false, staleMs: 0 },
  )
  const asked = data?.unlinkAsked?.id
  const act = data === undefined ? undefined : actOf(data)
  const refusal = error ? errorText(error) : act === null ? t('takeBack.notNow') : null
  useEffect(() => {
    // Who has asked already, or may decide it, goes on in the request that waits.
    if (asked !== undefined) {
      onClose()
      openSettling(asked)
    } else if (refusal !== null) {
      onClose()
      say(refusal, 'amber')
    }
  }, [asked, refusal, onClose])
  if (data === undefined || asked !== undefined || act === null || act === undefined) return null
  return (
    <TakeBackSheet
      act={act}
      line={data.line}
      onClose={onClose}
      onDone={({ what, amountMinor }) => say(t(`notes.${what}`, { amount: formatBaht(amountMinor) }))}
      onTaken={(_, thrown) => {
        onClose()
        say(errorText(thrown), 'amber')
      }}
    />
  )
}
