import type { Page } from '@playwright/test'
import { addressOf, builtPaths } from './kit/built.ts'
import { axeFindings, filesOf, heaviest, kB, layoutShift, settled, table, without } from './kit/measures.ts'
import { baseUrl, languageKey, openAs, store, tokenKey, tokenOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

// Limits of the console's design, in kB as served (brotli), programs and styles together.
const signInMax = 155
// 225 until twelve screens and some 140 calls came: each call of the table costs some 20 bytes.
const firstListMax = 230
const furtherMax = 60
const chartsMax = 110
/** Below the design's 60: what only opens (a list of choices, the question before leaving) comes later. */
const formsMax = 45
const shiftMax = 0.02
const listPath = '/member/member-management'
/** Screens that draw charts. */
const withCharts = ['/dashboard', '/report/total-daily', '/website/game-providers', '/website/game-types']
const isForm = (path: string): boolean =>
  /\/(\w+-)?(add|edit|change-\w+|pre-(deposit|withdraw))(\/|$)/.test(path)
const limitOf = (path: string): number => {
  if (withCharts.includes(path)) return chartsMax
  return isForm(path) ? formsMax : furtherMax
}

const looks = [
  { language: 'th', scheme: 'light' },
  { language: 'en', scheme: 'dark' },
  { language: 'th', scheme: 'dark' },
  { language: 'en', scheme: 'light' },
] as const
const lookAt = (at: number) => looks[at % looks.length] ?? looks[0]

/** Opens an address with a look, and gives what it fetched. */
async function visit(page: Page, address: string, look: (typeof looks)[number], token: string | null) {
  await page.emulateMedia({ colorScheme: look.scheme })
  // What is fetched ten seconds later, when nobody waits for it, is not part of a screen.
  await page.addInitScript(() => {
    const real = setTimeout
    const held = ((run: () => void, ms = 0, ...rest: unknown[]) =>
      ms === 10_000 ? 0 : real(run, ms, ...rest)) as typeof setTimeout
    globalThis.setTimeout = held
  })
  await store(page, { [languageKey]: look.language, [tokenKey]: token })
  return await filesOf(page, async () => {
    await page.goto(`${baseUrl()}${address}`)
    await settled(page)
  })
}

/** Scrolls to the end and back: what is drawn once it comes near is there then. */
async function lookThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = innerHeight / 2
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      scrollTo(0, y)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))
    }
    scrollTo(0, 0)
  })
  await settled(page)
}

/** Judges what is on the screen and gives its line of the table. */
async function judge(
  page: Page,
  name: string,
  look: (typeof looks)[number],
  files?: ReadonlyMap<string, number>,
  limit?: number,
) {
  const { sum: shift, moved } = await layoutShift(page)
  await lookThrough(page)
  expect.soft(await axeFindings(page), `axe on ${name}`).toEqual([])
  expect.soft(shift, `layout shift of ${name}, most of all ${moved}`).toBeLessThan(shiftMax)
  const size = files && kB(files)
  if (files && size !== undefined && limit !== undefined)
    expect.soft(size, `kB of ${name}: ${heaviest(files)}`).toBeLessThanOrEqual(limit)
  const shown = `${look.language} ${look.scheme}`
  const over = size !== undefined && limit !== undefined && size > limit ? 'OVER' : ''
  return [name, shown, size?.toFixed(1) ?? '', limit?.toString() ?? '', shift.toFixed(4), over]
}

// One test, so that all is measured against the same first list, and a screen too many does not hide the
// others.
test('every built screen is light, steady and readable in some language and theme', async ({ page }) => {
  test.setTimeout(480_000)
  const report = [['screen', 'look', 'kB', 'limit', 'shift', '']]
  const owner = await tokenOf('owner')
  const signIn = await visit(page, '/', lookAt(0), null)
  report.push(await judge(page, 'sign-in, first visit', lookAt(0), signIn, signInMax))
  const list = await visit(page, listPath, lookAt(1), owner)
  const base = new Map([...signIn, ...list])
  report.push(await judge(page, 'first list, all so far', lookAt(1), base, firstListMax))
  for (const [at, path] of builtPaths.filter((each) => each !== listPath).entries()) {
    const look = lookAt(at + 2)
    const files = await visit(page, await addressOf(path), look, owner)
    report.push(await judge(page, path, look, without(files, base), limitOf(path)))
  }
  const auditor = await tokenOf('auditor')
  for (const [at, path] of ['/otp', '/404', '/member/member-add'].entries()) {
    await visit(page, path, lookAt(at), auditor)
    const name = path === '/member/member-add' ? 'no access' : path
    report.push(await judge(page, name, lookAt(at)))
  }
  console.log(`\n${table(report)}\n`)
})

// They judge nothing, so that the long run alone prints them.
if (process.env['KHLANG_TEST_FULL'] === '1')
  test('figures with the processor slowed four times (printed, not judged)', async ({ page }) => {
    await openAs(page, 'owner', listPath)
    await settled(page)
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(() => {
      const seen = { blockedMs: 0, slowestKeyMs: 0 }
      Object.assign(globalThis, { seen })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.blockedMs += Math.max(0, duration - 50)
      }).observe({ type: 'longtask', buffered: true })
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries())
          if (name === 'keydown') seen.slowestKeyMs = Math.max(seen.slowestKeyMs, duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    await page.reload()
    await page.getByRole('row').nth(1).waitFor()
    const rowsMs = await page.evaluate(() => performance.now())
    await settled(page)
    const read = () => page.evaluate(() => (globalThis as unknown as { seen: Record<string, number> }).seen)
    const { blockedMs } = await read()
    await page.getByRole('textbox').first().pressSequentially('somchai', { delay: 60 })
    await page.waitForTimeout(500)
    const { slowestKeyMs } = await read()
    const figures = [
      ['first list, CPU 4x', 'measured', 'design'],
      ['rows visible, ms', rowsMs.toFixed(0), '1600'],
      ['blocking time, ms', String(Math.round(blockedMs ?? 0)), '200'],
      ['slowest key in a filter, ms', String(slowestKeyMs), '100'],
    ]
    console.log(`\n${table(figures)}\n`)
  })
