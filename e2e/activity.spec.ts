import type { Page } from '@playwright/test'
import { askOutside } from './kit/outside.ts'
import { openAs } from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

interface OutsideMember {
  id: string
  username: string
  state: string
  bank: string
}

/** A member to suspend: with a wallet for an account, because no other journey takes one of those. */
async function memberToSuspend(): Promise<OutsideMember> {
  const members = await askOutside<OutsideMember[]>('members')
  const member = members.find(({ state, bank }) => state === 'active' && bank === 'TMW')
  if (!member) throw new Error('The sandbox has no member for this journey')
  return member
}

const listCall = '**/api/v2/activity/list*'
const rowsOf = (page: Page) => page.getByRole('grid').getByRole('row')
const retry = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'ลองใหม่' })

/** What people do shows once it is sealed, a second or two later, and when somebody asks for it. */
async function loadUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'โหลดรายการล่าสุด' }).click()
      return isThere()
    })
    .toBe(true)
}

test('what was done on another screen is in the log, with what it changed', async ({ page }) => {
  const member = await memberToSuspend()
  await openAs(page, 'owner', '/employee/admin-log')
  await expect(page.getByText(/ล็อกกันแก้แล้วถึงลำดับที่ \d/)).toBeVisible()

  await page.goto(
    page.url().replace('/employee/admin-log', `/member/member-management?search=${member.username}`),
  )
  await page.getByRole('button', { name: `ทำรายการกับ ${member.username}` }).click()
  await page.getByRole('menuitem', { name: 'ระงับ' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('เหตุผล').fill('ชื่อบัญชีไม่ตรงกับสมาชิก')
  await sheet.getByRole('button', { name: /^ระงับ/ }).click()
  await expect(page.getByText(/^ระงับ .+ แล้ว$/)).toBeVisible()

  await page.getByRole('link', { name: 'บันทึกแอดมิน', exact: true }).click()
  const row = rowsOf(page).filter({ hasText: 'เปลี่ยนสถานะสมาชิก' }).filter({ hasText: member.username })
  await loadUntil(page, () => row.isVisible())
  await expect(row).toContainText('owner')
  await expect(row).toContainText('สถานะ: ปกติ → ระงับ')

  await row.getByText('เปลี่ยนสถานะสมาชิก').dblclick()
  const panel = page.getByRole('dialog', { name: 'เปลี่ยนสถานะสมาชิก' })
  await expect(panel).toContainText('ชื่อบัญชีไม่ตรงกับสมาชิก')
  const changes = panel.getByRole('table', { name: 'สิ่งที่เปลี่ยน' })
  await expect(changes.getByRole('row', { name: 'สถานะ ปกติ ระงับ' })).toBeVisible()
  await expect(panel.getByRole('button', { name: /^คัดลอก req_/ })).toBeVisible()

  await panel.getByRole('button', { name: 'ดูทุกกิจกรรมของเรื่องนี้' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`entityId=${member.id}`))
  for (const each of await rowsOf(page).filter({ hasText: 'สมาชิก' }).all())
    await expect(each).toContainText(member.username)
  await page.getByRole('link', { name: member.username, exact: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`/member/member-detail/${member.id}$`))
})

test('filters are in the address and say what they hold', async ({ page }) => {
  await openAs(page, 'owner', '/activity-logs?actions=login&results=done')
  await expect(rowsOf(page).nth(1)).toContainText('เข้าสู่ระบบ')
  const chips = page.getByRole('list', { name: 'ตัวกรองที่ใช้' })
  await expect(chips).toContainText('เข้าสู่ระบบ')
  await page.getByLabel('ประเภทเรื่อง').click()
  await page.getByRole('option', { name: 'สมาชิก' }).click()
  await expect(page).toHaveURL(/entities=member/)
  await expect(page.getByText('ไม่มีกิจกรรมตามตัวกรองนี้')).toBeVisible()
  await page.getByRole('button', { name: 'ล้างทั้งหมด' }).click()
  await expect(page).toHaveURL(/activity-logs\?size=25$/)
  await expect(rowsOf(page).nth(1)).toBeVisible()
})

test('it is fetched once, and a failure is told and never an empty log', async ({ page, watch }) => {
  watch.allow(/500|Failed to load/)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/v2/activity/list')) asked += 1
  })
  await openAs(page, 'owner', '/activity-logs')
  await expect(rowsOf(page).nth(1)).toBeVisible()
  await page.getByRole('link', { name: 'ภาพรวม', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'บันทึกกิจกรรม', exact: true }).click()
  await expect(rowsOf(page).nth(1)).toBeVisible()
  expect(asked).toBe(1)
  await page.getByRole('button', { name: 'โหลดรายการล่าสุด' }).click()
  await expect.poll(() => asked).toBe(2)

  await page.route(listCall, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'โหลดรายการล่าสุด' }).click()
  await expect(retry(page)).toBeVisible()
  await expect(rowsOf(page).nth(1)).toBeVisible()

  await page.goto(`${page.url().split('?')[0]}?results=done`)
  await expect(retry(page)).toBeVisible()
  await expect(page.getByText('ไม่มีกิจกรรมตามตัวกรองนี้')).toHaveCount(0)
  await page.unroute(listCall)
  await retry(page).click()
  await expect(rowsOf(page).nth(1)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a broken chain is red and says what to do', async ({ page }) => {
  await page.route('**/api/v2/activity/chain', (route) =>
    route.fulfill({
      json: {
        data: {
          sealedCount: 9,
          sealedAt: null,
          checkpointSeq: 9,
          checkpointAt: '2026-11-21T08:00:00.000Z',
          isBroken: true,
        },
      },
    }),
  )
  await openAs(page, 'owner', '/activity-logs')
  await expect(page.getByRole('alert')).toContainText('npm run verify-activity')
})
