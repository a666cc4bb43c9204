import { useQueryClient } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadScreen } from '../../lib/chunks.ts'
import { inboxOpen } from '../../lib/alerts/inbox.ts'
import { Late, latePart } from '../../lib/late-part.ts'
import { useLive } from '../../lib/call/live.ts'
import { say } from '../../lib/alerts/notices.ts'
import { useQueryCall } from '../../lib/call/query.ts'
import { refreshSoon } from '../../lib/call/refresh.ts'
import { OpenScreens } from '../../lib/address/screens.ts'
import { useStore } from '../../lib/store.ts'
import { criticalNews } from '../../features/notifications/critical-news.ts'
import classes from './Counted.module.css'
import { useOpenMenu } from '../menu/Menu.tsx'

const inbox = latePart(() =>
  loadScreen('inbox', 'notifications', () => import('../../features/notifications/Inbox.tsx')),
)

/** How much is unread, and the way to it. The panel behind it is fetched when it is first asked for. */
export function BellButton() {
  const { t, i18n } = useTranslation('ui')
  const isOpen = useStore(inboxOpen)
  const button = useRef<HTMLButtonElement>(null)
  const client = useQueryClient()
  // Fetched once; what happens is a forced refresh of it and of the list.
  useLive('notification', () => refreshSoon(client, ['notifications']))
  const { data, isError } = useQueryCall(
    'notifications.unread',
    {},
    { isTracked: false, staleMs: Number.POSITIVE_INFINITY },
  )
  const news = useRef(criticalNews())
  useEffect(() => {
    const language = i18n.resolvedLanguage === 'en' ? 'en' : 'th'
    for (const { title, body } of data ? news.current(data.notifications) : [])
      say(`${title[language]}: ${body[language]}`, 'red')
  }, [data, i18n])
  useEffect(() => {
    // The one who shut the panel by a key finds themselves where they were.
    if (!isOpen) return
    const { current } = button
    return () => {
      if (document.activeElement === document.body) current?.focus()
    }
  }, [isOpen])
  const press = async () => {
    inboxOpen.set(!isOpen)
    if (await inbox.fetch()) return
    inboxOpen.set(false)
    say(t('bell.notLoaded'), 'red')
  }
  const count = data?.count ?? 0
  const name = isError ? 'failed' : count > 0 ? 'unread' : 'name'
  const label = t(`bell.${name}`, { shown: shortCount(count) })
  return (
    <div data-bell>
      <button
        ref={button}
        type="button"
        className={classes['counted']}
        data-tone="red"
        title={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-count={isError ? '!' : count > 0 ? shortCount(count) : undefined}
        onClick={() => void press()}
      >
        <IconBell size={20} aria-hidden />
      </button>
      {isOpen && <Panel />}
    </div>
  )
}

const shortCount = (count: number): string => (count > 99 ? '99+' : String(count))

function Panel() {
  return (
    <OpenScreens value={useOpenMenu()}>
      <Late part={inbox} />
    </OpenScreens>
  )
}
