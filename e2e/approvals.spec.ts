import type { Page } from '@playwright/test'
import { askReview, baht, freshMember, openWithdrawal, pressFor, type OutsideMember } from './kit/desk.ts'
import { uploadPassbook } from './kit/evidence.ts'
import { tellOutside } from './kit/outside.ts'
import { accountOf, baseUrl, call, openAs, stepUpAs, tokenOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

interface Asked {
  approvalId: string
  state: string
}

/** Calls the product with a key of its own; answers the error's code where it refuses. */
async function act(path: string, body: object, role: string): Promise<{ data?: unknown; code?: string }> {
  const answer = await fetch(`${baseUrl()}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenOf(role)}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })
  const { data, error } = (await answer.json()) as { data?: unknown; error?: { code: string } }
  return { data, ...(error ? { code: error.code } : {}) }
}

/** The cashier has just proved who they are. */
const proveCashier = () => stepUpAs('cashier')

/** The cashier asks for another bank account of a member. */
async function askForChange(member: OutsideMember): Promise<Asked> {
  await proveCashier()
  const accountNo = String(Math.floor(1e9 + Math.random() * 8e9))
  const evidenceId = await uploadPassbook(member.id, 'cashier')
  const account = { bank: 'SCB', accountNo, accountName: 'สมชาย ใจดี' }
  const wanted = { ...account, reason: 'ปิดบัญชีเดิม', evidenceId }
  const { data } = await act(`/api/v1/member/change-account/${member.id}`, wanted, 'cashier')
  expect(data).toMatchObject({ state: 'waiting' })
  return data as Asked
}

const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^รอคุณอนุมัติ/ })
const due = async (page: Page): Promise<number> =>
  Number(/(\d+)/.exec((await badge(page).getAttribute('aria-label')) ?? '')?.[1])

test('what waits is told at once, read as a difference, and decided with a password for just this', async ({
  page,
}) => {
  const member = await freshMember()
  await openAs(page, 'manager', '/dashboard')
  await expect(page.getByRole('status').getByText('เรียลไทม์')).toBeVisible()
  const before = await due(page)
  await askForChange(member)
  await expect.poll(() => due(page)).toBe(before + 1)

  await badge(page).click()
  const list = page.getByRole('grid', { name: 'รอฉันตัดสิน' })
  const row = list.getByRole('row').filter({ hasText: member.username })
  await expect(row).toContainText('Cashier')
  await row.getByText('เปลี่ยนบัญชีธนาคารสมาชิก').click()
  const panel = page.getByRole('dialog', { name: 'เปลี่ยนบัญชีธนาคารสมาชิก' })
  const change = panel.getByRole('table', { name: 'สิ่งที่จะเปลี่ยน' })
  // Whole numbers, and the picture to compare them with.
  await expect(change.getByRole('row', { name: /^บัญชีธนาคาร .*\d{3}-\d-\d{5}-\d/ })).toBeVisible()
  await expect(change).not.toContainText(/x\d{4}/)
  const picture = panel.getByRole('img', { name: 'รูปหลักฐานบัญชีที่ผู้ขอแนบมา' })
  await expect(picture).toBeVisible()
  const widthOf = () => picture.evaluate((img) => img.getBoundingClientRect().width)
  const fitted = await widthOf()
  await panel.getByRole('button', { name: 'ขยายดู' }).click()
  await expect.poll(widthOf).toBeGreaterThan(fitted)

  const approve = panel.getByRole('button', { name: 'อนุมัติ', exact: true })
  await approve.click()
  await expect(panel.getByText('กรอกความเห็นอย่างน้อย 3 ตัวอักษร')).toBeVisible()
  await expect(panel.getByText('กรอกรหัสผ่าน', { exact: true })).toBeVisible()
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจหน้าสมุดบัญชีแล้ว')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill('not the password')
  await approve.click()
  await expect(panel.getByText('รหัสผ่านไม่ถูกต้อง')).toBeVisible()
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await approve.click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'อนุมัติแล้ว และทำรายการให้แล้ว' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect.poll(() => due(page)).toBe(before)

  await page.getByText('จบแล้ว', { exact: true }).click()
  const settled = page.getByRole('grid', { name: 'จบแล้ว' }).getByRole('row')
  await expect(settled.filter({ hasText: member.username })).toContainText('Manager')
})

test('whoever asked cannot decide it, by the panel nor by the call, and takes it back', async ({
  page,
}) => {
  const member = await freshMember()
  const { approvalId } = await askForChange(member)
  await openAs(page, 'cashier', `/setting?tab=approvals&scope=own&open=${approvalId}`)
  const panel = page.getByRole('dialog', { name: 'เปลี่ยนบัญชีธนาคารสมาชิก' })
  await expect(panel.getByText('คุณเป็นผู้ขอ ต้องให้อีกคนที่มีสิทธิ์ตัดสิน')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'อนุมัติ', exact: true })).toHaveCount(0)

  const token = await tokenOf('cashier')
  const read = await call<{ documentHash: string }>(`/api/v2/approval/get/${approvalId}`, undefined, token)
  const { password } = accountOf('cashier')
  const answer = { isApproved: true, comment: 'อนุมัติเอง', documentHash: read.documentHash, password }
  const { code } = await act(`/api/v1/approval/decide/${approvalId}`, answer, 'cashier')
  expect(code).toBe('fourEyes')

  await panel.getByRole('button', { name: 'ยกเลิกคำขอ' }).click()
  const sheet = page.getByRole('dialog', { name: 'ยกเลิกคำขอนี้' })
  await sheet.getByRole('button', { name: 'ยกเลิกคำขอ' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'ยกเลิกคำขอแล้ว' })).toBeVisible()
  await expect(panel).toHaveCount(0)
  const row = page.getByRole('grid', { name: 'ฉันขอไว้' }).getByRole('row')
  await expect(row.filter({ hasText: member.username }).first()).toContainText('ผู้ขอยกเลิก')
})

test('a credited line is asked to be unlinked; a second person reads what that does', async ({ page }) => {
  await proveCashier()
  await openAs(page, 'cashier', '/pre-transaction/matching?tab=handled&state=autoMatched')
  const rows = page.getByRole('grid', { name: 'จัดการแล้ว' }).getByRole('row')
  const member = rows.filter({ hasText: /kl\d{6}/ }).nth(3)
  const username = /kl\d{6}/.exec(await member.innerText())?.[0] ?? ''
  await member.dblclick()
  const line = page.getByRole('dialog', { name: 'หลักฐานการจับคู่' })
  await line.getByRole('button', { name: 'ขอยกเลิกการจับคู่' }).click()
  const sheet = page.getByRole('dialog', { name: /^ขอยกเลิกการจับคู่/ })
  await expect(sheet).toContainText('ต้องมีอีกคนอนุมัติภายใน 24 ชั่วโมง')
  await sheet.getByLabel(/^ทำไมจึงต้องยกเลิก/).fill('เงินของสมาชิกคนอื่น')
  await sheet.getByRole('button', { name: /^ส่งคำขอยกเลิก/ }).click()
  await expect(line.getByText('คุณขอยกเลิกการจับคู่ รออีกคนอนุมัติ')).toBeVisible()

  await openAs(page, 'manager', '/setting?tab=approvals')
  const waiting = page.getByRole('grid', { name: 'รอฉันตัดสิน' }).getByRole('row')
  await waiting.filter({ hasText: username }).getByText('ยกเลิกการจับคู่เงินฝาก').click()
  const panel = page.getByRole('dialog', { name: 'ยกเลิกการจับคู่เงินฝาก' })
  const change = panel.getByRole('table', { name: 'สิ่งที่จะเปลี่ยน' })
  await expect(change.getByRole('row', { name: 'รายการเดินบัญชี จับคู่อัตโนมัติ ไม่พบยูส' })).toBeVisible()
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('เงินเป็นของเขาจริง')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await panel.getByRole('button', { name: 'ไม่อนุมัติ' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'บันทึกว่าไม่อนุมัติแล้ว' })).toBeVisible()
})

test('a withdrawal of two people is paid when the second agrees on the page of requests', async ({
  page,
}) => {
  const { id, reference, amountMinor, member } = await askReview(6_000_000)
  await tellOutside('rail', { next: ['succeed'] })
  const token = await tokenOf('owner')
  const path = `/api/v2/pre-transaction/withdrawal/${id}`
  const stateOf = async () => (await call<{ row: { state: string } }>(path, undefined, token)).row.state

  await stepUpAs('manager')
  await openAs(page, 'manager', '/pre-transaction/request')
  const queued = page.getByRole('row').filter({ hasText: member.username })
  const sheet = await openWithdrawal(page, queued, reference)
  await expect(sheet.getByText('รายการนี้ต้องอนุมัติสองคน คุณเป็นคนแรก', { exact: false })).toBeVisible()
  const first = page.getByRole('dialog').getByRole('button', { name: `อนุมัติ ฿${baht(amountMinor)}` })
  await pressFor(page, 'a', sheet.getByRole('button', { name: /^อนุมัติ/ }), first)
  await first.click()
  await expect(page.getByText(`บันทึกการอนุมัติคนแรกของ ${reference} แล้ว รอคนที่สอง`)).toBeVisible()
  expect(await stateOf()).toBe('review')

  // Whoever was the first reads why they are not the second.
  await openAs(page, 'manager', '/setting?tab=approvals&scope=own')
  const asked = page.getByRole('grid', { name: 'ฉันขอไว้' }).getByRole('row').filter({ hasText: reference })
  await asked.getByText('อนุมัติถอนคนที่สอง').click()
  const panel = page.getByRole('dialog', { name: 'อนุมัติถอนคนที่สอง' })
  await expect(panel.getByText('คุณเป็นผู้ขอ ต้องให้อีกคนที่มีสิทธิ์ตัดสิน')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'อนุมัติ', exact: true })).toHaveCount(0)

  await openAs(page, 'owner', '/setting?tab=approvals')
  const waiting = page.getByRole('grid', { name: 'รอฉันตัดสิน' }).getByRole('row')
  await waiting.filter({ hasText: reference }).getByText('อนุมัติถอนคนที่สอง').click()
  const approve = panel.getByRole('button', { name: 'อนุมัติ', exact: true })
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจบัญชีปลายทางแล้ว')
  await approve.click()
  await expect(panel.getByText('กรอกรหัสผ่าน', { exact: true })).toBeVisible()
  expect(await stateOf()).toBe('review')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('owner').password)
  await approve.click()
  await expect(page.getByRole('status').filter({ hasText: 'อนุมัติแล้ว และทำรายการให้แล้ว' })).toBeVisible()
  await expect.poll(stateOf).toBe('paid')
})
