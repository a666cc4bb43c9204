import type { Posting } from '@khlang/ledger/posting.ts'
import { expect, test } from 'vitest'
import { columnsOf } from './posting-columns.ts'

const posting = (key: string, legs: Posting['legs'], hold?: Posting['hold']): Posting => ({
  key,
  kind: 'bet.place',
  sourceId: key,
  businessOn: '2026-11-22',
  valueOn: '2026-11-21',
  legs,
  ...(hold === undefined ? {} : { hold }),
})
const leg = (from: string, to: string, amountMinor: number, reversesId?: number) => ({
  from,
  to,
  amountMinor,
  currency: 'THB',
  ...(reversesId === undefined ? {} : { reversesId }),
})

test('postings become columns: each account once, each leg with its places and amount', () => {
  const two = [
    posting('one', [leg('a', 'b', 5), leg('b', 'c', 6)]),
    posting('two', [leg('c', 'a', 7)], 'open'),
  ]
  const [keys, , , businessOn, valueOn, holds, counts, codes, froms, tos, amounts, , reversed] =
    columnsOf(two)
  expect([keys, counts, codes]).toEqual(['{"one","two"}', '{2,1}', '{"a","b","c"}'])
  expect([froms, tos, amounts]).toEqual(['{1,2,3}', '{2,3,1}', '{5,6,7}'])
  expect([businessOn, valueOn]).toEqual(['{"2026-11-22","2026-11-22"}', '{"2026-11-21","2026-11-21"}'])
  // Who opens no hold, and what reverses nothing, says so where another does.
  expect([holds, reversed]).toEqual(['{NULL,open}', null])
  const back = columnsOf([posting('back', [leg('b', 'a', 5, 41), leg('d', 'b', 1)])])
  expect([back[5], back[12]]).toEqual([null, '{41,NULL}'])
})

test('a name that PostgreSQL would read otherwise is quoted', () => {
  const [keys] = columnsOf([posting('a "b", \\c}', [leg('a', 'b', 1)])])
  expect(keys).toBe(String.raw`{"a \"b\", \\c}"}`)
})
