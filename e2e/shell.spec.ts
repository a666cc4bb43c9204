import type { Page, Route } from '@playwright/test'
import { settled } from './kit/measures.ts'
import {
  baseUrl,
  fillSignIn,
  languageKey,
  openAs,
  signIn,
  store,
  tokenKey,
  tokenOf,
} from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

const selfCall = '**/api/v1/authorization/self'
const userMenu = (page: Page) => page.getByRole('button', { name: /^เมนูของ / })

/** Holds every request to an address until it is let go. */
async function hold(page: Page, address: string): Promise<() => Promise<void>> {
  const held: Route[] = []
  await page.route(address, (route) => void held.push(route))
  return async () => {
    await Promise.all(held.splice(0).map((route) => route.continue()))
    await page.unroute(address)
  }
}

/** Changes the own profile on its way to the console. */
const changeProfile = (page: Page, change: (data: { session: object }) => object) =>
  page.route(selfCall, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: { session: object } }
    await route.fulfill({ response: answer, json: { data: change(data) } })
  })

test('the page waits with its words and a blue ring while the profile loads', async ({ page }) => {
  const release = await hold(page, selfCall)
  await openAs(page, 'owner', '/dashboard')
  const words = page.getByText('Wait a sec...')
  await expect(words).toBeVisible()
  await expect(userMenu(page)).toHaveCount(0)
  const ring = words.locator('xpath=preceding-sibling::*[1]')
  const isBlue = async (): Promise<boolean> => {
    const colour = await ring.evaluate((element) => getComputedStyle(element).borderTopColor)
    const [red = 255, green = 255, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    return blue > red && blue > green
  }
  await expect.poll(isBlue).toBe(true)
  const wait = page.getByRole('status').filter({ has: words })
  await expect.poll(async () => (await wait.boundingBox())?.height).toBe(page.viewportSize()?.height)
  await release()
  await expect(userMenu(page)).toBeVisible()
  await expect(words).toHaveCount(0)
})

test('the overlay stands while a tracked request is under way, again after a failure, never without', async ({
  page,
}) => {
  await page.goto(baseUrl())
  const overlay = page.getByRole('status').filter({ hasText: 'กำลังโหลด' })
  for (const password of ['first wrong one', 'second wrong one']) {
    const release = await hold(page, '**/api/v1/authorization/login')
    await fillSignIn(page, 'nobody.here', password)
    await expect(overlay).toBeVisible()
    await release()
    await expect(page.getByRole('alert')).toContainText('เข้าสู่ระบบไม่สำเร็จ')
    await expect(overlay).toHaveCount(0)
  }
})

test('the dialog is 400 wide with a title and a close icon, and an idle session ends', async ({ page }) => {
  await changeProfile(page, (data) => ({ ...data, session: { ...data.session, idleTimeoutMs: 64_000 } }))
  await openAs(page, 'owner', '/dashboard')
  const dialog = page.getByRole('dialog', { name: 'ยังใช้งานอยู่ไหม' })
  await expect(dialog).toContainText(/อีก \d+ วินาที/)
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(400)
  await expect(dialog.getByRole('button', { name: 'ปิด' })).toBeVisible()
  const touched = page.waitForResponse('**/api/v1/authorization/touch')
  await dialog.getByRole('button', { name: 'ใช้งานต่อ' }).click()
  expect((await touched).status()).toBe(200)
  await expect(dialog).toHaveCount(0)

  await page.unroute(selfCall)
  await changeProfile(page, (data) => ({ ...data, session: { ...data.session, idleTimeoutMs: 1500 } }))
  // A session of its own ends here; the shared one lives on.
  await page.route('**/api/v1/authorization/logout', (route) => route.fulfill({ json: { data: {} } }))
  await page.reload()
  await expect(page).toHaveURL(`${baseUrl()}/`)
  await expect(page.getByText('ไม่มีการใช้งานนานเกินกำหนด ระบบจึงออกให้')).toBeVisible()
})

test('the palette finds screens and acts, by keyboard alone', async ({ page }) => {
  await openAs(page, 'owner', '/dashboard')
  await expect(userMenu(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  const typed = page.getByRole('dialog').getByRole('textbox')
  await expect(typed).toBeFocused()
  await expect(page.getByRole('dialog').getByText('ออกจากระบบ')).toBeVisible()
  await typed.fill('มืด')
  await expect(page.getByRole('dialog').getByText('ออกจากระบบ')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(typed).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(typed).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(typed).toHaveCount(0)
})

test('language and theme change at once and stay; only the language is in storage', async ({ page }) => {
  await openAs(page, 'owner', '/dashboard')
  await page.getByRole('button', { name: 'เปลี่ยนเป็น English' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const lightness = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await lightness()
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await expect.poll(lightness).not.toBe(light)
  const [dark, html] = [await lightness(), page.locator('html')]
  // The page itself says so, before any program of it has run: no flash of the other theme.
  const answer = page.waitForResponse((each) => each.url() === page.url())
  await page.reload()
  expect(await (await answer).text()).toMatch(/<html [^>]*data-mantine-color-scheme="dark"/)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  expect(await lightness()).toBe(dark)
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(
    [tokenKey, languageKey].toSorted(),
  )
})

test('a language that is not ours falls back to Thai', async ({ page }) => {
  await store(page, { [languageKey]: 'de' })
  await page.goto(baseUrl())
  await expect(page.getByRole('heading', { name: 'เข้าสู่ระบบ' })).toBeVisible()
})

for (const [kind, pattern, words] of [
  ['program', /\/assets\/Dashboard-[^/]*\.js$/, /^Loading chunk Dashboard-[\w-]+\.js failed$/],
  ['style', /\/assets\/Dashboard-[^/]*\.css$/, /^Loading CSS chunk Dashboard-[\w-]+\.css failed$/],
] as const) {
  test(`a ${kind} file that does not come is named, and the retry brings the screen`, async ({
    page,
    watch,
  }) => {
    watch.allow(/Dashboard-/)
    await page.route(pattern, (route) => route.abort())
    await openAs(page, 'owner', '/dashboard')
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'โหลดหน้านี้ไม่สำเร็จ' })).toBeVisible()
    await page.unroute(pattern)
    await page.getByRole('button', { name: 'ลองอีกครั้ง' }).click()
    await expect(page.locator('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
  })
}

test('texts are asked for again five times, after 350 ms and doubling, and not after a 404', async ({
  page,
  watch,
}) => {
  watch.allow(/./)
  // Long waits pass at once and are written down.
  await page.addInitScript(() => {
    const waits: number[] = []
    Object.assign(globalThis, { waits })
    const real = setTimeout
    globalThis.setTimeout = ((run: () => void, ms = 0, ...rest: unknown[]) => {
      if (ms >= 350 && ms % 350 === 0) waits.push(ms)
      return real(run, ms % 350 === 0 ? 0 : ms, ...rest)
    }) as typeof setTimeout
  })
  let asked = 0
  let status = 503
  await page.route('**/locales/th/auth.json', (route) => {
    asked += 1
    return asked <= 6 ? route.fulfill({ status, body: '' }) : route.continue()
  })
  await page.goto(baseUrl())
  await expect.poll(() => asked).toBe(6)
  expect(await page.evaluate(() => (globalThis as unknown as { waits: number[] }).waits)).toEqual([
    350, 700, 1400, 2800, 5600,
  ])
  asked = 0
  status = 404
  await page.goto(baseUrl())
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible()
  expect(asked).toBe(1)
})

test('texts that come at the second try are shown', async ({ page }) => {
  let asked = 0
  await page.route('**/locales/th/ui.json', (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 503, body: '' }) : route.continue()
  })
  await page.goto(baseUrl())
  await expect(page.getByRole('heading', { name: 'เข้าสู่ระบบ' })).toBeVisible()
  expect(asked).toBe(2)
})

for (const status of [401, 500]) {
  test(`${status} on the own profile ends the session and keeps the language`, async ({ page }) => {
    const code = status === 401 ? 'unauthenticated' : 'internal'
    await page.route(selfCall, (route) =>
      route.fulfill({ status, json: { error: { code, message: 'x' } } }),
    )
    await store(page, { [tokenKey]: await tokenOf('owner'), [languageKey]: 'en' })
    await page.goto(`${baseUrl()}/dashboard`)
    await expect(page).toHaveURL(`${baseUrl()}/`)
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
    await expect(page.getByText('This device is signed out')).toHaveCount(status === 401 ? 1 : 0)
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(stored).toEqual({ [languageKey]: 'en' })
  })
}

test('any other failure of the own profile is waited out', async ({ page, watch }) => {
  watch.allow(/own profile: unavailable/)
  await page.route(selfCall, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'x' } } }),
  )
  await openAs(page, 'owner', '/dashboard')
  await expect(page.getByText('ยังติดต่อเซิร์ฟเวอร์ไม่ได้')).toBeVisible()
  await expect(page.getByText('Wait a sec...')).toBeVisible()
  await page.unroute(selfCall)
  await expect(userMenu(page)).toBeVisible()
})

test('away from the network a banner says so, and it goes by itself', async ({ page, context, watch }) => {
  watch.allow(/own profile: offline|ERR_INTERNET_DISCONNECTED|net::/)
  await openAs(page, 'owner', '/dashboard')
  await expect(userMenu(page)).toBeVisible()
  const banner = page.getByRole('alert').filter({ hasText: 'ติดต่อเซิร์ฟเวอร์ไม่ได้ตั้งแต่' })
  // A part of the screen that is still on its way would rightly be told of as missing.
  await settled(page)
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
})

test('the page asks for the first rows beside the program, each call once, nothing without a token', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`)
  })
  await store(page, { [tokenKey]: null })
  await page.goto(`${baseUrl()}/member/member-management`)
  await expect(page.getByLabel('ชื่อผู้ใช้')).toBeVisible()
  expect(asked).toEqual([])
  // The program is kept back: what is asked for meanwhile, the page asks itself.
  let letIn = (): void => {}
  const held = new Promise<void>((done) => (letIn = done))
  await page.route('**/assets/start-*.js', async (route) => {
    await held
    await route.continue()
  })
  await store(page, { [tokenKey]: await tokenOf('owner') })
  const firstRows = page.waitForResponse(/\/member\/list\?/)
  void page.goto(`${baseUrl()}/member/member-management`)
  await firstRows
  letIn()
  await expect(page.getByText('เรียลไทม์')).toBeVisible()
  await settled(page)
  expect(asked.filter((call, at) => asked.indexOf(call) !== at)).toEqual([])
})

test('two tabs share one live stream', async ({ page, context }) => {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/api/v2/live?')) streams.push(request.url())
  })
  await signIn(page, 'auditor')
  await expect(page.getByText('เรียลไทม์')).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${baseUrl()}/dashboard`)
  await expect(other.getByText('เรียลไทม์')).toBeVisible()
  expect(streams).toHaveLength(1)
  await page.close()
  await expect.poll(() => streams.length).toBe(2)
})

test('on a phone the menu is a drawer and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'owner', '/dashboard')
  await page.getByRole('button', { name: 'เปิดเมนู' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'ภาพรวม' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the policy of the page lets no foreign script and no inline style in', async ({ page, watch }) => {
  watch.allow(/CSP |Content Security Policy|TrustedScript|Trusted Type/)
  const [first, second] = [await page.goto(baseUrl()), await page.reload()]
  const nonceOf = (policy = '') => /'nonce-([^']+)'/.exec(policy)?.[1]
  const policies = [first, second].map((answer) => answer?.headers()['content-security-policy'])
  expect(nonceOf(policies[0])).toBeTruthy()
  expect(nonceOf(policies[0])).not.toBe(nonceOf(policies[1]))
  expect(policies[0]).not.toContain('unsafe')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.append('globalThis.intruded = true')
    document.body.append(script)
    const style = document.createElement('style')
    style.append('body { opacity: 0.5 }')
    document.head.append(style)
    return { script: 'intruded' in globalThis, opacity: getComputedStyle(document.body).opacity }
  })
  expect(ran).toEqual({ script: false, opacity: '1' })
})
