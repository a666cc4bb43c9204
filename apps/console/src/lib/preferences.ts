import { createStore, useStore } from './store.ts'

export type Theme = 'light' | 'dark' | 'auto'
export type Density = 'comfortable' | 'compact'

/**
 * Light or dark, by default as the system has it. The specification lets nothing but token and language
 * into the browser's storage; so a choice is a cookie, which the server writes into the page it answers:
 * the page is drawn right from its first moment on.
 */
const chosen = document.documentElement.dataset['mantineColorScheme']
export const theme = createStore<Theme>(chosen === 'dark' || chosen === 'light' ? chosen : 'auto')

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
const density = createStore<Density>('comfortable')

export const useDensity = (): Density => useStore(density)

/** Sets the density for every table and form, and marks the document for the style sheets. */
export function changeDensity(next: Density): void {
  density.set(next)
  document.documentElement.dataset['density'] = next
}
