import { expect, it } from 'vitest'
import type { QueueList, QueueRow } from './queue-shapes.ts'
import { fitsFilter, mergeRow, pageSums, rowsMax } from './row-merge.ts'

const row = (id: string, changes: Partial<QueueRow> = {}): QueueRow => ({
  kind: 'deposit',
  id,
  reference: `D-${id}`,
  at: `2026-11-21T02:00:0${id}.000Z`,
  member: { id: 'mbr_1', username: 'somchai', name: 'สมชาย', state: 'active' },
  state: 'pending',
  amountMinor: 50_000,
  accountId: 'oba_1',
  bankTime: null,
  memberBank: null,
  memberAccountMasked: null,
  creditBeforeMinor: null,
  creditAfterMinor: null,
  source: 'auto',
  handler: null,
  claimedBy: null,
  claimedUntil: null,
  slaEndsAt: null,
  checksFailed: [],
  takeBack: null,
  band: null,
  remarkMember: null,
  remarkStaff: null,
  reasonCode: null,
  version: 1,
  ...changes,
})
const list = (...records: QueueRow[]): QueueList => ({
  records,
  hasAfter: true,
  hasBefore: false,
  afterCursor: 'x',
  beforeCursor: null,
  totalCount: null,
})
const first = { filter: {}, isFirstPage: true }
const idsOf = (merged: { list: QueueList }) => merged.list.records.map(({ id }) => id)

it('a new row stands on top, in the order of time', () => {
  expect(idsOf(mergeRow(list(row('5'), row('3')), row('7'), first))).toEqual(['7', '5', '3'])
  expect(idsOf(mergeRow(list(row('5'), row('3')), row('4'), first))).toEqual(['5', '4', '3'])
})

it('what waits stands with the longest waiting on top: a new row comes at the end of the last page', () => {
  const view = { filter: { tab: 'waiting' as const }, isFirstPage: true }
  const shown = list(row('3'), row('5'))
  expect(idsOf(mergeRow(shown, row('4'), view))).toEqual(['3', '4', '5'])
  expect(mergeRow(shown, row('7'), view).list).toBe(shown)
  expect(idsOf(mergeRow({ ...shown, hasAfter: false }, row('7'), view))).toEqual(['3', '5', '7'])
})

it('a known row changes in its place and an older version changes nothing', () => {
  const shown = list(row('5'), row('3', { version: 4 }))
  const newer = mergeRow(shown, row('3', { version: 5, state: 'credited' }), first)
  expect(idsOf(newer)).toEqual(['5', '3'])
  expect(newer.list.records[1]?.state).toBe('credited')
  expect(mergeRow(shown, row('3', { version: 3, state: 'credited' }), first).list).toBe(shown)
})

it('a claim that was renewed reaches its row, whose version stays', () => {
  const taken = { claimedBy: 'Ploy', version: 4 }
  const shown = list(row('5'), row('3', { ...taken, claimedUntil: '2026-11-21T08:02:00.000Z' }))
  const claimedUntil = '2026-11-21T08:03:00.000Z'
  const renewed = mergeRow(shown, row('3', { ...taken, claimedUntil }), first)
  expect(renewed.list.records[1]?.claimedUntil).toBe(claimedUntil)
})

it('a row that no longer fits the tab leaves, one that never fitted does not come', () => {
  const view = { filter: { tab: 'waiting' as const }, isFirstPage: true }
  const shown = list(row('5'), row('3'))
  expect(idsOf(mergeRow(shown, row('3', { version: 2, state: 'credited' }), view))).toEqual(['5'])
  expect(idsOf(mergeRow(shown, row('9', { state: 'credited' }), view))).toEqual(['5', '3'])
})

it('a row of a later page does not come onto this one', () => {
  const shown = list(row('5'), row('3'))
  expect(mergeRow(shown, row('1'), first).list).toBe(shown)
  expect(idsOf(mergeRow({ ...shown, hasAfter: false }, row('1'), first))).toEqual(['5', '3', '1'])
  expect(mergeRow(shown, row('9'), { filter: {}, isFirstPage: false }).list).toBe(shown)
})

it('where only the server can tell, the page is asked for again', () => {
  const shown = list(row('5'))
  const view = { filter: { search: 'som' }, isFirstPage: true }
  expect(mergeRow(shown, row('9'), view)).toEqual({ list: shown, isStale: true })
  expect(fitsFilter({ from: '2026-11-21' }, row('9'))).toBeNull()
  expect(fitsFilter({ from: '2026-11-21', tab: 'withdrawals' }, row('9'))).toBe(false)
})

it('amount, account, member and state filter as the server does', () => {
  expect(fitsFilter({ amountMinMinor: 50_000, amountMaxMinor: 50_000 }, row('1'))).toBe(true)
  expect(fitsFilter({ amountMinMinor: 50_001 }, row('1'))).toBe(false)
  expect(fitsFilter({ amountMinor: 50_001 }, row('1'))).toBe(false)
  expect(fitsFilter({ amountMinor: 50_000 }, row('1'))).toBe(true)
  expect(fitsFilter({ accountId: 'oba_2' }, row('1'))).toBe(false)
  expect(fitsFilter({ memberId: 'mbr_2' }, row('1'))).toBe(false)
  expect(fitsFilter({ state: ['credited'] }, row('1'))).toBe(false)
})

it('the sums of a page keep deposits and withdrawals apart', () => {
  const rows = [row('1'), row('2', { kind: 'withdrawal', amountMinor: 20_000 })]
  expect(pageSums(rows, {})).toEqual({ depositMinor: 50_000, withdrawalMinor: 20_000, netMinor: 30_000 })
})

it('the sums of a page leave out what is cancelled, unless the filter asks for nothing else', () => {
  const cancelled = [
    row('3', { state: 'rejected', amountMinor: 700 }),
    row('4', { state: 'reversed', amountMinor: 50 }),
    row('5', { kind: 'withdrawal', state: 'cancelled', amountMinor: 1 }),
  ]
  const rows = [
    row('1'),
    row('2', { kind: 'withdrawal', state: 'paid', amountMinor: 20_000 }),
    ...cancelled,
  ]
  const counted = { depositMinor: 50_000, withdrawalMinor: 20_000, netMinor: 30_000 }
  const all = { depositMinor: 750, withdrawalMinor: 1, netMinor: 749 }
  const nothing = { depositMinor: 0, withdrawalMinor: 0, netMinor: 0 }
  expect(pageSums(rows, {})).toEqual(counted)
  expect(pageSums(rows, { state: ['credited', 'rejected'] })).toEqual(counted)
  expect(pageSums(cancelled, { tab: 'cancelled' })).toEqual(all)
  expect(pageSums(cancelled, { state: ['rejected', 'reversed', 'cancelled'] })).toEqual(all)
  expect(pageSums(cancelled, { tab: 'all' })).toEqual(nothing)
})

it('a new row is shown on a full page too; the oldest gives way and the page is asked for again', () => {
  const full = list(...Array.from({ length: rowsMax }, (_, n) => row('1', { id: `d${n}` })))
  const merged = mergeRow(full, row('7'), first)
  expect(merged.isStale).toBe(true)
  expect(merged.list.records).toHaveLength(rowsMax)
  expect(merged.list.records[0]?.id).toBe('7')
})

it('a row older than all others stands last on the last page, and on no other', () => {
  const last = { ...list(row('5'), row('3')), hasAfter: false }
  expect(idsOf(mergeRow(last, row('1'), first))).toEqual(['5', '3', '1'])
  expect(idsOf(mergeRow(list(row('5'), row('3')), row('1'), first))).toEqual(['5', '3'])
})

it('rows of one moment stand by their ids, newest first', () => {
  const at = { at: '2026-11-21T02:00:00.000Z' }
  expect(idsOf(mergeRow(list(row('5', at), row('3', at)), row('4', at), first))).toEqual(['5', '4', '3'])
})

it('a page that has grown to its end is asked for again', () => {
  const of = (count: number) => list(...Array.from({ length: count }, (_, at) => row(`${1000 - at}`)))
  expect(mergeRow(of(rowsMax), row('x', { at: '2026-11-22T00:00:00.000Z' }), first).isStale).toBe(true)
  expect(mergeRow(of(rowsMax - 1), row('x', { at: '2026-11-22T00:00:00.000Z' }), first).isStale).toBe(false)
})

it('an amount at either end of the range is within it', () => {
  const fits = (amountMinor: number) =>
    fitsFilter({ amountMinMinor: 100, amountMaxMinor: 200 }, row('1', { amountMinor }))
  expect([99, 100, 200, 201].map(fits)).toEqual([false, true, true, false])
})
