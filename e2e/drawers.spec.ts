import type { Page } from '@playwright/test'
import { freshMember } from './kit/desk.ts'
import { accountOf, baseUrl, call, openAs, stepUpAs, tokenOf } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

interface Row {
  id: string
  kind: string
  amountMinor: number
  reference: string
}
const statementOf = async (memberId: string): Promise<Row[]> => {
  const path = `/api/v2/credit-transaction/list?memberId=${memberId}`
  return (await call<{ records: Row[] }>(path, undefined, await tokenOf('owner'))).records
}
const cashOf = async (memberId: string): Promise<number> => {
  const at = encodeURIComponent(new Date().toISOString())
  const path = `/api/v2/credit-transaction/balance-at?memberId=${memberId}&at=${at}`
  return (await call<{ cashMinor: number }>(path, undefined, await tokenOf('owner'))).cashMinor
}
/** Ids as machines write them, and what was never meant to be read. */
const raw =
  /\{"|\[\{|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/

test('a credit by hand goes back from the ledger’s drawer, by two, and the wallet is as it was', async ({
  page,
}) => {
  const member = await freshMember()
  const before = await cashOf(member.id)
  await stepUpAs('cashier')
  const given = { memberId: member.id, amountMinor: 61_300, kind: 'goodwill', reasonCode: 'compensation' }
  const path = '/api/v1/pre-transaction/create-deposit'
  await call(path, { ...given, remarkStaff: 'ชดเชยผิดคน' }, await tokenOf('cashier'))
  expect(await cashOf(member.id)).toBe(before + 61_300)
  const [credit] = await statementOf(member.id)

  await openAs(page, 'cashier', `/credit-transaction?memberId=${member.id}&entry=${credit?.id ?? ''}`)
  const drawer = page.getByRole('dialog', { name: 'เติมเครดิต' })
  await expect(drawer).toContainText(credit?.reference ?? '')
  expect(await drawer.innerText()).not.toMatch(raw)
  await drawer.getByRole('button', { name: 'ย้อนรายการ' }).click()
  const sheet = page.getByRole('dialog', { name: 'ขอย้อนเครดิต 613.00' })
  await expect(sheet).toContainText('ผู้อนุมัติได้')
  await expect(sheet).toContainText('ปรับเครดิต')
  await sheet.getByLabel('ทำไมจึงต้องย้อน').fill('เติมผิดคน')
  await sheet.getByRole('button', { name: 'ส่งคำขอย้อน 613.00' }).click()
  await expect(page.getByText('ส่งคำขอย้อน 613.00 แล้ว รออีกคนอนุมัติ')).toBeVisible()
  expect(await cashOf(member.id)).toBe(before + 61_300)

  await openAs(page, 'manager', '/setting?tab=approvals')
  const row = page.getByRole('row').filter({ hasText: 'ย้อนเครดิตที่เติมด้วยมือ' })
  await row.filter({ hasText: member.username }).getByText('ย้อนเครดิตที่เติมด้วยมือ').click()
  const panel = page.getByRole('dialog', { name: 'ย้อนเครดิตที่เติมด้วยมือ' })
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจแล้ว ผิดคนจริง')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await panel.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  await expect(panel).toHaveCount(0)
  expect(await cashOf(member.id)).toBe(before)

  await openAs(page, 'cashier', `/credit-transaction?memberId=${member.id}&entry=${credit?.id ?? ''}`)
  await expect(drawer.getByRole('button', { name: 'ย้อนรายการ' })).toHaveCount(0)
  // By kind, what was given stands in and what went back stands out.
  const byKind = page.getByLabel('ยอดรวมตามตัวกรอง').locator('li')
  await expect(byKind.filter({ hasText: '+613.00' })).toHaveCount(1)
  await expect(byKind.filter({ hasText: '-613.00' })).toHaveCount(1)
  await drawer.getByRole('button', { name: 'ดูรายการนั้น' }).click()
  await expect(page.getByRole('dialog', { name: 'ย้อนรายการ' })).toContainText('ย้อนคืนของ')
})

test('a credited deposit’s drawer offers to take it back, with balances and who may agree', async ({
  page,
}) => {
  await stepUpAs('cashier')
  const path = '/api/v2/pre-transaction/queue?tab=done&size=50'
  const { records } = await call<{ records: { id: string; takeBack: { lineId: string } | null }[] }>(
    path,
    undefined,
    await tokenOf('owner'),
  )
  const deposit = records.find(({ takeBack }) => takeBack !== null)
  await openAs(page, 'cashier', `/pre-transaction/deposit-withdraw?open=${deposit?.id ?? ''}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'ย้อนรายการ' }).click()
  const sheet = page.getByRole('dialog', { name: /^ขอยกเลิกการจับคู่/ })
  await expect(sheet).toContainText('เครดิตสมาชิก')
  await expect(sheet).toContainText('ผู้อนุมัติได้')
})

test('a row opens by one press, by two, and again while a word of it is still marked', async ({ page }) => {
  await openAs(page, 'owner', '/pre-transaction/deposit-withdraw?tab=done')
  const row = page.getByRole('grid', { name: 'คิวฝาก-ถอน' }).locator('tr[data-row]').nth(2)
  const word = row.getByText(/^(ฝาก|ถอน)$/)
  const drawer = page.getByRole('dialog')
  const marked = () => page.evaluate(() => document.getSelection()?.toString().trim() ?? '')
  const shut = async () => {
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
  }
  await word.dblclick()
  await expect(drawer).toBeVisible()
  await shut()
  expect(await marked()).not.toBe('')
  await word.click()
  await expect(drawer).toBeVisible()
  await shut()
  await word.dblclick()
  await expect(drawer).toBeVisible()
  await shut()
  // Whoever marks text with the mouse reads on in the list.
  const place = (await row.getByText(/^[DW]\d{4}-/).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(place.x + 1, place.y + place.height / 2)
  await page.mouse.down()
  await page.mouse.move(place.x + place.width, place.y + place.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await marked()).not.toBe('')
  await expect(drawer).toHaveCount(0)
})

/** The newest row of each kind of act there is. */
async function actsOf(page: Page): Promise<{ seq: number; action: string }[]> {
  const token = await tokenOf('owner')
  const { records } = await call<{ records: { seq: number; action: string }[] }>(
    '/api/v2/activity/list?size=100',
    undefined,
    token,
  )
  await page.waitForLoadState()
  return records
}

test('no drawer of the log shows what only machines read', async ({ page }) => {
  await openAs(page, 'owner', '/activity-logs?size=100')
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const seen = new Set<string>()
  for (const { seq, action } of await actsOf(page)) {
    if (seen.has(action)) continue
    seen.add(action)
    await page.goto(`${baseUrl()}/activity-logs?size=100&actions=${action}&entry=${seq}`)
    const panel = page.getByRole('dialog')
    if (!(await panel.isVisible())) await expect(panel).toBeVisible()
    expect(await panel.innerText(), action).not.toMatch(raw)
  }
  expect(seen.size).toBeGreaterThan(3)
})
