import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { judged, openDesk, signedIn, slowPage, type Desk } from './kit/console-page.ts'
import { median, type BenchEnv } from './kit/env.ts'

const rounds = 5
const path = '/member/member-management'
/** What a screen asks for so long after its rows nobody waits for. */
const settledMs = 3000
/** Within so long nothing that was asked is worth asking again. */
const againMs = 1000

// Runs in the page: when the first row stood there, and how long scripts held up whoever pressed something.
const watch = `
  const seen = (globalThis.benchSeen = { rowsMs: 0, blockedMs: 0 })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blockedMs += Math.max(0, duration - 50)
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver(() => {
    if (seen.rowsMs === 0 && document.querySelector('tr[data-row]'))
      requestAnimationFrame(() => setTimeout(() => (seen.rowsMs ||= performance.now())))
  }).observe(document, { subtree: true, childList: true })`

interface Visit {
  readonly rowsMs: number
  readonly blockedMs: number
  readonly kB: number
  readonly asked: readonly Asked[]
}

interface Asked {
  readonly what: string
  readonly atMs: number
}

/** Opens the list and counts what it fetches over the wire, heads of answers included. */
async function visit(desk: Desk, context: BrowserContext): Promise<Visit> {
  const { page, client } = await slowPage(context)
  const asked: Asked[] = []
  let bytes = 0
  await client.send('Network.enable')
  client.on('Network.requestWillBeSent', ({ request, timestamp }) => {
    if (request.url.startsWith('http'))
      asked.push({ what: `${request.method} ${request.url}`, atMs: timestamp * 1000 })
  })
  // Of a stream that stays open the head is counted, then what arrives.
  client.on('Network.responseReceived', ({ response }) => {
    if (response.mimeType === 'text/event-stream') bytes += response.encodedDataLength
  })
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await page.goto(`${desk.url}${path}`)
  await page.locator('tr[data-row]').first().waitFor()
  await sleep(settledMs)
  const { rowsMs, blockedMs } = await page.evaluate<{ rowsMs: number; blockedMs: number }>('benchSeen')
  await page.close()
  return { rowsMs, blockedMs, kB: bytes / 1000, asked }
}

/**
 * The members' list of somebody who is signed in, on a desk four times slower than this machine: with nothing
 * kept from before, then once more. No call of the console is made twice.
 */
export async function run(env: BenchEnv): Promise<boolean> {
  const desk = await openDesk()
  const firsts: Visit[] = []
  const seconds: Visit[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      const context = await signedIn(desk, watch)
      firsts.push(await visit(desk, context))
      seconds.push(await visit(desk, context))
      await context.close()
    }
  } finally {
    await desk.stop()
  }
  const middle = (visits: readonly Visit[], of: (each: Visit) => number) => median(visits.map(of))
  const twice = ({ asked }: Visit) =>
    asked.filter(({ what, atMs }, at) =>
      asked.slice(0, at).some((each) => each.what === what && atMs - each.atMs < againMs),
    ).length
  return judged(env.print, [
    { what: 'rows shown, ms', value: middle(firsts, ({ rowsMs }) => rowsMs), limit: 1600 },
    { what: 'blocking, ms', value: middle(firsts, ({ blockedMs }) => blockedMs), limit: 300 },
    { what: 'kB in all', value: middle(firsts, ({ kB }) => kB), limit: 330 },
    { what: 'requests', value: middle(firsts, ({ asked }) => asked.length), limit: 25 },
    {
      what: 'asked twice within a second',
      value: Math.max(...[...firsts, ...seconds].map(twice)),
      limit: 0,
    },
    { what: 'second visit, kB', value: middle(seconds, ({ kB }) => kB), limit: 20 },
    { what: 'second visit, rows shown, ms', value: middle(seconds, ({ rowsMs }) => rowsMs), limit: 1600 },
  ])
}
