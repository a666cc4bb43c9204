import { expect, test } from 'vitest'
import { creditRow, fateOf, takeBackOf } from './credit-row.ts'
import { creditColumns } from './file-columns.ts'
import type { Entry } from './queries.ts'

// What the list says of an entry: what became of it, whose hand it was, and whether it could go back.
const source: Entry['source'] = {
  reference: 'D2611-000001',
  by: 'anna',
  remark: 'a slip',
  state: null,
  takeBack: { lineId: 'line' },
  back: { by: 'ben', remark: 'a wrong member' },
}
const entry: Entry = {
  id: 17,
  at: '2026-11-22T05:00:00.000Z',
  kind: 'deposit.credited',
  is_out: false,
  amount_minor: 500,
  after_minor: 1_500,
  code: 'member:mbr_x:cash',
  source_id: 'dep_x',
  business_on: '2026-11-22',
  value_on: '2026-11-21',
  reverses_id: null,
  reversed_by_id: null,
  source,
  member: { id: 'member', username: 'm', name: 'M' },
}

test.each<[string, string | null, string | null]>([
  ['withdraw.hold', 'paid', 'paid'],
  ['withdraw.hold', 'rejected', 'returned'],
  ['withdraw.hold', 'cancelled', 'returned'],
  ['withdraw.hold', 'unknown', 'unknown'],
  ['withdraw.hold', 'review', 'waiting'],
  ['withdraw.hold', 'failed', 'waiting'],
  ['withdraw.hold', null, null],
  ['withdraw.release', 'rejected', null],
])('a %s of a withdrawal that is %s: %s', (kind, state, expected) => {
  expect(fateOf({ kind, reverses_id: null }, { ...source, state }, true)).toBe(expected)
})

test('what a taken-back credit left owing is what came in and took back nothing', () => {
  for (const kind of ['deposit.reversed', 'reversal']) {
    expect(fateOf({ kind, reverses_id: null }, source, false)).toBe('owed')
    expect(fateOf({ kind, reverses_id: 9 }, source, false)).toBeNull()
    expect(fateOf({ kind, reverses_id: null }, source, true)).toBeNull()
  }
  expect(fateOf({ kind: 'deposit.credited', reverses_id: null }, source, false)).toBeNull()
})

test('a credit that stands could go back, and nothing else', () => {
  for (const kind of ['credit.add', 'deposit.credited']) {
    expect(takeBackOf({ kind, reversed_by_id: null }, source)).toEqual({ lineId: 'line' })
    expect(takeBackOf({ kind, reversed_by_id: 18 }, source)).toBeNull()
  }
  expect(takeBackOf({ kind: 'bonus.grant', reversed_by_id: null }, source)).toBeNull()
})

test('a row has its sign, the balance before and after, and the hand that did it', () => {
  const shown = { id: 'trf_17', amountMinor: 500, beforeMinor: 1_000, afterMinor: 1_500 }
  const days = { businessOn: '2026-11-22', valueOn: '2026-11-21' }
  const links = { reversedBy: null, reverses: null, takeBack: { lineId: 'line' } }
  expect(creditRow(entry)).toMatchObject({ ...shown, ...days, ...links, by: 'anna', remark: 'a slip' })
  const out = { amountMinor: -500, beforeMinor: 2_000, afterMinor: 1_500 }
  expect(creditRow({ ...entry, is_out: true })).toMatchObject(out)
  const back: Entry = {
    ...entry,
    kind: 'deposit.reversed',
    is_out: true,
    reverses_id: 16,
    reversed_by_id: 18,
  }
  const asked = { by: 'ben', remark: 'a wrong member', reverses: 'trf_16', reversedBy: 'trf_18' }
  expect(creditRow(back)).toMatchObject({ ...asked, takeBack: null, fate: null })
  // Who asked is not known of what went back without a request.
  const undone = creditRow({ ...back, source: { ...source, back: null } })
  expect(undone).toMatchObject({ by: 'anna', remark: 'a slip' })
})

test.each([
  ['member', 'สมาชิก', 'Member'],
  ['auto', 'ระบบ', 'System'],
  [null, 'ระบบ', 'System'],
  ['anna', 'anna', 'anna'],
])('a file says whose hand %s was in its language', (by, th, en) => {
  const made = creditColumns.find(({ key }) => key === 'by')
  const row = { ...creditRow(entry), by }
  expect([made?.of(row, 'th'), made?.of(row, 'en')]).toEqual([th, en])
})
