import type { Page } from '@playwright/test'
import { holdsAtLeast } from './kit/credits.ts'
import {
  askReview,
  baht,
  freshMember,
  openWithdrawal,
  paysUnasked,
  pressFor,
  type OutsideMember,
  type Withdrawal,
} from './kit/desk.ts'
import { askOutside, tellOutside } from './kit/outside.ts'
import { accountOf, call, openAs, stepUpAs, tokenOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

// Each sheet that moves money is confirmed once as people do it, and the member's wallet is asked what
// became of it: an amount that changes between the field and the call is seen nowhere else.

interface Wallet {
  balanceMinor: number
  lockedMinor: number
}
async function walletOf(memberId: string): Promise<Wallet> {
  const member = await call<Wallet>(`/api/v2/member/get/${memberId}`, undefined, await tokenOf('owner'))
  return { balanceMinor: member.balanceMinor, lockedMinor: member.lockedMinor }
}
/** Waits until the wallet has changed by this much since it was read. */
async function expectChange(memberId: string, before: Wallet, balance: number, locked = 0): Promise<void> {
  const after = { balanceMinor: before.balanceMinor + balance, lockedMinor: before.lockedMinor + locked }
  await expect.poll(() => walletOf(memberId)).toEqual(after)
}

async function memberOf(username: string): Promise<OutsideMember> {
  const members = await askOutside<OutsideMember[]>('members')
  const found = members.find((member) => member.username === username)
  if (!found) throw new Error(`No member ${username}`)
  return found
}

/** Gives a member at least so much money, which the machine credits; the site adds satang of its own. */
async function pay(member: string, amountMinor: number): Promise<void> {
  const { balanceMinor } = await walletOf(member)
  await tellOutside('deposit', { member, hasRequest: true, payer: 'self', amountMinor })
  await holdsAtLeast(member, balanceMinor + amountMinor)
}

/** Approved before the first test, and never answered by the rail: nobody knows of it when the last comes. */
let unknown: Withdrawal
test.beforeAll(async () => {
  unknown = await askReview(523_400)
  await tellOutside('rail', { next: ['never'] })
  await stepUpAs('owner')
  const token = await tokenOf('owner')
  const path = `/api/v2/pre-transaction/withdrawal/${unknown.id}`
  const { row } = await call<{ row: { version: number } }>(path, undefined, token)
  await call(`/api/v1/pre-transaction/approve/${unknown.id}`, { version: row.version }, token)
})

/** What a bank says of money that left our account some minutes ago; to whom, it keeps to itself. */
async function tellOutgoing(amountMinor: number): Promise<void> {
  const { accounts } = await askOutside<{ accounts: { accountNo: string; role: string }[] }>('state')
  const accountNo = accounts.find(({ role }) => role === 'withdrawal')?.accountNo ?? ''
  const at = new Date(Date.now() - 5 * 60_000)
  const say = (options: Intl.DateTimeFormatOptions) =>
    at.toLocaleString('th-TH', { timeZone: 'Asia/Bangkok', ...options })
  const day = `${say({ day: 'numeric' })} ${say({ month: 'short' })} ${say({ year: '2-digit' }).slice(-2)}`
  const time = say({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const own = `xxx-x-x${accountNo.slice(-5, -1)}-x`
  const text = `รายการโอน/ถอน ${day} ${time} น. บัญชี ${own} จำนวนเงิน ${baht(amountMinor)} บาท`
  await tellOutside('message', { accountNo, source: 'push', text })
}

const confirmed = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

test('a deposit by hand of 1,234.50 adds 1,234.50 once a second person has agreed', async ({ page }) => {
  const { id, username } = await freshMember()
  const before = await walletOf(id)
  await stepUpAs('cashier')
  await openAs(page, 'cashier', `/pre-transaction/pre-deposit/${id}`)
  await page.getByLabel(/^จำนวนเงิน/).fill('1,234.50')
  await page.getByLabel(/^เข้าบัญชีไหนของเรา/).selectOption({ index: 1 })
  await page.getByLabel(/^หมายเหตุแอดมิน/).fill('ลูกค้าส่งสลิป ระบบไม่ดึงยอด')
  await page.getByRole('button', { name: 'ตรวจก่อนส่งขออนุมัติ 1,234.50' }).click()
  await expect(page.getByRole('dialog', { name: `เติมเครดิต 1,234.50 ให้ ${username}` })).toBeVisible()
  await confirmed(page, 'ส่งขออนุมัติ 1,234.50').click()
  await expect(page.getByText('เครดิตยังไม่เข้า', { exact: false }).first()).toBeVisible()
  await expectChange(id, before, 0)

  await openAs(page, 'manager', '/setting?tab=approvals')
  const waiting = page.getByRole('grid', { name: 'รอฉันตัดสิน' }).getByRole('row')
  await waiting.filter({ hasText: username }).first().click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรงกับสลิป')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await panel.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await expectChange(id, before, 123_450)
})

test('goodwill of 300.25 adds 300.25 at once', async ({ page }) => {
  const { id, username } = await freshMember()
  const before = await walletOf(id)
  await stepUpAs('manager')
  await openAs(page, 'manager', `/pre-transaction/pre-deposit/${id}`)
  await page.getByRole('radio', { name: /^เครดิตชดเชย/ }).check()
  await page.getByLabel(/^จำนวนเงิน/).fill('300.25')
  await page.getByLabel(/^หมายเหตุแอดมิน/).fill('ชดเชยระบบล่ม')
  await page.getByRole('button', { name: 'ตรวจก่อนเติมเครดิต 300.25' }).click()
  await confirmed(page, 'เติมเครดิต 300.25').click()
  await expect(page.getByText(`เติมเครดิต 300.25 ให้ ${username} แล้ว`)).toBeVisible()
  await expectChange(id, before, 30_025)
})

test('a withdrawal on behalf holds what was typed, and rejected it is given back', async ({ page }) => {
  const { id } = await freshMember()
  await pay(id, 900_000)
  const before = await walletOf(id)
  await stepUpAs('cashier')
  await openAs(page, 'cashier', `/pre-transaction/pre-withdraw/${id}`)
  await page.getByLabel(/^จำนวนเงิน/).fill('1,050.75')
  await page.getByLabel(/^หมายเหตุ/).fill('ลูกค้าโทรมา')
  await page.getByRole('button', { name: 'ตรวจก่อนส่งถอน' }).click()
  await confirmed(page, 'กันเงินและส่งถอน 1,050.75').click()
  // In the screen's own part: notices of other withdrawals may come up beside it.
  const made = await page
    .getByRole('main')
    .getByText(/W\d{4}-\d{6}/)
    .first()
    .innerText()
  await expectChange(id, before, -105_075, 105_075)

  await stepUpAs('manager')
  await openAs(page, 'manager', '/pre-transaction/request')
  const reference = /W\d{4}-\d{6}/.exec(made)?.[0] ?? ''
  const open = await openWithdrawal(page, page.getByRole('row').filter({ hasText: reference }), reference)
  const sheet = page.getByRole('dialog', { name: 'ปฏิเสธถอน ฿1,050.75' })
  await pressFor(page, 'r', open.getByRole('button', { name: /^ปฏิเสธ/ }), sheet)
  await sheet.getByRole('combobox', { name: /^เหตุผล/ }).selectOption({ label: 'ลูกค้าขอยกเลิก' })
  await sheet.getByLabel('หมายเหตุแอดมิน').fill('ลูกค้าโทรมาขอยกเลิก')
  await confirmed(page, 'ปฏิเสธ ฿1,050.75').click()
  await expectChange(id, before, 0)
})

test('an approved withdrawal leaves the wallet once; one that failed leaves it when sent again', async ({
  page,
}) => {
  await tellOutside('rail', { next: ['fail', 'succeed'] })
  const { reference, amountMinor, member } = await askReview(512_300)
  const { id } = await memberOf(member.username)
  const before = await walletOf(id)
  expect(before.lockedMinor).toBe(amountMinor)
  await stepUpAs('manager')
  await openAs(page, 'manager', '/pre-transaction/request')
  // Beside an open sheet the list tells rows apart by their members.
  const row = page.getByRole('row').filter({ hasText: member.username })
  const sheet = await openWithdrawal(page, row, reference)
  const approve = confirmed(page, `อนุมัติ ฿${baht(amountMinor)}`)
  await pressFor(page, 'a', sheet.getByRole('button', { name: /^อนุมัติ/ }), approve)
  await expect(approve).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`อนุมัติ ${reference} ฿${baht(amountMinor)} แล้ว`)).toBeVisible()
  await expect(row).toContainText('โอนไม่สำเร็จ')
  await expectChange(id, before, 0)

  await openAs(page, 'manager', `/pre-transaction/request`)
  await openWithdrawal(page, row, reference)
  const again = confirmed(page, `ส่งโอน ฿${baht(amountMinor)}`)
  await pressFor(page, 'a', sheet.getByRole('button', { name: /^ส่งโอนอีกครั้ง/ }), again)
  await again.click()
  await expect(page.getByText(`ส่งโอน ${reference} ฿${baht(amountMinor)} อีกครั้งแล้ว`)).toBeVisible()
  await expectChange(id, before, 0, -amountMinor)
})

test('a line linked by hand adds its amount, and undone takes it back', async ({ page }) => {
  const { id, username } = await freshMember()
  const before = await walletOf(id)
  const amountMinor = 6_345_675
  await paysUnasked(id, amountMinor)
  await stepUpAs('owner')
  await openAs(page, 'owner', `/pre-transaction/matching?amount=${amountMinor / 100}`)
  const inHand = page.getByRole('region', { name: 'รายการที่เลือก' })
  await inHand.getByRole('button', { name: `จับคู่กับ ${username}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^จับคู่และเติม/ })
    .click()
  const done = page.getByText(new RegExp(`เติมเครดิต ${baht(amountMinor)}.*ให้ ${username}.* แล้ว`))
  await expect(done).toBeVisible()
  await expectChange(id, before, amountMinor)
  await page.getByRole('button', { name: /^ย้อน/ }).first().click()
  const undo = page.getByRole('dialog', { name: `ย้อนการจับคู่ ${baht(amountMinor)}` })
  await undo.getByRole('textbox').fill('จับคู่ผิดรายการ')
  await undo.getByRole('button', { name: `ย้อนและตัดเครดิต ${baht(amountMinor)}` }).click()
  await expectChange(id, before, 0)
})

test('a missing deposit that is found adds the amount of its line', async ({ page }) => {
  const { id, username } = await freshMember()
  const before = await walletOf(id)
  const amountMinor = 6_457_825
  await paysUnasked(id, amountMinor)
  await stepUpAs('owner')
  await openAs(page, 'owner', '/pre-transaction/deposit-withdraw')
  await page.getByRole('button', { name: 'ฝากเงินไม่เข้า' }).click()
  const wizard = page.getByRole('dialog')
  await wizard.getByLabel(/^1\./).fill(username)
  await expect(wizard.getByRole('listitem').getByRole('button')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.insertText(baht(amountMinor))
  await page.keyboard.press('Enter')
  await wizard.getByRole('button', { name: 'จับคู่ให้สมาชิกนี้' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^จับคู่และเติม/ })
    .click()
  await expectChange(id, before, amountMinor)
})

test('a payout of unknown outcome ends with its line; the wallet was charged once', async ({ page }) => {
  const { id, reference, amountMinor, member } = unknown
  const { id: memberId } = await memberOf(member.username)
  await expect.poll(async () => (await walletOf(memberId)).lockedMinor).toBe(0)
  const sent = await walletOf(memberId)
  // Another than who approved it.
  await stepUpAs('manager')
  await openAs(page, 'manager', `/pre-transaction/request?open=${id}`)
  const sheet = page.getByRole('complementary', { name: 'ใบพิจารณา' })
  await sheet.getByRole('button', { name: 'ปิดด้วยรายการเดินบัญชี' }).click()
  const dialog = page.getByRole('dialog', { name: `ปิดถอน ฿${baht(amountMinor)}` })
  // Without a line there is nothing to confirm; the one that comes is offered at once.
  await expect(dialog.getByText('ยังไม่มีรายการขาออกยอดนี้', { exact: false })).toBeVisible()
  await expect(confirmed(page, 'ยืนยันว่าโอนแล้ว')).toBeDisabled()
  await tellOutgoing(amountMinor)
  await dialog.getByRole('radio').check()
  await dialog.getByLabel('หมายเหตุแอดมิน').fill('เห็นในแอปธนาคาร')
  await confirmed(page, 'ยืนยันว่าโอนแล้ว').click()
  await expect(page.getByText(reference, { exact: false }).last()).toBeVisible()
  const token = await tokenOf('owner')
  const path = `/api/v2/pre-transaction/withdrawal/${id}`
  const stateOf = async () => (await call<{ row: { state: string } }>(path, undefined, token)).row.state
  await expect.poll(stateOf).toBe('paid')
  await expectChange(memberId, sent, 0)
})
