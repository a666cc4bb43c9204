import { severities } from '@khlang/contract/values/event-codes.ts'
import { Button } from '@mantine/core'
import { IconBellCog, IconChecks, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadChunk } from '../../lib/chunks.ts'
import { listScreen } from '../../lib/list/list-screen.tsx'
import type { ListState } from '../../lib/list/list-spec.ts'
import { yesNo } from '../../lib/address/search-values.ts'
import { useViewReason } from '../../lib/person/view-reason.ts'
import { NoticeTitle } from './NoticeTitle.tsx'
import type { Notice } from './notice-shapes.ts'
import { SeverityMark } from './SeverityMark.tsx'
import { useMark, useOpenNotice } from './use-notice-actions.ts'

const Mutes = lazy(() => loadChunk('mutes', () => import('./Mutes.tsx')))
const NoticePanel = lazy(() => loadChunk('notice', () => import('./NoticePanel.tsx')))

type State = ListState<'notifications.list'>

/** `/notification/list`: the own inbox of the last 30 days. */
export default listScreen({
  call: 'notifications.list',
  area: 'notifications',
  paging: 'numbered',
  listId: 'notifications',
  name: (row, { reading }) => row.title[reading.language],
  query: { staleMs: Number.POSITIVE_INFINITY },
  add: { to: '/notification/add', isOfStaff: true, icon: <IconSend size={18} aria-hidden /> },
  panel: { is: 'ntf', Panel: NoticePanel },
  card: ['body', 'createdAt'],
  Acts: InboxActs,
  useTable: useInboxActs,
  filters: (filter) => [
    filter.yesNo('isUnread', { label: 'filter.isUnread' }),
    filter.one('severity', severities, { names: 'severity' }),
    // Whether the kinds that one does not want stand open: a link from one's own settings does.
    filter.own({ read: { mutes: yesNo }, ask: () => ({}) }),
  ],
  columns: (column) => [
    column.cell('severity', 120, (row) => <SeverityMark severity={row.severity} />, { card: 'aside' }),
    column.cell('title', 244, (row) => <NoticeTitle notice={row} />, { isFixed: true, card: 'title' }),
    column.cell('body', 408, (row, { reading }) => row.body[reading.language] || '–'),
    column.cell('author', 160, (row, { t }) => row.author ?? t('bySystem')),
    column.time('createdAt', 150),
    column.time('readAt', 150, { isHidden: true }),
  ],
})

/** Ticked rows and the row in hand are marked as read; a row leads to what it is about. */
function useInboxActs({ change }: State) {
  const { t } = useTranslation('notifications')
  const { mark, canSend } = useMark()
  const { open, href } = useOpenNotice(mark, (id) => change({ open: id }))
  const [ticked, setTicked] = useState<readonly string[]>([])
  const bulk = useCallback(
    (ids: readonly string[]) => {
      const markTicked = () => {
        mark([...ids])
        setTicked([])
      }
      return (
        <Button size="compact-sm" disabled={!canSend} onClick={markTicked}>
          {t('readOne')}
        </Button>
      )
    },
    [mark, canSend, t],
  )
  const rowKeys = useMemo(
    () => [{ key: 'r', label: t('readOne'), run: (row: Notice) => mark(row.id) }],
    [t, mark],
  )
  return { selected: ticked, onSelected: setTicked, bulk, rowKeys, onOpen: open, href }
}

/** Above the list: what is done with the whole inbox. */
function InboxActs({ search, change }: State) {
  const viewReason = useViewReason()
  const { t } = useTranslation('notifications')
  const { mark, isSending, canSend } = useMark()
  const areMutesAsked = search['mutes'] === true
  const [isMuting, setMuting] = useState(areMutesAsked)
  const shut = () => {
    setMuting(false)
    if (areMutesAsked) change({ mutes: undefined }, { replace: true })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChecks size={18} aria-hidden />}
        loading={isSending}
        disabled={!canSend}
        {...viewReason}
        onClick={() => mark('all')}
      >
        {t('readAll')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconBellCog size={18} aria-hidden />}
        onClick={() => setMuting(true)}
      >
        {t('mutes.button')}
      </Button>
      <Suspense>{isMuting && <Mutes onClose={shut} />}</Suspense>
    </>
  )
}
