import { readdirSync, readFileSync } from 'node:fs'
import { errorStatus } from '@khlang/contract/kit/errors.ts'
import { expect, it } from 'vitest'
import { menuGroups } from './menu/menu-groups.ts'
import { consoleRoutes } from './routes.ts'

type Texts = { [key: string]: string | Texts }

const read = (language: string, namespace: string): Texts =>
  JSON.parse(
    readFileSync(new URL(`../../public/locales/${language}/${namespace}.json`, import.meta.url), 'utf8'),
  ) as Texts

const keysOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${before}${key}`] : keysOf(value, `${before}${key}.`),
  )

it.each([
  'ui',
  'auth',
  'errors',
  'dashboard',
  'members',
  'credit-transactions',
  'settings',
  'employees',
  'notifications',
  'group-notifications',
  'activity-logs',
])('%s says the same things in Thai and in English', (namespace) => {
  // Thai has one plural form, English two.
  const keys = (language: string) =>
    keysOf(read(language, namespace)).filter((key) => !key.endsWith('_one'))
  expect(keys('th').toSorted()).toEqual(keys('en').toSorted())
})

it('every error a caller can read has a text, and no text is left over', () => {
  expect(keysOf(read('th', 'errors')).toSorted()).toEqual(
    [...Object.keys(errorStatus), 'offline', 'viewOnly'].toSorted(),
  )
})

it('every one of the 91 routes and every menu group has a name', () => {
  const { routes, groups } = read('th', 'ui') as { routes: Texts; groups: Texts }
  expect(Object.keys(routes).toSorted()).toEqual(consoleRoutes.map(({ path }) => path).toSorted())
  expect(consoleRoutes).toHaveLength(91)
  expect(Object.keys(groups).toSorted()).toEqual([...menuGroups].toSorted())
})

it.each([
  ['เติมเครดิตด้วยมือ', /ฝากมือ|เติมมือ|ทำรายการฝาก|ฝากให้สมาชิก/],
  ['ถอนแทนสมาชิก', /ทำรายการถอน|แจ้งถอนแทน|ถอนให้สมาชิก/],
  ['บันทึกรายการรอเงินเข้า', /จดยอดฝาก|จดรายการฝาก|บันทึกรายการรอ(?!เงินเข้า)/],
  ['ล้างแอปยืนยันตัวตน', /ล้างการยืนยันตัวตน/],
])('%s has one name wherever it is read', (_, others) => {
  const folder = new URL('../../public/locales/th/', import.meta.url)
  for (const file of readdirSync(folder))
    expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(others)
})

it('every role that a brand begins with has a name and says what it is for', () => {
  for (const language of ['th', 'en']) {
    const [names, about] = [read(language, 'ui')['roles'], read(language, 'employees')['roleAbout']]
    expect(Object.keys(about ?? {})).toEqual(Object.keys(names ?? {}))
    expect(Object.values(about ?? {}).every((sentence) => String(sentence).length > 20)).toBe(true)
  }
})

it('what comes back of a bet has one Thai word', () => {
  const folder = new URL('../../public/locales/th/', import.meta.url)
  const others = readdirSync(folder).filter((file) =>
    // Of cashback (`ค่าใช้จ่าย`, `คืนยอดเสีย`) the same letters meet by chance.
    readFileSync(new URL(file, folder), 'utf8').replaceAll('ค่าใช้จ่ายคืนยอดเสีย', '').includes('จ่ายคืน'),
  )
  expect(others).toEqual([])
})
