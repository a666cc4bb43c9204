import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../lib/error-text.ts'
import { formatCount } from '../../lib/formats.ts'
import { say } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import type { ExportFormat } from '../../ui/ExportButton.tsx'
import type { QueueFilter } from './queue-shapes.ts'

/** Hands a file that came as base64 to the browser. */
function save(fileName: string, mimeType: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}

/** Exports the queue of the filter; the second factor is asked for where it is due. */
export function useQueueExport(filter: QueueFilter): (format: ExportFormat) => Promise<void> {
  const { t } = useTranslation('pre-transactions')
  const errorText = useErrorText()
  const { send } = useCall('preTransactions.exportQueue')
  return useCallback(
    async (format) => {
      try {
        const file = await send({ ...filter, format })
        save(file.fileName, file.mimeType, file.base64)
        const rows = formatCount(file.rows)
        if (file.isCut) say(t('queue.exportCut', { rows }), 'amber')
        else say(t('queue.exported', { rows }))
      } catch (thrown) {
        say(errorText(thrown), 'red')
      }
    },
    [send, filter, t, errorText],
  )
}
