import { useEffect, useRef, useState } from 'react'
import type { PanelProps } from '../../lib/list/list-spec.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { rowPanel } from '../../lib/record/record-panel.tsx'
import { factsPart } from '../../lib/record/facts-part.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import type { Notice } from './notice-shapes.ts'
import { SeverityMark } from './SeverityMark.tsx'
import { useMark } from './use-notice-actions.ts'
import { useNoticeHref } from './use-notice-href.ts'
import classes from './Notices.module.css'

/** What is told of the message that is open: read once it is seen, and where it leads. */
function useSeen(_: string, notice: Notice | undefined) {
  const { mark } = useMark()
  useReadOnce(notice, mark)
  return useNoticeHref()(notice ?? { code: '', entity: null, entityId: null })
}

/** One message with all of its words. */
export default rowPanel({
  area: 'notifications',
  without: { title: 'list.notHere', hint: 'list.notHereHint' },
  useRow: useNotice,
  title: ({ title }, { reading }) => title[reading.language],
  aside: (notice) => <SeverityMark severity={notice.severity} />,
  useHand: useSeen,
  acts: (_, { t, hand: href }) =>
    href === undefined ? [] : <AppLink href={href}>{t('toEntity')}</AppLink>,
  body: (notice, { reading }) => (
    <div className={classes['message']}>
      {notice.body[reading.language] !== '' && <p>{notice.body[reading.language]}</p>}
      <Facts of={notice} />
    </div>
  ),
})

/** The message among the rows, or among the unread ones; being read it is no longer one of these. */
function useNotice({ id, row }: PanelProps<Notice>) {
  const unread = useQueryCall(
    'notifications.unread',
    {},
    { isTracked: false, staleMs: Number.POSITIVE_INFINITY },
  )
  const found = row ?? unread.data?.notifications.find((each) => each.id === id)
  return { data: useKeptNotice(id, found) }
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
