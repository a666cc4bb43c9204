import { describe, expect, it } from 'vitest'
import type { RawSearch } from '../address/search.ts'
import { listPlace, oneText, someOf } from '../address/search-values.ts'
import { filtersOf, fromKept, sameFilters, shownView, toKeep } from './view-filters.ts'

const parse = (raw: RawSearch) => ({
  tab: oneText(raw['tab']) ?? 'all',
  state: someOf(raw['state'], ['active', 'locked']),
  search: oneText(raw['search']),
  open: oneText(raw['open']),
  ...listPlace(raw),
})

describe('what an address is filtered by', () => {
  it('is what the screen reads in it and would not have by itself', () => {
    const raw = { tab: 'all', size: '50', after: 'x', open: 'mbr_1', state: ['locked', 'odd'], evil: '1' }
    expect(filtersOf(raw, [parse])).toEqual({ state: ['locked'] })
    expect(filtersOf({ tab: 'waiting' }, [parse])).toEqual({ tab: ['waiting'] })
    expect(filtersOf({}, [parse])).toEqual({})
  })
  it('takes each part of a screen by its own reading', () => {
    const scope = (raw: RawSearch) => ({ scope: oneText(raw['scope']) ?? 'mine' })
    expect(filtersOf({ scope: 'all', tab: 'x' }, [parse, scope])).toEqual({ tab: ['x'], scope: ['all'] })
  })
  it('is the same in whatever order', () => {
    expect(sameFilters({ a: ['1', '2'], b: ['3'] }, { b: ['3'], a: ['2', '1'] })).toBe(true)
    expect(sameFilters({ a: ['1', '2'] }, { a: ['1'] })).toBe(false)
    expect(sameFilters({ a: ['1'] }, { a: ['1'], b: ['2'] })).toBe(false)
  })
})

describe('days in a view', () => {
  it('move with the day where they were picked as today, this month and so on', () => {
    const kept = toKeep({ from: ['2026-11-21'], to: ['2026-11-21'], state: ['active'] }, '2026-11-21')
    expect(kept).toEqual({ from: ['preset:today'], state: ['active'] })
    expect(fromKept(kept, '2026-12-02')).toEqual({
      from: ['2026-12-02'],
      to: ['2026-12-02'],
      state: ['active'],
    })
    const month = toKeep({ registeredFrom: ['2026-11-01'], registeredTo: ['2026-11-21'] }, '2026-11-21')
    expect(fromKept(month, '2027-01-15')).toEqual({
      registeredFrom: ['2027-01-01'],
      registeredTo: ['2027-01-15'],
    })
  })
  it('stay where they are any others', () => {
    const days = { from: ['2026-03-01'], to: ['2026-03-09'] }
    expect(toKeep(days, '2026-11-21')).toEqual(days)
    expect(fromKept(days, '2027-01-01')).toEqual(days)
    expect(toKeep({ from: ['2026-11-21'] }, '2026-11-21')).toEqual({ from: ['2026-11-21'] })
  })
})

describe('the view that is shown', () => {
  const views = [
    { id: 'a', filters: { state: ['active'] } },
    { id: 'b', filters: { from: ['preset:today'] } },
    { id: 'c', filters: {} },
  ]
  const shown = (picked: string | null, filters: Record<string, string[]>) =>
    shownView(views, picked, filters, '2026-11-21')?.id
  it('is the one that was picked, even when its filters were changed since', () => {
    expect(shown('a', { state: ['locked'] })).toBe('a')
    expect(shown('c', {})).toBe('c')
  })
  it('is found by its filters where none was picked', () => {
    expect(shown(null, { state: ['active'] })).toBe('a')
    expect(shown(null, { from: ['2026-11-21'], to: ['2026-11-21'] })).toBe('b')
    expect(shown('gone', { state: ['active'] })).toBe('a')
  })
  it('is none above the bare list', () => {
    expect(shown(null, {})).toBeUndefined()
    expect(shown(null, { state: ['locked'] })).toBeUndefined()
  })
})
