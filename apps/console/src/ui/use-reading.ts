import type { Era, Reading } from '../lib/words/formats.ts'
import { useLanguage, type Language } from '../lib/words/i18n.ts'
import { useChosenEra } from '../lib/person/preferences.ts'

const readings = new Map<string, Reading>()

/** The same object for the same language and era: what is made of it is not made anew. */
function readingOf(language: Language, era: Era): Reading {
  const name = `${language} ${era}`
  const reading = readings.get(name) ?? { language, era }
  readings.set(name, reading)
  return reading
}

/** Language and era of the person before the screen; re-renders when either changes. */
export function useReading(): Reading {
  const era = useChosenEra()
  const language = useLanguage()
  return readingOf(language, era ?? (language === 'th' ? 'buddhist' : 'common'))
}
