import { askOutside, tellOutside } from '../kit/outside.ts'
import { accountOf, openAs } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// A bank changes its words: one person teaches them, another agrees, and the next message is read.

interface Moved {
  readonly texts: readonly string[]
}

test('an unread wording is taught by one, agreed to by another, and used', async ({ page }) => {
  const { accounts } = await askOutside<{ accounts: { bank: string; accountNo: string; role: string }[] }>(
    'state',
  )
  const accountNo = accounts.find(({ bank, role }) => bank === 'SCB' && role === 'deposit')?.accountNo ?? ''
  const pays = (amountMinor: number) => tellOutside<Moved>('new-wording', { accountNo, amountMinor })
  const { texts } = await pays(41_300)

  await openAs(page, 'owner', '/pre-transaction/matching?tab=messages')
  const card = page.getByRole('listitem').filter({ hasText: texts[0] ?? 'no text' })
  await card.getByRole('button', { name: 'สอนรูปแบบนี้' }).click()
  await expect(page.getByText('เงินเข้า 413.00 บาท').first()).toBeVisible()
  // A mark that is taken off is missed at once, and comes back by two presses.
  const message = page.getByRole('group', { name: 'ข้อความจากธนาคาร' })
  await message.getByRole('button', { name: '413.00' }).click()
  await page.getByRole('button', { name: 'ไม่ใช่ข้อมูล เป็นคำตายตัว' }).click()
  await expect(page.getByText('ยังไม่ได้ทำเครื่องหมายจำนวนเงิน')).toBeVisible()
  await message.getByRole('button', { name: '413.00' }).click()
  await page.getByRole('button', { name: /^จำนวนเงิน/ }).click()
  await expect(page.getByText(/อ่านได้ 1 จาก \d+ ข้อความล่าสุด/)).toBeVisible()
  await page.getByLabel('ชื่อรูปแบบ').fill('ข้อความใหม่ของไทยพาณิชย์')
  await page.getByRole('button', { name: 'ทดลองกับข้อความทั้งหมด' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('ใช้ได้ ไม่กระทบข้อความที่อ่านได้อยู่แล้ว')).toBeVisible()
  await panel.getByRole('button', { name: 'ส่งขออนุมัติ' }).click()
  const sheet = page.getByRole('dialog').last()
  await sheet.getByLabel(/^เหตุผล/).fill('ธนาคารเปลี่ยนข้อความ')
  await sheet.getByRole('button', { name: 'ส่งขออนุมัติ' }).click()
  await expect(panel.getByText('รออนุมัติ').first()).toBeVisible()

  await openAs(page, 'manager', '/pre-transaction/matching?tab=formats')
  await page.getByRole('row').filter({ hasText: 'ข้อความใหม่ของไทยพาณิชย์' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ตรวจและตัดสิน' }).click()
  const decision = page.getByRole('dialog').last()
  await decision.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจแล้ว')
  await decision.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await decision.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await expect(page.getByText('ยังเรียนรู้ 0/20')).toBeVisible()

  await pays(41_400)
  await openAs(page, 'manager', '/pre-transaction/matching')
  await page.getByText('+414.00').first().click()
  await expect(page.getByText(/รูปแบบที่สอนซึ่งยังเรียนรู้อยู่ คนยืนยันแล้ว 0 จาก 20/)).toBeVisible()
})
