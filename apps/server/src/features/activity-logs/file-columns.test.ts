import { expect, test } from 'vitest'
import { activityColumns } from './file-columns.ts'

test('a built-in role has the word of the file’s language, another the name it has', () => {
  const role = activityColumns.find(({ heading }) => heading === 'field.role')
  const told = (roleName: string | null, language: 'th' | 'en') => {
    const row = { roleName } as Parameters<NonNullable<typeof role>['of']>[0]
    return role?.of(row, language)
  }
  expect(told('Cashier', 'th')).toBe('แคชเชียร์')
  expect(told('Cashier', 'en')).toBe('Cashier')
  expect(told('กะดึก', 'en')).toBe('กะดึก')
  expect(told(null, 'th')).toBeNull()
})
