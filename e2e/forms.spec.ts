import { askReview } from './kit/desk.ts'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import {
  accountOf,
  baseUrl,
  call,
  fillSignIn,
  languageKey,
  pathOf,
  store,
  tokenKey,
  tokenOf,
} from './kit/signed-in.ts'
import { expect, test } from './kit/watch.ts'

type Texts = Readonly<Record<string, string>>

/** What a form must say, read from the texts of the language: `text('members', 'fieldError.phone')`. */
const textsOf = (language: string) => (area: string, key: string) => {
  const address = new URL(`../apps/console/public/locales/${language}/${area}.json`, import.meta.url)
  const found = key
    .split('.')
    .reduce<unknown>((at, part) => (at as Texts)[part], JSON.parse(readFileSync(address, 'utf8')))
  return String(found)
}

/** Who fills the forms in. */
const hand = 'manager'

/** A session of its own, so that its end ends nobody else's. */
async function begin(page: Page, role: string, path: string, language: string): Promise<void> {
  const { username, password } = accountOf(role)
  // Actions that find nothing fail at once and not with the whole test.
  page.setDefaultTimeout(10_000)
  const token = await call<string>('/api/v1/authorization/login', { username, password })
  await store(page, { [tokenKey]: token, [languageKey]: language })
  await page.goto(`${baseUrl()}${path}`)
}

/** Ends the session behind the page's back, as a manager or the clock does. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate((key) => localStorage.getItem(key), tokenKey)
  await call('/api/v1/authorization/logout', {}, token ?? '')
}

// A person has five sessions at most: one more would end those that other tests keep.
test.afterEach(({ page }) => endSession(page).catch(() => {}))

/** The stream that was cut may have told the console first, whose sign-in form then stands there already. */
const pressIfThere = (button: Locator) => button.click({ timeout: 2000 }).catch(() => undefined)

const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${RegExp.escape(label)}( \\*)?$`)).first()
/** A sentence whatever stands in its gaps: `{{name}} saved` -> `/.+ saved/`. */
const like = (sentence: string) => new RegExp(sentence.replaceAll(/\{\{\w+\}\}/g, '.+'))
const findMembers = async (search: string) => {
  const query = `/api/v2/member/list?search=${encodeURIComponent(search)}`
  return (await call<{ records: { id: string }[] }>(query, undefined, await tokenOf('owner'))).records
}

for (const [at, language] of ['th', 'en'].entries()) {
  const text = textsOf(language)

  test(`${language}: what the sign-in lacks is said at its field, which takes the focus`, async ({
    page,
  }) => {
    await store(page, { [languageKey]: language })
    await page.goto(baseUrl())
    const username = field(page, text('auth', 'username'))
    const password = field(page, text('auth', 'password'))
    await page.getByRole('button', { name: text('auth', 'login.submit') }).click()
    await expect(page.getByText(text('auth', 'required.username'))).toBeVisible()
    await expect(username).toBeFocused()
    await username.fill('😀 ผู้ใช้')
    await password.press('Enter')
    await expect(page.getByText(text('auth', 'required.password'))).toBeVisible()
    await expect(password).toBeFocused()
    await expect(username).toHaveValue('😀 ผู้ใช้')
  })

  test(`${language}: a new member: errors at their fields, the end of the session, a lost answer`, async ({
    page,
    watch,
  }) => {
    watch.allow(/Failed to fetch/)
    await begin(page, hand, '/member/member-add', language)
    const name = `นิสา${language}`
    const fields = {
      phone: field(page, text('members', 'field.phone')),
      firstName: field(page, text('members', 'field.firstName')),
      lastName: field(page, text('members', 'field.lastName')),
      accountNo: field(page, text('members', 'field.accountNo')),
      note: field(page, text('members', 'field.note')),
    }
    const submit = page.getByRole('button', { name: text('members', 'add.submit') })
    await fields.phone.fill(`๐๘๖ ๕๕๕ ๐๐๑${at + 1}`)
    await fields.firstName.fill(`${name}\u200b`)
    await fields.accountNo.fill('12-3456-78901234567890')
    await submit.click()
    await expect(page.getByText(text('members', 'fieldError.required')).first()).toBeVisible()
    await expect(page.getByText(text('members', 'fieldError.accountNo'))).toBeVisible()
    // Nothing that was pasted is cut off without a word.
    await expect(fields.accountNo).toHaveValue('12345678901234567890')
    await expect(fields.lastName).toBeFocused()

    await endSession(page)
    await fields.lastName.fill('ทองดี')
    await expect(page).toHaveURL(`${baseUrl()}/`)
    await expect(page.getByText(text('auth', 'login.kept'))).toBeVisible()
    const { username, password } = accountOf(hand)
    await fillSignIn(page, username, password)
    await expect(page).toHaveURL(/\/member\/member-add$/)
    await expect(fields.lastName).toHaveValue('ทองดี')
    await expect(fields.accountNo).toHaveValue('12345678901234567890')

    await fields.accountNo.fill(`12345678${at}0`)
    await page.getByRole('combobox', { name: text('members', 'field.bank') }).click()
    await page.getByRole('option').first().click()
    await fields.note.fill('ก'.repeat(600))
    await expect(fields.note).toHaveValue('ก'.repeat(500))
    await submit.click()
    await expect(page.getByText(text('errors', 'invalidText'))).toBeVisible()
    await expect(fields.firstName).toBeFocused()
    await expect(fields.note).toHaveValue('ก'.repeat(500))

    // The answer is lost on its way; the same press again finds what was done.
    await fields.firstName.fill(name)
    await expect(field(page, text('members', 'field.username'))).not.toHaveValue('')
    await page.route('**/api/v1/member/create', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit.click()
    await expect(page.getByText(text('errors', 'offline'))).toBeVisible()
    await page.unroute('**/api/v1/member/create')
    await expect(submit).toBeEnabled()
    await submit.dblclick()
    await expect(page.getByRole('heading', { name: like(text('members', 'welcome.title')) })).toBeVisible()
    expect(await findMembers(name)).toHaveLength(1)
  })

  test(`${language}: a manual deposit reads what is typed, or says why it does not`, async ({ page }) => {
    const [member] = await findMembers('')
    await begin(page, hand, `/pre-transaction/pre-deposit/${member?.id ?? ''}`, language)
    const amount = field(page, text('pre-transactions-wizard', 'amount'))
    for (const [typed, reason] of [
      ['1.999', 'decimals'],
      ['-5', 'sign'],
      ['1e3', 'scientific'],
      ['1.000,00', 'grouping'],
      ['0', 'tooSmall'],
    ] as const) {
      await amount.fill(typed)
      await amount.blur()
      await expect(page.getByText(like(text('table', `amount.${reason}`)))).toBeVisible()
      await expect(amount).toHaveValue(typed)
    }
    await amount.fill('๑,๒๓๔.๕')
    await expect(amount).toHaveValue('1,234.5')
    await amount.blur()
    await expect(amount).toHaveValue('1,234.50')
    const clock = field(page, text('pre-transactions-wizard', 'time'))
    await clock.fill('๒๕:๙๙')
    await expect(clock).toHaveValue('25:99')
    const remark = field(page, text('pre-transactions-wizard', 'remarkStaff'))
    await remark.fill('บรรทัดหนึ่ง\nบรรทัดสอง')
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText(text('pre-transactions', 'manual.fieldError.accountId'))).toBeVisible()
    await expect(page.getByText(text('pre-transactions', 'manual.fieldError.clock'))).toBeVisible()
    await clock.fill('๑๔:๐๕')
    // What was wrong leaves its place, and the button moves up: nobody clicks before they see that.
    await expect(page.getByText(text('pre-transactions', 'manual.fieldError.clock'))).toHaveCount(0)
    await page.locator('form button[type=submit]').click()
    await expect(page.getByText(text('pre-transactions', 'manual.fieldError.on'))).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(remark).toHaveValue('บรรทัดหนึ่ง\nบรรทัดสอง')
  })

  test(`${language}: limits of a member: no amount is not "no limit", and two tabs undo nothing`, async ({
    page,
    context,
  }) => {
    // Members that the tests before have added stand first: each language takes one of its own.
    const member = (await findMembers(''))[5 + 3 * at]
    const path = `/member/member-detail/${member?.id ?? ''}?tab=controls`
    await begin(page, hand, path, language)
    const reasonOf = (tab: Page) => field(tab, text('members', 'reason'))
    const most = (tab: Page) => field(tab, text('members', 'field.withdrawalMaxMinor'))
    const least = (tab: Page) => field(tab, text('members', 'field.withdrawalMinMinor'))
    const save = (tab: Page) => tab.getByRole('button', { name: text('members', 'controls.submit') })
    const saved = (tab: Page) => tab.getByText(like(text('members', 'controls.saved')))
    await most(page).fill('5000')
    await reasonOf(page).fill('ab')
    await save(page).click()
    await expect(page.getByText(text('members', 'fieldError.reason'))).toBeVisible()
    await expect(reasonOf(page)).toBeFocused()
    await reasonOf(page).fill('ขอเพิ่มวงเงิน')
    await save(page).click()
    await expect(saved(page)).toBeVisible()

    const other = await context.newPage()
    await other.goto(`${baseUrl()}${path}`)
    await expect(most(other)).toHaveValue('5,000.00')
    await least(other).fill('300')
    await reasonOf(other).fill('อีกแท็บ')
    await most(page).fill('7,000.001')
    await reasonOf(page).fill('พิมพ์ผิด')
    await save(page).click()
    await expect(most(page)).toBeFocused()
    const stored = () =>
      tokenOf('owner').then((token) =>
        call<{ withdrawalMaxMinor: number | null; withdrawalMinMinor: number | null }>(
          `/api/v2/member/get/${member?.id ?? ''}`,
          undefined,
          token,
        ),
      )
    expect((await stored()).withdrawalMaxMinor).toBe(500_000)
    await expect(saved(page)).toHaveCount(0)
    await most(page).fill('7,000')
    await save(page).click()
    await expect(saved(page)).toBeVisible()
    await save(other).click()
    await expect(other.getByText(text('members', 'controls.staleTitle')).first()).toBeVisible()
    await expect(least(other)).toHaveValue('300.00')
    await expect(reasonOf(other)).toHaveValue('อีกแท็บ')
    await save(other).click()
    await expect(saved(other)).toBeVisible()
    expect(await stored()).toMatchObject({ withdrawalMaxMinor: 700_000, withdrawalMinMinor: 30_000 })
  })

  test(`${language}: the reason of a sheet is judged at its field and outlives the session`, async ({
    page,
  }) => {
    const [member] = await findMembers('')
    const path = `/member/change-password/${member?.id ?? ''}`
    await begin(page, hand, path, language)
    const act = text('members', 'password.submit')
    const sheet = page.getByRole('dialog')
    const reason = sheet.getByRole('textbox')
    const open = () => page.getByRole('button', { name: act }).click()
    await open()
    await reason.fill('ab')
    await sheet.getByRole('button', { name: act }).click()
    await expect(sheet.getByText(text('table', 'confirm.reasonShort'))).toBeVisible()
    await expect(reason).toBeFocused()
    await reason.fill('ลูกค้าลืม\u202e')
    await sheet.getByRole('button', { name: act }).click()
    // Escape and the button close the question alone; the sheet behind it keeps what was typed.
    const question = page.getByRole('dialog', { name: text('auth', 'stepUp.title') })
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => question.getByRole('button', { name: text('auth', 'stepUp.cancel') }).click(),
    ]) {
      await expect(question).toBeVisible()
      await leave()
      await expect(question).toHaveCount(0)
      await expect(reason).toHaveValue('ลูกค้าลืม\u202e')
      await sheet.getByRole('button', { name: act }).click()
    }
    await expect(question).toBeVisible()
    await page
      .getByLabel(new RegExp(`^${text('auth', 'password')}$`))
      .last()
      .fill(accountOf(hand).password)
    await page.getByRole('button', { name: text('auth', 'stepUp.submit') }).click()
    await expect(question).toHaveCount(0)
    await expect(sheet.getByText(text('errors', 'invalidText'))).toBeVisible()
    await expect(reason).toBeFocused()
    await reason.fill('ลูกค้าลืมรหัส')
    await endSession(page)
    await pressIfThere(sheet.getByRole('button', { name: act }))
    await expect(page).toHaveURL(`${baseUrl()}/`)
    const { username, password } = accountOf(hand)
    await fillSignIn(page, username, password)
    await expect.poll(() => pathOf(page)).toBe(path)
    await open()
    await expect(reason).toHaveValue('ลูกค้าลืมรหัส')
  })
}

test('what was typed about one withdrawal never comes up in the sheet of another', async ({ page }) => {
  const text = textsOf('th')
  const [one, other] = [await askReview(), await askReview()]
  const sheetOf = (id: string) => `/pre-transaction/request?open=${id}`
  const dialog = page.getByRole('dialog', { name: 'ปฏิเสธ' })
  const toMember = dialog.getByLabel(text('pre-transactions', 'queue.columns.remarkMember'))
  const remark = dialog.getByLabel(new RegExp(text('pre-transactions', 'request.remarkStaff')))
  const reject = () =>
    page
      .getByRole('complementary')
      .getByRole('button', { name: /^ปฏิเสธ/ })
      .click()
  await begin(page, 'cashier', sheetOf(one.id), 'th')
  await reject()
  await dialog.getByRole('combobox').selectOption({ index: 1 })
  await toMember.fill('ติดต่อแอดมินก่อนนะ')
  await remark.fill('โทรแล้วไม่รับ')
  await endSession(page)
  await pressIfThere(dialog.getByRole('button', { name: /^ปฏิเสธ/ }))
  const { username, password } = accountOf('cashier')
  await fillSignIn(page, username, password)
  await expect(page).toHaveURL(`${baseUrl()}${sheetOf(one.id)}`)
  await page.getByRole('grid').getByRole('row').filter({ hasText: other.member.username }).click()
  await expect(page).toHaveURL(new RegExp(other.id))
  await reject()
  await expect(toMember).toHaveValue('')
  await expect(remark).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.goBack()
})
