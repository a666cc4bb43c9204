import { describe, expect, test } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import { readJson } from './read-json.ts'

const codeOf = (text: string): string => {
  try {
    readJson(text)
    return 'ok'
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const wide = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`

describe('the JSON reader', () => {
  test('gives what JSON.parse gives', () => {
    for (const text of ['{"a":1,"b":[true,null,"x"]}', '[]', '"a"', '1e3', ' {"ก":"\\u0e01"} '])
      expect(readJson(text)).toEqual(JSON.parse(text))
  })

  test('the number of an exponent is an integer', () => {
    expect(readJson('{"amountMinor":1e3}')).toEqual({ amountMinor: 1000 })
  })

  test.each(['', '{', '{a:1}', "{'a':1}", '+100', '00100', '{"a":1,}', 'NaN', '[1,]', '{"a":1}x', '// a'])(
    '%j is no JSON',
    (text) => {
      expect(codeOf(text)).toBe('malformedRequest')
    },
  )

  test.each([
    '{"amountMinor":1,"amountMinor":999}',
    '{"a":{"b":1,"b":1}}',
    '{"a":1,"\\u0061":2}',
    '[{"a":1,"x":"}","a":2}]',
  ])('%s has a key twice', (text) => {
    expect(codeOf(text)).toBe('duplicateKey')
  })

  test('one name in two objects, or as key and as value, is not twice', () => {
    expect(codeOf('{"a":{"a":"a"},"b":[{"a":1},{"a":2}],"c":"\\"a\\":1"}')).toBe('ok')
  })

  test('a prototype does not come in, in any spelling', () => {
    for (const text of ['{"__proto__":{"polluted":1}}', '{"a":{"\\u005f_proto__":1}}'])
      expect(codeOf(text)).toBe('unknownField')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('20 levels and 10,000 keys, no more', () => {
    expect(codeOf(nested(20))).toBe('ok')
    expect(codeOf(nested(21))).toBe('malformedRequest')
    expect(codeOf(nested(10_000))).toBe('malformedRequest')
    expect(codeOf(wide(10_000))).toBe('ok')
    expect(codeOf(wide(10_001))).toBe('malformedRequest')
  })
})
