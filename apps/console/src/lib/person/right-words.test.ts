import { expect, it } from 'vitest'
import { byShownName } from './right-words.ts'

it('orders roles by the names that are shown, in the language of the reader', () => {
  const shown: Readonly<Record<string, string>> = {
    Owner: 'เจ้าของ',
    Cashier: 'แคชเชียร์',
    Auditor: 'ผู้ตรวจสอบ',
  }
  const roles = ['Owner', 'Cashier', 'Auditor'].map((roleName) => ({ roleName }))
  const namesBy = (nameOf: (name: string) => string, language: string) =>
    byShownName(roles, nameOf, language).map(({ roleName }) => roleName)
  expect(namesBy((name) => shown[name] ?? name, 'th')).toEqual(['Cashier', 'Owner', 'Auditor'])
  expect(namesBy((name) => name, 'en')).toEqual(['Auditor', 'Cashier', 'Owner'])
})
