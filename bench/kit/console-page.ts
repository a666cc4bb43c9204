import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core'
import { productOf, startQuiet } from '../../e2e/kit/products.ts'
import { findBrowser } from '../../tools/browser.mjs'

/** How much slower than this machine the desks are that we promise for. */
const slowness = 4

/** The product with the data of its sandbox, a browser, and the token of its owner. */
export interface Desk {
  readonly url: string
  readonly token: string
  readonly browser: Browser
  /** Tells the pretend outside world to do one thing. */
  readonly outside: (name: string, wish: Readonly<Record<string, unknown>>) => Promise<void>
  readonly stop: () => Promise<void>
}

async function post(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  const { data } = (await answer.json()) as { data: unknown }
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return data
}

/** Starts the product as a process of its own, and a browser that has seen nothing of it. */
export async function openDesk(): Promise<Desk> {
  const khlang = await startQuiet()
  const { url, outside, accounts } = productOf(khlang)
  const owner = accounts.find(({ role }) => role === 'owner')
  const token = (await post(`${url}/api/v1/authorization/login`, {
    username: owner?.username,
    password: owner?.password,
  })) as string
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  })
  return {
    url,
    token,
    browser,
    outside: async (name, wish) => void (await post(`${outside}/control/${name}`, wish)),
    stop: async () => {
      await browser.close()
      await khlang.stop()
    },
  }
}

/** A browser profile of somebody who is signed in; `watch` runs in each of its pages before the console. */
export async function signedIn(desk: Desk, watch: string): Promise<BrowserContext> {
  const context = await desk.browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
  })
  await context.addInitScript(`localStorage.setItem('khlang.admin.token', '${desk.token}');${watch}`)
  return context
}

/** A page on a slow machine. */
export async function slowPage(context: BrowserContext): Promise<{ page: Page; client: CDPSession }> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  return { page, client }
}

/** A figure beside its limit, one to a line. @returns whether all are within */
export function judged(
  print: (line: string) => void,
  figures: readonly { what: string; value: number; limit: number; isLeast?: boolean }[],
): boolean {
  for (const { what, value, limit, isLeast } of figures)
    print(`${what}: ${value.toFixed(value < 100 ? 1 : 0)} (limit ${isLeast ? 'at least ' : ''}${limit})`)
  return figures.every(({ value, limit, isLeast }) => (isLeast ? value >= limit : value <= limit))
}
