import { describe, expect, it } from 'vitest'
import { fitMask, masksAgree, mergeMasks, readMask, visibleDigitsOf } from './mask.ts'

describe('readMask', () => {
  it.each([
    ['X-1234', 10, '??????1234'],
    ['X123456X', 10, '???123456?'],
    ['x123456', 10, '????123456'],
    ['X12345X', 10, '????12345?'],
    ['xxx123456x', 10, '???123456?'],
    ['xx1234', 10, '??????1234'],
    ['0012XXXX3456', 12, '0012????3456'],
    ['*1234', 10, '??????1234'],
    ['XXX-X-XX805-1', 10, '??????8051'],
    ['xxx-x-x3281-x', 10, '?????3281?'],
    ['081-xxx-1234', 10, '081???1234'],
    ['4181', 10, '??????4181'],
    ['x577111', null, '?577111'],
    ['0013XXXX1941', 10, '0013????1941'],
  ])('%s with %s places is %s', (printed, digits, mask) => expect(readMask(printed, digits)).toBe(mask))
  it.each(['', 'XXXX', 'abc', '12a4'])('refuses %j', (printed) => expect(readMask(printed, 10)).toBeNull())
})

describe('fitMask', () => {
  const number = '1234567890'
  it.each([
    ['??????7890', true, 4],
    ['????567890', true, 6],
    ['???456789?', true, 6],
    ['????56789?', true, 5],
    ['??????7891', false, 0],
    ['0012????7890', true, 6],
    ['1012????7890', false, 0],
    ['????????7890', true, 4],
    ['890', true, 3],
    ['??', false, 0],
  ])('%s against 1234567890: %s, %i digits', (mask, fits, visibleDigits) => {
    expect(fitMask(mask, number)).toEqual({ fits, visibleDigits })
    expect(fitMask(mask, '123-4-56789-0')).toEqual({ fits, visibleDigits })
  })
  it('fits nothing to an empty number', () => expect(fitMask('??00', '').fits).toBe(false))
})

describe('two masks of one number', () => {
  it('agree when no place shows two digits', () => {
    expect(masksAgree('??????1234', '?????9123?')).toBe(true)
    expect(masksAgree('??????1234', '?????9124?')).toBe(false)
    expect(masksAgree('1234', '????567890')).toBe(false)
  })
  it('combine to what either shows', () => {
    expect(mergeMasks('??????1234', '?????9123?')).toBe('?????91234')
    expect(visibleDigitsOf('?????91234')).toBe(5)
  })
})

describe('masks of different lengths', () => {
  it.each([
    ['0??7890', '7890', true, 4],
    ['1??7890', '7890', false, 0],
    ['7890', '1234567890', true, 4],
    ['00', '12', false, 0],
    ['??0', '5', false, 0],
    ['0?', '5', false, 0],
    ['5', '5', true, 1],
  ])('%s against %s: %s, %i digits', (mask, number, fits, visibleDigits) =>
    expect(fitMask(mask, number)).toEqual({ fits, visibleDigits }),
  )
  it('agree and combine from the right end', () => {
    expect([
      masksAgree('1', '21'),
      masksAgree('1', '12'),
      masksAgree('21', '1'),
      masksAgree('', '1'),
    ]).toEqual([true, false, true, true])
    expect([masksAgree('1?', '13'), masksAgree('2?', '13')]).toEqual([true, false])
    expect([mergeMasks('1?', '??3'), mergeMasks('??3', '1?'), mergeMasks('??', '12')]).toEqual([
      '?13',
      '?13',
      '12',
    ])
    expect([visibleDigitsOf(''), visibleDigitsOf('???'), visibleDigitsOf('1?0')]).toEqual([0, 0, 2])
  })
})
