import type { Era } from '../words/formats.ts'
import { createStore, useStore } from '../store.ts'

export type Theme = 'light' | 'dark' | 'auto'
export type Density = 'comfortable' | 'compact'

/**
 * How this browser shows the console. The specification lets nothing but token and language into the
 * browser's storage; so a choice is a cookie, which the server writes into the page it answers: the page is
 * drawn right from its first moment on.
 */
const chosen = document.documentElement.dataset

/** Light or dark, by default as the system has it. */
export const theme = createStore<Theme>(
  chosen['mantineColorScheme'] === 'dark' || chosen['mantineColorScheme'] === 'light'
    ? chosen['mantineColorScheme']
    : 'auto',
)

/** Changes the theme, and keeps it in this browser for a year. */
export function changeTheme(next: Theme): void {
  theme.set(next)
  keepChoice('theme', next)
}

/** Keeps how something looks for a year, in a cookie of this browser: `khlang_theme=dark`. No secrets. */
export function keepChoice(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `khlang_${name}=${value}; Path=/; SameSite=Strict; Max-Age=31536000${secure}`
}
const density = createStore<Density>(chosen['density'] === 'compact' ? 'compact' : 'comfortable')

export const useDensity = (): Density => useStore(density)

/** Sets and keeps the density of every table and form, and marks the document for the style sheets. */
export function changeDensity(next: Density): void {
  density.set(next)
  document.documentElement.dataset['density'] = next
  keepChoice('density', next)
}

/** The era that was chosen; null follows the language (Thai: Buddhist, English: Common). */
const era = createStore<Era | null>(
  chosen['era'] === 'buddhist' || chosen['era'] === 'common' ? chosen['era'] : null,
)

export const useChosenEra = (): Era | null => useStore(era)

/** Sets and keeps the era of every date on the screen. */
export function changeEra(next: Era | null): void {
  era.set(next)
  keepChoice('era', next ?? 'auto')
}

/** The screen that opens after sign-in; null: the usual one. The server lets known paths through only. */
export const landing = createStore<string | null>(chosen['landing'] ?? null)

/** Sets and keeps the screen that opens after sign-in. */
export function changeLanding(next: string | null): void {
  landing.set(next)
  keepChoice('landing', next ?? 'auto')
}
