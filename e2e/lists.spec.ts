import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { accountOf, baseUrl, goInside, openAs } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

/** Saves the list on the screen as CSV and gives the headings of the file. */
async function exportedHeadings(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'ส่งออก' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'ไฟล์ CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'ยืนยันตัวตนอีกครั้ง' })
  const asked = dialog.waitFor().then(() => true)
  if (await Promise.race([asked, coming.then(() => false)])) {
    await dialog.getByLabel('รหัสผ่าน', { exact: true }).fill(accountOf('owner').password)
    await page.keyboard.press('Enter')
  }
  const text = readFileSync(await (await coming).path(), 'utf8')
  return text.replace('\ufeff', '').split('\r\n')[0]?.split(',') ?? []
}

const dayMs = 86_400_000
const weekAgo = new Date(Date.now() - 7 * dayMs).toISOString().slice(0, 10)

// The movements of a week: a file of more than 10,000 rows is made in the background.
const filedLists = [
  ['/member/member-management', 'เบอร์โทร', { gone: 'เบอร์โทร', kept: 'บัญชีธนาคาร' }],
  ['/pre-transaction/deposit-withdraw?tab=all', 'ยูสเซอร์', { gone: 'ยูสเซอร์', kept: 'เลขที่รายการ' }],
  [`/credit-transaction?from=${weekAgo}`, 'หมายเหตุ', { gone: 'หมายเหตุ', kept: 'เลขอ้างอิง' }],
  ['/activity-logs', 'เหตุผล', { gone: 'เหตุผล', kept: 'สิ่งที่ทำ' }],
] as const

test('a column that is hidden in a list is not in its file', async ({ page, watch }) => {
  watch.allow(/403/)
  // Columns are kept for a person, and other tests look at these lists as the same one.
  await page.route('**/api/v1/list-view/save-layout', (route) => route.fulfill({ json: { data: {} } }))
  await openAs(page, 'owner', '/404')
  for (const [path, hidden, { gone, kept }] of filedLists) {
    await goInside(page, path)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    expect(await exportedHeadings(page), path).toEqual(expect.arrayContaining([gone, kept]))
    await page.getByRole('button', { name: 'คอลัมน์' }).click()
    await page.getByRole('checkbox', { name: hidden, exact: true }).uncheck()
    await page.keyboard.press('Escape')
    const left = await exportedHeadings(page)
    expect(left, path).toContain(kept)
    expect(left, path).not.toContain(gone)
  }
})

test('a view and the columns of a list are there again after a reload', async ({ page }) => {
  const list = '/member/member-management'
  await openAs(page, 'support', `${list}?state=active`)
  const phone = page.getByRole('columnheader', { name: 'เบอร์โทร' })
  await expect(phone).toBeVisible()
  await page.getByRole('button', { name: 'มุมมอง' }).click()
  await page.getByLabel('บันทึกตัวกรองตอนนี้เป็น').fill('ใช้งานอยู่')
  await page.getByRole('button', { name: 'บันทึกมุมมอง' }).click()
  await expect(page.getByRole('button', { name: 'ใช้งานอยู่', expanded: true })).toBeVisible()
  await page.keyboard.press('Escape')

  const kept = page.waitForResponse('**/api/v1/list-view/save-layout')
  await page.getByRole('button', { name: 'คอลัมน์' }).click()
  await page.getByRole('checkbox', { name: 'เบอร์โทร', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  expect((await kept).ok()).toBe(true)
  await page.goto(`${baseUrl()}${list}`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(phone).toHaveCount(0)

  await page.getByRole('button', { name: 'มุมมอง' }).click()
  await page.getByRole('button', { name: /^ใช้งานอยู่/ }).click()
  await expect(page).toHaveURL(/[?&]state=active(&|$)/)
  await expect(page.getByRole('button', { name: 'ใช้งานอยู่', exact: true })).toBeVisible()
  await page.reload()
  // What is typed before the views are there belongs to none of them.
  await expect(page.getByRole('button', { name: 'ใช้งานอยู่', exact: true })).toBeVisible()
  await page.getByLabel('ค้นหา', { exact: true }).fill('ก')
  await expect(page.getByRole('button', { name: 'ใช้งานอยู่ มีการแก้', exact: true })).toBeVisible()
})

test('seven rows of the queue are in sight on a small screen; whole accounts are a choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await openAs(page, 'cashier', '/pre-transaction/deposit-withdraw?tab=all')
  const seventh = page.getByRole('grid').getByRole('row').nth(7)
  const endOfSeventh = async () => {
    const box = await seventh.boundingBox()
    return box === null ? Number.NaN : box.y + box.height
  }
  await expect.poll(endOfSeventh).toBeLessThanOrEqual(768)
  const account = page
    .getByRole('list', { name: /^บัญชีของเรา/ })
    .getByRole('button')
    .first()
  await expect(account).toContainText(/x\d{4}/)
  await page.getByRole('button', { name: /^แสดงบัญชีแบบเต็ม/ }).click()
  await expect(account).toContainText('ข้อความล่าสุด')
  await page.reload()
  await expect(account).toContainText('ข้อความล่าสุด')
  await page.getByRole('button', { name: 'ย่อบัญชีเป็นบรรทัดเดียว' }).click()
  await expect.poll(endOfSeventh).toBeLessThanOrEqual(768)
})

test('a step-up whose dialog did not arrive is asked for again at the next press', async ({
  page,
  watch,
}) => {
  watch.allow(/403|Dialogs-/)
  const file = /\/assets\/Dialogs-[^/]*\.js$/
  await page.route(file, (route) => route.abort())
  await page.route('**/api/v1/member/export', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'stepUpRequired', message: '' } }),
    }),
  )
  await openAs(page, 'owner', '/member/member-management')
  const press = async () => {
    await page.getByRole('button', { name: 'ส่งออก' }).click()
    await page.getByRole('menuitem', { name: 'ไฟล์ CSV' }).click()
  }
  await press()
  await expect(page.getByText('รายการนี้ต้องยืนยันตัวตนอีกครั้งก่อน')).toBeVisible()
  await page.unroute(file)
  await press()
  await expect(page.getByRole('dialog', { name: 'ยืนยันตัวตนอีกครั้ง' })).toBeVisible()
})

const saidLists = [
  '/member/member-management',
  '/credit-transaction',
  '/activity-logs',
  '/employee/admin-log',
  '/employee/employee-management',
  '/employee/role-management',
  '/notification/list',
  '/group-notification/list',
  '/bet-report',
]

for (const language of ['th', 'en'] as const)
  test(`${language}: the tools of every list stand in one row on a desk of 1440 pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openAs(page, 'owner', '/404', language)
    for (const path of saidLists) {
      await goInside(page, path)
      const columns = page.getByRole('button', { name: language === 'th' ? 'คอลัมน์' : 'Columns' })
      await expect(columns).toBeVisible()
      const row = await columns.boundingBox()
      for (const tool of await page.getByRole('search').locator('input, button').all()) {
        const box = await tool.boundingBox()
        if (box)
          expect(box.y + box.height / 2, path).toBeCloseTo((row?.y ?? 0) + (row?.height ?? 0) / 2, -1)
      }
    }
  })

for (const [language, width] of [
  ['th', 390],
  ['en', 360],
] as const)
  test(`${language}: on a phone of ${width} pixels each row of a list is a card of two lines`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openAs(page, 'owner', '/404', language)
    for (const path of [...saidLists, '/report/total-user', '/report/total-daily']) {
      await goInside(page, path)
      const cards = page.locator('li[data-row]')
      const nothing = page.getByRole('heading', { name: /^(ยังไม่มี|ไม่มี|ไม่พบ|No |Nothing|Nobody)/ })
      await expect(cards.or(nothing).first()).toBeVisible()
      for (const card of (await cards.all()).slice(0, 5)) {
        await expect(card.locator('dl'), path).toHaveCount(0)
        // What does not fit a card is cut off at its edge.
        const drawn = await card.evaluate((each) => [
          each.children.length,
          each.scrollWidth <= each.clientWidth,
        ])
        expect(drawn, path).toEqual([2, true])
        for (const figure of await card.locator('[data-figure]').all())
          await expect(figure, path).toHaveText(/\p{L}.* \S/u)
      }
    }
  })

test('a long list keeps its heading in sight down to its last row, and each row where it belongs', async ({
  page,
}) => {
  for (const path of ['/member/member-management', '/pre-transaction/deposit-withdraw']) {
    await openAs(page, 'owner', `${path}?tab=all&size=100`)
    const rows = page.getByRole('grid').locator('tr[data-row]')
    const heading = page.getByRole('columnheader').nth(1)
    await expect(rows.first()).toBeInViewport()
    // Below the upper edge of what scrolls; the page itself may move.
    const place = () =>
      heading.evaluate((one) => {
        const edge = one.closest('table')?.parentElement?.getBoundingClientRect().top ?? 0
        return Math.round(one.getBoundingClientRect().top - edge)
      })
    const before = await place()
    // As in a list without totals: nothing stands below its rows.
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('tfoot { display: none !important }')
      document.adoptedStyleSheets.push(sheet)
    })
    expect(await rows.count()).toBeLessThan(60)
    await page.getByRole('grid').focus()
    await page.keyboard.press('End')
    const last = page.locator('tr[data-row][aria-rowindex="101"]')
    await expect(last).toHaveAttribute('data-held')
    await expect(last).toBeInViewport()
    expect(await place()).toBe(before)
    await page.keyboard.press('Home')
    await expect(page.locator('tr[data-row][aria-rowindex="2"]')).toBeInViewport()
    await expect(last).toHaveCount(0)
    // Another order with a row in hand: where the eye is there are rows.
    await page.keyboard.press('j')
    const sorts = page.getByRole('columnheader').getByRole('button')
    if ((await sorts.count()) > 0) {
      const first = await rows.first().textContent()
      await sorts.first().click()
      await expect(rows.first()).not.toHaveText(first ?? '')
    }
    const isBare = () =>
      page.getByRole('grid').evaluate((grid) => {
        const box = grid.parentElement?.getBoundingClientRect()
        const at = box && document.elementFromPoint(box.left + 200, box.top + box.height / 2)
        return !at?.closest('tr[data-row]')
      })
    await expect.poll(isBare).toBe(false)
  }
})
