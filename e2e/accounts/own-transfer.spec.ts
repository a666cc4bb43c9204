import { askOutside, tellOutside } from '../kit/outside.ts'
import { accountOf, openAs, stepUpAs } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// Money moves between two of our accounts: one asks, another agrees, and both banks' messages prove it.

interface OutsideAccount {
  readonly bank: string
  readonly accountNo: string
  readonly role: string
}

test('200,000 is moved by two people, and closed by the messages of both banks', async ({ page }) => {
  await stepUpAs('owner')
  await openAs(page, 'owner', '/payment-auto/transfer')
  const choose = async (end: string, label: string) => {
    await page.getByRole('combobox', { name: end }).click()
    await page.getByRole('option', { name: new RegExp(label) }).click()
  }
  await choose('จากบัญชี', 'SCB ฝาก')
  await choose('เข้าบัญชี', 'TTB ฝาก')
  await page.getByLabel(/^จำนวนเงิน/).fill('200,000.00')
  // What the bank will ask for is said before it does.
  await expect(page.getByText('แอปธนาคารจะให้เจ้าของบัญชีสแกนใบหน้า')).toBeVisible()
  await page.getByLabel(/^เหตุผล/).fill('รวมเงินก่อนสิ้นวัน')
  await page.getByRole('button', { name: 'ส่งขออนุมัติ' }).click()
  const said = page.getByText(/ส่งคำขอ T\d{4}-\d{6} จำนวน/).first()
  await expect(said).toBeVisible()
  const reference = /T\d{4}-\d{6}/.exec((await said.textContent()) ?? '')?.[0] ?? ''

  await openAs(page, 'manager', '/payment-auto/approve-transfer')
  const row = page.getByRole('row').filter({ hasText: reference })
  await row.getByText(reference).click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('200,000.00')
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจยอดแล้ว')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await panel.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await page.getByRole('tab', { name: 'ทั้งหมด' }).click()
  await expect(row).toContainText('รอธนาคาร')

  const { accounts } = await askOutside<{ accounts: OutsideAccount[] }>('state')
  const numberOf = (bank: string) =>
    accounts.find((each) => each.bank === bank && each.role === 'deposit')?.accountNo ?? ''
  const wish = { from: numberOf('SCB'), to: numberOf('TTB'), amountMinor: 20_000_000 }
  await tellOutside('own-transfer', wish)
  // No reload: the row is told by the live stream.
  await expect(row).toContainText('สำเร็จ')
})
