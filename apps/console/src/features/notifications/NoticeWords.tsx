import { useTranslation } from 'react-i18next'
import { Time } from '../../ui/figures/Time.tsx'
import { useReading } from '../../ui/use-reading.ts'
import type { Notice } from './notice-shapes.ts'
import { SeverityMark } from './SeverityMark.tsx'
import classes from './Notices.module.css'

/** A message as the panel of the bell shows it; a long one is cut short unless `isWhole`. */
export function NoticeWords({ notice, isWhole }: { notice: Notice; isWhole: boolean }) {
  const { t } = useTranslation('notifications')
  const { language } = useReading()
  const body = notice.body[language]
  return (
    <>
      <SeverityMark severity={notice.severity} isBare />
      <span className={classes['words']}>
        <strong>{notice.title[language]}</strong>
        {body !== '' && (
          <span className={classes['body']} data-whole={isWhole || undefined}>
            {body}
          </span>
        )}
        <span className={classes['from']}>
          <Time at={notice.createdAt} />
          {notice.author !== null && <span>{t('by', { name: notice.author })}</span>}
        </span>
      </span>
      {notice.readAt === null && <span className={classes['dot']} role="img" aria-label={t('unread')} />}
    </>
  )
}
