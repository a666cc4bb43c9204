import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/call.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { formatDateTime, formatMoney } from '../../lib/formats.ts'
import { useCall } from '../../lib/query.ts'
import { useReading } from '../../ui/use-reading.ts'

interface Details {
  readonly reason?: unknown
  readonly by?: unknown
  readonly at?: unknown
  readonly limitMinor?: unknown
}
const detailsOf = (details: unknown): Details =>
  typeof details === 'object' && details !== null ? details : {}

/** Why a request was not settled, in words: who was faster, what is no longer as it was shown. */
export function useRefusalText(): (thrown: unknown) => string {
  const { t, i18n } = useTranslation('settings')
  const errorText = useErrorText()
  const reading = useReading()
  return (thrown) => {
    if (!(thrown instanceof CallError)) return errorText(thrown)
    const { reason, by, at, limitMinor } = detailsOf(thrown.details)
    if (thrown.code === 'alreadyHandled' && typeof by === 'string') {
      const time = typeof at === 'string' ? formatDateTime(at, reading) : ''
      return t('refused.handledBy', { name: by, time })
    }
    if (thrown.code === 'overApprovalLimit' && typeof limitMinor === 'number')
      return t('refused.overLimit', { limit: formatMoney(limitMinor) })
    if (thrown.code === 'badCredentials') return t('refused.wrongPassword')
    const key = `refused.${typeof reason === 'string' ? reason : thrown.code}`
    return i18n.exists(`settings:${key}`) ? t(key) : errorText(thrown)
  }
}

/** Settles a request, or takes it back; whatever it is about is read again on every screen. */
export function useSettle() {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries()
  const settle = useCall('approvals.settle', { onDone: refresh })
  const withdraw = useCall('approvals.withdraw', { onDone: refresh })
  return { settle, withdraw, refresh }
}
