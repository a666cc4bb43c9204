import { readdirSync, readFileSync } from 'node:fs'
import { test as base, type BrowserContext, type ConsoleMessage } from '@playwright/test'

/** What a test forgives: a failure that it causes itself. */
export interface Watch {
  /** Problems that match are expected in this test. */
  readonly allow: (pattern: RegExp) => void
  readonly problems: () => readonly string[]
}

const localesDir = new URL('../../apps/console/public/locales/th/', import.meta.url)

/** Every dotted key of the texts; one of them on the screen is a text that is missing. */
function textKeys(): string[] {
  const keysOf = (value: unknown, path: string): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) => keysOf(each, path === '' ? key : `${path}.${key}`))
      : [path]
  return readdirSync(localesDir).flatMap((file) =>
    keysOf(JSON.parse(readFileSync(new URL(file, localesDir), 'utf8')), '').filter((key) =>
      key.includes('.'),
    ),
  )
}

/** Runs in the page: tells breaches of the policy and keys where a text should be. */
function reportFromPage(known: readonly string[]): void {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`CSP ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
  )
  const keys = new Set(known)
  const looksLikeKey =
    /^(?:[a-z]+(?:-[a-z]+)*:)?[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]*)+$|^[a-z]+(?:[A-Z][a-z]+)+$/
  const told = new Set<string>()
  const judge = (text: string | null): void => {
    const shown = text?.trim() ?? ''
    const isKey =
      keys.has(shown) || looksLikeKey.test(shown) || /\{\{|\bundefined\b|\bNaN\b|\[object /.test(shown)
    if (!isKey || told.has(shown)) return
    told.add(shown)
    console.error(`TEXT missing or unfilled: ${shown}`)
  }
  const isRaw = (node: Node): boolean =>
    node.parentElement?.closest('code, pre, kbd, style, script, [data-raw]') !== null
  const look = (root: Node): void => {
    if (root instanceof Text) {
      if (!isRaw(root)) judge(root.data)
      return
    }
    if (!(root instanceof Element)) return
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) if (!isRaw(texts.currentNode)) judge(texts.currentNode.nodeValue)
    for (const element of [root, ...root.querySelectorAll('[aria-label], [placeholder], [title], [alt]')])
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) judge(element.getAttribute(name))
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes) {
      if (type === 'childList') for (const node of addedNodes) look(node)
      else look(target)
    }
  }).observe(document, {
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['aria-label', 'placeholder', 'title', 'alt'],
    subtree: true,
  })
}

/** A refused call is the network's matter, not the program's: the tests ask for the answer they want. */
const isNetwork = (message: ConsoleMessage): boolean => message.text().startsWith('Failed to load resource')

/**
 * A busy machine takes seconds to begin the program, and Chromium then calls what was fetched early unused.
 * That nothing is fetched in vain, or twice, `loading.spec.ts` judges by what was fetched.
 */
const isSlowStart = (message: ConsoleMessage): boolean =>
  message.text().includes('was preloaded using link preload but not used within a few seconds')

/** Watches every page of a context, those opened later included. */
async function watchContext(context: BrowserContext, note: (problem: string) => void): Promise<void> {
  await context.addInitScript(reportFromPage, textKeys())
  context.on('weberror', (error) => note(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || isNetwork(message) || isSlowStart(message)) return
    note(
      `${message.type()} at ${new URL(message.page()?.url() ?? 'about:blank').pathname}: ${message.text()}`,
    )
  })
}

/**
 * `test` of every browser test here: uncaught errors, console errors and warnings, breaches of the content
 * security policy and missing texts fail it, on whatever page of it they happen.
 */
export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ context }, use) => {
      const problems: string[] = []
      const allowed: RegExp[] = []
      await watchContext(context, (problem) => problems.push(problem))
      const rest = (): string[] => problems.filter((each) => !allowed.some((pattern) => pattern.test(each)))
      await use({ allow: (pattern) => void allowed.push(pattern), problems: rest })
      if (rest().length > 0) throw new Error(`The page had problems:\n${[...new Set(rest())].join('\n')}`)
    },
    { auto: true },
  ],
})
export { expect } from '@playwright/test'
