import { depositStates, queueTabs, withdrawalStates } from '@khlang/contract/values/value-lists.ts'
import { describe, expect, it } from 'vitest'
import { filterOf, parseQueue, shownSearch } from './queue-search.ts'
import { fitsTab, isDecidable, isRefusable, type QueueRow } from '../rows/queue-shapes.ts'

it('every filter of the address asks the server for itself', () => {
  const filter = {
    tab: 'done',
    search: 'som',
    accountId: 'oba_1',
    memberId: 'mbr_1',
    state: ['paid'],
    from: '2026-11-01',
    to: '2026-11-21',
    amountMinMinor: 100,
    amountMaxMinor: 200,
  }
  const address = { ...filter, amountMinMinor: '100', amountMaxMinor: '200', size: '25', after: 'x' }
  expect(filterOf(shownSearch(parseQueue(address), true))).toEqual(filter)
  expect(parseQueue(address)).toMatchObject({ size: 25, after: 'x', before: undefined })
  const wrong = parseQueue({ tab: 'x', accountId: 'mbr_1', state: ['x'], amountMinMinor: '-1' })
  expect(filterOf(shownSearch(wrong, false))).toEqual({ tab: 'all' })
})

describe('the tab that the address does not name', () => {
  const tabOf = (raw: Parameters<typeof parseQueue>[0], mayDecide: boolean) =>
    shownSearch(parseQueue(raw), mayDecide).tab

  it('is what waits for whoever may decide, and everything for others', () => {
    expect([tabOf({}, true), tabOf({}, false)]).toEqual(['waiting', 'all'])
    expect(tabOf({ open: 'dep_1', size: '25' }, true)).toBe('waiting')
  })
  it('is everything where something is looked for, since that may be over', () => {
    for (const raw of [{ search: 'D2611-000001' }, { memberId: 'mbr_1' }, { from: '2026-11-01' }])
      expect(tabOf(raw, true)).toBe('all')
  })
  it('is never chosen against the address', () => {
    expect([tabOf({ tab: 'all' }, true), tabOf({ tab: 'waiting' }, false)]).toEqual(['all', 'waiting'])
  })
})

describe('a row', () => {
  const rows = [
    ...depositStates.map((state) => ({ kind: 'deposit', state })),
    ...withdrawalStates.map((state) => ({ kind: 'withdrawal', state })),
  ] as QueueRow[]
  const named = (test: (row: QueueRow) => boolean) =>
    rows.filter(test).map(({ kind, state }) => `${kind} ${state}`)

  it('stands in the tabs of its state, and each in exactly one of waiting, done and cancelled', () => {
    expect(named((row) => fitsTab('done', row))).toEqual(['deposit credited', 'withdrawal paid'])
    expect(named((row) => fitsTab('cancelled', row)).toSorted()).toEqual([
      'deposit expired',
      'deposit rejected',
      'deposit reversed',
      'withdrawal cancelled',
      'withdrawal rejected',
    ])
    for (const row of rows) {
      const tabs = queueTabs.filter((tab) => fitsTab(tab, row))
      expect(tabs).toHaveLength(3)
      expect(tabs).toContain(row.kind === 'deposit' ? 'deposits' : 'withdrawals')
    }
  })

  it('is decided while a person must, and refused while its money is waited for', () => {
    expect(named(isDecidable).toSorted()).toEqual([
      'withdrawal failed',
      'withdrawal review',
      'withdrawal unknown',
    ])
    expect(named(isRefusable).toSorted()).toEqual(['deposit created', 'deposit pending'])
  })
})
