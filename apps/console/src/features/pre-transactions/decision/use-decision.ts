import { useTranslation } from 'react-i18next'
import { CallError, isRefusal } from '../../../lib/call/call.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { formatDateTime, formatMoney } from '../../../lib/words/formats.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useReading } from '../../../ui/use-reading.ts'
import { factsOf, useStepUpNote } from '../rows/sheet-words.tsx'
import type { Sheet } from '../rows/queue-shapes.ts'
import type { Claim } from './use-claim.ts'

/** What the confirmation of every act is given. */
export interface ActProps {
  sheet: Sheet
  claim: Claim
  onClose: () => void
  /** The act was done; the next row may come up. */
  onDone: () => void
  /** Somebody else was faster: read the sheet again. */
  onRefresh: () => void
}

const overtaken: readonly string[] = ['alreadyHandled', 'stale', 'stateRefused']

/** Who was faster, and when, where the refusal of a decision says so. */
function takerOf(thrown: unknown): { readonly by: string | null; readonly at: string | null } {
  const isLate =
    isRefusal(thrown, 'preTransactions.approve', 'preTransactions.reject') &&
    thrown.code === 'alreadyHandled'
  return (isLate && thrown.details) || { by: null, at: null }
}

/** What is no longer as the first of two approved it, where the refusal says so. */
function lapseOf(thrown: unknown): string | null {
  if (!isRefusal(thrown, 'preTransactions.approve') || thrown.code !== 'stateRefused') return null
  return thrown.details?.reason ?? null
}

/** Reads the sheet again after any refusal; where somebody else was faster, says who and when: it is over. */
function useOvertaken(onRefresh: () => void): (thrown: unknown) => boolean {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const reading = useReading()
  return (thrown) => {
    onRefresh()
    if (!(thrown instanceof CallError) || !overtaken.includes(thrown.code)) return false
    const lapse = lapseOf(thrown)
    if (lapse !== null) {
      say(t(`request.lapsed.${lapse}`), 'amber')
      return true
    }
    const { by, at } = takerOf(thrown)
    const time = at === null ? '' : formatDateTime(at, reading)
    say(by === null ? errorText(thrown) : t('request.handledBy', { name: by, time }), 'amber')
    return true
  }
}

/** What every confirmation about a withdrawal shows, and how each of them ends. */
export function useDecision({ sheet, claim, onDone, onRefresh }: ActProps) {
  const { t } = useTranslation('pre-transactions')
  const { row } = sheet
  const words = { reference: row.reference, amount: formatMoney(row.amountMinor) }
  const onRefused = useOvertaken(onRefresh)
  return {
    t,
    row,
    words,
    /** The row as this person claimed it. */
    target: { id: row.id, version: Math.max(row.version, claim.version) },
    facts: factsOf(t, sheet),
    stepUpNote: useStepUpNote(),
    act: { area: 'pre-transactions', refreshes: ['preTransactions'] as const, onRefused },
    done: (key: string, tone?: 'green' | 'blue') => {
      say(t(`request.done.${key}`, words), tone)
      onDone()
    },
  }
}
