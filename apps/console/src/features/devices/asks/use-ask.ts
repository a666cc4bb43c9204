import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/alerts/notices.ts'
import { useErrorText } from '../../../lib/call/error-text.ts'
import { useCall } from '../../../lib/call/query.ts'
import type { DeviceDetail } from '../device-shapes.ts'

/** Asks a phone for what changes nothing: a test entry, or its log. */
export function useAsk({ id, name }: Pick<DeviceDetail, 'id' | 'name'>) {
  const { t } = useTranslation('devices')
  const errorText = useErrorText()
  const { send } = useCall('devices.ask', { refreshes: ['devices'] })
  const [sending, setSending] = useState<'test' | 'log' | null>(null)
  const run = async (kind: 'test' | 'log') => {
    setSending(kind)
    try {
      await send({ id, kind })
      say(t(`asks.said.${kind}`, { name }))
    } catch (thrown) {
      say(errorText(thrown), 'red')
    } finally {
      setSending(null)
    }
  }
  return { sending, run }
}
