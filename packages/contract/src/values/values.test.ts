import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { idPrefixes } from './id-kinds.ts'
import { AmountMinor, DateOn, Instant, decodeId, encodeId, idOf, idempotencyKeyPattern } from './values.ts'
import type { IdKind } from './id-kinds.ts'
import { Moment, Remark, Search, line, text } from './values.ts'

const kinds = Object.keys(idPrefixes) as IdKind[]
const runs = process.env['KHLANG_TEST_FULL'] === '1' ? 100_000 : 2000

const codeOf = (schema: z.ZodType, value: unknown): string => {
  const result = schema.safeParse(value)
  return result.success ? 'ok' : (result.error.issues[0]?.message ?? '')
}

describe('ids', () => {
  test('every uuid comes back from its outside form, in every kind', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...kinds), (uuid, kind) => {
        const id = encodeId(kind, uuid)
        expect(id).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-9a-hjkmnp-tv-z]{26}$`))
        expect(decodeId(kind, id)).toBe(uuid)
        expect(idOf(kind).decode(id)).toBe(uuid)
        expect(idOf(kind).encode(uuid)).toBe(id)
      }),
      { numRuns: runs },
    )
  })

  test('order of uuids is order of ids', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        expect(encodeId('member', a) < encodeId('member', b)).toBe(a < b)
      }),
      { numRuns: runs },
    )
  })

  test('the least and the greatest uuid have ids', () => {
    for (const uuid of ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])
      expect(decodeId('member', encodeId('member', uuid))).toBe(uuid)
  })

  test('only a uuid becomes an id', () => {
    for (const wrong of ['', '0198a1b2', '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5', 'g'.repeat(32)])
      expect(() => encodeId('member', wrong), wrong).toThrow(TypeError)
  })

  test('an id of another kind, of another length or case, or beyond 128 bits is none', () => {
    const id = encodeId('member', '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')
    const wrong = [
      id.replace('mbr_', 'dep_'),
      id.toUpperCase(),
      id.slice(0, -1),
      `${id}0`,
      `${id.slice(0, -1)}u`,
      `mbr_8${id.slice(5)}`,
      '',
      '{id}',
      '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    ]
    for (const each of wrong) {
      expect(decodeId('member', each), each).toBeNull()
      expect(idOf('member').safeDecode(each).success, each).toBe(false)
    }
  })

  test('prefixes differ', () => {
    expect(new Set(Object.values(idPrefixes)).size).toBe(kinds.length)
  })
})

describe('amounts', () => {
  test.each([1, 100, 9_007_199_254_740_991])('%d is one', (value) => {
    expect(codeOf(AmountMinor, value)).toBe('ok')
  })

  test.each([-1, 0, -0])('%d is out of range', (value) => {
    expect(codeOf(AmountMinor, value)).toBe('amountRange')
  })

  // JSON knows no larger integers: what cannot be told apart from its neighbour is refused.
  test.each([9_007_199_254_740_992, 9_223_372_036_854_775_808, 1e300])('%d is out of range', (value) => {
    expect(codeOf(AmountMinor, value)).toBe('amountRange')
  })

  test.each([100.5, 0.1, 1e-7, Infinity, NaN])('%d is of the wrong type', (value) => {
    expect(codeOf(AmountMinor, value)).toBe('invalidType')
  })

  test.each([['100'], ['1e3'], ['0x10'], [''], [null], [[]], [{}], [true], [['100']]])(
    '%j is of the wrong type',
    (value) => {
      expect(codeOf(AmountMinor, value)).toBe('invalidType')
    },
  )
})

describe('dates', () => {
  test.each(['2026-02-28', '2024-02-29', '2000-01-01', '2199-12-31'])('%s is a day', (value) => {
    expect(codeOf(DateOn, value)).toBe('ok')
  })

  test.each([
    '2569-01-01',
    '2026-02-30',
    '2025-02-29',
    '0000-01-01',
    '10000-01-01',
    '2026-1-1',
    '1999-12-31',
    '',
  ])('%s is none', (value) => {
    expect(codeOf(DateOn, value)).toBe('invalidDate')
  })

  test.each([
    '2026-01-01T00:00:00',
    '2026-01-01T24:00:00Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00+07:00',
  ])('%s is no instant', (value) => {
    expect(codeOf(Instant, value)).toBe('invalidDate')
  })

  test('a moment that a person gives lies in the years of days; a Buddhist year does not', () => {
    const at = (year: string) => codeOf(Moment, `${year}-01-01T00:00:00.000Z`)
    expect(['0000', '1999', '2569', '9999', '+010000'].map(at)).toEqual(Array(5).fill('invalidDate'))
    expect(['2000', '2026', '2199'].map(at)).toEqual(Array(3).fill('ok'))
    expect(codeOf(Instant, '2569-01-01T00:00:00.000Z')).toBe('ok')
    for (const year of ['0000', '9999'])
      expect(codeOf(Instant, `${year}-01-01T00:00:00Z`)).toBe('invalidDate')
  })
})

describe('texts', () => {
  test.each([
    ['Thai with its marks', 'น้ำผึ้ง กลิ่นดี'],
    ['line ends and tabs', 'a\n\tb'],
    ['an emoji', '😀'],
    ['an emoji of several', '👨\u200d👩\u200d👧 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥'],
    ['markup, which stays text', '<script>alert(1)</script>'],
  ])('%s is taken', (_, value) => {
    expect(codeOf(text(200), value)).toBe('ok')
  })

  test.each([
    ['NUL', 'a\u0000b'],
    ['an escape code', 'a\u001b[31m'],
    ['a change of direction', 'a\u202eb'],
    ['an isolate', 'a\u2066b'],
    ['a zero-width space', 'a\u200bb'],
    ['a byte order mark', 'a\ufeffb'],
    ['a soft hyphen', 'a\u00adb'],
    ['a mark of direction', 'a\u200fb'],
    ['a joiner within a name', 'ก\u200dข'],
    ['a joiner that joins nothing', 'ก\u200c'],
    ['an invisible letter', 'a\u{e0041}b'],
    ['a line end of its own kind', 'a\u2028b'],
    ['half a character', 'a\ud800'],
    ['a tower of marks', `ก${'\u0e49'.repeat(5)}`],
  ])('%s is refused', (_, value) => {
    expect(codeOf(text(200), value)).toBe('invalidText')
  })

  test('a name is one line', () => {
    expect(codeOf(line(60), 'สมชาย  ใจดี')).toBe('ok')
    for (const end of ['\n', '\r\n', '\t']) expect(codeOf(line(60), `ก${end}ข`)).toBe('invalidText')
  })

  test('length is counted, blanks alone are no reason', () => {
    expect(codeOf(Search, 'a'.repeat(200))).toBe('ok')
    expect(codeOf(Search, 'a'.repeat(201))).toBe('textTooLong')
    expect(codeOf(Remark, 'why')).toBe('ok')
    expect(codeOf(Remark, '  a  ')).toBe('requiredField')
  })

  test('an idempotency key has 1 to 255 visible ASCII characters', () => {
    for (const key of ['a', 'a'.repeat(255), '0198-~!']) expect(idempotencyKeyPattern.test(key)).toBe(true)
    for (const key of ['', 'a'.repeat(256), 'a b', 'a\n', 'ก', '😀'])
      expect(idempotencyKeyPattern.test(key)).toBe(false)
  })
})
