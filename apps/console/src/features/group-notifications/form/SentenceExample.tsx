import type { EventCode } from '@khlang/contract/values/event-codes.ts'
import { useTranslation } from 'react-i18next'
import { filled, gapsOf, type Gap, type Values } from './group-sentences.ts'

interface SentenceExampleProps {
  code: EventCode
  /** Of the message, whatever language the screen is in. */
  language: 'th' | 'en'
  own: string
}

/** One sentence as the server will write it, filled with made-up values; waits for the texts it needs. */
export function SentenceExample({ code, language, own }: SentenceExampleProps) {
  const { t } = useTranslation('group-notifications', { lng: language })
  const { t: tEvent } = useTranslation('notifications', { lng: language })
  const exampleOf = (gap: Gap): string => {
    if (gap === 'reference' && code.startsWith('withdraw.')) return t('examples.withdrawal')
    if (gap === 'alarm')
      return tEvent(code === 'ledger.check_failed' ? 'alarms.activity.unsealed' : 'alarms.payoutFuse')
    return t(`examples.${gap}`)
  }
  const values: Values = Object.fromEntries(gapsOf[code].map((gap) => [gap, exampleOf(gap)]))
  const usual = () => `${tEvent(`events.${code}.title`)}: ${tEvent(`events.${code}.body`, values)}`
  return (
    <span lang={language} data-raw>
      {own.trim() === '' ? filled(usual(), {}) : filled(own, values)}
    </span>
  )
}
