import { createStore, useStore } from './store.ts'

export type Theme = 'light' | 'dark' | 'auto'
export type Density = 'comfortable' | 'compact'

/**
 * How this tab looks. In memory only: the specification lets nothing but token and language into storage,
 * and the system's own light or dark is the default.
 */
export const theme = createStore<Theme>('auto')
const density = createStore<Density>('comfortable')

export const useDensity = (): Density => useStore(density)

/** Sets the density for every table and form, and marks the document for the style sheets. */
export function changeDensity(next: Density): void {
  density.set(next)
  document.documentElement.dataset['density'] = next
}
