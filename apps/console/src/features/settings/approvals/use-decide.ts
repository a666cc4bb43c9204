import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../../lib/call/call.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { formatDateTime, formatMoney } from '../../../lib/words/formats.ts'
import { useCall } from '../../../lib/call/query.ts'
import { useReading } from '../../../ui/use-reading.ts'

/** Why a request was not decided, in words: who was faster, what is no longer as it was shown. */
export function useRefusalText(): (thrown: unknown) => string {
  const { t, i18n } = useTranslation('settings')
  const errorText = useErrorText()
  const reading = useReading()
  return (thrown) => {
    if (!isRefusal(thrown, 'approvals.decide', 'approvals.cancel')) return errorText(thrown)
    if (thrown.code === 'alreadyHandled' && thrown.details?.by) {
      const { by, at } = thrown.details
      return t('refused.handledBy', { name: by, time: at === null ? '' : formatDateTime(at, reading) })
    }
    if (thrown.code === 'overApprovalLimit' && thrown.details)
      return t('refused.overLimit', { limit: formatMoney(thrown.details.limitMinor) })
    if (thrown.code === 'badCredentials') return t('refused.wrongPassword')
    const { code, details } = thrown
    const key = `refused.${details && 'reason' in details ? details.reason : code}`
    return i18n.exists(`settings:${key}`) ? t(key) : errorText(thrown)
  }
}

/** Takes a request back; whatever it is about is read again on every screen, as after it was decided. */
export function useDecide() {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries()
  const withdraw = useCall('approvals.cancel', { onDone: refresh })
  return { withdraw, refresh }
}
