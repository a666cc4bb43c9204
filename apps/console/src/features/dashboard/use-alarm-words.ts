import { useTranslation } from 'react-i18next'
import { formatDateTime, formatMoney } from '../../lib/words/formats.ts'
import { useReading } from '../../ui/use-reading.ts'
import { alarmKey, storyOf } from './alarm-facts.ts'
import type { Alarm } from './alarm-shapes.ts'

const shownMax = 5

/** An alarm's name and what is known of it, in the reader's language. */
export function useAlarmWords() {
  const { t, i18n } = useTranslation('dashboard')
  const reading = useReading()
  return {
    nameOf: ({ code }: Alarm): string => {
      const key = alarmKey(code)
      return i18n.exists(`dashboard:${key}`) ? t(key) : t('alarms.unnamed', { code })
    },
    aboutOf: (alarm: Alarm): string | null => {
      const story = storyOf(alarm)
      if (story === null) return null
      const texts: Record<string, string> = { ...story.texts }
      for (const [name, minor] of Object.entries(story.amounts)) texts[name] = formatMoney(minor)
      for (const [name, at] of Object.entries(story.times ?? {})) texts[name] = formatDateTime(at, reading)
      for (const [name, both] of Object.entries(story.names ?? {})) texts[name] = both[reading.language]
      const about = t(`alarms.about.${story.key}`, texts)
      const others = story.others ?? []
      if (others.length === 0) return about
      const references = others.slice(0, shownMax).join(', ')
      return `${about} ${t('alarms.others', { count: others.length, references })}`
    },
  }
}
