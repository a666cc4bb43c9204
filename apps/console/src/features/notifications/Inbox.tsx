import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewReason } from '../../lib/person/view-reason.ts'
import { useFailure } from '../../lib/call/failure.ts'
import { inboxOpen } from '../../lib/alerts/inbox.ts'
import { ScreenLink } from '../../lib/address/navigation.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { InboxItem } from './InboxItem.tsx'
import { inboxRows } from './inbox-rows.ts'
import type { Notice } from './notice-shapes.ts'
import { useMark } from './use-notice-actions.ts'
import classes from './Notices.module.css'

const close = () => inboxOpen.set(false)

/** The panel of the bell: the newest unread messages, and what can be done with them. */
export default function Inbox() {
  const { t } = useTranslation('notifications')
  const failure = useFailure()
  const panel = useRef<HTMLDivElement>(null)
  useEndings(panel)
  const unread = useQueryCall(
    'notifications.unread',
    {},
    { isTracked: false, staleMs: Number.POSITIVE_INFINITY },
  )
  const { count = 0, notifications } = unread.data ?? {}
  const rows = useShown(notifications)
  const { mark, isSending, canSend } = useMark()
  const viewReason = useViewReason()
  const error = failure(unread.error)
  return (
    <div
      ref={panel}
      className={classes['inbox']}
      role="dialog"
      aria-labelledby="inbox-title"
      tabIndex={-1}
      aria-busy={unread.isFetching && rows.length === 0}
    >
      <header>
        <h2 id="inbox-title">{t('inbox.title')}</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={count === 0 || !canSend}
          {...viewReason}
          loading={isSending}
          onClick={() => mark('all')}
        >
          {t('readAll')}
        </Button>
      </header>
      {error && <ErrorState error={error} onRetry={() => void unread.refetch()} isInline />}
      {unread.isPending && <p className={classes['wait']}>{t('inbox.loading')}</p>}
      {unread.data && rows.length === 0 && !error && (
        <EmptyState title={t('inbox.empty')} hint={t('inbox.emptyHint')} />
      )}
      <ul className={classes['items']} aria-label={t('inbox.title')}>
        {rows.map((notice) => (
          <InboxItem key={notice.id} notice={notice} onRead={() => mark(notice.id)} onLeave={close} />
        ))}
      </ul>
      <footer>
        <ScreenLink to="/notification/list" onClick={close}>
          {t('inbox.all')}
        </ScreenLink>
      </footer>
    </div>
  )
}

const nothing: readonly Notice[] = []

/** What was shown once stays until the panel shuts. */
function useShown(unread: readonly Notice[] = nothing): readonly Notice[] {
  const [shown, setShown] = useState<{ unread: readonly Notice[]; rows: readonly Notice[] }>({
    unread: nothing,
    rows: nothing,
  })
  if (shown.unread === unread) return shown.rows
  const rows = inboxRows(shown.rows, unread)
  setShown({ unread, rows })
  return rows
}

/** Escape, a press beside it, and leaving it by Tab shut the panel; while it stands open it has the focus. */
function useEndings(panel: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    const { current } = panel
    const bell = current?.closest('[data-bell]') ?? current
    current?.focus()
    const onPress = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !bell?.contains(target)) close()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      close()
    }
    const onLeave = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !bell?.contains(relatedTarget)) close()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    current?.addEventListener('focusout', onLeave)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
      current?.removeEventListener('focusout', onLeave)
    }
  }, [panel])
}
