import type { Page } from '@playwright/test'
import { baseUrl, call, openAs, pathOf, tokenOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

const unreadPath = '/api/v1/notification/unread-notifications'
const unreadCall = `**${unreadPath}`
const bell = (page: Page) => page.getByRole('button', { name: /^การแจ้งเตือน/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'การแจ้งเตือน' })
interface Unread {
  readonly count: number
  readonly notifications: readonly { readonly title: { readonly th: string } }[]
}

/** The bell counts what the server does. What goes on in the house tells this person of other things, too. */
async function expectCounted(page: Page, title: string, isUnread: boolean): Promise<void> {
  await expect
    .poll(async () => {
      const { count, notifications } = await call<Unread>(unreadPath, {}, await tokenOf('marketing'))
      const shown = Number(await bell(page).getAttribute('data-count'))
      return { isShown: shown === count, isUnread: notifications.some((each) => each.title.th === title) }
    })
    .toEqual({ isShown: true, isUnread })
}

test('a message of one person comes up at another’s bell, is read there, and the number falls', async ({
  page,
  browser,
}) => {
  await openAs(page, 'marketing', '/dashboard')
  await expect(bell(page)).toBeVisible()
  await expect(page.getByText('เรียลไทม์')).toBeVisible()
  await expectCounted(page, 'ปิดปรับปรุงคืนนี้', false)

  const context = await browser.newContext({ locale: 'th-TH', timezoneId: 'Asia/Bangkok' })
  const writer = await context.newPage()
  await openAs(writer, 'owner', '/notification/add')
  await writer.getByRole('button', { name: 'ตรวจก่อนส่ง' }).click()
  await expect(writer.getByText('ใส่หัวข้อ')).toBeVisible()
  await writer.getByLabel(/^หัวข้อ/).fill('ปิดปรับปรุงคืนนี้')
  await writer.getByLabel('ข้อความ', { exact: true }).fill('ตั้งแต่ตีสองถึงตีสาม\nหยุดโอนถอนชั่วคราว')
  await writer.getByText('ด่วน', { exact: true }).click()
  await expect(writer.getByRole('region', { name: 'ตัวอย่างที่ผู้รับจะเห็น' })).toContainText('ตีสองถึงตีสาม')
  await writer.getByRole('button', { name: 'ตรวจก่อนส่ง' }).click()
  const sheet = writer.getByRole('dialog', { name: 'ส่งข้อความนี้ไหม' })
  await expect(sheet).toContainText('พนักงานทุกคน')
  await sheet.getByRole('button', { name: 'ส่งข้อความ' }).click()
  await expect(writer).toHaveURL(/\/notification\/list$/)
  await expect(writer.getByRole('grid').getByText('ปิดปรับปรุงคืนนี้')).toBeVisible()

  // Nobody reloads anything: the number, and what is urgent in the corner, come by themselves.
  await expectCounted(page, 'ปิดปรับปรุงคืนนี้', true)
  await expect(page.getByRole('status').filter({ hasText: 'ปิดปรับปรุงคืนนี้' })).toBeVisible()
  await bell(page).click()
  const message = panel(page).getByRole('button', { name: /ปิดปรับปรุงคืนนี้/ })
  await expect(message.getByRole('img', { name: 'ยังไม่อ่าน' })).toBeVisible()
  await message.click()
  await expect(message).toHaveAttribute('aria-expanded', 'true')
  await expectCounted(page, 'ปิดปรับปรุงคืนนี้', false)
  // What was read stays in sight until the panel shuts, and does not count.
  await expect(message).toBeVisible()
  await expect(message.getByRole('img', { name: 'ยังไม่อ่าน' })).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  await context.close()
})

test('where the call fails the panel says so and offers another try, never an empty inbox', async ({
  page,
}) => {
  let isBroken = true
  await page.route(unreadCall, (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { data: null, error: { code: 'internal', message: '' } } })
      : route.continue(),
  )
  await openAs(page, 'marketing', '/dashboard')
  await expect(bell(page)).toHaveAccessibleName('การแจ้งเตือน โหลดไม่สำเร็จ')
  await bell(page).click()
  await expect(panel(page).getByRole('alert')).toBeVisible()
  await expect(panel(page).getByText('อ่านครบแล้ว')).toHaveCount(0)
  isBroken = false
  await panel(page).getByRole('button', { name: 'ลองใหม่' }).click()
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
  await expect(bell(page)).not.toHaveAccessibleName('การแจ้งเตือน โหลดไม่สำเร็จ')
})

test('the list keeps its place in the address, opens a message whole, and marks all of it as read', async ({
  page,
}) => {
  const owner = await tokenOf('owner')
  for (let n = 1; n <= 12; n += 1)
    await call('/api/v1/notification/create', { title: `เรื่องที่ ${n}`, body: `ใจความ ${n}` }, owner)
  await openAs(page, 'marketing', '/notification/list?isUnread=true&size=10&page=2')
  const grid = page.getByRole('grid')
  await expect(grid.getByText('เรื่องที่ 2', { exact: true })).toBeVisible()
  await expect(grid.getByText('เรื่องที่ 12', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'หน้า 1', exact: true }).click()
  await expect(page).toHaveURL(/page=1/)
  await grid.getByText('เรื่องที่ 12', { exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'เรื่องที่ 12' })
  await expect(drawer).toContainText('ใจความ 12')
  await expect(page).toHaveURL(/open=ntf_/)
  // Read, it is none of the unread ones any more, and stays open all the same.
  await expect(grid.getByText('เรื่องที่ 12', { exact: true })).toHaveCount(0)
  await expect(drawer).toContainText('ใจความ 12')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'ทำเป็นอ่านแล้วทั้งหมด' }).click()
  await expect(page.getByText('ไม่มีการแจ้งเตือนตามที่กรอง')).toBeVisible()
  await expect(bell(page)).not.toHaveAttribute('data-count')
})

test('a kind that is turned off is off for this person, and what is urgent cannot be turned off', async ({
  page,
}) => {
  await openAs(page, 'owner', '/notification/list')
  await page.getByRole('button', { name: 'เลือกเรื่องที่จะรับ' }).click()
  const drawer = page.getByRole('dialog', { name: 'เรื่องที่จะรับแจ้งเตือน' })
  await expect(drawer.getByText('ไม่รู้ผลการโอน')).toContainText('เรื่องด่วนปิดไม่ได้')
  await expect(drawer.getByRole('switch', { name: 'ไม่รู้ผลการโอน' })).toHaveCount(0)
  const large = drawer.getByRole('switch', { name: 'ขอถอนก้อนใหญ่' })
  await expect(large).toBeChecked()
  await large.click()
  const said = page.getByRole('status').filter({ hasText: 'ปิดแจ้งเตือน “ขอถอนก้อนใหญ่” แล้ว' })
  await expect(said).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'เลือกเรื่องที่จะรับ' }).click()
  await expect(large).not.toBeChecked()
  await large.click()
  await expect(large).toBeChecked()
})

test('who may not read who works here writes to roles only, and a message leads to what it is about', async ({
  page,
}) => {
  await openAs(page, 'cashier', '/notification/add')
  await expect(page.getByRole('radio', { name: 'เฉพาะบางตำแหน่ง' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'เฉพาะบางคน' })).toHaveCount(0)
  await page.route(unreadCall, (route) =>
    route.fulfill({
      json: {
        data: {
          count: 100,
          notifications: [
            {
              id: 'ntf_00000000000000000000000001',
              code: 'deposit.large',
              severity: 'info',
              title: { th: 'ยอดฝากก้อนใหญ่', en: 'Large deposit' },
              body: { th: 'ฝากเข้ามาก้อนใหญ่', en: 'It is large' },
              entity: 'deposit',
              entityId: 'dep_00000000000000000000000001',
              author: null,
              createdAt: new Date().toISOString(),
              readAt: null,
            },
          ],
        },
      },
    }),
  )
  await page.goto(`${baseUrl()}/notification/list`)
  await expect(bell(page)).toHaveAttribute('data-count', '99+')
  await bell(page).click()
  await panel(page)
    .getByRole('link', { name: /ยอดฝากก้อนใหญ่/ })
    .click()
  expect(pathOf(page)).toBe('/pre-transaction/deposit-withdraw')
  await expect(page).toHaveURL(/open=dep_0/)
})
