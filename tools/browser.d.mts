/** The path of a browser, or null. */
export function findBrowser(): string | null
/** Installs a browser where there is none. */
export function ensureBrowser(): void
