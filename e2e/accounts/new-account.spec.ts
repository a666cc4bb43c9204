import type { Page } from '@playwright/test'
import { baht, freshMember } from '../kit/desk.ts'
import { tellOutside } from '../kit/outside.ts'
import { accountOf, call, openAs, stepUpAs, tokenOf } from '../kit/signed-in.ts'
import { expect, test } from '../kit/watch.ts'

// What an operator does with a new bank account: from nothing to the first deposit credited by itself.

/** The manager reads the request that a link of the page names, and agrees to it. */
async function managerAgrees(href: string | null): Promise<void> {
  const id = /apr_[0-9a-z]+/.exec(href ?? '')?.[0] ?? ''
  const token = await tokenOf('manager')
  const { documentHash } = await call<{ documentHash: string }>(
    `/api/v2/approval/get/${id}`,
    undefined,
    token,
  )
  const { password } = accountOf('manager')
  const verdict = { isApproved: true, comment: 'ตรวจกับสมุดบัญชีแล้ว', documentHash, password }
  await call(`/api/v1/approval/decide/${id}`, verdict, token)
}

async function askForAccount(page: Page, accountNo: string): Promise<void> {
  await openAs(page, 'owner', '/payment-auto/add')
  await page.getByRole('combobox', { name: 'ธนาคาร' }).click()
  await page.getByRole('option', { name: /^GSB/ }).click()
  await page.getByLabel(/^เลขบัญชี/).fill(accountNo)
  await page.getByLabel(/^ชื่อบัญชี/).fill('บจก. คลังเพย์')
  await page.getByLabel(/^ชื่อที่ใช้เรียก/).fill(`ออมสิน ${accountNo.slice(-4)}`)
  await page.getByLabel(/^ลำดับการใช้/).fill('900')
  await page.getByLabel(/^ยอดเปิดบัญชี/).fill('1,000.00')
  await page.getByLabel(/^เหตุผล/).fill('เปิดบัญชีใหม่รับฝาก')
  await page.getByRole('button', { name: 'ส่งขออนุมัติ' }).click()
}

test('a new account, its phone and its first deposit, by two people', async ({ page }) => {
  const accountNo = `0204${String(Math.floor(1e7 + Math.random() * 8e7))}`
  const label = `ออมสิน ${accountNo.slice(-4)}`
  await stepUpAs('owner')

  await askForAccount(page, accountNo)
  const step = (name: string) => page.getByRole('region', { name })
  const asked = step('คนที่สองอนุมัติ').getByRole('link', { name: 'เปิดคำขอในหน้ารออนุมัติ' })
  await expect(asked).toBeVisible()
  await managerAgrees(await asked.getAttribute('href'))
  // The page goes on by itself.
  await expect(step('คนที่สองอนุมัติ')).toContainText('อนุมัติแล้ว บัญชีอยู่ในระบบแล้ว')
  const steps = page.url()
  await tellOutside('open-account', { bank: 'GSB', accountNo, balanceMinor: 100_000 })

  await page.goto(new URL('/device/create', steps).href)
  await page.getByLabel(/^ชื่อเครื่อง/).fill(`มือถือ ${accountNo.slice(-4)}`)
  await page.getByRole('button', { name: 'เพิ่มเครื่อง' }).click()
  await page.getByRole('button', { name: 'สร้างรหัสจับคู่' }).click()
  const text = await page.getByText(/\/auto\/v1\/device\/pair#[A-Z2-7]{32}/).textContent()
  const paired = await tellOutside<{ fingerprint: string }>('pair-phone', { text, accountNo })
  await expect(step('จับคู่กับมือถือ')).toContainText(paired.fingerprint)
  const accounts = step('บัญชีและผู้ส่ง')
  await accounts.getByRole('checkbox', { name: new RegExp(label) }).check()
  const names = accounts.getByRole('group', { name: 'ชื่อผู้ส่งที่รู้จัก' })
  await names.getByRole('checkbox', { name: /GSB/ }).check()
  const trust = step('ขอให้คนที่สองอนุมัติ')
  await trust.getByLabel(/^เหตุผล/).fill('มือถือของบัญชีออมสิน')
  await page.getByRole('button', { name: 'ขออนุมัติเครื่องนี้' }).click()
  const request = trust.getByRole('link', { name: 'ดูคำขออนุมัติ' })
  // By the answer to the asking: the live stream may tell of it a moment earlier.
  await expect(request).toHaveAttribute('href', /apr_/)
  await managerAgrees(await request.getAttribute('href'))
  await expect(trust).toContainText('ระบบรับข้อความจากเครื่องนี้แล้ว')

  await page.goto(steps)
  await expect(step('ข้อความแรก')).toContainText('กำลังรอข้อความจากธนาคาร')
  await tellOutside('deposit', { accountNo, payer: 'stranger', amountMinor: 100 })
  await expect(step('เปิดใช้')).toContainText('ข้อความมาถึงแล้ว เปิดใช้ได้เลย')
  await step('เปิดใช้').getByRole('button', { name: 'เปิดใช้บัญชี' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel(/^เหตุผล/).fill('ทดสอบ 1.00 บาทแล้ว')
  await sheet.getByRole('button', { name: 'เปิดใช้', exact: true }).click()
  await expect(step('เปิดใช้')).toContainText('สมาชิกจะเห็นบัญชีนี้ต่อเมื่อ')

  const member = await freshMember()
  await page.goto(new URL('/pre-transaction/deposit-withdraw?tab=deposits', steps).href)
  await expect(page.getByText('เรียลไทม์')).toBeVisible()
  await tellOutside('deposit', { accountNo, member: member.id, payer: 'self', amountMinor: 41_275 })
  const row = page
    .getByRole('grid', { name: 'คิวฝาก-ถอน' })
    .getByRole('row')
    .filter({ hasText: baht(41_275) })
    .filter({ hasText: member.username })
  await expect(row).toContainText('เติมแล้ว')
  await expect(row).toContainText('ออโต้')
})
