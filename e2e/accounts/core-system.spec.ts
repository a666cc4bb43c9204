import { accountOf, call, openAs, stepUpAs, tokenOf } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// What the whole system decides by is changed by two people, and switched off by one.

interface Role {
  readonly roleName: string
  readonly description: string
  readonly isAdmin: boolean
  readonly permission: Readonly<Record<string, Readonly<Record<string, boolean>>>>
  readonly abilities: object
  readonly version: number
}

/** What the owner alone may do takes nobody else: first somebody must be let in on it. */
async function letManagersChange(isUpdate: boolean): Promise<void> {
  const owner = await tokenOf('owner')
  const roles = await call<{ _id: string; roleName: string }[]>('/api/v1/role/list', {}, owner)
  const id = roles.find(({ roleName }) => roleName === 'Manager')?.['_id'] ?? ''
  const { roleName, description, isAdmin, permission, abilities, version } = await call<Role>(
    `/api/v2/role/get/${id}`,
    undefined,
    owner,
  )
  const of = permission['websiteConfigAndCoreSystem']
  const wanted = { ...permission, websiteConfigAndCoreSystem: { ...of, isUpdate } }
  const role = { roleName, description, isAdmin, permission: wanted, abilities }
  await call(`/api/v1/role/update/${id}`, { ...role, version, reason: 'ช่วยดูค่าของระบบ' }, owner)
}
test.afterAll(() => letManagersChange(false))

test('the limit of automatic approval is changed by two people', async ({ page }) => {
  await stepUpAs('owner')
  await letManagersChange(true)
  await openAs(page, 'owner', '/website/core-system')
  const limit = page.getByRole('textbox', { name: 'อนุมัติถอนอัตโนมัติได้ไม่เกิน' })
  await expect(limit).toHaveValue('5,000.00')
  await limit.fill('3000')
  await expect(page.getByText('เดิม 5,000.00 ฿')).toBeVisible()
  await page.getByRole('button', { name: 'ตรวจและขออนุมัติ' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('row', { name: /5,000\.00 ฿ 3,000\.00 ฿/ })).toBeVisible()
  // The trial has answered: it says what would have been, or that it cannot know.
  await expect(sheet.getByRole('heading', { name: 'ถอน', exact: true })).toBeVisible()
  await sheet.getByLabel(/^เหตุผลที่เปลี่ยน/).fill('ช่วงวันหยุดมีคนดูน้อย')
  await sheet.getByRole('button', { name: 'ขออนุมัติ', exact: true }).click()
  const waiting = page.getByRole('region', { name: 'รอคนที่สองอนุมัติ' })
  await expect(waiting).toContainText('ช่วงวันหยุดมีคนดูน้อย')
  await expect(limit).toHaveValue('5,000.00')

  await openAs(page, 'manager', '/website/core-system')
  await waiting.getByRole('button', { name: 'ดูคำขอ' }).click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('อนุมัติถอนอัตโนมัติได้ไม่เกิน')
  await panel.getByLabel('ความเห็นของผู้อนุมัติ').fill('ตรวจผลลองแล้ว')
  await panel.getByLabel(/^รหัสผ่านของคุณ/).fill(accountOf('manager').password)
  await panel.getByRole('button', { name: 'อนุมัติ', exact: true }).click()
  // No reload: the screen asks again by itself.
  await expect(limit).toHaveValue('3,000.00')
  await page.getByRole('tab', { name: 'ประวัติ' }).click()
  await expect(page.getByRole('row', { name: /ใช้อยู่/ })).toContainText('5,000.00 ฿ → 3,000.00 ฿')
})
