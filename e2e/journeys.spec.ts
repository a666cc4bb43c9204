import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { askReview, baht, freshMember, seeKeys, stepUp } from './desk.ts'
import { accountOf, baseUrl, fillSignIn, openAs, signIn } from './signed-in.ts'
import { askOutside, tellOutside } from './outside.ts'
import { expect, test } from './watch.ts'

interface Deposited {
  member: { username: string }
  reference: string | null
  amountMinor: number
}
interface OutsideState {
  accounts: { bank: string; accountNo: string; role: string }[]
}

/** Our SCB account: its messages say whose account paid. */
async function tellingAccount(): Promise<string> {
  const { accounts } = await askOutside<OutsideState>('state')
  return accounts.find(({ bank, role }) => bank === 'SCB' && role === 'deposit')?.accountNo ?? ''
}

const queue = (page: Page) => page.getByRole('grid', { name: 'คิวฝาก-ถอน' })

test('a cashier signs in and sees a deposit arrive, credited without a hand', async ({ page }) => {
  await signIn(page, 'cashier')
  await page
    .getByRole('navigation', { name: 'เมนูหลัก' })
    .getByRole('link', { name: /^คิวฝาก-ถอน/ })
    .click()
  await expect(queue(page).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByText('เรียลไทม์')).toBeVisible()
  const member = await freshMember()
  const deposit = await tellOutside<Deposited>('deposit', {
    member: member.id,
    hasRequest: true,
    payer: 'self',
  })
  const row = queue(page)
    .getByRole('row')
    .filter({ hasText: deposit.reference ?? '' })
  // No reload: the row comes by the live stream, and its state follows the message.
  await expect(row).toContainText('เติมแล้ว')
  await expect(row).toContainText(member.username)
  await expect(row).toContainText(baht(deposit.amountMinor))
  await expect(row).toContainText('ออโต้')
})

test('money above the automatic limit waits with its reasons, and a person links it', async ({ page }) => {
  const member = await freshMember()
  await openAs(page, 'manager', '/pre-transaction/matching')
  await expect(page.getByRole('list', { name: 'รายการที่รอจับคู่' })).toBeVisible()
  const amountMinor = 6_123_400
  await tellOutside('deposit', {
    member: member.id,
    accountNo: await tellingAccount(),
    payer: 'self',
    amountMinor,
  })
  const line = page.getByRole('button', { name: new RegExp(`^\\+${baht(amountMinor)}`) })
  await line.click()
  const inHand = page.getByRole('region', { name: 'รายการที่เลือก' })
  await expect(inHand).toContainText('ยอดเกินวงเงินที่ให้ระบบเติมเอง')
  const candidate = inHand.getByRole('listitem').filter({ hasText: member.username })
  await expect(candidate).toContainText(/\d+ คะแนน/)
  await expect(candidate).toContainText(/เลขบัญชีตรง \d+ หลัก/)
  await expect(candidate).toContainText('ธนาคารตรง')
  await candidate.getByRole('button', { name: `จับคู่กับ ${member.username}` }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText(`เติม ${baht(amountMinor)}`)
  await sheet.getByRole('button', { name: /^จับคู่และเติม/ }).click()
  await expect(
    page.getByText(new RegExp(`เติม ${baht(amountMinor)}.*ให้ ${member.username}.* แล้ว`)),
  ).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('money without an owner is found by hand, with a warning that nothing fits', async ({ page }) => {
  const member = await freshMember()
  await openAs(page, 'manager', '/pre-transaction/matching')
  await expect(page.getByRole('list', { name: 'รายการที่รอจับคู่' })).toBeVisible()
  const amountMinor = 77_731
  await tellOutside('deposit', { accountNo: await tellingAccount(), payer: 'stranger', amountMinor })
  await page.getByRole('button', { name: new RegExp(`^\\+${baht(amountMinor)}`) }).click()
  const inHand = page.getByRole('region', { name: 'รายการที่เลือก' })
  await inHand.getByLabel('ค้นหาสมาชิกคนอื่น').fill(member.username)
  await inHand.getByRole('button', { name: `จับคู่กับ ${member.username}` }).click()
  const sheet = page.getByRole('dialog')
  const link = sheet.getByRole('button', { name: /^จับคู่และเติม/ })
  await expect(link).toBeDisabled()
  await sheet.getByLabel('ตรวจสอบแล้วว่าเป็นเงินของสมาชิกคนนี้ แม้คะแนนต่ำ').check()
  await link.click()
  await expect(
    page.getByText(new RegExp(`เติม ${baht(amountMinor)}.*ให้ ${member.username}.* แล้ว`)),
  ).toBeVisible()
})

test('a withdrawal is approved with A and Enter, then paid and settled', async ({ page }) => {
  await tellOutside('rail', { next: 'succeed' })
  const { reference, amountMinor } = await askReview()
  await signIn(page, 'manager')
  await page.goto(`${baseUrl()}/pre-transaction/request`)
  await page.getByRole('row').filter({ hasText: reference }).click()
  await expect(page.getByRole('heading', { name: reference })).toBeVisible()
  await expect(page.getByText('คุณถืออยู่').first()).toBeVisible()
  await expect(page.getByText('ผลตรวจ').first()).toBeVisible()
  await page.keyboard.press('a')
  const sheet = page.getByRole('dialog', { name: 'อนุมัติ' })
  await expect(sheet.getByRole('button', { name: `อนุมัติ ฿${baht(amountMinor)}` })).toBeEnabled()
  await page.keyboard.press('Enter')
  await stepUp(page, 'manager')
  await expect(page.getByText(`อนุมัติ ${reference} ฿${baht(amountMinor)} แล้ว`)).toBeVisible()
  await page.goto(`${baseUrl()}/pre-transaction/deposit-withdraw?tab=withdrawals`)
  await expect(queue(page).getByRole('row').filter({ hasText: reference })).toContainText('โอนแล้ว')
})

test('a withdrawal is rejected with a reason, and the money goes back', async ({ page }) => {
  const { reference, amountMinor } = await askReview()
  await page.goto(baseUrl())
  await fillSignIn(page, accountOf('manager').username, accountOf('manager').password)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.goto(`${baseUrl()}/pre-transaction/request`)
  // The proof is asked for by a dialog that was there before the sheet, and yet stands above it.
  await seeKeys(page)
  await page.getByRole('row').filter({ hasText: reference }).click()
  await expect(page.getByText('คุณถืออยู่').first()).toBeVisible()
  await page.keyboard.press('r')
  const sheet = page.getByRole('dialog', { name: 'ปฏิเสธ' })
  const reject = sheet.getByRole('button', { name: `ปฏิเสธ ฿${baht(amountMinor)}` })
  const why = sheet.getByRole('combobox', { name: /^เหตุผล/ })
  await expect(why).toBeFocused()
  // Nothing filled in: each field says what it misses, and the first of them takes the focus.
  await reject.click()
  await expect(sheet.getByText('เลือกเหตุผลที่ปฏิเสธ')).toBeVisible()
  await expect(sheet.getByText('กรอกหมายเหตุอย่างน้อย 3 ตัวอักษร')).toBeVisible()
  await expect(why).toBeFocused()
  await why.selectOption({ label: 'ลูกค้าขอยกเลิก' })
  await reject.click()
  await expect(sheet.getByLabel('หมายเหตุแอดมิน')).toBeFocused()
  await expect(why).toHaveValue('memberAsked')
  await sheet.getByLabel('หมายเหตุแอดมิน').fill('ลูกค้าโทรมาขอยกเลิก')
  await reject.click()
  await stepUp(page, 'manager')
  await expect(page.getByText(`ปฏิเสธ ${reference} แล้ว คืนเครดิต ฿${baht(amountMinor)}`)).toBeVisible()
  await page.goto(`${baseUrl()}/pre-transaction/deposit-withdraw?tab=cancelled`)
  await expect(queue(page).getByRole('row').filter({ hasText: reference })).toContainText('ปฏิเสธ')
  // Among all rows it is in no sum, and the list says so; its own tab sums it.
  const sums = page.getByLabel('ยอดรวมตามตัวกรอง')
  const note = page.getByText('ไม่นับ 1 รายการที่ยกเลิกหรือปฏิเสธ')
  const path = `${baseUrl()}/pre-transaction/deposit-withdraw?search=${reference}`
  await page.goto(path)
  await expect(note).toBeVisible()
  await expect(sums).toContainText('ถอน (0)')
  await page.goto(`${path}&tab=cancelled`)
  await expect(sums).toContainText(`ถอน (1)${baht(amountMinor)}`)
  await expect(note).toBeHidden()
})

test("yesterday's deposits: the dashboard's figure, its list and the exported file agree", async ({
  page,
}) => {
  await signIn(page, 'owner')
  await page.getByRole('button', { name: 'เมื่อวาน' }).click()
  const day = page.getByRole('region', { name: /^ยอดวันที่/ })
  await expect(page).toHaveURL(/[?&]on=\d{4}-\d{2}-\d{2}/)
  const on = new URL(page.url()).searchParams.get('on') ?? ''
  const card = day.getByRole('link', { name: /^ฝาก\s*[\d,.]/ })
  // Until yesterday's figures come, today's stand here, with today's link.
  await expect(card).toHaveAttribute('href', new RegExp(`from=${on}`))
  const amount = /[\d,]+\.\d{2}/.exec((await card.textContent()) ?? '')?.[0] ?? ''
  expect(amount).not.toBe('')
  await card.click()

  await expect(page).toHaveURL(new RegExp(`from=${on}.*to=${on}`))
  const sums = page.getByLabel('ยอดรวมตามตัวกรอง')
  await expect(sums).toContainText(amount)
  await page.getByRole('button', { name: 'ส่งออก' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'ไฟล์ CSV' }).click()
  await stepUp(page, 'owner')
  const file = await coming
  expect(file.suggestedFilename()).toBe(`deposits_${on}.csv`)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [head = [], ...rows] = text
    .slice(1)
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,)(?=,|$)/g)].map((cell) => cell[1] ?? cell[2] ?? ''),
    )
  const [reference, column] = [head.indexOf('เลขที่รายการ'), head.indexOf('จำนวนเงิน')]
  const deposits = rows.filter((row) => /^D\d{4}-\d{6}$/.test(row[reference] ?? ''))
  expect(deposits.length).toBeGreaterThan(0)
  const satang = deposits.map((row) => Math.round(Number(row[column]?.replaceAll(',', '')) * 100))
  expect(baht(satang.reduce((sum, each) => sum + each, 0))).toBe(amount)
})

test('the sandbox page sends a deposit by its own form', async ({ page }) => {
  await page.goto(process.env['KHLANG_E2E_OUTSIDE'] ?? '')
  const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.locator('form').first().getByRole('button').click()
  expect((await sent).status()).toBe(303)
})

test('the question mark lists the keys of the screen', async ({ page }) => {
  await openAs(page, 'cashier', '/pre-transaction/deposit-withdraw')
  await expect(queue(page).locator('tr[data-row]').first()).toBeVisible()
  await seeKeys(page)
})
