import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const require = createRequire(import.meta.url)
const axeSource = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Bytes of every program and style file that the page fetched, as they were served, by file name. */
export async function filesOf(page: Page, visit: () => Promise<void>): Promise<Map<string, number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.setCacheDisabled', { cacheDisabled: true })
  const names = new Map<string, string>()
  const sizes = new Map<string, number>()
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url)
    if (!/\.(js|css)$/.test(pathname)) return
    const encoding = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-encoding',
    )
    names.set(requestId, pathname)
    const length = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-length',
    )
    if (encoding?.[1] !== 'br') throw new Error(`${pathname} was not served compressed`)
    sizes.set(pathname, Number(length?.[1] ?? 0))
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId)
    if (name !== undefined && !sizes.get(name)) sizes.set(name, encodedDataLength)
  })
  await visit()
  await client.detach()
  return sizes
}

export const kB = (files: ReadonlyMap<string, number>): number =>
  Math.round([...files.values()].reduce((sum, size) => sum + size, 0) / 100) / 10

/** The heaviest of these files, with their bytes. */
export const heaviest = (files: ReadonlyMap<string, number>): string =>
  [...files]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 16)
    .map(([name, size]) => `${name.split('/').at(-1)} ${size}`)
    .join(', ')

/** What of these files was not there before. */
export const without = (files: ReadonlyMap<string, number>, known: ReadonlyMap<string, number>) =>
  new Map([...files].filter(([name]) => !known.has(name)))

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/**
 * Cumulative layout shift of the page so far, without what followed a person's own act, and what moved
 * most.
 */
export const layoutShift = (page: Page): Promise<{ sum: number; moved: string }> =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string }>((done) => {
        const shifts: Shift[] = []
        new PerformanceObserver((list) => {
          shifts.push(...(list.getEntries() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => {
          const worst = shifts.toSorted((a, b) => b.value - a.value)[0]
          const names = (worst?.sources ?? []).map(({ node }) =>
            node instanceof Element
              ? `${node.tagName}.${node.className} "${node.textContent.slice(0, 40)}"`
              : '?',
          )
          done({ sum: shifts.reduce((sum, { value }) => sum + value, 0), moved: names.join(', ') })
        }, 100)
      }),
  )

interface Violation {
  id: string
  impact: string
  nodes: { html: string; any: { message: string }[] }[]
}

/** What slides or fades in has come: half-way its colours are not its colours. */
const arrived = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    return Promise.all(ending.map(({ finished }) => finished.catch(() => null))).then(() => null)
  })

/**
 * Serious and critical findings of axe, run in a world of its own, so that the page's policy is not
 * touched.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  await arrived(page)
  const client = await page.context().newCDPSession(page)
  const { frameTree } = await client.send('Page.getFrameTree')
  const { executionContextId: contextId } = await client.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  await client.send('Runtime.evaluate', { contextId, expression: axeSource })
  const { result } = await client.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  })
  await client.detach()
  return (result.value as Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map((node) => `${impact} ${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
    )
}

/** Waits until the screen has all it asked for: network quiet, no skeleton, fonts there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main').getByRole('heading').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  await page.waitForFunction(
    async () => {
      const count = () => performance.getEntriesByType('resource').length
      const before = count()
      await new Promise((done) => setTimeout(done, 400))
      return count() === before
    },
    { polling: 50 },
  )
}

/** One row per line, columns in step. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n')
}
