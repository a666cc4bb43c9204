import { describe, expect, it } from 'vitest'
import { fitLayout, freshLayout, moveColumn, sameLayout, toggleColumn } from './table-layout.ts'

const columns = [{ id: 'reference', isFixed: true }, { id: 'member' }, { id: 'bank' }, { id: 'amount' }]

describe('a kept column layout', () => {
  it('puts a column that came since after its neighbour in the code, not at the end', () => {
    const kept = { ...freshLayout(columns), order: ['amount', 'reference', 'member'] }
    expect(fitLayout(columns, kept).order).toEqual(['amount', 'reference', 'member', 'bank'])
    expect(fitLayout(columns, { ...kept, order: ['amount', 'member', 'reference'] }).order).toEqual([
      'amount',
      'member',
      'bank',
      'reference',
    ])
  })
  it('puts a new first column first', () => {
    const kept = { ...freshLayout(columns), order: ['member', 'bank', 'amount'] }
    expect(fitLayout(columns, kept).order[0]).toBe('reference')
  })
  it('drops columns that are gone and shows a column that may no longer be hidden', () => {
    const kept = {
      order: ['gone', 'reference', 'member', 'bank', 'amount'],
      hidden: ['gone', 'reference', 'bank'],
      widths: { gone: 90, bank: 5 },
      density: null,
    }
    const fitted = fitLayout(columns, kept)
    expect(fitted.order).not.toContain('gone')
    expect(fitted.hidden).toEqual(['bank'])
    expect(fitted.widths).toEqual({ bank: 56 })
  })
})

describe('arranging columns', () => {
  it('keeps the last shown column', () => {
    const two = freshLayout([{ id: 'a' }, { id: 'b' }])
    const one = toggleColumn(two, 'a')
    expect(one.hidden).toEqual(['a'])
    expect(toggleColumn(one, 'b').hidden).toEqual(['a'])
  })
  it('stays at the edges', () => {
    const layout = freshLayout(columns)
    expect(moveColumn(layout, 'reference', -1)).toBe(layout)
    expect(moveColumn(layout, 'member', 1).order).toEqual(['reference', 'bank', 'member', 'amount'])
  })
})

describe('two layouts', () => {
  it('are the same whatever order their widths and hidden columns were written in', () => {
    const one = { ...freshLayout(columns), hidden: ['bank', 'member'], widths: { bank: 90, amount: 100 } }
    const other = { ...one, hidden: ['member', 'bank'], widths: { amount: 100, bank: 90 } }
    expect(sameLayout(one, other)).toBe(true)
    expect(sameLayout(one, { ...other, widths: { amount: 101, bank: 90 } })).toBe(false)
    expect(sameLayout(one, { ...other, order: other.order.toReversed() })).toBe(false)
    expect(sameLayout(one, { ...other, density: 'compact' })).toBe(false)
  })
})
