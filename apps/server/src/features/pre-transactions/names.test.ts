import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameSimilarity, normaliseName, scriptOf } from './names.ts'

describe('normaliseName', () => {
  it.each([
    ['นาย สมชาย ใจดี', 'สมชาย ใจดี'],
    ['นายสมชาย ใจดี', 'สมชาย ใจดี'],
    ['น.ส.สมหญิง ใจดี', 'สมหญิง ใจดี'],
    ['นางสาว สมหญิง  ใจดี', 'สมหญิง ใจดี'],
    ['นาง สมหญิง ใจดี', 'สมหญิง ใจดี'],
    ['ด.ช. ก ข', 'ก ข'],
    ['Mr. Somchai Jaidee', 'SOMCHAI JAIDEE'],
    ['MISS SOMYING J', 'SOMYING J'],
    ['MRS.SOMYING J', 'SOMYING J'],
    ['MONTRI SOOK', 'MONTRI SOOK'],
    ['บจก.ไทยซอฟต์แวร์', 'ไทยซอฟต์แวร์'],
    ['บริษัท ดิจิทัล จำกัด', 'ดิจิทัล'],
    ['บริษัท ดิจิทัล จำกัด (มหาชน)', 'ดิจิทัล'],
    ['ABC Co., Ltd.', 'ABC'],
    ['', ''],
  ])('%j is compared as %j', (name, bare) => expect(normaliseName(name)).toBe(bare))
})

describe('nameSimilarity', () => {
  it.each([
    ['นาย สมชาย ใจ', 'สมชาย ใจดี', 0.95],
    ['SOMCHAI JAID', 'Somchai Jaidee', 0.95],
    ['นายสมชาย ใจดี', 'สมชาย ใจดี', 1],
    ['นายสมชาย ว.', 'สมชาย วงศ์ดี', 0.85],
    ['สมชาย', 'สมชาย ใจดี', 0.8],
    ['SOMCH', 'SOMCHAI JAIDEE', 0.75],
  ])('%s beside %s is %d', (printed, known, similarity) =>
    expect(nameSimilarity(printed, known)).toBe(similarity),
  )
  it('stays below the lower step for another surname and for another spelling', () => {
    expect(nameSimilarity('สมชาย แซ่ตั้ง', 'สมชาย ใจดี')).toBeLessThan(0.75)
    expect(nameSimilarity('SOMCHAI JAIDEE', 'SOMCHAY JAIDEE')).toBeLessThan(0.75)
  })
  it('is low for strangers', () => {
    expect(nameSimilarity('อนันต์ กล้าหาญ', 'สมชาย ใจดี')).toBeLessThanOrEqual(0.3)
  })
  it('compares nothing across scripts or with an empty name', () => {
    expect(nameSimilarity('SOMCHAI JAIDEE', 'สมชาย ใจดี')).toBeNull()
    expect(nameSimilarity('', 'สมชาย')).toBeNull()
    expect(nameSimilarity('123', '123')).toBe(1)
    expect([scriptOf('ก'), scriptOf('a'), scriptOf('1')]).toEqual(['thai', 'latin', 'other'])
  })
  it('is between 0 and 1, and the same both ways for whole names', () => {
    const name = fc
      .tuple(fc.stringMatching(/^[A-Z]{3,10}$/), fc.stringMatching(/^[A-Z]{3,10}$/))
      .map((parts) => parts.join(' '))
    fc.assert(
      fc.property(name, name, (a, b) => {
        const similarity = nameSimilarity(a, b) ?? -1
        expect(similarity >= 0 && similarity <= 1).toBe(true)
        expect(nameSimilarity(b, a)).toBe(similarity)
      }),
    )
  })
})
