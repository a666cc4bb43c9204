import type { Page } from '@playwright/test'
import { askReview, baht } from './kit/desk.ts'
import { misfits } from './kit/fit.ts'
import { settled } from './kit/measures.ts'
import { goInside, openAs, stepUpAs } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

const sheetOf = (page: Page) => page.getByRole('complementary', { name: 'ใบพิจารณา' })

/** Fails unless the acts of the open sheet lie whole within the window. */
async function expectActsInSight(page: Page): Promise<void> {
  for (const name of [/^อนุมัติ/, /^ปฏิเสธ/, /^รายการถัดไป/])
    await expect(sheetOf(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
}

const desks = [
  [1366, 768],
  [1440, 900],
  [1920, 1080],
] as const

test('the acts of a request are in sight on every desk, wherever the page stands', async ({ page }) => {
  const { reference } = await askReview()
  await page.setViewportSize({ width: 1366, height: 768 })
  await openAs(page, 'manager', '/pre-transaction/request')
  const row = page.getByRole('grid').locator('tr[data-row]').filter({ hasText: reference })
  const heading = sheetOf(page).getByRole('heading', { name: reference })
  await row.getByRole('gridcell').first().click()
  await expect(heading).toBeVisible()
  await expect(sheetOf(page).getByText('คุณถืออยู่')).toBeVisible()
  for (const [width, height] of desks) {
    await page.setViewportSize({ width, height })
    await expectActsInSight(page)
    for (const y of [40, 120, 10_000, 0]) {
      await page.evaluate((top) => scrollTo(0, top), y)
      await expectActsInSight(page)
    }
    await page.keyboard.press('Escape')
    await expect(sheetOf(page)).toHaveCount(0)
    await page.keyboard.press('o')
    await expect(heading).toBeVisible()
    await expectActsInSight(page)
  }
  // The same sheet beside the queue, below its accounts, tabs and filters, on the lowest desk.
  await page.setViewportSize({ width: 1366, height: 768 })
  await openAs(page, 'manager', '/pre-transaction/deposit-withdraw')
  await row.getByRole('gridcell').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'เปิดใบพิจารณา' }).click()
  await expect(heading).toBeVisible()
  await expectActsInSight(page)
})

test('the queue opens on what waits, the longest first, and the address still chooses', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { reference } = await askReview()
  await openAs(page, 'cashier', '/pre-transaction/deposit-withdraw')
  const grid = page.getByRole('grid', { name: 'คิวฝาก-ถอน' })
  const rows = grid.locator('tr[data-row]')
  await expect(rows.filter({ hasText: reference })).toBeVisible()
  await expect(page.getByRole('tab', { selected: true })).toContainText('รอดำเนินการ')
  await expect(grid.getByRole('columnheader').first()).toHaveText('เวลารอ')
  for (const name of ['เวลารอ', 'บัญชีเรา', 'เวลาธนาคาร', 'ผู้ทำรายการ'])
    await expect(grid.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
  // Asked for last, it stands last; ids grow with time.
  const ids = await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset['row'] ?? ''))
  expect(ids.length).toBeGreaterThan(1)
  await expect(rows.last()).toContainText(reference)
  await page.getByRole('tab', { name: /^ทั้งหมด/ }).click()
  await expect(page).toHaveURL(/[?&]tab=all(&|$)/)
  await expect(grid.getByRole('columnheader').first()).toHaveText('วันเวลา')
  await openAs(page, 'cashier', `/pre-transaction/deposit-withdraw?search=${reference}`)
  await expect(page.getByRole('tab', { selected: true })).toContainText('ทั้งหมด')
  await openAs(page, 'accountant', '/pre-transaction/deposit-withdraw')
  await expect(page.getByRole('tab', { selected: true })).toContainText('ทั้งหมด')
})

/** The list as if these checks of each withdrawal, and no others, had something to say. */
const withFindings = (page: Page, checksFailed: readonly string[]) =>
  page.route('**/api/v2/pre-transaction/requests?*', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = (await answer.json()) as { data: { records: object[] } }
    const records = data.records.map((row) => ({ ...row, checksFailed }))
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, records } } })
  })

test('a green one is approved with A and Enter; the next one comes up and is the marked row', async ({
  page,
}) => {
  const [{ reference, amountMinor }] = [await askReview(), await askReview()]
  await stepUpAs('manager')
  await withFindings(page, [])
  await openAs(page, 'manager', '/pre-transaction/request')
  const rows = page.getByRole('grid').locator('tr[data-row]')
  const wanted = rows.filter({ hasText: reference })
  await expect(wanted).toBeVisible()
  const grid = page.getByRole('grid')
  // J gives the grid the focus, which tells a screen reader the row in hand.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(wanted).toHaveAttribute('data-held', 'true', { timeout: 300 })
  }).toPass({ intervals: [100] })
  await expect(grid).toBeFocused()
  const domId = (await wanted.getAttribute('id')) ?? ''
  await expect(grid).toHaveAttribute('aria-activedescendant', domId)
  await page.keyboard.press('a')
  const confirm = page.getByRole('dialog', { name: `อนุมัติถอน ฿${baht(amountMinor)}` })
  await expect(confirm.getByRole('button', { name: `อนุมัติ ฿${baht(amountMinor)}` })).toBeEnabled()
  await expect(confirm.getByText('ระบบจะขอยืนยันตัวตนอีกครั้ง')).toHaveCount(0)
  await expect(page.locator('tr[data-shown]')).toHaveAttribute('id', domId)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`อนุมัติ ${reference} ฿${baht(amountMinor)} แล้ว`)).toBeVisible()
  await expect(wanted).toHaveCount(0)
  const open = () => new URL(page.url()).searchParams.get('open')
  await expect.poll(open).toMatch(/^(wdr|dep)_/)
  const shown = page.locator('tr[data-shown]')
  await expect(shown).toHaveAttribute('data-row', open() ?? '')
  await expect(shown).toHaveAttribute('data-held', 'true')
  // An answer under way must not outlive the test.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('what is not green is read before it is approved: A opens its sheet alone', async ({ page }) => {
  const { reference } = await askReview()
  await withFindings(page, ['systemOpen'])
  await openAs(page, 'manager', '/pre-transaction/request')
  const wanted = page.getByRole('grid').locator('tr[data-row]').filter({ hasText: reference })
  await expect(wanted).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(wanted).toHaveAttribute('data-held', 'true', { timeout: 300 })
  }).toPass({ intervals: [100] })
  await page.keyboard.press('a')
  await expect(sheetOf(page).getByText('คุณถืออยู่')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: /^อนุมัติถอน/ })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the keys are told below a table and in the user menu, with those that work everywhere', async ({
  page,
}) => {
  await openAs(page, 'cashier', '/pre-transaction/request')
  const keys = page.getByRole('dialog', { name: 'ปุ่มลัด' })
  await page.getByRole('button', { name: 'ปุ่มลัด ?' }).click()
  for (const key of ['Ctrl K', 'Esc', 'J', '?'])
    await expect(keys.getByText(key, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.getByRole('button', { name: /Cashier/ }).click()
  await page.getByRole('menuitem', { name: /^ปุ่มลัด/ }).click()
  await expect(keys).toBeVisible()
})

test('“more filters” counts those that are set behind it, and none is no number', async ({ page }) => {
  const list = '/pre-transaction/deposit-withdraw'
  await openAs(page, 'cashier', list)
  await expect(page.getByRole('button', { name: 'ตัวกรองเพิ่ม', exact: true })).toBeVisible()
  await openAs(page, 'cashier', `${list}?amountMinMinor=100`)
  await expect(page.getByRole('button', { name: 'ตัวกรองเพิ่ม (1)', exact: true })).toBeVisible()
})

/**
 * Lists whose columns fit a desk of 1366 pixels, and one of 1440. Members and the history of the queue are
 * wide on purpose (their files have the columns that are shown): nothing in them is cut, and the rest comes
 * by scrolling.
 */
const lists: readonly [path: string, isWide?: boolean][] = [
  ['/pre-transaction/deposit-withdraw'],
  ['/pre-transaction/request'],
  ['/pre-transaction/deposit-withdraw?tab=all', true],
  ['/pre-transaction/matching?tab=handled'],
  ['/credit-transaction'],
  ['/pre-transaction/matching?tab=messages'],
  ['/member/member-management', true],
  ['/employee/employee-management'],
  ['/employee/role-management'],
  ['/employee/admin-log'],
  ['/activity-logs'],
  ['/notification/list'],
  ['/group-notification/list'],
]
for (const language of ['th', 'en'])
  test(`${language}: nothing in a list is cut off on a desk of 1366 or 1440 pixels`, async ({ page }) => {
    await askReview()
    await openAs(page, 'owner', '/404', language)
    for (const [path, isWide = false] of lists) {
      await goInside(page, path)
      await settled(page)
      for (const width of [1440, 1366]) {
        await page.setViewportSize({ width, height: 900 })
        const found = (await misfits(page)).filter((each) => !isWide || !each.startsWith('table '))
        expect(found, `${path} at ${width}`).toEqual([])
      }
    }
  })
