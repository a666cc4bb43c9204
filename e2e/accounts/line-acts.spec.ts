import type { Page } from '@playwright/test'
import { baht, freshMember, paysUnasked } from '../kit/desk.ts'
import { askOutside, outsideFile, tellOutside } from '../kit/outside.ts'
import { accountOf, call, openAs, stepUpAs, tokenOf } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// What a bank's word is taken for: a slip that fills a form in, two lines of one movement, and an account
// that pays out again.

/** The second person reads a request of this kind and agrees to it. */
async function agree(page: Page, role: string, kind: string): Promise<void> {
  await openAs(page, role, '/setting?tab=approvals')
  const waiting = page.getByRole('grid', { name: 'รอฉันตัดสิน' }).getByRole('row')
  await waiting.filter({ hasText: kind }).first().click()
  const panel = page.getByRole('dialog', { name: kind })
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจแล้วตรงกัน')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf(role).password)
  await panel.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await expect(panel).toHaveCount(0)
}

test('a slip that is dropped fills in what the bank says of it, and what speaks against it', async ({
  page,
}) => {
  const { id } = await freshMember()
  // Of a bank that tells a slip service at once.
  let payer = await freshMember()
  while (payer.bank === 'BBL') payer = await freshMember()
  const amountMinor = 41_375
  await paysUnasked(payer.id, amountMinor)
  const { slips } = await askOutside<{ slips: { transRef: string; amountMinor: number }[] }>('state')
  const slip = slips.find((each) => each.amountMinor === amountMinor)
  const picture = await outsideFile(`/slip/${slip?.transRef}.png`)

  await openAs(page, 'cashier', `/pre-transaction/pre-deposit/${id}`)
  const field = page.getByLabel('สลิปของสมาชิก')
  await expect(field).toBeAttached()
  const dropped = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const files = new DataTransfer()
    files.items.add(new File([bytes], 'slip.png', { type: 'image/png' }))
    return files
  }, picture.toString('base64'))
  await field.locator('..').dispatchEvent('drop', { dataTransfer: dropped })
  const card = page.getByRole('region', { name: 'สลิป' })
  await expect(card.getByText('ธนาคารยืนยัน')).toBeVisible()
  await expect(card).toContainText(baht(amountMinor))
  await expect(card).toContainText('ผู้โอนไม่ใช่บัญชีของสมาชิกคนนี้')
  await expect(page.getByLabel(/^จำนวนเงิน/)).toHaveValue(baht(amountMinor))
  await expect(page.getByLabel(/^เข้าบัญชีไหนของเรา/)).not.toHaveValue('')
  await expect(page.getByLabel(/^เวลา/)).toHaveValue(/^\d\d:\d\d/)
})

test('two lines of one movement become one when a second person agrees', async ({ page }) => {
  const amountMinor = 6_512_300
  const { accounts } = await askOutside<{ accounts: { bank: string; accountNo: string }[] }>('state')
  const accountNo = accounts.find(({ bank }) => bank === 'TMW')?.accountNo
  const text = `คุณได้รับเงิน ${baht(amountMinor)} บาท จาก 089-xxx-1234`
  for (let told = 0; told < 2; told += 1) await tellOutside('message', { accountNo, source: 'push', text })
  const token = await tokenOf('manager')
  const lines = async () =>
    (
      await call<{ records: { state: string; amountMinor: number }[] }>(
        `/api/v2/pre-transaction/lines?amountMinor=${amountMinor}`,
        undefined,
        token,
      )
    ).records.length
  await expect.poll(lines).toBe(2)
  await stepUpAs('manager')
  await openAs(page, 'manager', `/pre-transaction/matching?amount=${amountMinor / 100}`)
  const inHand = page.getByRole('region', { name: 'รายการที่เลือก' })
  await inHand.getByRole('button', { name: 'อื่น ๆ' }).click()
  await page.getByRole('menuitem', { name: /^เป็นรายการเดียวกับอีกรายการ/ }).click()
  const sheet = page.getByRole('dialog', { name: `${baht(amountMinor)} นี้เป็นรายการเดียวกับรายการใด` })
  await sheet.getByRole('radio').check()
  await expect(sheet.getByText('รายการนี้ (จบ)')).toBeVisible()
  await sheet.getByLabel(/^เหตุผลที่เป็นเงินก้อนเดียวกัน/).fill('แอปแจ้งเงินก้อนเดียวสองครั้ง')
  await sheet.getByRole('button', { name: `ขอรวมรายการ ${baht(amountMinor)}` }).click()
  await expect(sheet).toHaveCount(0)
  expect(await lines()).toBe(2)
  await agree(page, 'owner', 'รวมรายการซ้ำ')
  await expect.poll(lines).toBe(1)
})

test('an account stops paying out at once, and pays again when a second person agrees', async ({
  page,
}) => {
  const label = 'KTB พักเงิน'
  const token = await tokenOf('owner')
  const paysOut = async () =>
    (
      await call<{ records: { label: string; paysOut: boolean }[] }>(
        '/api/v1/payment-auto/list',
        undefined,
        token,
      )
    ).records.find((account) => account.label === label)?.paysOut
  await stepUpAs('manager')
  await openAs(page, 'manager', '/payment-auto/list')
  const press = async (act: string, title: string, submit: string) => {
    await page.getByRole('button', { name: `${act}ของ ${label}` }).click()
    const sheet = page.getByRole('dialog', { name: title })
    await sheet.getByRole('textbox').fill('ตรวจสอบบัญชีกับธนาคาร')
    await sheet.getByRole('button', { name: submit }).click()
    await expect(sheet).toHaveCount(0)
  }
  await press('ปิดสวิตช์โอนออก', `ปิดโอนออกของ ${label}`, 'ปิดสวิตช์')
  await expect.poll(paysOut).toBe(false)
  await press('เปิดสวิตช์โอนออก', `ขอเปิดโอนออกของ ${label}`, 'ขอเปิดสวิตช์')
  await expect(page.getByText(`ขอแล้ว ${label} ยังไม่โอนออกจนกว่าคนที่สองอนุมัติ`)).toBeVisible()
  expect(await paysOut()).toBe(false)
  await agree(page, 'owner', 'เปิดโอนออกจากบัญชี')
  await expect.poll(paysOut).toBe(true)
})
