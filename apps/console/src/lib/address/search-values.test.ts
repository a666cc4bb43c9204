import { expect, it } from 'vitest'
import { dateOnText, idOf, listPlace, someOf, wholeNumber, yesNo } from './search-values.ts'

it('a date that does not exist filters nothing', () => {
  expect(dateOnText('2026-11-20')).toBe('2026-11-20')
  expect(dateOnText('2026-02-30')).toBeUndefined()
  expect(dateOnText('20/11/2026')).toBeUndefined()
})

it('an id is one of its own kind', () => {
  expect(idOf('emp_1', 'emp')).toBe('emp_1')
  expect(idOf('apr_1', 'emp')).toBeUndefined()
  expect(idOf(undefined, 'emp')).toBeUndefined()
})

it('unknown values of a choice fall out, and none left is no filter', () => {
  expect(someOf(['active', 'nonsense'], ['active', 'locked'])).toEqual(['active'])
  expect(someOf('nonsense', ['active'])).toBeUndefined()
})

it('amounts are whole satang; a sign, a point or a letter is no amount', () => {
  expect(wholeNumber('50037')).toBe(50_037)
  expect(wholeNumber('-1')).toBeUndefined()
  expect(wholeNumber('1.5')).toBeUndefined()
  expect(wholeNumber('99999999999999999')).toBeUndefined()
})

it('a yes is only the word true', () => {
  expect(yesNo('true')).toBe(true)
  expect(yesNo('false')).toBe(false)
  expect(yesNo('1')).toBeUndefined()
})

it('a place has one cursor at most and an offered size', () => {
  expect(listPlace({ size: '7', after: 'a', before: 'b' })).toEqual({
    size: 25,
    after: 'a',
    before: undefined,
  })
  expect(listPlace({ size: '100' })).toEqual({ size: 100, after: undefined, before: undefined })
})
