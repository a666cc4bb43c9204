import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reading } from '../lib/words/formats.ts'
import { useChosenEra } from '../lib/person/preferences.ts'

/** Language and era of the person before the screen; re-renders when either changes. */
export function useReading(): Reading {
  const { i18n } = useTranslation('table')
  const era = useChosenEra()
  const language = (i18n.resolvedLanguage ?? i18n.language) === 'en' ? 'en' : 'th'
  return useMemo(
    () => ({ language, era: era ?? (language === 'th' ? 'buddhist' : 'common') }),
    [language, era],
  )
}
