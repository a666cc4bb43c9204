import { expect, type Page } from '@playwright/test'

export const baseUrl = (): string => process.env['KHLANG_E2E_URL'] ?? ''

/** User name and password of a role template's account. */
export function accountOf(role: string): { username: string; password: string } {
  const accounts = JSON.parse(process.env['KHLANG_E2E_ACCOUNTS'] ?? '[]') as {
    role: string
    username: string
    password: string
  }[]
  const account = accounts.find((each) => each.role === role)
  if (!account) throw new Error(`No account for ${role}`)
  return account
}

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, role: string): Promise<void> {
  const { username, password } = accountOf(role)
  await page.goto(baseUrl())
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(password)
  await page.locator('button[type="submit"]').click()
  await expect(page).toHaveURL(/\/dashboard$/)
}
