import { expect, type Locator, type Page } from '@playwright/test'
import { cashOf, holdsAtLeast } from './credits.ts'
import { accountOf } from './signed-in.ts'
import { askOutside, tellOutside } from './outside.ts'

export interface OutsideMember {
  id: string
  username: string
  state: string
  bank: string
  lockedMinor: number
}
export interface Withdrawal {
  member: { username: string }
  id: string
  reference: string
  state: string
  amountMinor: number
}
/** `600050` -> `6,000.50`, as the console writes it. */
export const baht = (minor: number): string =>
  (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const usedMembers = new Set<string>()

/**
 * An active member without an open withdrawal, with an account at a bank that banks name in full, whom no
 * journey has used yet.
 */
export async function freshMember(): Promise<OutsideMember> {
  const members = await askOutside<OutsideMember[]>('members')
  const fitting = members.filter(
    ({ state, bank, lockedMinor }) =>
      state === 'active' && lockedMinor === 0 && !['TMW', 'SCB'].includes(bank),
  )
  // After a failure a new worker goes on, which does not know whom the one before it took.
  const place = Number(process.env['TEST_WORKER_INDEX'] ?? 0) * 30
  const member = fitting.slice(place % fitting.length).find(({ id }) => !usedMembers.has(id))
  if (!member) throw new Error('The sandbox has no member for this journey')
  usedMembers.add(member.id)
  return member
}

/** Our SCB account: its messages say whose account paid. */
export async function tellingAccount(): Promise<string> {
  const { accounts } = await askOutside<{ accounts: { bank: string; accountNo: string; role: string }[] }>(
    'state',
  )
  return accounts.find(({ bank, role }) => bank === 'SCB' && role === 'deposit')?.accountNo ?? ''
}

/** A member pays in from their own account, which the bank's message shows, and asked for nothing before. */
export async function paysUnasked(member: string, amountMinor: number): Promise<void> {
  await tellOutside('deposit', { member, accountNo: await tellingAccount(), payer: 'self', amountMinor })
}

/** Proves who one is when the console asks: the password, where no authenticator is enrolled. */
export async function stepUp(page: Page, role: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'ยืนยันตัวตนอีกครั้ง' })
  await dialog.getByLabel('รหัสผ่าน', { exact: true }).fill(accountOf(role).password)
  // A real press: it fails where anything lies above the dialog.
  await dialog.getByRole('button', { name: 'ยืนยันและทำรายการต่อ' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Opens the list of keys and shuts it: from then on the dialogs that any screen may meet are there. */
export async function seeKeys(page: Page): Promise<void> {
  const keys = page.getByRole('dialog').getByText('?', { exact: true })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(keys).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
}

/** The most that is credited without a person, in satang. */
const depositMax = 4_000_000

/** Asks for a withdrawal once the money is there; null where one of an earlier journey still waits. */
async function withdrawalOf(member: string, amountMinor: number): Promise<Withdrawal | null> {
  let made: Withdrawal | null = null
  await expect(async () => {
    made = await tellOutside<Withdrawal>('withdrawal', { member, amountMinor }).catch((refused: Error) => {
      if (refused.message.includes('openWithdrawalExists')) return null
      throw refused
    })
  }).toPass({ intervals: [300] })
  return made
}

/** A member pays in and, once it is credited, asks for so much of it that a person must decide. */
export async function askReview(amountMinor = 520_000): Promise<Withdrawal> {
  const { id: member } = await freshMember()
  const had = await cashOf(member)
  for (let left = amountMinor + 100_000; left > 0; left -= depositMax) {
    const paid = Math.min(depositMax, left)
    await tellOutside('deposit', { member, hasRequest: true, payer: 'self', amountMinor: paid })
  }
  // Who had enough before is not asked for it sooner: their wallet must not move afterwards.
  await holdsAtLeast(member, had + amountMinor + 100_000)
  const withdrawal = await withdrawalOf(member, amountMinor)
  if (withdrawal === null) return askReview(amountMinor)
  expect(withdrawal.state).toBe('review')
  return withdrawal
}

/**
 * Opens a withdrawal's sheet beside the list and waits until it is held by this person. Rows move while
 * others work, so what a press brought up is looked at, as people do.
 */
export async function openWithdrawal(page: Page, row: Locator, reference: string): Promise<Locator> {
  const sheet = page.getByRole('complementary', { name: 'ใบพิจารณา' })
  const heading = sheet.getByRole('heading', { name: reference })
  await expect(async () => {
    if (await heading.isVisible()) return
    // Beside the open sheet of another row, the rows are narrow and tell no reference.
    await page.keyboard.press('Escape')
    await row.getByRole('gridcell').first().click({ timeout: 3000 })
    await expect(heading).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(sheet.getByText('คุณถืออยู่')).toBeVisible()
  return sheet
}

/** Presses the key of an act that can be done, until its confirmation stands. */
export async function pressFor(
  page: Page,
  key: string,
  act: Locator,
  confirmation: Locator,
): Promise<void> {
  await expect(act).toBeEnabled()
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(confirmation).toBeVisible({ timeout: 3000 })
  }).toPass()
}
