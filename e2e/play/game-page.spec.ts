import { cashOf, holdsAtLeast } from '../kit/credits.ts'
import { freshMember } from '../kit/desk.ts'
import { tellOutside } from '../kit/outside.ts'
import { product } from '../kit/products.ts'
import { openAs } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

test('a round is played on the sandbox’s game page and is in the bet report', async ({ page }) => {
  const member = await freshMember()
  const before = await cashOf(member.id)
  await tellOutside('deposit', { member: member.id, hasRequest: true, payer: 'self', amountMinor: 50_000 })
  await holdsAtLeast(member.id, before + 50_000)
  const held = await cashOf(member.id)

  await page.goto(product().outside)
  const form = page.locator('form[action="/form/play"]')
  await form.getByLabel('สมาชิก').selectOption(member.id)
  await form.getByLabel('เกม').selectOption({ label: 'เสือทองคำ' })
  await form.getByRole('button', { name: 'เข้าเกม' }).click()
  await expect(page.getByRole('heading', { name: 'เสือทองคำ' })).toBeVisible()
  await expect(page.locator('.credit')).toContainText(
    (held / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
  )
  await page.getByText('20', { exact: true }).click()
  await page.getByRole('button', { name: 'หมุน' }).click()
  const link = page.getByRole('link', { name: 'ดูในรายการเดิมพัน' })
  await expect(link).toBeVisible()
  const report = new URL((await link.getAttribute('href')) ?? '')

  await openAs(page, 'owner', report.pathname + report.search)
  const row = page.getByRole('row').filter({ hasText: member.username })
  await expect(row).toContainText('เสือทองคำ')
  await expect(row).toContainText('20.00')
})
