import { readFileSync } from 'node:fs'
import { rejectWithdrawalReasons } from '@khlang/contract/values/value-lists.ts'
import { describe, expect, it } from 'vitest'

type Words = Readonly<Record<string, string>>
const wordsOf = (language: string): Words => {
  const file = new URL(`../../../../public/locales/${language}/pre-transactions.json`, import.meta.url)
  const { request } = JSON.parse(readFileSync(file, 'utf8')) as { request: { toMember: Words } }
  return request.toMember
}

describe.each(['th', 'en'])('what a member reads of a refusal, in %s', (language) => {
  const words = wordsOf(language)
  it('has a sentence for every reason that the call takes whole', () => {
    expect(Object.keys(words).toSorted()).toEqual([...rejectWithdrawalReasons].toSorted())
    for (const sentence of Object.values(words)) {
      expect(sentence.trim().length).toBeGreaterThan(10)
      expect(sentence.length).toBeLessThanOrEqual(200)
    }
  })
  it('is the same whatever was suspected', () => {
    expect(words['suspectedAbuse']).toBe(words['multiAccount'])
    const said = Object.values(words).join(' ')
    expect(said).not.toMatch(/ทุจริต|สงสัย|หลายยูส|เสี่ยง|abuse|suspect|risk|fraud/i)
  })
})
