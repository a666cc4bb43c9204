import { readFileSync } from 'node:fs'
import { calls, type CallName } from '@khlang/contract/calls.ts'
import { pathOf } from '@khlang/contract/derived/call-path.ts'
import type { Call } from '@khlang/contract/kit/define.ts'
import { formCalls } from '@khlang/contract/derived/form-calls.ts'
import { expect, test } from 'vitest'
import { callTableText } from './call-table.ts'
import { fieldTableText } from './field-table.ts'
import { formCallsText } from './form-calls.ts'

const textOf = (file: string) =>
  readFileSync(new URL(`../../packages/contract/src/derived/${file}`, import.meta.url), 'utf8')

test('the call table of the browser is what tools/generate/call-table.ts writes', () => {
  expect(textOf('call-table.ts')).toBe(callTableText())
})

test('each call of a browser has the address that the contract says, those of machines none', () => {
  for (const [area, table] of Object.entries(calls))
    for (const [name, { path }] of Object.entries(table as Record<string, Call>)) {
      const read = () => pathOf(`${area}.${name}` as CallName)
      if (path.startsWith('/api/')) expect(read()).toBe(path)
      else expect(read).toThrow(RangeError)
    }
})

test('the calls of forms are those that the forms of the console say', () => {
  expect(textOf('form-calls.ts')).toBe(formCallsText())
})

test('the field table of the forms is what its generator writes, 425 bytes a call at most', () => {
  const written = textOf('field-table.ts')
  expect(written).toBe(fieldTableText())
  expect(written.length / formCalls.length).toBeLessThan(425)
})

test('a field has the limits of its schema, also those that only its checks know', () => {
  const written = fieldTableText()
  // A text is trimmed before it is counted; a user name may be shorter than the field takes.
  expect(written).toContain('remark: { isRequired: true, min: 3, max: 200 }')
  expect(written).toContain('username: { isRequired: true, min: 3, max: 32 }')
  expect(written).toContain("'tags.*': { min: 1, max: 30 }")
  expect(written).toContain("accountNo: { isRequired: true, min: 8, max: 16, pattern: '^[0-9]{8,16}$' }")
  expect(written).toContain("severity: { choices: ['info', 'warn', 'critical'] }")
  // What the path names is nobody's to type, and an id has no pattern here.
  expect(written).not.toMatch(/\bid:|version:|_\[0-7\]/)
})
