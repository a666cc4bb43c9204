import type { Page } from '@playwright/test'
import { misfits } from './kit/fit.ts'
import { axeFindings, settled } from './kit/measures.ts'
import { baseUrl, call, openAs, tokenOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

// One's own background work: how far each job is, what came of it, and the way to cancel it.

const listCall = '**/api/v2/background-job/list'
const at = '2026-11-23T05:00:00.000Z'
const id = (n: number) => `job_${n}${'0'.repeat(25)}`

const job = (n: number, more: object) => ({
  id: id(n),
  kind: 'export',
  name: `deposits_2026-11-2${n}.csv`,
  state: 'done',
  tries: 1,
  progressDone: 12_500,
  progressTotal: null,
  failure: null,
  exportId: null,
  createdAt: at,
  startedAt: at,
  endedAt: null,
  ...more,
})
const records = [
  job(1, { state: 'running' }),
  job(2, { state: 'running', progressTotal: 40_000 }),
  job(3, { kind: 'chatDelivery', name: 'ห้องฝากถอน', state: 'queued', tries: 3 }),
  job(4, { exportId: `exp_${'0'.repeat(26)}`, endedAt: at }),
  job(5, { state: 'failed', failure: 'fault', tries: 3, endedAt: at }),
  job(6, { state: 'cancelled', endedAt: at }),
]

/** The list as it would be with jobs of every state; the rest is the product's own. */
const withJobs = (page: Page, shown: readonly object[] = records) =>
  page.route(listCall, (route) => route.fulfill({ json: { data: { records: shown } } }))

const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a person without jobs is told so, and the worker of jobs runs', async ({ page }) => {
  await openAs(page, 'cashier', '/setting?tab=jobs')
  await expect(page.getByText('ยังไม่มีงานเบื้องหลัง')).toBeVisible()
  const token = await tokenOf('owner')
  const health = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${baseUrl()}/health`, { headers })
    return ((await answer.json()) as { data: { jobs: unknown } }).data.jobs
  }
  await expect.poll(health).toEqual({ isRunning: true, dead: 0 })
  // Others may have taught a format on this server, which leaves jobs of its owner.
  const own = await call('/api/v2/background-job/list', undefined, await tokenOf('cashier'))
  expect(own).toEqual({ records: [] })
})

test('jobs say how far they are and why nothing came of them; one is cancelled by two presses', async ({
  page,
}) => {
  const asked: string[] = []
  await withJobs(page)
  await page.route('**/api/v2/background-job/cancel/*', (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '')
    return route.fulfill({ json: { data: {} } })
  })
  await openAs(page, 'owner', '/setting?tab=jobs')
  await expect(rowOf(page, 'deposits_2026-11-21.csv').getByRole('progressbar')).not.toHaveAttribute('value')
  const known = rowOf(page, 'deposits_2026-11-22.csv')
  await expect(known.getByRole('progressbar')).toHaveAttribute('value', '12500')
  await expect(known).toContainText('ทำแล้ว 12,500 จาก 40,000')
  await expect(rowOf(page, 'ห้องฝากถอน')).toContainText('รอลองใหม่')
  await expect(rowOf(page, 'ห้องฝากถอน')).toContainText('ลองแล้ว 3 ครั้ง')
  await expect(rowOf(page, 'deposits_2026-11-25.csv')).toContainText('ทำไม่สำเร็จหลังลองหลายครั้ง')
  await expect(page.getByRole('button', { name: 'ดาวน์โหลด deposits_2026-11-24.csv' })).toBeVisible()
  for (const over of ['4', '5', '6'])
    await expect(page.getByRole('button', { name: `ยกเลิก deposits_2026-11-2${over}.csv` })).toHaveCount(0)

  await page.getByRole('button', { name: 'ยกเลิก deposits_2026-11-21.csv' }).click()
  await expect(page.getByText('ไฟล์ที่ทำไปแล้วบางส่วนจะถูกลบ')).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'ยกเลิกงานนี้' }).click()
  await expect(page.getByText('ยกเลิก deposits_2026-11-21.csv แล้ว')).toBeVisible()
  expect(asked).toEqual([id(1)])
})

test('a list that does not come says so, and comes when it is asked again', async ({ page }) => {
  await page.route(listCall, (route) => route.fulfill({ status: 500, body: '{}' }))
  await openAs(page, 'owner', '/setting?tab=jobs')
  const again = page.getByRole('button', { name: 'ลองใหม่' })
  await expect(again).toBeVisible()
  await page.unroute(listCall)
  await withJobs(page)
  await again.click()
  await expect(rowOf(page, 'ห้องฝากถอน')).toBeVisible()
})

for (const language of ['th', 'en'])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the page fits and is readable: ${language}, ${colorScheme}`, async ({ page }, info) => {
      await page.emulateMedia({ colorScheme })
      await withJobs(page)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await openAs(page, 'owner', '/setting?tab=jobs', language)
        await expect(rowOf(page, 'deposits_2026-11-26.csv')).toBeVisible()
        await settled(page)
        expect(await misfits(page)).toEqual([])
        expect(await axeFindings(page)).toEqual([])
        const path = info.outputPath(`jobs-${language}-${colorScheme}-${width}.png`)
        await page.screenshot({ path, fullPage: true })
      }
    })
