import { useState } from 'react'
import { AppLink } from '../../ui/AppLink.tsx'
import type { Notice } from './notice-shapes.ts'
import { NoticeWords } from './NoticeWords.tsx'
import { useNoticeHref } from './use-notice-href.ts'

interface InboxItemProps {
  notice: Notice
  onRead: () => void
  /** Another screen is about to show. */
  onLeave: () => void
}

/** One message of the panel: opens what it is about, or, where that is nothing, all of its words. */
export function InboxItem({ notice, onRead, onLeave }: InboxItemProps) {
  const [isWhole, setWhole] = useState(false)
  const href = useNoticeHref()(notice)
  const isUnread = notice.readAt === null
  const readIt = () => {
    if (isUnread) onRead()
  }
  const content = <NoticeWords notice={notice} isWhole={isWhole} />
  if (href === undefined)
    return (
      <li data-unread={isUnread || undefined}>
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => {
            setWhole(!isWhole)
            readIt()
          }}
        >
          {content}
        </button>
      </li>
    )
  return (
    <li data-unread={isUnread || undefined}>
      <AppLink
        href={href}
        onClick={() => {
          readIt()
          onLeave()
        }}
      >
        {content}
      </AppLink>
    </li>
  )
}
