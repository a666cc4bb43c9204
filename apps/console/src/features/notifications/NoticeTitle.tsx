import { useTranslation } from 'react-i18next'
import { useReading } from '../../ui/use-reading.ts'
import type { Notice } from './notice-shapes.ts'
import classes from './Notices.module.css'

/** The title of a message, with a dot while it is unread. */
export function NoticeTitle({ notice }: { notice: Notice }) {
  const { t } = useTranslation('notifications')
  const { language } = useReading()
  const isUnread = notice.readAt === null
  return (
    <span className={classes['title']} data-unread={isUnread || undefined}>
      {isUnread && <span className={classes['dot']} role="img" aria-label={t('unread')} />}
      <span>{notice.title[language]}</span>
    </span>
  )
}
