import { expect, test } from 'vitest'
import { fieldAt, fileFields, withField, type FileMapping } from './file-shapes.ts'

const none = Object.fromEntries(fileFields.map((field) => [field, null])) as FileMapping['columns']
const mapping: FileMapping = { headerRow: 2, columns: { ...none, date: 0, balance: 3 } }

test('a meaning belongs to one column: said of another it leaves the first', () => {
  const moved = withField(mapping, 1, 'date')
  expect([0, 1, 3].map((column) => fieldAt(moved, column))).toEqual([null, 'date', 'balance'])
  expect(fieldAt(withField(mapping, 3, null), 3)).toBeNull()
  expect(fieldAt(withField(mapping, 0, 'balance'), 3)).toBeNull()
})
