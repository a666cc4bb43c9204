import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, isRefusal } from '../../../lib/call/call.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { formatDateTime } from '../../../lib/words/formats.ts'
import { say } from '../../../lib/alerts/notices.ts'
import { useReading } from '../../../ui/use-reading.ts'

const overtaken: readonly string[] = ['alreadyHandled', 'stale', 'stateRefused']

/** Who was faster, and when, where the refusal of a decision says so. */
function takerOf(thrown: unknown): { readonly by: string | null; readonly at: string | null } {
  const isLate =
    isRefusal(thrown, 'preTransactions.approve', 'preTransactions.reject') &&
    thrown.code === 'alreadyHandled'
  return (isLate && thrown.details) || { by: null, at: null }
}

/**
 * Runs an act of a confirmation sheet. Where somebody else was faster, says who and when, reads the sheet
 * again and lets the confirmation close; any other refusal is thrown on, for the confirmation to show.
 */
export function useAct(onRefresh: () => void): (act: () => Promise<void>) => Promise<void> {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const reading = useReading()
  return useCallback(
    async (act) => {
      try {
        await act()
      } catch (thrown) {
        onRefresh()
        if (!(thrown instanceof CallError)) throw thrown
        if (!overtaken.includes(thrown.code)) {
          if (thrown.message !== '' && thrown.code !== 'offline') throw thrown
          throw new Error(errorText(thrown), { cause: thrown })
        }
        const { by, at } = takerOf(thrown)
        if (by === null) say(errorText(thrown), 'amber')
        else {
          const time = at === null ? '' : formatDateTime(at, reading)
          say(t('request.handledBy', { name: by, time }), 'amber')
        }
      }
    },
    [onRefresh, errorText, reading, t],
  )
}
