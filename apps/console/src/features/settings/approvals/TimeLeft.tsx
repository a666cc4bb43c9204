import { useTranslation } from 'react-i18next'
import { formatAge, formatDateTime } from '../../../lib/words/formats.ts'
import { useNow } from '../../../ui/figures/use-now.ts'
import { useReading } from '../../../ui/use-reading.ts'

/** How long a request still waits before its time is over. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('settings')
  const reading = useReading()
  const leftMs = Date.parse(until) - useNow()
  return (
    <time dateTime={until} title={formatDateTime(until, reading)}>
      {leftMs <= 0 ? t('over') : formatAge(leftMs, reading)}
    </time>
  )
}
