import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PanelProps } from '../../lib/list/list-spec.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DetailPanel } from '../../ui/sheet/DetailPanel.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { useReading } from '../../ui/use-reading.ts'
import type { Notice } from './notice-shapes.ts'
import { SeverityMark } from './SeverityMark.tsx'
import { useMark } from './use-notice-acts.ts'
import { useNoticeHref } from './use-notice-href.ts'
import classes from './Notices.module.css'

/** One message with all of its words. */
export default function NoticePanel({ id, row, onClose, onPrevious, onNext }: PanelProps<Notice>) {
  const { mark } = useMark()
  const { t } = useTranslation('notifications')
  const { language } = useReading()
  const unread = useQueryCall(
    'notifications.unread',
    {},
    { isTracked: false, staleMs: Number.POSITIVE_INFINITY },
  )
  const found = row ?? unread.data?.notifications.find((each) => each.id === id)
  const notice = useKeptNotice(id, found)
  useReadOnce(notice, mark)
  const href = useNoticeHref()(notice ?? { entity: null, entityId: null })
  return (
    <DetailPanel
      isOpen
      onClose={onClose}
      title={notice ? notice.title[language] : t('list.title')}
      aside={notice && <SeverityMark severity={notice.severity} />}
      onPrevious={onPrevious}
      onNext={onNext}
      actions={href !== undefined && <AppLink href={href}>{t('toEntity')}</AppLink>}
    >
      {notice ? (
        <div className={classes['message']}>
          {notice.body[language] !== '' && <p>{notice.body[language]}</p>}
          <Facts of={notice} />
        </div>
      ) : (
        <EmptyState title={t('list.notHere')} hint={t('list.notHereHint')} />
      )}
    </DetailPanel>
  )
}

const Facts = factsPart<Notice>({
  area: 'notifications',
  facts: (fact) => [
    fact.cell('author', ({ author }, { t }) => author ?? t('bySystem')),
    fact.time('createdAt'),
    fact.time('readAt'),
  ],
})

/** Being read takes a message out of the unread ones; the one that is open stays. */
function useKeptNotice(id: string, found: Notice | undefined): Notice | undefined {
  const [kept, setKept] = useState(found)
  if (found !== undefined && found !== kept) setKept(found)
  return found ?? (kept?.id === id ? kept : undefined)
}

/** What is open is read, however one came to it. */
function useReadOnce(notice: Notice | undefined, onRead: (id: string) => void): void {
  const asked = useRef('')
  useEffect(() => {
    if (notice === undefined || notice.readAt !== null || asked.current === notice.id) return
    asked.current = notice.id
    onRead(notice.id)
  }, [notice, onRead])
}
