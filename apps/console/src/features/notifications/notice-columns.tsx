import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../../ui/table-columns.ts'
import { Time } from '../../ui/Time.tsx'
import { useReading } from '../../ui/use-reading.ts'
import type { Notice } from './notice-shapes.ts'
import { SeverityMark } from './SeverityMark.tsx'
import classes from './Notices.module.css'

export function useNoticeColumns(): readonly Column<Notice>[] {
  const { t } = useTranslation('notifications')
  const { language } = useReading()
  return useMemo(
    (): readonly Column<Notice>[] => [
      {
        id: 'severity',
        header: t('field.severity'),
        width: 120,
        card: 'aside',
        cell: (row) => <SeverityMark severity={row.severity} />,
      },
      {
        id: 'title',
        header: t('field.title'),
        width: 244,
        isFixed: true,
        card: 'title',
        cell: (row) => (
          <span className={classes['title']} data-unread={row.readAt === null || undefined}>
            {row.readAt === null && <span className={classes['dot']} role="img" aria-label={t('unread')} />}
            <span>{row.title[language]}</span>
          </span>
        ),
      },
      {
        id: 'body',
        header: t('field.body'),
        width: 408,
        cell: (row) => (row.body[language] === '' ? '–' : row.body[language]),
      },
      {
        id: 'author',
        header: t('field.author'),
        width: 160,
        cell: (row) => row.author ?? t('bySystem'),
      },
      {
        id: 'createdAt',
        header: t('field.createdAt'),
        width: 150,
        cell: (row) => <Time at={row.createdAt} />,
      },
      {
        id: 'readAt',
        header: t('field.readAt'),
        width: 150,
        isHidden: true,
        cell: (row) => <Time at={row.readAt} />,
      },
    ],
    [t, language],
  )
}
