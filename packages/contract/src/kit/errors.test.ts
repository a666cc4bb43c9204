import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errorStatus, isErrorCode } from './errors.ts'

const textsIn = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../apps/console/public/locales/${language}/errors.json`, import.meta.url),
      'utf8',
    ),
  ) as Record<string, string>
const thai = textsIn('th')
const english = textsIn('en')
const codes = Object.keys(errorStatus)

describe('every error', () => {
  test.each(codes)('%s has a sentence in Thai and one in English', (code) => {
    expect(thai[code]).toMatch(/[\u0e00-\u0e7f]/)
    expect(english[code]).toMatch(/^[A-Z]/)
  })

  test('has a status of a refusal', () => {
    for (const status of Object.values(errorStatus))
      expect([400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429, 500, 501, 503]).toContain(status)
  })

  test('is told from what objects inherit', () => {
    expect(isErrorCode('notFound')).toBe(true)
    for (const word of ['constructor', '__proto__', 'toString', '']) expect(isErrorCode(word)).toBe(false)
  })
})
