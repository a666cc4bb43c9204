import type { Page } from '@playwright/test'
import { guardedRoutes, isBuilt } from './kit/built.ts'
import { askOutside } from './kit/outside.ts'
import { baseUrl, goBlank, openAs } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

// What is fetched late: nobody may notice, and nothing typed may be lost, while it is on its way or does
// not come. And what is asked for early, while the program is still on its way: once, and by who needs it.

const bankOf = (page: Page) => page.getByRole('combobox', { name: 'ธนาคาร' })

async function changePath(): Promise<string> {
  const members = await askOutside<{ id: string; state: string }[]>('members')
  const member = members.find(({ state }) => state === 'active')
  return `/member/change-account/${member?.id ?? ''}`
}

/** Keeps a part of the program on its way until what this returns is called. */
async function hold(page: Page, part: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/assets/${part}-*.js`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('what is typed before the list of banks is there searches it, by keyboard alone', async ({ page }) => {
  const release = await hold(page, 'SelectBox')
  await openAs(page, 'cashier', await changePath())
  const bank = bankOf(page)
  await expect(bank).toHaveAttribute('required')
  await bank.focus()
  await page.keyboard.type('KBA')
  await expect(bank).toHaveValue('KBA')
  await expect(bank).toHaveAttribute('aria-expanded', 'false')
  release()
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(bank).toBeFocused()
  await page.keyboard.type('NK')
  await expect(bank).toHaveValue('KBANK')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(bank).toHaveValue(/^KBANK ./)
  await expect(bank).toBeFocused()
})

test('a press opens the list that was on its way, and what was wrong is said as before', async ({
  page,
}) => {
  const release = await hold(page, 'SelectBox')
  await openAs(page, 'cashier', await changePath())
  const bank = bankOf(page)
  const before = await bank.boundingBox()
  await page.getByRole('button', { name: 'ส่งคำขอเปลี่ยนบัญชี' }).click()
  await expect(bank).toBeFocused()
  await expect(bank).toHaveAttribute('aria-invalid', 'true')
  await expect(bank).toHaveAccessibleDescription(/./)
  await bank.click()
  release()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(bank).toHaveAttribute('aria-invalid', 'true')
  await expect(bank).toHaveAccessibleDescription(/./)
  await expect(bank).toHaveAttribute('required')
  const after = await bank.boundingBox()
  expect([after?.x, after?.width, after?.height]).toEqual([before?.x, before?.width, before?.height])
})

test('a key opens a list without a search, and does not send the form', async ({ page }) => {
  const release = await hold(page, 'SelectBox')
  await openAs(page, 'manager', '/member/member-add')
  await page.getByLabel(/^เบอร์โทร/).fill('0865550199')
  const source = page.getByRole('combobox', { name: 'รู้จักเราจาก' })
  const before = await source.inputValue()
  await source.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  release()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(source).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(source).not.toHaveValue(before)
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('a list that does not come is told of, and comes at the next press', async ({ page, watch }) => {
  watch.allow(/Failed to fetch/)
  const part = '**/assets/SelectBox-*.js'
  await page.route(part, (route) => route.abort())
  await openAs(page, 'cashier', await changePath())
  const number = page.getByLabel('เลขบัญชี')
  await number.fill('9876543210')
  await bankOf(page).click()
  await expect(page.getByText('โหลดตัวเลือกของธนาคารไม่ได้ ลองกดอีกครั้ง')).toBeVisible()
  await page.unroute(part)
  await bankOf(page).click()
  await page.getByRole('option', { name: /ไทยพาณิชย์/ }).click()
  await expect(bankOf(page)).toHaveValue(/^SCB ./)
  await expect(number).toHaveValue('9876543210')
})

test('who leaves is asked by our own sheet, and by the browser where the sheet does not come', async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to fetch/)
  const path = await changePath()
  const part = '**/assets/LeaveSheet-*.js'
  await page.route(part, (route) => route.abort())
  await openAs(page, 'cashier', path)
  const number = page.getByLabel('เลขบัญชี')
  await number.fill('9876543210')
  const cancel = page.getByRole('button', { name: 'ยกเลิก', exact: true })
  const asked = page.waitForEvent('dialog')
  await cancel.click()
  const native = await asked
  expect(native.message()).toContain('ข้อมูลที่กรอกจะหาย')
  await native.dismiss()
  await expect(number).toHaveValue('9876543210')
  await expect(page).toHaveURL(`${baseUrl()}${path}`)

  await page.unroute(part)
  await cancel.click()
  const sheet = page.getByRole('dialog', { name: 'ยังไม่ได้บันทึก' })
  await sheet.getByRole('button', { name: 'กลับไปแก้ต่อ' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(number).toHaveValue('9876543210')
  await expect(cancel).toBeFocused()
  await cancel.click()
  await sheet.getByRole('button', { name: 'ออกโดยไม่บันทึก' }).click()
  await expect(page).toHaveURL(/\/member\/member-detail\//)
})

interface Early {
  readonly answers: Map<string, unknown>
}
declare global {
  var seenEarly: { left: () => string[]; asked: string[] } | undefined
}

/** Keeps what the page asked for early in sight; the program takes it from there. */
function keepInSight(): void {
  let now: Early | undefined
  Object.defineProperty(globalThis, 'khlangEarly', {
    get: () => now,
    set: (early: Early | undefined) => {
      now = early
      if (!early) return
      const asked: string[] = []
      const keep = early.answers.set.bind(early.answers)
      early.answers.set = (call, answer) => {
        asked.push(call)
        return keep(call, answer)
      }
      globalThis.seenEarly = { left: () => [...early.answers.keys()], asked }
    },
  })
}

const lists = guardedRoutes.filter((route) => isBuilt(route) && !route.path.includes('{'))

test('what the page asks for while the program is on its way is what the screen then asks, once', async ({
  page,
  watch,
}) => {
  test.setTimeout(300_000)
  watch.allow(/404/)
  // Events of other people make a screen ask again; here nobody tells of any.
  await page.route('**/api/v2/live?*', (route) => route.fulfill({ status: 404 }))
  await page.addInitScript(keepInSight)
  await openAs(page, 'owner', '/404')
  // What that page fetches is over before the first screen is counted.
  await expect(page.getByRole('heading', { name: 'ไม่พบหน้านี้' })).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    asked.push(`${request.method()} ${request.url().replace(baseUrl(), '')} ${request.postData() ?? ''}`)
  })
  for (const { path } of lists) {
    const left = () => page.evaluate(() => globalThis.seenEarly?.left() ?? ['none asked'])
    // A machine that takes longer than 8 s to begin forgets what was fetched early: then once more.
    await expect(async () => {
      // The screen before asks for nothing any more once its page is gone.
      await goBlank(page)
      asked.length = 0
      await page.goto(`${baseUrl()}${path}`)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect.poll(left, { message: path, timeout: 10_000 }).toEqual([])
      // Texts are fetched before the program asks for them, and it takes those.
      const texts = asked.filter((each) => each.includes('/locales/'))
      expect([...new Set(texts)], path).toEqual(texts)
    }).toPass({ timeout: 90_000 })
    const early = await page.evaluate(() => globalThis.seenEarly?.asked ?? [])
    const times = early.map((call) => [call, asked.filter((each) => each === call).length])
    expect(times, path).toEqual(early.map((call) => [call, 1]))
  }
})
