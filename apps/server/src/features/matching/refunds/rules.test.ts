import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFitting, refundsPaid } from './rules.ts'

const accounts = ['1111111111', '2222222222', '2222223333']

test('no refund is paid twice, nor by a line against it, and of nameless lines none is guessed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...accounts), { maxLength: 5 }),
      fc.array(fc.option(fc.constantFrom('111111', '222222', '3333', '22222222?')), { maxLength: 5 }),
      fc.boolean(),
      (numbers, masks, isShared) => {
        const refunds = numbers.map((accountNo, at) => ({ id: `r${String(at)}`, bank: 'SCB', accountNo }))
        const lines = masks.map((mask, at) => ({ id: `l${String(at)}`, bank: null, mask }))
        const paid = refundsPaid(refunds, lines, isShared)
        expect(new Set(paid.map(({ refundId }) => refundId)).size).toBe(paid.length)
        expect(new Set(paid.map(({ lineId }) => lineId)).size).toBe(paid.length)
        const pairs = paid.map(({ refundId, lineId }) => ({
          refund: refunds.find(({ id }) => id === refundId) ?? { bank: '', accountNo: '' },
          line: lines.find(({ id }) => id === lineId) ?? { bank: 'none', mask: null },
        }))
        expect(pairs.every(({ refund, line }) => isFitting(line, refund))).toBe(true)
        const nameless = pairs.filter(({ line }) => line.mask === null).length
        expect([0, masks.filter((mask) => mask === null).length]).toContain(nameless)
        if (nameless > 0) expect([isShared, paid.length]).toEqual([false, refunds.length])
      },
    ),
  )
})

test('the only refund to a named account is paid by its line, whatever else is on its way', () => {
  const refunds = accounts.map((accountNo, at) => ({ id: `r${String(at)}`, bank: 'SCB', accountNo }))
  const line = (mask: string | null, id = 'l') => ({ id, bank: null, mask })
  expect(refundsPaid(refunds, [line('111111')], true)).toEqual([{ refundId: 'r0', lineId: 'l' }])
  expect(refundsPaid(refunds, [line('2222??????')], true)).toEqual([])
  expect(refundsPaid(refunds.slice(0, 1), [line(null)], true)).toEqual([])
  expect(refundsPaid(refunds.slice(0, 1), [line(null)], false)).toEqual([{ refundId: 'r0', lineId: 'l' }])
  expect(refundsPaid(refunds.slice(0, 1), [line(null), line(null, 'm')], false)).toEqual([])
})
