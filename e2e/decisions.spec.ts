import { createServer, connect, type Server, type Socket } from 'node:net'
import type { Page } from '@playwright/test'
import { askReview, baht, freshMember, seeKeys } from './kit/desk.ts'
import { tellOutside } from './kit/outside.ts'
import { baseUrl, call, languageKey, openAs, tokenKey, tokenOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

const claimed = (page: Page): string[] => {
  const paths: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/pre-transaction/claim/')) paths.push(request.url())
  })
  return paths
}
const sheetOf = (page: Page) => page.getByRole('complementary', { name: 'ใบพิจารณา' })

test('what is above the own limit says who may decide it, and is not taken from them', async ({ page }) => {
  const { id, reference, member } = await askReview(6_000_000)
  const claims = claimed(page)
  await openAs(page, 'cashier', `/pre-transaction/request?open=${id}`)
  const sheet = sheetOf(page)
  await expect(sheet.getByRole('heading', { name: reference })).toBeVisible()
  await expect(sheet.getByText(/เกินวงเงินอนุมัติของคุณ \(฿50,000\.00\)/)).toBeVisible()
  await expect(sheet.getByText(/^ผู้ที่อนุมัติได้: .*ผู้จัดการ.*เจ้าของ/)).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^อนุมัติ/ })).toHaveCount(0)
  await expect(sheet.getByText('คุณถืออยู่')).toHaveCount(0)
  expect(claims).toEqual([])
  // Beside a sheet the list has no acts of its own.
  await openAs(page, 'cashier', '/pre-transaction/request')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: member.username })
  await expect(row.getByRole('img', { name: 'เกินวงเงินของคุณ (฿50,000.00)' })).toBeVisible()
  await expect(row.getByRole('button', { name: `อนุมัติ ${reference}` })).toHaveCount(0)
})

test('what another holds is waited for in calm, and comes by itself when it is given back', async ({
  page,
}) => {
  const { id } = await askReview()
  const manager = await tokenOf('manager')
  await call(`/api/v1/pre-transaction/claim/${id}`, {}, manager)
  const claims = claimed(page)
  await openAs(page, 'cashier', `/pre-transaction/request?open=${id}`)
  const sheet = sheetOf(page)
  const note = sheet.getByText(/Manager กำลังตรวจรายการนี้ ถือไว้ถึง \d\d:\d\d:\d\d/)
  await expect(note).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^อนุมัติ/ })).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: /^ปฏิเสธ/ })).toBeDisabled()
  expect(claims).toEqual([])
  await call(`/api/v1/pre-transaction/release/${id}`, {}, manager)
  await expect(sheet.getByText('คุณถืออยู่')).toBeVisible()
  await expect(note).toHaveCount(0)
  await expect(sheet.getByRole('button', { name: /^อนุมัติ/ })).toBeEnabled()
  expect(claims).toHaveLength(1)
  // Whoever leaves the page gives it back with it, and does not hold up the others for two minutes.
  await page.goto('about:blank')
  const claim = () => call(`/api/v1/pre-transaction/claim/${id}`, {}, manager).then(() => 'ok', String)
  await expect.poll(claim).toBe('ok')
})

test('a row of the queue offers its acts, and keeps amount, member and age beside the sheet', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { reference, amountMinor, member } = await askReview()
  await openAs(page, 'cashier', '/pre-transaction/deposit-withdraw?tab=withdrawals')
  const rows = page.getByRole('grid', { name: 'คิวฝาก-ถอน' }).locator('tr[data-row]')
  await rows.getByRole('button', { name: `ปฏิเสธ ${reference}` }).click()
  const confirm = page.getByRole('dialog', { name: 'ปฏิเสธ' })
  await expect(confirm.getByRole('button', { name: `ปฏิเสธ ฿${baht(amountMinor)}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(confirm).toHaveCount(0)
  await expect(sheetOf(page).getByRole('heading', { name: reference })).toBeVisible()
  const cells = rows.filter({ hasText: member.username }).first().getByRole('gridcell')
  for (const text of [baht(amountMinor), member.username, /วินาที|นาที/, 'รอตรวจสอบ']) {
    const cell = cells.filter({ hasText: text }).first()
    await expect(cell).toBeInViewport({ ratio: 1 })
  }
  const [list, sheet] = [await rows.first().boundingBox(), await sheetOf(page).boundingBox()]
  const last = await cells.last().boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(sheet?.x ?? 0)
  expect(list).not.toBeNull()
})

test('J, K, Enter and N do what the list of keys says', async ({ page }) => {
  const { reference } = await askReview()
  await openAs(page, 'cashier', '/pre-transaction/request')
  const rows = page.getByRole('grid').locator('tr[data-row]')
  await expect(rows.filter({ hasText: reference })).toBeVisible()
  // The very first press: the part that shows the keys is on its way yet.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Enter', { exact: true })).toBeVisible()
  await seeKeys(page)
  const held = page.locator('tr[data-held]')
  await page.keyboard.press('j')
  await expect(held).toHaveAttribute('data-row', (await rows.nth(0).getAttribute('data-row')) ?? '')
  await page.keyboard.press('j')
  const second = (await rows.nth(1).getAttribute('data-row')) ?? ''
  await expect(held).toHaveAttribute('data-row', second)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`open=${second}`))
  await expect(sheetOf(page).getByRole('button', { name: 'รายการถัดไป' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).not.toHaveURL(new RegExp(`open=${second}`))
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toHaveCount(0)
})

test('the arrows choose a found member, and money that fits nobody is told without a score', async ({
  page,
}) => {
  const member = await freshMember()
  const amountMinor = 83_117
  await tellOutside('deposit', { payer: 'stranger', amountMinor })
  await openAs(page, 'manager', '/pre-transaction/deposit-withdraw')
  await page.getByRole('button', { name: 'ฝากเงินไม่เข้า' }).click()
  const wizard = page.getByRole('dialog')
  const field = wizard.getByLabel(/^1\./)
  await field.fill(member.username.slice(0, 4))
  const found = wizard.getByRole('listitem').getByRole('button')
  await expect(found.nth(1)).toBeVisible()
  await field.press('ArrowDown')
  await expect(found.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(found.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()
  await field.fill(member.username)
  await expect(found).toHaveCount(1)
  await field.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(wizard.getByLabel(/^2\./)).toBeFocused()
  await wizard.getByRole('button', { name: 'เปลี่ยนสมาชิก' }).press('Enter')
  await expect(field).toBeFocused()
  await field.fill(member.username)
  await expect(found).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.insertText(baht(amountMinor))
  await page.keyboard.press('Enter')
  await expect(wizard.getByText(/ไม่พบผู้ที่น่าจะเป็นเจ้าของ/).first()).toBeVisible()
  await expect(wizard.getByText(/คะแนน/)).toHaveCount(0)
  // The line opens among all of its amount.
  await wizard.getByRole('button', { name: 'เปิดรายการ' }).first().click()
  await expect(wizard).toHaveCount(0)
  await expect(page.getByLabel('จำนวนเงิน', { exact: true })).toHaveValue(baht(amountMinor))
  await expect(page.getByRole('region', { name: 'รายการที่เลือก' })).toContainText(baht(amountMinor))
})

/** A way to the product that can be cut, as when its process is killed. */
async function gate(): Promise<{ address: string; cut: () => Promise<void>; open: () => Promise<void> }> {
  const { port, hostname } = new URL(baseUrl())
  const open = new Set<Socket>()
  let ownPort = 0
  let server: Server | null = null
  const start = async (): Promise<void> => {
    const next = createServer((near) => {
      const far = connect(Number(port), hostname)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        open.add(from)
        from.on('error', () => to.destroy()).on('close', () => open.delete(from))
        from.pipe(to)
      }
    })
    await new Promise<void>((done) => next.listen(ownPort, '127.0.0.1', done))
    const bound = next.address()
    if (bound !== null && typeof bound === 'object') ownPort = bound.port
    server = next
  }
  await start()
  return {
    address: `http://127.0.0.1:${ownPort}`,
    open: start,
    cut: async () => {
      const closed = new Promise((done) => server?.close(done))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

test('a stream that is cut is told at once, and comes back with the lists read again', async ({
  page,
  watch,
}) => {
  watch.allow(/own profile: offline|ERR_|net::/)
  const way = await gate()
  const token = await tokenOf('cashier')
  await page.addInitScript(
    (values) => {
      for (const [key, value] of values) localStorage.setItem(key, value)
    },
    [
      [tokenKey, token],
      [languageKey, 'th'],
    ] as const,
  )
  await page.goto(`${way.address}/pre-transaction/request`)
  const state = page.getByRole('status').filter({ hasText: /เรียลไทม์|กำลังต่อ|กำลังเชื่อม/ })
  await expect(state).toHaveText('เรียลไทม์')
  await expect(page.getByRole('grid').locator('tr[data-row]').first()).toBeVisible()
  await way.cut()
  await expect(state).toHaveText('ขาดการเชื่อมต่อ กำลังต่อใหม่', { timeout: 5_000 })
  const again = page.waitForResponse(
    (answer) => answer.url().includes('/pre-transaction/request') && answer.ok(),
  )
  await way.open()
  await again
  await expect(state).toHaveText('เรียลไทม์')
  await way.cut()
})
