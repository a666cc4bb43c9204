import { tellingAccount } from '../kit/desk.ts'
import { tellOutside } from '../kit/outside.ts'
import { accountOf, openAs, stepUpAs } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// A day of one account beside our records: what is planted is found, and one difference is signed by two.

test('three planted differences are found, and one is signed by two people', async ({ page }) => {
  const accountNo = await tellingAccount()
  // Two deposits of nobody we know, and what the bank took.
  for (const amountMinor of [91_371, 91_373])
    await tellOutside('deposit', { accountNo, payer: 'stranger', amountMinor })
  await tellOutside('fee', { accountNo, amountMinor: 1_913 })
  await stepUpAs('owner')
  await openAs(page, 'owner', '/pre-transaction/reconcile-withdraw')
  await page.getByRole('combobox', { name: 'บัญชีของเรา' }).click()
  await page.getByRole('option', { name: /SCB ฝาก/ }).click()
  await expect(page.getByRole('row').filter({ hasText: '19.13' })).toContainText('ไม่มีรายการของเรา')

  await openAs(page, 'owner', '/pre-transaction/reconcile-deposit')
  await page.getByRole('combobox', { name: 'บัญชีของเรา' }).click()
  await page.getByRole('option', { name: /SCB ฝาก/ }).click()
  await page.getByRole('button', { name: /^ไม่มีรายการของเรา/ }).click()
  const rowOf = (amount: string) => page.getByRole('row').filter({ hasText: amount })
  await expect(rowOf('913.73')).toContainText('ไม่มีรายการของเรา')
  await rowOf('913.71').getByText('913.71').click()
  const panel = page.getByRole('dialog')
  // What the bank wrote stands beside it.
  await expect(panel).toContainText('913.71')
  const owner = panel.getByRole('link', { name: 'หาเจ้าของเงิน' })
  await expect(owner).toHaveAttribute('href', /\/pre-transaction\/matching\?line=stl_\w+&amount=913\.71$/)
  await panel.getByRole('button', { name: 'เซ็นรับผลต่าง' }).click()
  const sheet = page.getByRole('dialog', { name: /^เซ็นรับผลต่าง/ })
  await expect(sheet).toContainText('ต้องมีคนที่สองเซ็นด้วย')
  await sheet.getByLabel(/^เหตุผล/).fill('เจ้าของโอนเติมทุน')
  await sheet.getByRole('button', { name: 'เซ็นรับผลต่าง' }).click()
  await expect(page.getByText('ส่งคำขอแล้ว รอคนที่สอง').first()).toBeVisible()
  const address = page.url()

  await openAs(page, 'manager', new URL(address).pathname + new URL(address).search)
  await page.getByRole('dialog').getByRole('button', { name: 'ดูคำขอ' }).click()
  const request = page.getByRole('dialog').filter({ hasText: 'ความเห็นของผู้อนุมัติ' })
  await request.getByLabel('ความเห็นของผู้อนุมัติ').fill('เห็นสลิปเจ้าของแล้ว')
  await request.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await request.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await expect(page.getByRole('button', { name: /^เซ็นรับแล้ว/ })).toBeVisible()
})
