import { useMemo, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Era, Reading } from '../lib/formats.ts'

let chosenEra: Era | null = null
const listeners = new Set<() => void>()

/** Sets the era for the whole tab; null follows the language (Thai: Buddhist, English: Common). */
export function setEra(era: Era | null): void {
  chosenEra = era
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Language and era of the person before the screen; re-renders when either changes. */
export function useReading(): Reading {
  const { i18n } = useTranslation('table')
  const era = useSyncExternalStore(subscribe, () => chosenEra)
  const language = (i18n.resolvedLanguage ?? i18n.language) === 'en' ? 'en' : 'th'
  return useMemo(
    () => ({ language, era: era ?? (language === 'th' ? 'buddhist' : 'common') }),
    [language, era],
  )
}
