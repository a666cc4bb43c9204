import type { Page } from '@playwright/test'
import { stepUp } from './kit/desk.ts'
import { axeFindings } from './kit/measures.ts'
import {
  accountOf,
  baseUrl,
  call,
  fillSignIn,
  languageKey,
  openAs,
  pathOf,
  store,
  tokenKey,
  tokenOf,
} from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

const newPassword = 'seven-green-elephants-walk'
const unique = () => Date.now().toString(36)

/** A token of its own: the second factor was not asked in its session yet. */
async function freshToken(role: string): Promise<string> {
  const { username, password } = accountOf(role)
  return call<string>('/api/v1/authorization/login', { username, password })
}

async function openWith(page: Page, token: string, path: string): Promise<void> {
  await store(page, { [tokenKey]: token, [languageKey]: 'th' })
  await page.goto(`${baseUrl()}${path}`)
}

/** Approves what somebody asked for about a thing, as the screen of approvals will. */
async function approve(token: string, entityName: string, password: string): Promise<void> {
  const { records } = await call<{ records: { id: string; entityName: string }[] }>(
    '/api/v2/approval/list?scope=toSettle&size=25',
    undefined,
    token,
  )
  const id = records.find((each) => each.entityName === entityName)?.id ?? ''
  const { documentHash } = await call<{ documentHash: string }>(
    `/api/v2/approval/get/${id}`,
    undefined,
    token,
  )
  const comment = 'ตรวจแล้ว'
  const verdict = { isApproved: true, comment, documentHash, password }
  await call(`/api/v1/approval/decide/${id}`, verdict, token)
}

const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label }).selectOption({ label: option })

/** Hires through the form; answers the one-time code, which only this page shows. */
async function hire(page: Page, username: string, role: string): Promise<string> {
  await page.getByLabel('ชื่อผู้ใช้').fill('ก')
  await expect(page.getByText('ใช้ได้เฉพาะ a-z 0-9 และ . _ @ -', { exact: true })).toBeVisible()
  await page.getByLabel('ชื่อผู้ใช้').fill(username.toUpperCase())
  await expect(page.getByText(`ใช้ชื่อ ${username} ได้ตามกติกา`)).toBeVisible()
  await choose(page, 'ตำแหน่ง', role)
  await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).fill('สมชาย ใจดี')
  await page.getByRole('button', { name: 'เพิ่มพนักงาน' }).click()
  await stepUp(page, 'owner')
  await expect(page.getByRole('heading', { name: `เพิ่ม ${username} แล้ว` })).toBeVisible()
  return (await page.getByTestId('one-time-code').innerText()).trim()
}

/** A new person turns the code into a password and signs in. */
async function begin(page: Page, username: string, code: string): Promise<void> {
  await page.goto(baseUrl())
  await page.getByRole('button', { name: 'มีรหัสใช้ครั้งเดียว ตั้งรหัสผ่านใหม่' }).click()
  await page.getByLabel('ชื่อผู้ใช้').fill(username)
  await page.getByLabel('รหัสใช้ครั้งเดียว', { exact: true }).fill(code)
  await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill(newPassword)
  await page.getByLabel('รหัสผ่านใหม่อีกครั้ง').fill(newPassword)
  await page.getByRole('button', { name: 'บันทึกรหัสผ่าน' }).click()
  // The form before has a user name too.
  await expect(page.getByLabel('รหัสผ่าน', { exact: true })).toBeVisible()
  await fillSignIn(page, username, newPassword)
  await expect(page).toHaveURL(/\/dashboard$/)
}

test('a person is hired, begins with the code, and gets another role once a second person agrees', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/Failed to fetch/)
  const username = `somchai${unique()}`
  await openWith(page, await freshToken('owner'), '/employee/employee-add')
  const code = await hire(page, username, 'ดูแลลูกค้า')

  const desk = await context.browser()?.newContext({ locale: 'th-TH', timezoneId: 'Asia/Bangkok' })
  if (!desk) throw new Error('No second browser')
  const newcomer = await desk.newPage()
  await begin(newcomer, username, code)
  const menu = newcomer.getByRole('navigation', { name: 'เมนูหลัก' })
  await expect(menu.getByRole('link', { name: /^สมาชิก/ })).toBeVisible()
  await expect(menu.getByRole('link', { name: /^รายการไม่พบยูส/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'เปิดข้อมูลพนักงาน' }).click()
  const panel = page.getByRole('dialog', { name: username, exact: true })
  await expect(panel).toContainText('ตำแหน่ง: ดูแลลูกค้า')
  await expect(panel).toContainText('เครื่องที่ใช้งานอยู่ (1)')
  await panel.getByRole('button', { name: 'เปลี่ยนตำแหน่ง' }).click()
  const sheet = page.getByRole('dialog', { name: `เปลี่ยนตำแหน่งของ ${username}` })
  await expect(sheet).toContainText(/ต้องให้คนที่สองอนุมัติก่อนจึงมีผล ผู้อนุมัติได้: .*ผู้จัดการ/)
  await choose(page, 'ตำแหน่งใหม่', 'แคชเชียร์')
  await expect(sheet.getByRole('row', { name: 'รายการไม่พบยูส · ดู ไม่มี มี' })).toBeVisible()
  await sheet.getByRole('button', { name: 'ขออนุมัติเปลี่ยนตำแหน่ง' }).click()
  await sheet.getByLabel('เหตุผล').fill('ย้ายไปช่วยกะเช้า')
  await sheet.getByRole('button', { name: 'ขออนุมัติเปลี่ยนตำแหน่ง' }).click()
  await expect(sheet).toHaveCount(0)
  const asked = 'มีคำขอเปลี่ยนตำแหน่งของคนนี้รอคนที่สองอนุมัติ'
  const waiting = panel.getByRole('status').filter({ hasText: asked })
  await expect(waiting).toBeVisible()
  await expect(panel).toContainText('คุณเป็นผู้ขอ')
  // What is said of the act covers neither the banner nor the buttons.
  await expect(page.getByText(`ส่งคำขอเปลี่ยนตำแหน่งของ ${username} แล้ว`, { exact: false })).toBeVisible()
  await waiting.click({ trial: true })
  await panel.getByRole('button', { name: 'แก้ไขข้อมูล' }).click({ trial: true })
  await expect(panel.getByRole('link', { name: 'เปิดคำขอ หรือยกเลิกคำขอ' })).toHaveAttribute(
    'href',
    /^\/setting\?tab=approvals&open=apr_/,
  )

  await approve(await tokenOf('manager'), username, accountOf('manager').password)
  // Nobody reloads anything: the list, and the menu of the person themselves.
  await expect(panel).toContainText('ตำแหน่ง: แคชเชียร์')
  await menu.getByRole('link', { name: /^รายการไม่พบยูส/ }).click()
  await expect(newcomer.getByRole('heading', { name: 'รายการไม่พบยูส', level: 1 })).toBeVisible()

  await panel.getByRole('button', { name: 'ล็อก', exact: true }).click()
  const lock = page.getByRole('dialog', { name: `ล็อก ${username}` })
  await lock.getByLabel('เหตุผล').fill('ทดสอบเสร็จแล้ว')
  // The answer is lost while the person moves on to another version: the same press finds what it did.
  const sent: unknown[] = []
  await page.route('**/api/v1/admin/set-state/*', async (route) => {
    const request = route.request()
    sent.push([request.postData(), request.headers()['idempotency-key']])
    if (sent.length > 1) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await lock.getByRole('button', { name: 'ล็อก', exact: true }).click()
  await expect(lock).toContainText('ติดต่อเซิร์ฟเวอร์ไม่ได้')
  await expect(newcomer).toHaveURL(`${baseUrl()}/`)
  await expect(page.getByText('ปลดล็อก', { exact: true })).toBeVisible()
  await lock.getByRole('button', { name: 'ล็อก', exact: true }).click()
  await expect(page.getByText(`ล็อก ${username} แล้ว`)).toBeVisible()
  expect(sent).toEqual([sent[0], sent[0]])
  await desk.close()
})

/** Another owner, whom the manager says to be somebody else than who hired them. Answers their token. */
async function secondOwner(): Promise<string> {
  const token = await freshToken('owner')
  await call('/api/v1/authorization/step-up', { password: accountOf('owner').password }, token)
  const roles = await call<{ _id: string; roleName: string }[]>('/api/v1/role/list', {}, token)
  const { _id: roleId = '' } = roles.find(({ roleName }) => roleName === 'Owner') ?? {}
  const person = { displayName: 'เจ้าของร่วม', phone: '', shift: '', addresses: [] }
  const noLimits = { approvalLimitMinor: null, adjustmentPerDayMinor: null }
  const username = `owner${unique()}`
  const wanted = { username, roleId, type: 'staff', ...person, ...noLimits }
  const { id, code } = await call<{ id: string; code: string }>('/api/v1/admin/create', wanted, token)
  await call('/api/v1/authorization/redeem', { username, code, newPassword })
  const manager = await freshToken('manager')
  await call('/api/v1/authorization/step-up', { password: accountOf('manager').password }, manager)
  const headers = { authorization: `Bearer ${manager}` }
  const known = await fetch(`${baseUrl()}/api/v2/admin/get/${id}`, { headers })
  const { data } = (await known.json()) as { data: { standing: { lastLink: number | null } } }
  const { lastLink } = data.standing
  await call(`/api/v1/admin/confirm/${id}`, { lastLink, reason: 'รู้จักตัวจริง' }, manager)
  return call<string>('/api/v1/authorization/login', { username, password: newPassword })
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const opens = (page: Page) => page.getByRole('region', { name: 'หน้าที่ตำแหน่งนี้เปิดได้' })

test('a role is cloned and changed in the matrix; all of it waits', async ({ page }) => {
  const second = await secondOwner()
  const name = `กะดึก ${unique()}`
  await openWith(page, await freshToken('owner'), '/employee/role-management')
  await page.getByRole('link', { name: 'คัดลอกตำแหน่ง แคชเชียร์' }).click()
  await page.getByLabel('ชื่อตำแหน่ง').fill(name)
  await expect(box(page, 'สมาชิก · แก้ไข')).toBeChecked()
  await box(page, 'สมาชิก ทุกสิทธิ์').click()
  await expect(box(page, 'สมาชิก · ลบ')).toBeChecked()
  await box(page, 'สมาชิก · ลบ').click()
  await page.getByRole('button', { name: 'เพิ่มตำแหน่ง' }).click()
  await stepUp(page, 'owner')
  await expect(page.getByText(`เพิ่มตำแหน่ง ${name} แล้ว`)).toBeVisible()
  await page.getByRole('dialog', { name }).getByRole('link', { name: 'เปิดเต็มหน้า' }).click()

  await expect(opens(page)).toContainText('เปิดได้ 27 จาก 88 หน้า')
  await expect(box(page, 'การเงิน ทั้งหมวด')).toBeChecked({ indeterminate: true })
  await box(page, 'พนักงานและสิทธิ์ ทั้งหมวด').click()
  await box(page, 'รายการเครดิต · ดู').click()
  await expect(page.getByText('ให้เพิ่ม 12 สิทธิ์ · เอาออก 1 สิทธิ์')).toBeVisible()
  await expect(opens(page)).toContainText('เปิดได้ 33 จาก 88 หน้า')

  await page.getByRole('navigation', { name: 'เมนูหลัก' }).getByRole('link', { name: 'ภาพรวม' }).click()
  await page.getByRole('button', { name: 'กลับไปแก้ต่อ' }).click()
  await page.getByLabel('ชื่อตำแหน่ง').fill(`${name} ใหม่`)
  await page.getByRole('button', { name: 'ขออนุมัติแก้ไขตำแหน่ง' }).click()
  await expect(page.getByText('ใส่เหตุผลอย่างน้อย 3 ตัวอักษร')).toBeVisible()
  await page.getByRole('textbox', { name: 'เหตุผล' }).fill('เพิ่มหน้าที่ดูแลคน')
  await page.getByRole('button', { name: 'ขออนุมัติแก้ไขตำแหน่ง' }).click()

  const banner = page.getByRole('status').filter({ hasText: 'มีคำขอแก้ไขตำแหน่งนี้' })
  await expect(banner).toContainText('คุณเป็นผู้ขอ')
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
  await expect(box(page, 'พนักงาน · ดู')).not.toBeChecked()
  await expect(box(page, 'พนักงาน · ดู')).toBeDisabled()

  await approve(second, name, newPassword)
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { name: `${name} ใหม่`, level: 1 })).toBeVisible()
  await expect(box(page, 'พนักงาน · ดู')).toBeChecked()
  await expect(box(page, 'รายการเครดิต · ดู')).not.toBeChecked()
  expect(pathOf(page)).toMatch(/^\/employee\/role-edit\/rol_/)
})

test('who chooses a role above their own is told which rights they lack', async ({ page }) => {
  await openAs(page, 'manager', '/employee/employee-add')
  await choose(page, 'ตำแหน่ง', 'เจ้าของ')
  const words = /^คุณให้หรือแก้ได้ไม่เกินสิทธิ์ของตัวเอง สิทธิ์ที่คุณไม่มีคือ ผู้ดูแลระบบ, .+ และอีก \d+ สิทธิ์$/
  await expect(page.getByText(words)).toBeVisible()
  await choose(page, 'ตำแหน่ง', 'ดูแลลูกค้า')
  await expect(page.getByText(words)).toHaveCount(0)
  // A role above their own may be read, not changed.
  await openAs(page, 'manager', '/employee/role-management')
  await page.getByRole('grid', { name: 'ตำแหน่งและสิทธิ์' }).getByText('เจ้าของผู้ดูแลระบบ').dblclick()
  await expect(page.getByRole('dialog', { name: 'เจ้าของ' })).toContainText('ทำได้ทุกอย่างในทุกหน้า')
  await expect(page.getByRole('button', { name: /^บันทึก(ตำแหน่ง|และขออนุมัติ)$/ })).toHaveCount(0)
})

test('who looks as a role has its menu and changes nothing, until a press or a reload', async ({
  page,
}) => {
  const token = await freshToken('owner')
  await openWith(page, token, '/employee/role-management')
  const look = page.getByRole('button', { name: 'ดูระบบในมุมของ แคชเชียร์' })
  const banner = page.getByRole('status').filter({ hasText: 'กำลังดูระบบในมุมของตำแหน่ง “แคชเชียร์”' })
  const menu = page.getByRole('navigation', { name: 'เมนูหลัก' })
  const people = menu.getByRole('link', { name: 'พนักงาน', exact: true })
  await look.click()
  await expect(banner).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(menu.getByRole('link', { name: /^คิวฝาก-ถอน/ })).toBeVisible()
  await expect(people).toHaveCount(0)
  expect(await axeFindings(page)).toEqual([])
  await menu.getByRole('link', { name: 'การแจ้งเตือน' }).click()
  const readAll = page.getByRole('button', { name: 'ทำเป็นอ่านแล้วทั้งหมด' })
  await expect(readAll).toBeDisabled()
  await expect(readAll).toHaveAccessibleDescription('กำลังดูในมุมของตำแหน่ง “แคชเชียร์” จึงทำรายการไม่ได้')
  await banner.getByRole('button', { name: 'ออกจากมุมมองนี้' }).click()
  await expect(banner).toHaveCount(0)
  await people.click()
  await menu.getByRole('link', { name: 'ตำแหน่งและสิทธิ์' }).click()
  await look.click()
  await expect(banner).toBeVisible()
  await page.reload()
  await expect(people).toBeVisible()
  await expect(banner).toHaveCount(0)
  const ended = page.getByText('มุมมองของตำแหน่ง “แคชเชียร์” จบลงเมื่อโหลดหน้าใหม่', { exact: false })
  await expect(ended).toBeVisible()
  // It is told once.
  await page.reload()
  await expect(people).toBeVisible()
  await expect(ended).toHaveCount(0)
  await expect(async () => {
    const log = '/api/v2/activity/list?actions[0]=roleViewed'
    const { records } = await call<{ records: unknown[] }>(log, undefined, token)
    expect(records).toHaveLength(2)
  }).toPass()
})
