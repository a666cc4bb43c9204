import {
  accountOf,
  baseUrl,
  fillSignIn,
  languageKey,
  openAs,
  pathOf,
  signIn,
  tokenKey,
} from './kit/signed-in.ts'
import { codeAt, earlierCode, wrongCode } from './kit/totp.ts'
import { expect, test } from './kit/watch.ts'

test('Thai: a wrong password is refused with the reason, the right one leads to the dashboard', async ({
  page,
}) => {
  const { username, password } = accountOf('owner')
  await page.goto(baseUrl())
  await expect(page.getByRole('heading', { name: 'เข้าสู่ระบบ' })).toBeVisible()
  await expect(page).toHaveTitle(/^เข้าสู่ระบบ · /)
  await fillSignIn(page, username, 'not the password at all')
  await expect(page.getByRole('alert')).toHaveText(/^เข้าสู่ระบบไม่สำเร็จ: ชื่อผู้ใช้หรือรหัสผ่าน/)
  await expect(page.getByText('บัญชีอาจถูกล็อกอยู่')).toBeVisible()
  await expect(page.getByLabel('ชื่อผู้ใช้')).toHaveValue(username)

  await fillSignIn(page, username, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: /^เมนูของ / })).toBeVisible()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(Object.keys(stored).toSorted()).toEqual([tokenKey, languageKey].toSorted())
  expect(stored[languageKey]).toBe('th')
  expect(await page.evaluate(() => sessionStorage.length + document.cookie.length)).toBe(0)

  await page.goto(baseUrl())
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('English: the whole form and its refusal, and the language stays', async ({ page }) => {
  await page.goto(baseUrl())
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Enter your user name')).toBeVisible()
  await expect(page.getByText('Enter your password')).toBeVisible()
  await fillSignIn(page, 'nobody.here', 'not the password at all')
  await expect(page.getByRole('alert')).toHaveText(/^cannot log in: /)
  const { username, password } = accountOf('owner')
  await fillSignIn(page, username, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Menu of / })).toBeVisible()
})

test('the reason is left out where the answer has none', async ({ page }) => {
  await page.route('**/api/v1/authorization/login', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(baseUrl())
  await fillSignIn(page, 'owner', 'whatever it was')
  await expect(page.getByRole('alert')).toHaveText('เข้าสู่ระบบไม่สำเร็จ')
})

test('signing out ends every tab, and keeps the language', async ({ page, context }) => {
  await signIn(page, 'accountant')
  const token = await page.evaluate((key) => localStorage.getItem(key), tokenKey)
  const other = await context.newPage()
  await other.goto(`${baseUrl()}/dashboard`)
  await expect(other.getByRole('button', { name: /^เมนูของ / })).toBeVisible()
  await page.getByRole('button', { name: /^เปลี่ยนเป็น English/ }).click()
  await page.getByRole('button', { name: /^Menu of / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(`${baseUrl()}/`)
    expect(await tab.evaluate((key) => localStorage.getItem(key), tokenKey)).toBeNull()
  }
  expect(await page.evaluate((key) => localStorage.getItem(key), languageKey)).toBe('en')
  // The page does not wait for the server's answer: whoever signs out is out at once.
  const headers = { authorization: `Bearer ${token}` }
  const asked = async () =>
    (await page.request.get(`${baseUrl()}/api/v1/authorization/self`, { headers })).status()
  await expect.poll(asked).toBe(401)
})

test('an authenticator: enrolled once, asked for at the next sign-in, a code never counts twice', async ({
  page,
}) => {
  const { username, password } = accountOf('marketing')
  await openAs(page, 'marketing', '/otp')
  await expect(page.getByRole('heading', { name: 'ผูกแอปยืนยันตัวตน' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR สำหรับแอปยืนยันตัวตน' })).toBeVisible()
  const secret = (await page.locator('code').textContent()) ?? ''
  expect(secret.replaceAll(' ', '')).toMatch(/^[A-Z2-7]{32,}$/)
  const field = page.getByLabel('รหัส 6 หลัก')
  await field.fill(wrongCode(secret))
  await expect(page.getByRole('alert')).toContainText('รหัส 6 หลักไม่ตรง')
  const first = await earlierCode(secret)
  const before = await page.evaluate((key) => localStorage.getItem(key), tokenKey)
  await expect(page.getByRole('button', { name: 'ยกเลิก' })).toBeVisible()
  await field.fill(first)
  await expect(page.getByRole('heading', { name: 'ผูกแอปยืนยันตัวตนแล้ว' })).toBeVisible()
  // The codes are there at once: the code of the enrolment has proven enough.
  await expect(page.getByRole('list', { name: 'รหัสกู้คืน' }).getByRole('listitem')).toHaveCount(10)
  await page.getByRole('button', { name: 'เก็บไว้แล้ว' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  const after = await page.evaluate((key) => localStorage.getItem(key), tokenKey)
  expect(after).not.toBe(before)

  await page.getByRole('button', { name: /^เมนูของ / }).click()
  await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
  await fillSignIn(page, username, password)
  await expect(page).toHaveURL(/\/otp$/)
  await page.goto(`${baseUrl()}/dashboard`)
  await expect(page).toHaveURL(/\/otp$/)
  await expect(page.locator('code')).toHaveCount(0)
  await page.getByLabel('รหัส 6 หลัก').fill(first)
  await expect(page.getByRole('alert')).toContainText('รหัส 6 หลักไม่ตรง หมดอายุ หรือใช้ไปแล้ว')
  expect(pathOf(page)).toBe('/otp')
  await page.getByLabel('รหัส 6 หลัก').fill(codeAt(secret))
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('/otp without any token leads to /, and a failed enrolment asks to log in again', async ({
  page,
  watch,
}) => {
  watch.allow(/otp: internal/)
  await page.goto(`${baseUrl()}/otp`)
  await expect(page).toHaveURL(`${baseUrl()}/`)
  await page.route('**/api/v1/otp/admin/create', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' } } }),
  )
  await openAs(page, 'support', '/otp')
  await expect(page.getByRole('alert')).toContainText('กรุณาเข้าสู่ระบบอีกครั้ง')
  await page.getByRole('button', { name: 'กลับไปหน้าเข้าสู่ระบบ' }).click()
  await expect(page).toHaveURL(`${baseUrl()}/`)
})
