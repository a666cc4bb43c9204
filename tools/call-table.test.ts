import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callTableText } from './call-table.ts'

test('the call table of the browser is what tools/call-table.ts writes', () => {
  const table = new URL('../packages/contract/src/call-table.ts', import.meta.url)
  expect(readFileSync(table, 'utf8')).toBe(callTableText())
})
