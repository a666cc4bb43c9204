import { baht, freshMember, tellingAccount } from '../kit/desk.ts'
import { askOutside, tellOutside } from '../kit/outside.ts'
import { accountOf, openAs, stepUpAs } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// A member pays a QR code of a gateway; later the gateway pays our bank account, and two people say so.

test('a QR order is paid, and what the gateway owes of it is settled by two people', async ({ page }) => {
  const member = await freshMember()
  const amountMinor = 4_321_775
  // Eight of a thousand are the gateway's.
  const netMinor = amountMinor - 34_575
  const order = await tellOutside<{ id: string }>('order', { member: member.id, amountMinor })
  await tellOutside('pay-order', { order: order.id })

  await stepUpAs('owner')
  await openAs(page, 'owner', '/payment-gateway/list')
  const card = page.getByRole('article', { name: 'Sandbox Pay' })
  await expect(card).toContainText(baht(netMinor))

  const accountNo = await tellingAccount()
  await tellOutside('deposit', { accountNo, payer: 'stranger', amountMinor: netMinor })
  await openAs(page, 'owner', `/pre-transaction/matching?amount=${netMinor / 100}`)
  const inHand = page.getByRole('region', { name: 'รายการที่เลือก' })
  await inHand.getByRole('button', { name: 'อื่น ๆ' }).click()
  await page.getByRole('menuitem', { name: /^เกตเวย์โอนยอดเข้าบัญชี/ }).click()
  const sheet = page.getByRole('dialog', { name: `${baht(netMinor)} เป็นยอดที่เกตเวย์โอนเข้าบัญชี` })
  await sheet.getByRole('radio', { name: 'Sandbox Pay' }).check()
  const figures = sheet.getByRole('region', { name: 'Sandbox Pay' })
  await expect(figures).toContainText(baht(netMinor))
  await sheet.getByLabel(/^เหตุผลที่เป็นเงินของเกตเวย์นี้/).fill('ตรงกับรายงานของเกตเวย์')
  await sheet.getByRole('button', { name: `ขอตัดยอด ${baht(netMinor)}` }).click()
  await expect(page.getByText(`ขอตัดยอด ${baht(netMinor)} แล้ว รอคนที่สองอนุมัติ`)).toBeVisible()

  await openAs(page, 'manager', `/pre-transaction/matching?amount=${netMinor / 100}`)
  await expect(inHand.getByText(/ขอตัดยอดกับเกตเวย์$/)).toBeVisible()
  await inHand.getByRole('button', { name: 'ดูคำขอ' }).click()
  const panel = page.getByRole('dialog', { name: 'เกตเวย์โอนยอดเข้าบัญชี' })
  await expect(panel).toContainText('Sandbox Pay')
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจกับรายงานแล้ว')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await panel.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await expect(panel).toHaveCount(0)

  await openAs(page, 'owner', '/payment-gateway/list')
  await expect(card).not.toContainText(baht(netMinor))
  await card.getByRole('link', { name: 'ยอดโอนเข้า Sandbox Pay' }).click()
  const row = page.getByRole('row').filter({ hasText: baht(netMinor) })
  await expect(row).toContainText('ตัดยอดแล้ว')
  await row.getByRole('link', { name: 'Sandbox Pay' }).click()
  const settled = inHand.getByRole('region', { name: 'Sandbox Pay โอนยอดเข้าบัญชี' })
  await expect(settled).toContainText('ตัดยอดแล้ว')
  await expect(settled.getByRole('button', { name: 'ยกเลิกการตัดยอด' })).toBeVisible()
  const { gateway } = await askOutside<{ gateway: { orders: { id: string; state: string }[] } }>('state')
  expect(gateway.orders.find(({ id }) => id === order.id)?.state).toBe('paid')
})
