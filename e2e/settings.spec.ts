import { axeFindings } from './kit/measures.ts'
import { baseUrl, call, fillSignIn, stepUpAs, tokenKey, tokenOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

const first = 'seven-green-elephants-walk'
const next = 'nine-blue-rivers-in-the-rain'

/** A person of their own, so that no other journey loses its session. */
async function newcomer(): Promise<string> {
  const owner = await tokenOf('owner')
  await stepUpAs('owner')
  const roles = await call<{ _id: string; roleName: string }[]>('/api/v1/role/list', {}, owner)
  const roleId = roles.find(({ roleName }) => roleName === 'Support')?.['_id']
  const username = `own${Math.random().toString(36).slice(2, 9)}`
  const limits = { approvalLimitMinor: null, adjustmentPerDayMinor: null }
  const person = { username, displayName: 'วรรณา', roleId, phone: '', shift: '', addresses: [], ...limits }
  const { code } = await call<{ code: string }>('/api/v1/admin/create', person, owner)
  await call('/api/v1/authorization/redeem', { username, code, newPassword: first })
  return username
}

test('one’s password is changed, each refusal at its field, and other devices are signed out', async ({
  page,
}) => {
  const username = await newcomer()
  const elsewhere = await call<string>('/api/v1/authorization/login', { username, password: first })
  await page.goto(baseUrl())
  await fillSignIn(page, username, first)
  await expect(page).toHaveURL(/\/dashboard$|\/404$|\/member/)
  await page.goto(`${baseUrl()}/setting?tab=sessions`)
  const sessions = page.getByRole('list', { name: 'เครื่องที่เข้าสู่ระบบ' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'เครื่องนี้' })).toHaveCount(1)

  await page.getByRole('tab', { name: 'รหัสผ่านและการยืนยันตัวตน' }).click()
  const current = page.getByLabel('รหัสผ่านปัจจุบัน', { exact: true })
  const wanted = page.getByLabel('รหัสผ่านใหม่', { exact: true })
  const again = page.getByLabel('รหัสผ่านใหม่อีกครั้ง', { exact: true })
  const change = page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน', exact: true })
  await change.click()
  await expect(current).toBeFocused()
  await current.fill('not-my-password')
  await wanted.fill(`${username}-${username}`)
  await again.fill('something else')
  await change.click()
  await expect(page.getByText('ไม่ตรงกับรหัสผ่านใหม่')).toBeVisible()
  await again.fill(`${username}-${username}`)
  await change.click()
  await expect(page.getByText(/รหัสผ่านมีชื่อผู้ใช้หรือชื่อแบรนด์/)).toBeVisible()
  await expect(wanted).toBeFocused()
  for (const field of [wanted, again]) await field.fill(next)
  await change.click()
  await expect(current).toBeFocused()
  await current.fill(first)
  await change.click()
  await expect(page.getByText('เปลี่ยนรหัสผ่านแล้ว เครื่องอื่นออกจากระบบแล้ว')).toBeVisible()
  await expect(call('/api/v1/authorization/touch', {}, elsewhere)).rejects.toThrow(/401/)
  await page.getByRole('tab', { name: 'เครื่องที่เข้าสู่ระบบ' }).click()
  await expect(sessions).toHaveCount(1)
  expect(await page.evaluate((key) => localStorage.getItem(key), tokenKey)).not.toBeNull()
})

test('a device that one does not know is signed out from here', async ({ page }) => {
  const username = await newcomer()
  const elsewhere = await call<string>('/api/v1/authorization/login', { username, password: first })
  await page.goto(baseUrl())
  await fillSignIn(page, username, first)
  await expect(page).not.toHaveURL(`${baseUrl()}/`)
  await page.goto(`${baseUrl()}/setting?tab=sessions`)
  await page.getByRole('button', { name: 'ออกจากระบบ', exact: true }).last().click()
  await expect(page.getByText('ออกจากระบบแล้ว 1 เครื่อง')).toBeVisible()
  await expect(call('/api/v1/authorization/touch', {}, elsewhere)).rejects.toThrow(/401/)
})

test('how the console looks is chosen at once and kept, and what one did is there to read', async ({
  page,
}) => {
  const username = await newcomer()
  await page.goto(baseUrl())
  await fillSignIn(page, username, first)
  await expect(page).not.toHaveURL(`${baseUrl()}/`)
  await page.goto(`${baseUrl()}/setting?tab=display`)
  const years = page.getByRole('group', { name: 'ปีในวันที่' })
  const year = new Date().getFullYear()
  await expect(years.getByRole('time')).toContainText(`/${year + 543} `)
  await years.getByText('ค.ศ.', { exact: true }).click()
  await expect(years.getByRole('time')).toContainText(`/${year} `)
  expect(await axeFindings(page)).toEqual([])
  await page.getByText('กระชับ', { exact: true }).click()
  await page.getByRole('combobox', { name: 'หน้าแรกหลังเข้าสู่ระบบ' }).selectOption('สมาชิก')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await expect(years.getByRole('radio', { name: 'ค.ศ.' })).toBeChecked()

  for (const [name, seen] of [
    ['ข้อมูลของฉัน', 'เข้าสู่ระบบครั้งก่อน'],
    ['เสียงและการแจ้งเตือน', 'เหตุสำคัญของระบบ'],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel').getByText(seen)).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
  }
  await page.getByRole('tab', { name: 'กิจกรรมของฉัน' }).click()
  const acts = page.getByRole('grid', { name: 'กิจกรรมของฉัน' })
  await acts.getByText('เข้าสู่ระบบ', { exact: true }).first().dblclick()
  const panel = page.getByRole('dialog', { name: 'เข้าสู่ระบบ' })
  await expect(panel).toContainText(`/${year} `)
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^เมนูของ/ }).click()
  await page.getByRole('menuitem', { name: 'ออกจากระบบ' }).click()
  await fillSignIn(page, username, first)
  await expect(page).toHaveURL(/\/member\/member-management$/)
})
