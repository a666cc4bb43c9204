import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, soundSimilarity, soundsOf } from './name-sound.ts'
import { compareNames, nameSimilarity, normaliseName, scriptOf } from './names.ts'

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

describe('names at the edge of being one', () => {
  it.each([
    ['nothing printed', '', 'สมชาย ใจดี', null],
    ['nothing known', 'สมชาย ใจดี', '', null],
    ['only a title printed, and nothing known', 'นาย', '', null],
    ['cut after four letters of the first name', 'SOMC', 'SOMCHAI JAIDEE', 0.75],
    ['cut after three letters of the first name', 'SOM', 'SOMCHAI JAIDEE', null],
    ['cut after six letters of a name without its blank', 'SOMCHA', 'SOM CHAI', 0.8],
    ['cut after five letters of a name without its blank', 'SOMCH', 'SOM CHAI', 0.63],
    ['longer than the known one', 'SOM CHAI', 'SOMCHA', 0.8],
    ['of a first name that goes on otherwise', 'SOMCHAI', 'SOMBAT JAIDEE', 0.38],
    ['cut in the first name, with something behind it', 'SOMC X', 'SOMCHAI JAIDEE', 0.36],
    ['apart by tone marks alone', 'แก้วใส่ใจ', 'แก้วใสใจ', 0.8],
    ['apart by a tone mark of a short name', 'ใส่ใจ', 'ใสใจ', 0.74],
    ['with two letters of the surname', 'SOMCHAI JA', 'SOMCHAI JAIDEE', 0.95],
    ['with one letter of the surname', 'SOMCHAI J', 'SOMCHAI JAIDEE', 0.85],
    ['with the known surname cut', 'SOMCHAI JAIDEE', 'SOMCHAI J', 0.85],
    ['without the known surname', 'SOMCHAI JAIDEE', 'SOMCHAI', 0.8],
    ['without the printed surname', 'SOMCHAI', 'SOMCHAI JAIDEE', 0.8],
    ['with half of the surname', 'SOMCHAI JAIXXX', 'SOMCHAI JAIDEE', 0.62],
    ['with another surname', 'SOMCHAI QQQQQQ', 'SOMCHAI JAIDEE', 0.5],
    ['of nothing in common', 'QQQQ', 'JAID', 0],
    ['of half in common', 'JAQQ', 'JAID', 0.5],
    ['of one letter more', 'XSOMCHAI', 'SOMCHAI', 0.74],
    ['a company beside a person of its name', 'บริษัท สมชาย จำกัด', 'สมชาย', 0.3],
    ['a person beside a company of their name', 'SOMCHAI', 'SOMCHAI CO., LTD.', 0.3],
    ['a company by its title alone', 'บจก.สมชาย', 'สมชาย', 0.3],
    ['a company by its end alone', 'SOMCHAI LIMITED', 'SOMCHAI', 0.3],
    ['a company beside another person', 'QQQQ LTD.', 'JAID', 0],
    ['two companies of one name', 'บจก.สมชาย', 'บริษัท สมชาย จำกัด', 1],
  ])('%s', (_what, printed, known, similarity) => {
    const found = nameSimilarity(printed, known)
    expect(found === null ? null : Math.round(found * 100) / 100).toBe(similarity)
  })
  it.each([
    ['Thai and Latin', 'SOMCHAI JAIDEE', 'สมชาย ใจดี', 0.9],
    ['Thai and Latin, no surname', 'SOMCHAI', 'สมชาย ใจดี', 0.75],
    ['a company beside a person', 'SOMCHAI LTD.', 'สมชาย ใจดี', 0.3],
    ['a company beside another person', 'KKKK LTD.', 'สมชาย', 0],
    ['two companies', 'SOMCHAI LTD.', 'บจก.สมชาย', 0.75],
  ])('of two scripts are compared by sound: %s', (_what, printed, known, similarity) => {
    expect(compareNames(printed, known)).toEqual({ similarity, isBySound: true })
    expect(compareNames(known, printed)).toEqual({ similarity, isBySound: true })
  })
  it('of one script are compared by letters, of none that we know by nothing', () => {
    expect(compareNames('สมชาย ใจดี', 'สมชาย ใจดี')).toEqual({ similarity: 1, isBySound: false })
    for (const [a, b] of [
      ['123', 'สมชาย'],
      ['SOMCHAI', '123'],
      ['', 'สมชาย'],
      ['SOM', 'SOMCHAI'],
      ['สม', 'สมชาย'],
    ] as const)
      expect(compareNames(a, b)).toBeNull()
  })
})

describe('the sound of a name', () => {
  it.each([
    ['กขคฆงจฉชฌซศษส', 'KKKKNJJJJSSSS'],
    ['ฎฏฐฑฒดตถทธนณรฤลฬ', 'TTTTTTTTTTNNNNNN'],
    ['บปผฝพฟภมวยหอ', 'PPPPPPPMW'],
    ['BCDFGJKLMNPQRSTVWXZ', 'PKTPKJKNMNPKNSTWWSS'],
    ['AEIOUHY', ''],
  ])('is known of each letter of %s', (letters, sounds) =>
    expect([...letters].map(soundsOf).join('')).toBe(sounds),
  )
  it.each([
    ['CHAI', 'J'],
    ['SHA', 'S'],
    ['PHA', 'P'],
    ['THA', 'T'],
    ['KHA', 'K'],
    ['ANGA', 'N'],
    ['ARNA', 'N'],
    ['ศักดิ์', 'SK'],
    ['จันทร์', 'JN'],
    ['ทราย', 'S'],
    ['ธรรม', 'TM'],
    ['ธรร', 'TN'],
    ['แก้ว แก้ว', 'KWKW'],
    ['SSOMM-Chai', 'SMJ'],
  ])('%s is heard as %s', (name, sound) => expect(soundsOf(name)).toBe(sound))
  it.each([
    ['none of it heard', 'อา', 'SOM', 0.6],
    ['two that begin alike', 'สม', 'SOMTAM', 0.6],
    ['two that begin otherwise', 'กม', 'SOMTAM', 0.25],
    ['three that begin alike', 'สมต', 'SOMTAMS', 0.75],
    ['of which one begins otherwise', 'สมตก', 'SOMTAMS', 0.7],
    ['of which half is otherwise', 'สมกน', 'SOMTAT', 0.5],
    ['an equal first name and a surname that begins alike', 'สมชาย จ', 'SOMCHAI JAIDEE', 0.9],
    ['an equal first name and no surname', 'สมชาย', 'SOMCHAI JAIDEE', 0.75],
    ['a blank elsewhere', 'สม ชายจดี', 'SOMCHAI JAIDEE', 0.75],
  ])('%s', (_what, thai, latin, similarity) => {
    for (const [a, b] of [
      [thai, latin],
      [latin, thai],
    ] as const)
      expect(Math.round(soundSimilarity(a, b) * 100) / 100).toBe(similarity)
  })
  it.each([
    ['', '', 0],
    ['A', '', 1],
    ['', 'AB', 2],
    ['ABC', 'ABC', 0],
    ['ABC', 'AXC', 1],
    ['ABC', 'AC', 1],
    ['AC', 'ABC', 1],
    ['KITTEN', 'SITTING', 3],
    ['AB', 'BA', 2],
  ])('%j is %j after so many changes', (a, b, changes) => expect(editDistance(a, b)).toBe(changes))
})
