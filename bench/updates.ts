import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { judged, openDesk, signedIn, slowPage, type Desk } from './kit/console-page.ts'
import { median, type BenchEnv } from './kit/env.ts'

const rounds = 5
const perSecond = 10
const measuredMs = 8000
const path = '/pre-transaction/deposit-withdraw?tab=all&size=100'

// Runs in the page: frames drawn, and how long each key waited for the frame that answers it.
const watch = `
  const seen = (globalThis.benchSeen = { frames: 0, keysMs: [] })
  const count = () => { seen.frames += 1; requestAnimationFrame(count) }
  requestAnimationFrame(count)
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.keysMs.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

interface Seen {
  readonly frames: number
  readonly keysMs: number[]
}
interface Round {
  readonly framesPerSecond: number
  readonly slowestKeyMs: number
  readonly sent: number
}

/** Members pay in, so many a second, until `until`. @returns how many the sandbox took */
async function payIn(desk: Desk, until: number): Promise<number> {
  const underWay: Promise<boolean>[] = []
  const begun = Date.now()
  for (let n = 0; Date.now() < until; n += 1) {
    const sent = desk.outside('deposit', { payer: 'self', amountMinor: 20_000 + n })
    // Chance may draw a member who may not pay in: counted below.
    underWay.push(sent.then(() => true).catch(() => false))
    await sleep(Math.max(0, begun + ((n + 1) * 1000) / perSecond - Date.now()))
  }
  return (await Promise.all(underWay)).filter(Boolean).length
}

/** The newest row of the queue comes to stand in the page: what was drawn was the work that is measured. */
async function seesNewest(desk: Desk, page: Page): Promise<void> {
  const headers = { authorization: `Bearer ${desk.token}` }
  const until = Date.now() + 20_000
  for (let isSeen = false; !isSeen;) {
    if (Date.now() > until) throw new Error('The newest row never came to the screen')
    await page.mouse.wheel(0, -100_000)
    await sleep(500)
    const answer = await fetch(`${desk.url}/api/v2/pre-transaction/queue?tab=all&size=25`, { headers })
    const { data } = (await answer.json()) as { data: { records: { id: string }[] } }
    isSeen = (await page.locator(`tr[data-row="${data.records[0]?.id}"]`).count()) > 0
  }
}

/** Somebody scrolls down and up, or goes down the rows by keys. */
async function work(page: Page, until: number): Promise<void> {
  await page.mouse.move(800, 600)
  for (let n = 0; Date.now() < until; n += 1) {
    if (n % 40 < 20) await page.mouse.wheel(0, n % 20 < 10 ? 120 : -120)
    else await page.keyboard.press(n % 20 < 10 ? 'j' : 'k')
    await sleep(80)
  }
}

async function round(desk: Desk): Promise<Round> {
  const context = await signedIn(desk, watch)
  const { page } = await slowPage(context)
  await page.goto(`${desk.url}${path}`)
  await page.locator('tr[data-row]').first().waitFor()
  await sleep(4000)
  const until = Date.now() + measuredMs
  const before = await page.evaluate<Seen>('benchSeen')
  const begun = Date.now()
  const [sent] = await Promise.all([payIn(desk, until), work(page, until)])
  const after = await page.evaluate<Seen>('benchSeen')
  const seconds = (Date.now() - begun) / 1000
  await seesNewest(desk, page)
  await context.close()
  return {
    framesPerSecond: (after.frames - before.frames) / seconds,
    slowestKeyMs: Math.max(0, ...after.keysMs.slice(before.keysMs.length)),
    sent: sent / seconds,
  }
}

/** The queue with a hundred rows, ten deposits a second, on a desk four times slower than this machine. */
export async function run(env: BenchEnv): Promise<boolean> {
  const desk = await openDesk()
  const all: Round[] = []
  try {
    for (let n = 0; n < rounds; n += 1) all.push(await round(desk))
  } finally {
    await desk.stop()
  }
  env.print(`deposits a second: ${median(all.map(({ sent }) => sent)).toFixed(1)}`)
  const frames = median(all.map(({ framesPerSecond }) => framesPerSecond))
  return judged(env.print, [
    { what: 'frames a second', value: frames, limit: 30, isLeast: true },
    { what: 'slowest key, ms', value: median(all.map(({ slowestKeyMs }) => slowestKeyMs)), limit: 100 },
  ])
}
