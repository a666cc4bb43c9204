import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import {
  askReview,
  baht,
  freshMember,
  openWithdrawal,
  paysUnasked,
  pressFor,
  seeKeys,
  stepUp,
  tellingAccount,
  type OutsideMember,
} from './kit/desk.ts'
import { accountOf, baseUrl, fillSignIn, openAs, signIn } from './kit/signed-in.ts'
import { askOutside, tellOutside } from './kit/outside.ts'
import { product } from './kit/products.ts'
import { expect, test } from './kit/watch.ts'

interface Deposited {
  member: { username: string }
  reference: string | null
  amountMinor: number
}
const queue = (page: Page) => page.getByRole('grid', { name: 'คิวฝาก-ถอน' })

test('a cashier signs in and sees a deposit arrive, credited without a hand', async ({ page }) => {
  await signIn(page, 'cashier')
  await page
    .getByRole('navigation', { name: 'เมนูหลัก' })
    .getByRole('link', { name: /^คิวฝาก-ถอน/ })
    .click()
  await page.getByRole('tab', { name: /^ทั้งหมด/ }).click()
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
  await openAs(page, 'owner', '/pre-transaction/matching')
  await expect(page.getByRole('list', { name: 'รายการไม่พบยูส' })).toBeVisible()
  const amountMinor = 6_123_400
  await paysUnasked(member.id, amountMinor)
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
  await expect(sheet).toContainText(`เติมเครดิต ${baht(amountMinor)}`)
  await sheet.getByRole('button', { name: /^จับคู่และเติม/ }).click()
  await expect(
    page.getByText(new RegExp(`เติมเครดิต ${baht(amountMinor)}.*ให้ ${member.username}.* แล้ว`)),
  ).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('money without an owner is found by hand, with a warning that nothing fits', async ({ page }) => {
  const member = await freshMember()
  await openAs(page, 'manager', '/pre-transaction/matching')
  await expect(page.getByRole('list', { name: 'รายการไม่พบยูส' })).toBeVisible()
  const amountMinor = 77_731
  await tellOutside('deposit', { accountNo: await tellingAccount(), payer: 'stranger', amountMinor })
  // What the bank took stands among the lines, and is told to be money out.
  await tellOutside('fee', { amountMinor: 1_731 })
  const fee = page.getByRole('list', { name: 'รายการไม่พบยูส' }).getByRole('listitem')
  await expect(fee.filter({ hasText: baht(1_731) })).toContainText('เงินออก')
  await page.getByRole('button', { name: new RegExp(`^\\+${baht(amountMinor)}`) }).click()
  const inHand = page.getByRole('region', { name: 'รายการที่เลือก' })
  await inHand.getByLabel('ค้นหาสมาชิกคนอื่น').fill(member.username)
  await inHand.getByRole('button', { name: `จับคู่กับ ${member.username}` }).click()
  const sheet = page.getByRole('dialog')
  const link = sheet.getByRole('button', { name: /^ขอจับคู่/ })
  await expect(link).toBeVisible()
  // Nothing speaks for the member: a second person must agree, and the sheet says so before the press.
  await expect(sheet).toContainText('ต้องให้อีกคนอนุมัติการจับคู่นี้')
  await expect(sheet).toContainText('คะแนนต่ำ')
  await expect(sheet.getByLabel(/^ทำไมจึงเป็นเงินของสมาชิกคนนี้/)).toBeVisible()
  await page.keyboard.press('Escape')
  // Of a member who is suspended the link asks for a note before it is sent, and takes no press without.
  const members = await askOutside<OutsideMember[]>('members')
  const suspended = members.find(({ state }) => state === 'suspended')?.username ?? ''
  await inHand.getByLabel('ค้นหาสมาชิกคนอื่น').fill(suspended)
  await inHand.getByRole('button', { name: `จับคู่กับ ${suspended}` }).click()
  await sheet.getByLabel('ตรวจสอบแล้วว่าเป็นเงินของสมาชิกคนนี้ แม้ถูกล็อกหรือระงับอยู่').check()
  const note = sheet.getByLabel(/^ทำไมจึงเป็นเงินของสมาชิกคนนี้/)
  await expect(note).toBeVisible()
  await link.click()
  await expect(sheet.getByText('เขียนหมายเหตุอย่างน้อย 3 ตัวอักษร')).toBeVisible()
  await expect(note).toBeFocused()
  await note.fill('เงินเข้าก่อนถูกระงับ มีสลิป')
  await link.click()
  await expect(
    page.getByText(`ส่งคำขอจับคู่ ${baht(amountMinor)} ให้ ${suspended} แล้ว รออีกคนอนุมัติ`),
  ).toBeVisible()
  // The next line is in hand by now.
  await page.getByRole('button', { name: new RegExp(`^\\+${baht(amountMinor)}`) }).click()
  await expect(inHand.getByText('คุณขอจับคู่ไว้ รออีกคนอนุมัติ')).toBeVisible()
  await inHand.getByRole('button', { name: 'ดูคำขอ' }).click()
  const asked = page.getByRole('dialog', { name: 'จับคู่รายการธนาคารด้วยมือ' })
  await expect(asked).toContainText('ทำไมต้องมีคนที่สอง')
  await expect(asked.getByRole('region', { name: 'หลักฐานการจับคู่' })).toContainText('ข้อความจากธนาคาร')
})

test('L links the line in hand, U opens the member and I sets the line aside, without a mouse', async ({
  page,
}) => {
  const member = await freshMember()
  const amountMinor = 6_231_700
  await paysUnasked(member.id, amountMinor)
  const list = `/pre-transaction/matching?amount=${amountMinor / 100}`
  await openAs(page, 'owner', list)
  const inHand = page.getByRole('region', { name: 'รายการที่เลือก' })
  const confirm = async (title: string, reason: string) => {
    const asked = page.getByRole('dialog', { name: title })
    await expect(asked.getByRole('textbox')).toBeFocused()
    await page.keyboard.insertText(reason)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(asked).toHaveCount(0)
  }
  await expect(inHand).toContainText(member.username)
  const line = new URL(page.url()).searchParams.get('line') ?? ''
  await page.keyboard.press('l')
  const sheet = page.getByRole('dialog', { name: `จับคู่ ${baht(amountMinor)} ให้ ${member.username}` })
  await expect(sheet.getByRole('textbox')).toBeFocused()
  // Enter confirms what can be read: not before the balances are there.
  await expect(sheet.getByRole('button', { name: /^จับคู่และเติม/ })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(
    page.getByText(new RegExp(`เติมเครดิต ${baht(amountMinor)} ให้ ${member.username} แล้ว`)),
  ).toBeVisible()
  await expect(page.getByText('ทุกรายการพบยูสแล้ว')).toBeVisible()

  // Settled, the line tells why people were asked, and no longer that nobody was credited.
  await page.goto(`${baseUrl()}/pre-transaction/matching?tab=handled&line=${line}`)
  await expect(inHand).toContainText('เหตุที่ระบบส่งรายการนี้ให้คนตรวจ')
  await expect(inHand).not.toContainText('ระบบไม่เติมเครดิตให้เอง')
  await inHand.getByRole('button', { name: /^ย้อน/ }).focus()
  await page.keyboard.press('Enter')
  await confirm(`ย้อนการจับคู่ ${baht(amountMinor)}`, 'ผิดคน')
  await expect(page.getByText(`ย้อนการจับคู่ ${baht(amountMinor)} แล้ว`)).toBeVisible()

  await page.goto(`${baseUrl()}${list}`)
  await expect(inHand).toContainText(member.username)
  await expect(inHand).toContainText('ระบบไม่เติมเครดิตให้เอง')
  await page.keyboard.press('u')
  await expect(page).toHaveURL(/\/member\/member-detail\//)
  await page.goBack()
  await expect(inHand).toContainText(member.username)
  await page.keyboard.press('i')
  await confirm(`พักรายการ ${baht(amountMinor)} ไว้`, 'ทดสอบระบบ')
  await expect(page.getByText(`พักรายการ ${baht(amountMinor)} แล้ว`)).toBeVisible()
  await expect(page.getByText('ทุกรายการพบยูสแล้ว')).toBeVisible()
})

test('a withdrawal is approved with A and Enter, then paid and settled', async ({ page }) => {
  await tellOutside('rail', { next: 'succeed' })
  const { reference, amountMinor } = await askReview()
  await signIn(page, 'manager')
  await page.goto(`${baseUrl()}/pre-transaction/request`)
  const open = await openWithdrawal(page, page.getByRole('row').filter({ hasText: reference }), reference)
  await expect(page.getByText('ผลตรวจ').first()).toBeVisible()
  const sheet = page.getByRole('dialog', { name: 'อนุมัติ' })
  await pressFor(page, 'a', open.getByRole('button', { name: /^อนุมัติ/ }), sheet)
  await expect(sheet.getByRole('button', { name: `อนุมัติ ฿${baht(amountMinor)}` })).toBeEnabled()
  await expect(sheet.locator(':focus')).toHaveCount(1)
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
  const open = await openWithdrawal(page, page.getByRole('row').filter({ hasText: reference }), reference)
  const sheet = page.getByRole('dialog', { name: 'ปฏิเสธ' })
  await pressFor(page, 'r', open.getByRole('button', { name: /^ปฏิเสธ/ }), sheet)
  const reject = sheet.getByRole('button', { name: `ปฏิเสธ ฿${baht(amountMinor)}` })
  const why = sheet.getByRole('combobox', { name: /^เหตุผล/ })
  await expect(why).toBeFocused()
  // Nothing filled in: each field says what it misses, and the first of them takes the focus.
  await reject.click()
  await expect(sheet.getByText('เลือกเหตุผลที่ปฏิเสธ')).toBeVisible()
  await expect(sheet.getByText('กรอกหมายเหตุอย่างน้อย 3 ตัวอักษร')).toBeVisible()
  await expect(why).toBeFocused()
  // The words to the member follow the reason until somebody writes their own.
  const words = sheet.getByLabel('เหตุผล (ลูกค้าเห็น)')
  await expect(words).toHaveValue('')
  await why.selectOption({ label: 'ยอดเทิร์นไม่ครบ' })
  await expect(words).toHaveValue(/^ยอดเทิร์นยังไม่ครบ/)
  await why.selectOption({ label: 'สงสัยทุจริต' })
  await expect(words).toHaveValue(/กรุณาติดต่อแอดมิน$/)
  await words.fill('ยกเลิกให้แล้วนะคะ')
  await why.selectOption({ label: 'ลูกค้าขอยกเลิก' })
  await expect(words).toHaveValue('ยกเลิกให้แล้วนะคะ')
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
  await page.goto(product().outside)
  const sent = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.locator('form[action="/form/deposit"]').getByRole('button').click()
  expect((await sent).status()).toBe(303)
})

test('the question mark lists the keys of the screen', async ({ page }) => {
  await openAs(page, 'cashier', '/pre-transaction/deposit-withdraw')
  await expect(queue(page).locator('tr[data-row]').first()).toBeVisible()
  await seeKeys(page)
})
