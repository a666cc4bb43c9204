import type { Page } from '@playwright/test'
import { actions, resources } from '@khlang/contract/kit/permissions.ts'
import { addressOf, flagsOf, guardedRoutes, isBuilt, publicPaths } from './kit/built.ts'
import { routes, type Route } from '@khlang/contract/routes.ts'
import { baseUrl, goInside, openAs, pathOf, signIn, store, tokenKey } from './kit/signed-in.ts'
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

/**
 * Goes to an address inside the console, and waits until it has led to another one. The page itself is asked:
 * what the test knows of its address comes later.
 */
async function expectLeads(page: Page, from: string, to: string): Promise<void> {
  await page.evaluate((address) => history.pushState({}, '', address), from)
  await page.waitForFunction((address) => location.pathname === address, to)
}

test('without a token every guarded route leads to /', async ({ page }) => {
  for (const { path } of guardedRoutes.slice(0, 5)) {
    await page.goto(`${baseUrl()}${await addressOf(path)}`)
    await expect(page, path).toHaveURL(`${baseUrl()}/`)
  }
  for (const { path } of guardedRoutes)
    await test.step(path, async () => expectLeads(page, await addressOf(path), '/'))
  await expect(page.getByRole('button', { name: 'เข้าสู่ระบบ' })).toBeVisible()
})

test('a route whose screen is not built, and an unknown path, lead to /404', async ({ page }) => {
  const unknown = ['/nothing/at/all', '/seller', '/dashboard/x']
  for (const path of [...unknown, ...unbuilt.slice(0, 2).map((route) => route.path)]) {
    await openAs(page, 'owner', await addressOf(path))
    await expect(page, path).toHaveURL(`${baseUrl()}/404`)
  }
  for (const path of [...unbuilt.map((route) => route.path), ...unknown])
    await test.step(path, async () => expectLeads(page, await addressOf(path), '/404'))
  await expect(page.getByRole('heading', { name: 'ไม่พบหน้านี้' })).toBeVisible()
  await page.getByRole('button', { name: 'กลับหน้าหลัก' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

const byFlags = Map.groupBy(built, (route) =>
  flagsOf(route)
    .map((flag) => flag.join(' '))
    .toSorted()
    .join(', '),
)

for (const [names, same] of byFlags)
  test(`exactly ${names || 'no flag'} opens ${same.map(({ path }) => path).join(' ')}`, async ({
    page,
  }) => {
    await haveOnly(page, flagsOf(same[0] as Route))
    for (const [at, route] of same.entries()) {
      const address = await addressOf(route.path)
      await (at === 0 ? openAs(page, 'owner', address) : goInside(page, address))
      await expect(page.getByRole('button', { name: /^เมนูของ / })).toBeVisible()
      await expect(page.locator('main').getByRole('heading').first(), address).toBeVisible()
      await expect(noAccess(page), address).toHaveCount(0)
      expect(pathOf(page)).toBe(address)
    }
  })

const everyFlag = resources.flatMap((resource) => actions.map((action) => [resource, action] as const))
const needed = Map.groupBy(
  built.flatMap((route) => flagsOf(route).map((flag) => ({ route, flag: flag.join(' ') }))),
  ({ flag }) => flag,
)

for (const [missing, screens] of needed)
  test(`without ${missing} no screen that asks for it opens`, async ({ page }) => {
    await haveOnly(
      page,
      everyFlag.filter((flag) => flag.join(' ') !== missing),
    )
    for (const [at, { route }] of screens.entries()) {
      const address = await addressOf(route.path)
      await (at === 0 ? openAs(page, 'owner', address) : goInside(page, address))
      await expect(noAccess(page), address).toBeVisible()
      expect(pathOf(page)).toBe(address)
    }
    await expect(page.getByRole('navigation', { name: 'เมนูหลัก' })).toBeVisible()
    await page.getByRole('button', { name: /^เมนูของ / }).click()
    await expect(page.getByRole('menuitem', { name: 'ออกจากระบบ' })).toBeVisible()
  })

test('who may not open a screen goes back to the one they begin with', async ({ page }) => {
  await haveOnly(page, [['dashboard', 'isRead']])
  await openAs(page, 'owner', '/member/member-management')
  await expect(noAccess(page)).toBeVisible()
  await page.getByRole('button', { name: 'กลับหน้าหลัก' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

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
