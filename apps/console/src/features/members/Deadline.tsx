import { useTranslation } from 'react-i18next'
import { formatAge, formatDateTime, formatMoment } from '../../lib/words/formats.ts'
import { useNow } from '../../ui/figures/use-now.ts'
import { useReading } from '../../ui/use-reading.ts'

/** A moment still to come and how long until then: `22 พ.ย. 14:05 น. (อีก 23 ชม. 10 นาที)`. */
export function Deadline({ at }: { at: string }) {
  const { t } = useTranslation('members')
  const reading = useReading()
  const leftMs = Date.parse(at) - useNow()
  const moment = formatMoment(at, reading)
  return (
    <time dateTime={at} title={formatDateTime(at, reading)}>
      {leftMs <= 0 ? moment : t('deadline', { moment, left: formatAge(leftMs, reading) })}
    </time>
  )
}
