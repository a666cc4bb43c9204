import { readFileSync } from 'node:fs'
import { verifyPack } from '../../tools/verify/verify-pack.ts'
import { askOutside, tellOutside } from '../kit/outside.ts'
import { accountOf, openAs, stepUpAs } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// A day on which something differs is explained by one, signed by another, closed, and proved by its pack.

const dayMs = 86_400_000
const zoneMs = 7 * 3_600_000

test('an accountant closes a day with a difference, and a second person signs', async ({ page }) => {
  await stepUpAs('accountant')
  const on = new Date(Date.now() + zoneMs - 35 * dayMs).toISOString().slice(0, 10)
  const { accounts } = await askOutside<{ accounts: { bank: string; accountNo: string; role: string }[] }>(
    'state',
  )
  const { accountNo = '' } = accounts.find(({ bank, role }) => bank === 'SCB' && role === 'deposit') ?? {}
  // A message of that day whose balance its own amount makes impossible.
  const when = `${on.slice(8)}/${on.slice(5, 7)}@12:00`
  const text = `${when} 500.00 จากKBNK/x771234เข้าx${accountNo.slice(-6)} ใช้ได้100.00บ`
  await tellOutside('message', { accountNo, text })

  await openAs(page, 'accountant', `/reconcile?on=${on}`)
  const item = page.getByRole('listitem').filter({ hasText: 'รายการน่าสงสัย ยังไม่ตัดสิน' })
  await expect(item).toContainText('+500.00')
  await expect(page.getByRole('button', { name: 'ขอปิดวัน' })).toBeDisabled()
  await item.getByRole('button', { name: 'อธิบาย' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('สาเหตุ').selectOption('notReal')
  await sheet.getByLabel(/^คำอธิบาย/).fill('ข้อความปลอม ธนาคารไม่มีรายการนี้')
  await sheet.getByRole('button', { name: 'บันทึกคำอธิบาย' }).click()
  await expect(item).toContainText('ข้อความปลอม')
  await page.getByRole('button', { name: 'ขอปิดวัน' }).click()
  await sheet.getByRole('button', { name: 'ขอปิดวัน' }).click()
  await expect(page.getByText(/รอคนที่สองเซ็นร่วม/)).toBeVisible()

  await openAs(page, 'manager', `/reconcile?on=${on}`)
  await page.getByRole('button', { name: 'ดูคำขอ' }).click()
  await expect(sheet).toContainText('ข้อความไม่ใช่เงินจริง: ข้อความปลอม')
  // Its name leads to that day.
  const about = sheet.getByRole('link', { name: /^วันทำการ \d/ })
  await expect(about).toHaveAttribute('href', `/reconcile?on=${on}`)
  // As it was written, and under no code.
  await expect(sheet).not.toContainText('.title')
  await sheet.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจแล้ว')
  await sheet.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await sheet.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  // No reload: the screen asks again by itself.
  await expect(page.getByRole('button', { name: /ปิดแล้ว/ })).toBeVisible()

  await openAs(page, 'accountant', `/reconcile?on=${on}`)
  const files = new Map<string, Buffer>()
  const closing = page.getByRole('region', { name: 'ปิดวัน', exact: true })
  for (const name of ['PDF', 'Excel', 'ลายเซ็น']) {
    const coming = page.waitForEvent('download')
    await closing.getByRole('button', { name, exact: true }).click()
    const file = await coming
    files.set(file.suggestedFilename(), readFileSync(await file.path()))
  }
  const manifest = files.get(`khlang-day-${on}-1.json`)?.toString() ?? ''
  const fileOf = (name: string) => files.get(name) ?? null
  expect(verifyPack({ manifest, fileOf, publicKey: null, closings: null })).toEqual([])
})
