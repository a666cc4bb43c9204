import { severities } from '@khlang/contract/event-codes.ts'
import { Button } from '@mantine/core'
import { IconBellCog, IconChecks, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/view-reason.ts'
import { loadChunk } from '../../lib/chunks.ts'
import { useFailure } from '../../lib/failure.ts'
import { hrefOf } from '../../lib/navigation.tsx'
import { useProfile } from '../../lib/profile.ts'
import { useQueryCall } from '../../lib/query.ts'
import { useScreenSearch } from '../../lib/search.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Filters } from '../../ui/Filters.tsx'
import type { FilterField } from '../../ui/filter-fields.ts'
import { NumberedPager } from '../../ui/NumberedPager.tsx'
import { Page } from '../../ui/Page.tsx'
import { useReading } from '../../ui/use-reading.ts'
import { useNoticeColumns } from './notice-columns.tsx'
import { noticesInput, parseNotices, type NoticeFilter } from './notice-search.ts'
import type { Notice } from './notice-shapes.ts'
import { useMark, useOpenNotice } from './use-notice-acts.ts'

const noRows: readonly Notice[] = []
const rowId = (row: Notice) => row.id
const Mutes = lazy(() => loadChunk('mutes', () => import('./Mutes.tsx')))
const NoticePanel = lazy(() => loadChunk('notice', () => import('./NoticePanel.tsx')))

/** `/notification/list`: the own inbox of the last 30 days. */
export default function NoticeList() {
  const { t } = useTranslation('notifications')
  const { language } = useReading()
  const [search, change] = useScreenSearch(parseNotices)
  const failure = useFailure()
  const list = useQueryCall('notifications.list', noticesInput(search), {
    keepsPrevious: true,
    staleMs: Number.POSITIVE_INFINITY,
  })
  const rows = list.data?.records ?? noRows
  const columns = useNoticeColumns()
  const fields = useNoticeFields()
  const { mark, isSending, canSend } = useMark()
  const { open, href } = useOpenNotice(mark, (id) => change({ open: id }))
  const [ticked, setTicked] = useState<readonly string[]>([])
  const filterBy = useCallback(
    (changes: Partial<NoticeFilter>) => change({ ...changes, page: 1 }, { replace: true }),
    [change],
  )
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
  return (
    <Page
      title={t('list.title')}
      description={t('list.lead')}
      actions={
        <Acts
          isSending={isSending}
          canSend={canSend}
          onReadAll={() => mark('all')}
          areMutesAsked={search.mutes === true}
          onMutesShut={() => change({ mutes: undefined }, { replace: true })}
        />
      }
    >
      <Filters<NoticeFilter> fields={fields} values={search} onChange={filterBy} />
      <DataTable
        listId="notifications"
        label={t('list.title')}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowName={(row) => row.title[language]}
        isLoading={list.isPending}
        error={failure(list.error)}
        onRetry={() => void list.refetch()}
        empty={{ title: t('list.empty'), hint: t('list.emptyHint') }}
        selected={ticked}
        onSelected={setTicked}
        bulk={bulk}
        rowKeys={rowKeys}
        onOpen={open}
        href={href}
        pager={
          list.data && (
            <NumberedPager
              page={search.page}
              size={search.size}
              totalPages={list.data.totalPages}
              totalRecords={list.data.totalRecords}
              onPage={(page) => change({ page, open: undefined })}
              onSize={(size) => change({ size, page: 1, open: undefined })}
            />
          )
        }
      />
      <Suspense>
        {search.open !== undefined && (
          <NoticePanel
            id={search.open}
            rows={rows}
            onRead={mark}
            onShow={(id) => change({ open: id }, { replace: true })}
          />
        )}
      </Suspense>
    </Page>
  )
}

interface ActsProps {
  isSending: boolean
  canSend: boolean
  onReadAll: () => void
  /** The address asks for the kinds that one receives: a link from one's own settings does. */
  areMutesAsked: boolean
  onMutesShut: () => void
}

/** Above the list: what is done with the whole inbox, and the way to write a message. */
function Acts({ isSending, canSend, onReadAll, areMutesAsked, onMutesShut }: ActsProps) {
  const viewReason = useViewReason()
  const { t } = useTranslation('notifications')
  const [isMuting, setMuting] = useState(areMutesAsked)
  const shut = () => {
    setMuting(false)
    if (areMutesAsked) onMutesShut()
  }
  const maySend = useProfile().type === 'staff'
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChecks size={18} aria-hidden />}
        loading={isSending}
        disabled={!canSend}
        {...viewReason}
        onClick={onReadAll}
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
      {maySend && (
        <Button
          component={AppLink}
          href={hrefOf({ to: '/notification/add' })}
          leftSection={<IconSend size={18} aria-hidden />}
        >
          {t('list.add')}
        </Button>
      )}
      <Suspense>{isMuting && <Mutes onClose={shut} />}</Suspense>
    </>
  )
}

function useNoticeFields(): readonly FilterField<NoticeFilter>[] {
  const { t } = useTranslation('notifications')
  return useMemo(
    () => [
      { kind: 'yesNo', name: 'isUnread', label: t('filter.isUnread') },
      {
        kind: 'select',
        name: 'severity',
        label: t('field.severity'),
        options: severities.map((value) => ({ value, label: t(`severity.${value}`) })),
      },
    ],
    [t],
  )
}
