import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dismissNotice, useNotices, type NoticeTone } from '../../lib/alerts/notices.ts'
import '../tokens.css'
import classes from './Notices.module.css'

const icons: Record<NoticeTone, typeof IconInfoCircle> = {
  green: IconCircleCheck,
  amber: IconAlertTriangle,
  red: IconCircleX,
  blue: IconInfoCircle,
}

/** Results of acts, above everything. Mounted once; `say()` of `lib/alerts/notices.ts` fills it. */
export function Notices() {
  const { t } = useTranslation('table')
  const notices = useNotices()
  return (
    <div className={classes.notices} role="status" aria-live="polite">
      {notices.map(({ id, tone, text }) => {
        const Icon = icons[tone]
        return (
          <div key={id} className={classes.notice} data-tone={tone}>
            <Icon size={20} aria-hidden />
            <span>{text}</span>
            <CloseButton size={24} aria-label={t('close')} onClick={() => dismissNotice(id)} />
          </div>
        )
      })}
    </div>
  )
}
