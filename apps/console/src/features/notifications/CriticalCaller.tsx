import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { callFor } from '../../lib/alerts/calling.ts'
import { useGo } from '../../lib/address/navigation.tsx'
import { useQueryCall } from '../../lib/call/query.ts'
import { criticalNews } from './critical-news.ts'

/** Calls a person for critical messages, as the bell says them. Shows nothing itself. */
export default function CriticalCaller() {
  const { i18n } = useTranslation('notifications')
  const go = useGo()
  // The question of the bell, which keeps its answer true: nothing is asked twice.
  const { data } = useQueryCall(
    'notifications.unread',
    {},
    { isTracked: false, staleMs: Number.POSITIVE_INFINITY },
  )
  const news = useRef(criticalNews())
  useEffect(() => {
    const language = i18n.resolvedLanguage === 'en' ? 'en' : 'th'
    for (const { id, title, body } of data ? news.current(data.notifications) : [])
      callFor(['critical'], {
        title: title[language],
        body: body[language],
        tag: id,
        onPress: () => go({ to: '/notification/list', search: { open: id } }),
      })
  }, [data, i18n, go])
  return null
}
