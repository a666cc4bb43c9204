import type { Page } from '@playwright/test'
import { actions, resources } from '@khlang/contract/kit/permissions.ts'
import { addressOf, flagsOf, guardedRoutes, isBuilt, publicPaths } from './kit/built.ts'
import { routes } from '@khlang/contract/routes.ts'
import { baseUrl, openAs, pathOf, signIn, store, tokenKey } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

// Nothing here changes anything, so each test may run beside any other.
test.describe.configure({ mode: 'parallel' })

const built = guardedRoutes.filter(isBuilt)
const unbuilt = guardedRoutes.filter((route) => !isBuilt(route))

/**
 * Answers the own profile with exactly these flags and no admin flag; everything else comes from the
 * server.
 */
async function haveOnly(page: Page, flags: readonly (readonly [string, string])[]): Promise<void> {
  const permissions = Object.fromEntries(
    resources.map((resource) => [
      resource,
      Object.fromEntries(
        actions.map((action) => [action, flags.some(([r, a]) => r === resource && a === action)]),
      ),
    ]),
  )
  await page.unroute('**/api/v1/authorization/self')
  await page.route('**/api/v1/authorization/self', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = (await answer.json()) as { data: { role: object } }
    const role = { ...data.role, isAdmin: false, permission: permissions }
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, role, permissions } } })
  })
}

const noAccess = (page: Page) => page.getByAltText('ไม่มีสิทธิ์เข้าถึง')

test('the table has the 91 routes of the specification', () => {
  expect(routes).toHaveLength(91)
  expect(new Set(routes.map(({ path }) => path)).size).toBe(91)
  expect(guardedRoutes).toHaveLength(91 - publicPaths.length)
})

test('without a token every guarded route leads to /', async ({ page }) => {
  for (const { path } of guardedRoutes) {
    await page.goto(`${baseUrl()}${await addressOf(path)}`)
    await expect(page, path).toHaveURL(`${baseUrl()}/`)
  }
})

test('a route whose screen is not built, and an unknown path, lead to /404', async ({ page }) => {
  test.setTimeout(300_000)
  await openAs(page, 'owner', '/404')
  await expect(page.getByRole('heading', { name: 'ไม่พบหน้านี้' })).toBeVisible()
  for (const path of [
    ...unbuilt.map((route) => route.path),
    '/nothing/at/all',
    '/seller',
    '/dashboard/x',
  ]) {
    await page.goto(`${baseUrl()}${await addressOf(path)}`)
    await expect(page, path).toHaveURL(`${baseUrl()}/404`)
  }
  await page.getByRole('button', { name: 'กลับหน้าหลัก' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

for (const route of built) {
  test(`${route.path} opens with exactly its flags, and with none of them missing`, async ({ page }) => {
    const flags = flagsOf(route)
    const address = await addressOf(route.path)
    await haveOnly(page, flags)
    await openAs(page, 'owner', address)
    await expect(page.getByRole('button', { name: /^เมนูของ / })).toBeVisible()
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
    await expect(noAccess(page)).toHaveCount(0)
    expect(pathOf(page)).toBe(address)

    for (const missing of flags) {
      const others = resources.flatMap((resource) => actions.map((action) => [resource, action] as const))
      await haveOnly(
        page,
        others.filter(([r, a]) => r !== missing[0] || a !== missing[1]),
      )
      await page.goto(`${baseUrl()}${address}`)
      await expect(noAccess(page), `without ${missing.join(' ')}`).toBeVisible()
      expect(pathOf(page)).toBe(address)
      await expect(page.getByRole('navigation', { name: 'เมนูหลัก' })).toBeVisible()
      await page.getByRole('button', { name: /^เมนูของ / }).click()
      await expect(page.getByRole('menuitem', { name: 'ออกจากระบบ' })).toBeVisible()
      await page.keyboard.press('Escape')
    }
    if (flags.length === 0) return
    await page.getByRole('button', { name: 'กลับหน้าหลัก' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
}

test('the menu shows what the flags open and nothing else', async ({ page }) => {
  await haveOnly(page, [['dashboard', 'isRead']])
  await openAs(page, 'owner', '/dashboard')
  const menu = page.getByRole('navigation', { name: 'เมนูหลัก' })
  const others = ['ผู้จัดจำหน่ายเกม', 'การแจ้งเตือน', 'กลุ่มแจ้งเตือน']
  const links = ['ภาพรวม', /^รออนุมัติ/, ...others, /^ตั้งค่าบัญชีของฉัน/]
  await expect(menu.getByRole('link')).toHaveText(links)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill('สมาชิก')
  await expect(page.getByText('ไม่พบสิ่งที่ค้นหา')).toBeVisible()
})

test('a role template of the server sees its own screens only', async ({ page }) => {
  await signIn(page, 'marketing')
  const menu = page.getByRole('navigation', { name: 'เมนูหลัก' })
  await expect(menu.getByRole('link', { name: 'ภาพรวม' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'คิวฝาก-ถอน' })).toHaveCount(0)
})

test('a token of nobody leads to / and is forgotten', async ({ page }) => {
  await store(page, { [tokenKey]: 'not-a-token' })
  await page.goto(`${baseUrl()}/dashboard`)
  await expect(page).toHaveURL(`${baseUrl()}/`)
  expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
})
