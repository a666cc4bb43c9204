import { useTranslation } from 'react-i18next'
import { formatDateTime, formatMoney } from '../../lib/words/formats.ts'
import { useReading } from '../../ui/use-reading.ts'
import { alarmKey, storyOf } from './alarm-facts.ts'
import type { Alarm } from './alarm-shapes.ts'

/** So many references are told of each reason; how many more there are is told, too. */
const shownMax = 10

const referencesOf = (all: readonly string[]): string => {
  const shown = all.slice(0, shownMax).join(', ')
  return all.length > shownMax ? `${shown} (+${all.length - shownMax})` : shown
}

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
      if (story.parts)
        return story.parts
          .map(({ key, label, references }) =>
            t(`alarms.about.${key}`, { label, reference: referencesOf(references) }),
          )
          .join(' · ')
      const texts: Record<string, string> = { ...story.texts }
      for (const [name, minor] of Object.entries(story.amounts)) texts[name] = formatMoney(minor)
      for (const [name, at] of Object.entries(story.times ?? {})) texts[name] = formatDateTime(at, reading)
      for (const [name, both] of Object.entries(story.names ?? {})) texts[name] = both[reading.language]
      return t(`alarms.about.${story.key}`, texts)
    },
  }
}
