import { readFileSync } from 'node:fs'
import { askOutside, outsideFile, tellOutside } from '../kit/outside.ts'
import { accountOf, call, openAs, stepUpAs, tokenOf } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// Messages were lost: the bank's own statement fills the hole, asked for by one person, agreed to by another.

const timeZone = 'Asia/Bangkok'

interface OutsideAccount {
  readonly bank: string
  readonly accountNo: string
  readonly role: string
}
interface OwnAccount {
  readonly id: string
  readonly bank: string
  readonly role: string
}

test('a statement of the bank brings what its messages did not', async ({ page }) => {
  await stepUpAs('owner')
  const token = await tokenOf('owner')
  const { records } = await call<{ records: OwnAccount[] }>('/api/v1/payment-auto/list', undefined, token)
  const { accounts } = await askOutside<{ accounts: OutsideAccount[] }>('state')
  const ofBank = (each: OutsideAccount | OwnAccount) => each.bank === 'KBANK' && each.role === 'deposit'
  const accountNo = accounts.find(ofBank)?.accountNo ?? ''
  const id = records.find(ofBank)?.id ?? ''
  const stranger = { accountNo, payer: 'stranger' }
  await tellOutside('deposit', { ...stranger, amountMinor: 43_210, manner: 'lost' })
  await tellOutside('deposit', { ...stranger, amountMinor: 12_300 })
  const file = await outsideFile(`/statement/${accountNo}.csv`)

  await openAs(page, 'owner', `/payment-auto/transactions/${id}`)
  await page.getByRole('link', { name: 'นำเข้าไฟล์ของบัญชีนี้' }).click()
  const [choosing] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'เลือกไฟล์' }).click(),
  ])
  await choosing.setFiles({ name: 'รายการ 28-11.csv', mimeType: 'text/csv', buffer: file })
  const plan = page.getByRole('region', { name: 'สิ่งที่จะเกิดขึ้น' })
  await expect(plan).toContainText('432.10')
  await expect(page.getByRole('region', { name: 'แต่ละคอลัมน์คืออะไร' })).toContainText('เดาจากหัวตาราง')
  await plan.getByRole('button', { name: 'ขออนุมัตินำเข้า' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(/^เหตุผล/).fill('ข้อความหาย')
  await sheet.getByRole('button', { name: 'ขออนุมัตินำเข้า' }).click()
  const row = page.getByRole('row').filter({ hasText: 'รายการ 28-11.csv' })
  await expect(row).toContainText('รออนุมัติ')

  await managerAgrees(id)
  // No reload: the row is told by the live stream.
  await expect(row).toContainText('เข้าแล้ว')
  await page.getByRole('tab', { name: 'รายการเดินบัญชี' }).click()
  const line = page.getByRole('row').filter({ hasText: '432.10' }).first()
  await expect(line).toContainText('ไฟล์')
  await line.getByText('432.10').first().click()
  await expect(page.getByRole('dialog')).toContainText('รายการ 28-11.csv · แถวที่')
  await page.keyboard.press('Escape')

  // The month of the line in one choice, and what is shown as a file.
  await page.getByRole('button', { name: /^วันที่ตามธนาคาร/ }).click()
  await page.getByRole('button', { name: 'ทั้งเดือน…' }).click()
  const month = new Date().toLocaleDateString('th-TH', { month: 'long', year: 'numeric', timeZone })
  await page.getByRole('button', { name: month, exact: true }).click()
  await expect(page).toHaveURL(/[?&]from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-(?:28|29|30|31)/)
  await page.getByRole('button', { name: 'ส่งออก' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'ไฟล์ CSV' }).click()
  const saved = await coming
  expect(saved.suggestedFilename()).toMatch(/^statement-KBANK-\d{4}_\d{4}-\d{2}-01_/)
  expect(readFileSync(await saved.path(), 'utf8')).toMatch(/,เงินเข้า,432\.10,.*,ไฟล์สเตทเมนต์,/)
})

/** The manager reads the request for this account, and agrees to it. */
async function managerAgrees(accountId: string): Promise<void> {
  const token = await tokenOf('manager')
  const { records } = await call<{ records: { state: string; approvalId: string }[] }>(
    `/api/v2/payment-auto/${accountId}/statement-files`,
    undefined,
    token,
  )
  const id = records.find(({ state }) => state === 'asked')?.approvalId ?? ''
  const { documentHash } = await call<{ documentHash: string }>(
    `/api/v2/approval/get/${id}`,
    undefined,
    token,
  )
  const { password } = accountOf('manager')
  const verdict = { isApproved: true, comment: 'เทียบกับแอปธนาคารแล้ว', documentHash, password }
  await call(`/api/v1/approval/decide/${id}`, verdict, token)
}
