import type { Page } from '@playwright/test'
import { passbook } from './kit/evidence.ts'
import { askOutside } from './kit/outside.ts'
import { openAs, accountOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

interface OutsideMember {
  id: string
  username: string
  state: string
  bank: string
}

const used = new Set<string>()

/** An active member whom no journey of this file has used, far from those that other journeys take. */
async function memberOfOurs(): Promise<OutsideMember> {
  const members = (await askOutside<OutsideMember[]>('members')).toReversed()
  const member = members.find(
    ({ id, state, bank }) => state === 'active' && bank !== 'TMW' && !used.has(id),
  )
  if (!member) throw new Error('The sandbox has no member for this journey')
  used.add(member.id)
  return member
}

let made = 0
/** An account number nobody has, with dashes and in Thai digits, as people paste it, and as it is read. */
function accountNumber() {
  made += 1
  const tail = `${Date.now()}`.slice(-4)
  const read = `987-6-5${tail}-${made % 10}`
  return { read, typed: read.replaceAll(/\d/g, (digit) => String.fromCharCode(0xe50 + Number(digit))) }
}

/** A cashier asks for another account; returns on the page that shows the request. */
async function askForChange(page: Page, member: OutsideMember) {
  await openAs(page, 'cashier', `/member/change-account/${member.id}`)
  const number = page.getByLabel('เลขบัญชี')
  await number.fill('12a34')
  await expect(page.getByText(/^ใช้ตัวเลขเท่านั้น ตัวอักษรที่พิมพ์ถูกตัดออก/)).toBeVisible()
  await expect(number).toHaveValue('1234')
  const { typed, read } = accountNumber()
  await number.fill(typed)
  await expect(page.getByText(`อ่านได้ ${read} (10 หลัก)`)).toBeVisible()
  await expect(page.getByText(/^ใช้ตัวเลขเท่านั้น ตัวอักษร/)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'ธนาคาร' }).click()
  await page.getByRole('option', { name: /ไทยพาณิชย์/ }).click()
  await page.getByLabel('เหตุผล').fill('สมาชิกปิดบัญชีเดิมแล้ว')
  // Without a picture nothing is sent; what is none is refused in words; one is shown before it goes.
  await page.getByRole('button', { name: 'ส่งคำขอเปลี่ยนบัญชี' }).click()
  await expect(page.getByText('แนบรูปหลักฐานของบัญชี')).toBeVisible()
  const evidence = page.getByLabel('รูปหน้าสมุดบัญชีหรือหน้าแอปธนาคาร')
  await evidence.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7') })
  await expect(page.getByText('รับเฉพาะรูป JPEG, PNG หรือ WebP', { exact: false }).last()).toBeVisible()
  await evidence.setInputFiles({ name: 'passbook.png', mimeType: 'image/png', buffer: passbook })
  await expect(page.getByRole('img', { name: 'รูปที่เลือก' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'กำลังส่งรูป…' })).toHaveCount(0)
  await page.getByRole('button', { name: 'ส่งคำขอเปลี่ยนบัญชี' }).click()
  await stepUp(page, 'cashier')
  await expect(page.getByText('คุณเป็นผู้ขอ', { exact: false })).toBeVisible()
  await expect(page.getByRole('img', { name: 'รูปหลักฐานบัญชีที่ผู้ขอแนบมา' })).toBeVisible()
}

/** Proves who one is where the console asks: it does so once in a while only. */
async function stepUp(page: Page, role: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'ยืนยันตัวตนอีกครั้ง' })
  const asked = await dialog.waitFor({ timeout: 3_000 }).then(
    () => true,
    () => false,
  )
  if (!asked) return
  await dialog.getByLabel('รหัสผ่าน', { exact: true }).fill(accountOf(role).password)
  await dialog.getByRole('button', { name: 'ยืนยันและทำรายการต่อ' }).click()
  await expect(dialog).toHaveCount(0)
}

const card = (page: Page) => page.getByRole('link', { name: /^เปลี่ยนบัญชีรอคุณอนุมัติ/ })
/** How many changes the dashboard says wait for this person. */
const waitingOn = async (page: Page): Promise<number> =>
  Number(/^เปลี่ยนบัญชีรอคุณอนุมัติ\s*(\d+)/.exec(await card(page).innerText())?.[1])

test('a change of account is told to who may approve it, and afterwards who changed it is found', async ({
  page,
  context,
}) => {
  const member = await memberOfOurs()
  const desk = await context.browser()?.newContext({ locale: 'th-TH', timezoneId: 'Asia/Bangkok' })
  if (!desk) throw new Error('No second browser')
  const manager = await desk.newPage()
  await openAs(manager, 'manager', '/dashboard')
  await expect(card(manager)).toBeVisible()
  const before = await waitingOn(manager)

  await askForChange(page, member)

  // Without a reload: the number of the manager's dashboard and of the menu.
  await expect.poll(() => waitingOn(manager)).toBe(before + 1)
  const menu = manager.getByRole('navigation', { name: 'เมนูหลัก' })
  await expect(menu.getByRole('link', { name: `สมาชิก ${before + 1} รายการรอ` })).toBeVisible()
  await card(manager).click()
  const rows = manager.getByRole('grid', { name: 'สมาชิก' }).getByRole('row')
  const row = rows.filter({ hasText: member.username })
  await expect(row).toContainText('รออนุมัติ')
  await expect(manager.getByText(`${before + 1} รายการ`, { exact: true })).toBeVisible()

  await row.getByText(member.username).dblclick()
  // A line above the member; the sheet has the rest: both whole numbers, and the picture.
  await manager.getByRole('button', { name: 'ดูคำขอ' }).click()
  const sheet = manager.getByRole('dialog')
  await expect(sheet.getByRole('img', { name: 'รูปหลักฐานบัญชีที่ผู้ขอแนบมา' })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /^บัญชีธนาคาร .*[\d-]{10,} .*[\d-]{10,}/ })).toBeVisible()
  await sheet.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจหน้าสมุดบัญชีแล้ว')
  await sheet.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await sheet.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await expect(manager.getByText(/พักการถอนถึง \d+ \S+ \d\d:\d\d น\. \(อีก 23 ชม\./)).toBeVisible()
  await desk.close()

  // Who changed this account? From the list: find, menu, answer.
  await openAs(page, 'cashier', `/member/member-management?search=${member.username}`)
  await page.getByRole('button', { name: `ทำรายการกับ ${member.username}` }).click()
  await page.getByRole('menuitem', { name: 'บัญชีธนาคารและผู้เปลี่ยน' }).click()
  const accounts = page.getByRole('list', { name: 'บัญชีธนาคารทั้งหมด' })
  const inUse = accounts.getByRole('listitem').first()
  await expect(inUse).toContainText('เปลี่ยนโดย Cashier · อนุมัติโดย Manager')
  await page.getByRole('link', { name: 'ดูประวัติการแก้ไขทั้งหมด' }).click()
  const entries = page.getByRole('listitem')
  const changed = entries.filter({ hasText: 'เปลี่ยนบัญชีธนาคารแล้ว' })
  await expect(changed).toContainText('ผู้ขอ cashier · ผู้อนุมัติ manager')
  const masked = /^เลขบัญชี (xxx-x-x\d{4}-x|x+\d{4}x)/
  await expect(changed.getByRole('row', { name: masked })).toBeVisible()
})

test('who asked for a change takes it back, without a reason too, and may ask again', async ({ page }) => {
  const member = await memberOfOurs()
  await askForChange(page, member)
  await page.getByRole('button', { name: 'ยกเลิกคำขอเปลี่ยนบัญชี' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'ยกเลิกคำขอเปลี่ยนบัญชี' }).click()
  await expect(page.getByText('ยกเลิกคำขอแล้ว สมาชิกใช้บัญชีเดิมต่อ')).toBeVisible()
  await expect(page.getByRole('button', { name: 'ส่งคำขอเปลี่ยนบัญชี' })).toBeEnabled()
  await page.getByRole('link', { name: 'ดูประวัติการแก้ไขทั้งหมด' }).click()
  await expect(page.getByText('ผู้ขอยกเลิกคำขอเปลี่ยนบัญชีธนาคาร')).toBeVisible()
})

test('a phone with letters is refused in words, one in Thai digits is written as it is read', async ({
  page,
}) => {
  await openAs(page, 'cashier', '/member/member-add')
  const phone = page.getByLabel('เบอร์โทร')
  await phone.fill('081-23a')
  await expect(page.getByText('ใช้ตัวเลขเท่านั้น เช่น 081-234-5678')).toBeVisible()
  await phone.fill('๐๘๑ ๒๓๔ ๙๙๑๗')
  await phone.blur()
  await expect(phone).toHaveValue('081-234-9917')
  await expect(page.getByText('ใช้เบอร์ 081-234-9917 สมัครได้')).toBeVisible()
})
