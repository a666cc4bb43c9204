import i18next, { type LanguageDetectorModule } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { createStore, useStore } from '../store.ts'

export type Language = 'th' | 'en'

const storedUnder = 'khlang.language'

/** The language that this browser was left with; a browser that keeps nothing begins in Thai each time. */
const kept: LanguageDetectorModule = {
  type: 'languageDetector',
  detect: () => {
    try {
      return localStorage.getItem(storedUnder) ?? undefined
    } catch {
      return undefined
    }
  },
  cacheUserLanguage: (chosen) => {
    try {
      localStorage.setItem(storedUnder, chosen)
    } catch {
      // Private browsing may refuse: the language holds until the page is left.
    }
  },
}

/**
 * Prepares the texts: Thai unless this browser chose English before. Retries and reads as the
 * specification has them.
 */
export async function startLanguages(): Promise<void> {
  await i18next
    .use(HttpBackend)
    .use(kept)
    .use(initReactI18next)
    .init({
      fallbackLng: 'th',
      supportedLngs: ['th', 'en'],
      load: 'languageOnly',
      ns: ['ui'],
      defaultNS: 'ui',
      // The waits are 350, 700, 1400, 2800, 5600 ms: each one doubles.
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      backend: {
        loadPath: '/locales/{{lng}}/{{ns}}.json',
        addPath: '/locales/add/{{lng}}/{{ns}}',
      },
      saveMissing: false,
      // React escapes what it shows.
      interpolation: { escapeValue: false },
      react: { useSuspense: true, bindI18n: 'languageChanged' },
    })
  document.documentElement.lang = language()
}

/** The language now shown. */
export const language = (): Language => (i18next.resolvedLanguage === 'en' ? 'en' : 'th')

const shown = createStore<Language>(language())
i18next.on('languageChanged', () => {
  document.documentElement.lang = language()
  shown.set(language())
})

/** The language now shown, for what reads no texts: hundreds of times and dates in a table. */
export const useLanguage = (): Language => useStore(shown)

/** Shows the other language once its texts are here, and remembers it in this browser. */
export async function changeLanguage(next: Language): Promise<void> {
  await i18next.changeLanguage(next)
}

/** Fetches the texts of areas before their screen shows, so that no key is ever seen. */
export async function loadTexts(...namespaces: string[]): Promise<void> {
  await i18next.loadNamespaces(namespaces)
}
