/** What one deployment is: written into the page by the server, and answered at `/config.json`. */
export interface Config {
  readonly brand: string
  /** Base address by surface, without a trailing slash; empty = same origin. */
  readonly bases: { readonly api: string; readonly auto: string; readonly member: string }
  readonly toggles: Readonly<Record<string, boolean>>
  readonly profile: 'sandbox' | 'production'
}

type Parts = Record<string, unknown>

const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks an answer by hand: a schema library would weigh more than the whole sign-in form. Throws on any
 * doubt.
 */
export function readConfig(value: unknown): Config {
  if (!isParts(value) || !isParts(value['bases'])) throw new Error('config.json is not a configuration.')
  const { brand, bases, toggles = {}, profile } = value
  const base = (name: string): string => {
    const address = (bases as Parts)[name]
    if (typeof address !== 'string') throw new Error(`config.json lacks bases.${name}.`)
    return address.replace(/\/$/, '')
  }
  if (typeof brand !== 'string' || brand === '') throw new Error('config.json lacks brand.')
  if (profile !== 'sandbox' && profile !== 'production')
    throw new Error('config.json has no known profile.')
  if (!isParts(toggles) || Object.values(toggles).some((toggle) => typeof toggle !== 'boolean')) {
    throw new Error('config.json has toggles that are not booleans.')
  }
  const checkedBases = { api: base('api'), auto: base('auto'), member: base('member') }
  return { brand, bases: checkedBases, toggles: toggles as Record<string, boolean>, profile }
}

let current: Config | null = null

/** What the server wrote into the page; null where a page comes without, as in development. */
function ofPage(): Config | null {
  const text = document.querySelector('meta[name="config"]')?.getAttribute('content') ?? ''
  return text.startsWith('{') ? readConfig(JSON.parse(text)) : null
}

/**
 * Reads the page, else `/config.json`. Throws when that is absent or malformed: without addresses nothing can
 * be called.
 */
export async function loadConfig(): Promise<Config> {
  current = ofPage()
  if (current !== null) return current
  const answer = await fetch('/config.json', { cache: 'no-store' })
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}.`)
  current = readConfig(await answer.json())
  return current
}

/** The configuration that `loadConfig` read. */
export function config(): Config {
  if (current === null) throw new Error('The configuration is read before the first screen.')
  return current
}

/** The whole address of a path of the surface that machines call. */
export const autoAddress = (path: string): string => `${config().bases.auto || location.origin}${path}`
