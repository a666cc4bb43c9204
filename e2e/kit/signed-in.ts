import { expect, type Page } from '@playwright/test'
import { product, type Account } from './products.ts'

export const baseUrl = (): string => product().url
export const tokenKey = 'khlang.admin.token'
export const languageKey = 'khlang.language'

/** User name and password of a role template's account. */
export function accountOf(role: string): Account {
  const account = product().accounts.find((each) => each.role === role)
  if (!account) throw new Error(`No account for ${role}`)
  return account
}

/** Fills and sends the sign-in form, as a person does. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel(/^(ชื่อผู้ใช้|User name)$/).fill(username)
  await page.getByLabel(/^(รหัสผ่าน|Password)$/).fill(password)
  await page.getByRole('button', { name: /^(เข้าสู่ระบบ|Log in)$/ }).click()
}

/** Signs in through the form. */
export async function signIn(page: Page, role: string): Promise<void> {
  const { username, password } = accountOf(role)
  await page.goto(baseUrl())
  await fillSignIn(page, username, password)
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** The path that the page shows. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname

/** Calls the product as the console does. Throws the error's code. */
export async function call<T>(path: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(`${baseUrl()}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { data, error } = (await answer.json()) as { data: T; error?: unknown }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(error)}`)
  return data
}

const tokens = new Map<string, string>()

const isAlive = (token: string): Promise<boolean> =>
  call('/api/v1/authorization/self', undefined, token).then(
    () => true,
    () => false,
  )

/**
 * A token of a role's account, kept while it lives: signing in is slow on purpose, and of more than five
 * sessions of a person the oldest ends.
 */
export async function tokenOf(role: string): Promise<string> {
  const { username, password } = accountOf(role)
  const kept = tokens.get(role)
  const token =
    kept !== undefined && (await isAlive(kept))
      ? kept
      : await call<string>('/api/v1/authorization/login', { username, password })
  tokens.set(role, token)
  return token
}

/** Leaves the console for an empty page of its own place: one of elsewhere would take another process. */
export async function goBlank(page: Page): Promise<void> {
  const address = `${baseUrl()}/__blank`
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>…</title>' }),
  )
  await page.goto(address)
  await page.unroute(address)
}

/** Puts values into the browser's storage before the console has run; null takes one away. */
export async function store(page: Page, values: Readonly<Record<string, string | null>>): Promise<void> {
  await goBlank(page)
  await page.evaluate((entries) => {
    for (const [key, value] of entries) {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
  }, Object.entries(values))
}

/** Opens a screen as somebody who has signed in before, in a language. */
export async function openAs(page: Page, role: string, path: string, language = 'th'): Promise<void> {
  await store(page, { [tokenKey]: await tokenOf(role), [languageKey]: language })
  await page.goto(`${baseUrl()}${path}`)
}

/**
 * Goes to a screen of another path as a link of the console does, without the program beginning anew, which
 * takes longer than all that a screen does. Returns when the screen before has gone.
 */
export async function goInside(page: Page, address: string): Promise<void> {
  await page
    .locator('h1')
    .first()
    .evaluate((heading, to) => {
      heading.setAttribute('data-left', '')
      history.pushState({}, '', to)
    }, address)
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
}

/** This role's person has just proved who they are. */
export const stepUpAs = async (role: string): Promise<void> => {
  await call('/api/v1/authorization/step-up', { password: accountOf(role).password }, await tokenOf(role))
}
