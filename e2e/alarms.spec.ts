import { openAs } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

test('an alarm is acknowledged with a reason, leaves the dashboard, and no second press is needed', async ({
  page,
}) => {
  await openAs(page, 'cashier', '/dashboard')
  const panel = page.getByRole('region', { name: 'เรื่องที่ต้องดู' })
  const acts = panel.getByRole('button', { name: 'รับทราบ: ยอดธนาคารขัดกัน' })
  await expect(acts.first()).toBeVisible()
  const before = await acts.count()
  await expect(panel.getByRole('link', { name: 'ดูรายการเดินบัญชี' }).first()).toHaveAttribute(
    'href',
    /\/pre-transaction\/matching\?line=/,
  )

  await acts.first().click()
  const sheet = page.getByRole('dialog', { name: 'ยอดธนาคารขัดกัน' })
  await sheet.getByRole('button', { name: 'รับทราบ' }).click()
  await expect(sheet.getByText('ใส่เหตุผล')).toBeVisible()
  const sent = page.waitForRequest('**/dashboard/acknowledge-alarm')
  await sheet.getByLabel(/^ตรวจแล้วพบอะไร/).fill('โทรถามธนาคารแล้ว เป็นข้อความซ้ำ')
  await sheet.getByRole('button', { name: 'รับทราบ' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ reason: 'โทรถามธนาคารแล้ว เป็นข้อความซ้ำ' })
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'รับทราบแล้ว' })).toBeVisible()
  await expect(acts).toHaveCount(before - 1)
})

test('who may only read sees the alarms and why there is nothing to press', async ({ page }) => {
  await openAs(page, 'auditor', '/dashboard')
  const panel = page.getByRole('region', { name: 'เรื่องที่ต้องดู' })
  await expect(panel.getByText('ยอดธนาคารขัดกัน').first()).toBeVisible()
  await expect(panel.getByText(/บัญชีนี้ดูได้อย่างเดียว/)).toBeVisible()
  // What other tests of this product did may have brought more of them than are shown at first.
  const whole = panel.getByRole('button', { expanded: false })
  if (await whole.isVisible()) await whole.click()
  await expect(panel.getByRole('button').and(page.locator(':not([aria-expanded])'))).toHaveCount(0)
})
