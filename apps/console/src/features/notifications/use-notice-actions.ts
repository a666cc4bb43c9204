import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailure } from '../../lib/call/failure.ts'
import { hrefOf } from '../../lib/address/navigation.tsx'
import { say } from '../../lib/alerts/notices.ts'
import { useCall } from '../../lib/call/query.ts'
import type { Notice } from './notice-shapes.ts'
import { useNoticeHref } from './use-notice-href.ts'

/** Marks one message, several or `all` as read; what fails is said in the corner. */
export function useMark() {
  const { t } = useTranslation('notifications')
  const failure = useFailure()
  const { send, isSending, canSend } = useCall('notifications.read', { refreshes: ['notifications'] })
  const mark = useCallback(
    (notificationId: string | string[]) => {
      const run = async () => {
        try {
          const { count } = await send({ notificationId })
          if (notificationId === 'all') say(t('readDone', { count }))
        } catch (thrown) {
          say(failure(thrown)?.message ?? '', 'red')
        }
      }
      void run()
    },
    [send, failure, t],
  )
  return { mark, isSending, canSend }
}

/**
 * A row leads to what it is about; one that is about nothing shows itself whole. What was opened is read.
 */
export function useOpenNotice(mark: (id: string) => void, show: (id: string) => void) {
  const { history } = useRouter()
  const hrefTo = useNoticeHref()
  const own = (row: Notice) => hrefOf({ to: '/notification/list', search: { open: row.id } })
  return {
    href: (row: Notice) => hrefTo(row) ?? own(row),
    open: (row: Notice) => {
      const href = hrefTo(row)
      if (href === undefined) {
        show(row.id)
        return
      }
      if (row.readAt === null) mark(row.id)
      history.push(href)
    },
  }
}
