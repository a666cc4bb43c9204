import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { say } from '../../lib/notices.ts'
import { useReading } from '../../ui/use-reading.ts'

const overtaken: readonly string[] = ['alreadyHandled', 'stale', 'stateRefused']

/** A text under one of several names in the details of an error. */
function textIn(details: unknown, ...names: string[]): string | null {
  if (typeof details !== 'object' || details === null) return null
  const found = Object.entries(details).find(
    ([name, value]) => names.includes(name) && typeof value === 'string',
  )
  return found ? String(found[1]) : null
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
        const by = textIn(thrown.details, 'by', 'handler', 'handledBy', 'decidedBy')
        const at = textIn(thrown.details, 'at', 'handledAt', 'decidedAt')
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
