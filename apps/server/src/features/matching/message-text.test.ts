import { describe, expect, it } from 'vitest'
import { freeFirst } from '../queue/find-missing.ts'
import { contradictionsOf } from './links/link-evidence.ts'
import type { Signal, SignalCode } from '../bank-lines/scoring/scoring.ts'
import { withoutBalances } from './message-text.ts'

describe('a message for whoever may not see what lies on our accounts', () => {
  it.each([
    ['only the moved amount is left', 'เข้า 150.00 คงเหลือ 9,692.18', 15_000, 'เข้า 150.00 คงเหลือ •••'],
    ['with its groups or without', 'เข้า 1,500.00 หรือ 1500.00', 150_000, 'เข้า 1,500.00 หรือ 1500.00'],
    [
      'not one that only begins so',
      'เข้า 150.00 คงเหลือ 1,150.00 ค่า 50.00',
      15_000,
      'เข้า 150.00 คงเหลือ ••• ค่า •••',
    ],
    ['nor the moved one below nothing', 'ออก 150.00 คงเหลือ -150.00', 15_000, 'ออก 150.00 คงเหลือ •••'],
    [
      'a time and a number are none',
      '28/04/69 23:26 X-1234 10.15:20 12 150.00',
      15_000,
      '28/04/69 23:26 X-1234 10.15:20 12 150.00',
    ],
    ['groups without decimals are one', 'เข้า 150.00 เหลือ 6,302บ', 15_000, 'เข้า 150.00 เหลือ •••บ'],
    ['unread: the first is left', 'x 150.00 y 9,692.18 z', null, 'x 150.00 y ••• z'],
    ['unread: not behind a word for a balance', 'คงเหลือ 150.00 เข้า 9.00', null, 'คงเหลือ ••• เข้า •••'],
    ['unread: a word behind it is none of it', 'x 150.00 คงเหลือ 9.00', null, 'x 150.00 คงเหลือ •••'],
    ['unread: nor a word that only ends so', 'global 150.00 x', null, 'global 150.00 x'],
    ['Thai digits are digits', 'เข้า ๑๕๐.๐๐ คงเหลือ ๙๐.๐๐', 15_000, 'เข้า 150.00 คงเหลือ •••'],
    ['nothing to hide', 'สวัสดี', null, 'สวัสดี'],
  ] as const)('%s', (_what, text, moved, shown) => {
    const found = withoutBalances(text, moved)
    expect(found.replaceAll('๑๕๐.๐๐', '150.00')).toBe(shown)
  })
})

it('lines that can still be linked come first, each kind with the best fit first', () => {
  const line = (state: Parameters<typeof freeFirst>[0]['state'], matchScore: number) => ({
    state,
    matchScore,
  })
  const lines = [
    line('autoMatched', 90),
    line('unmatched', 5),
    line('manualMatched', 95),
    line('suggested', 50),
  ]
  const sorted = [lines[3], lines[1], lines[2], lines[0]]
  expect(lines.toSorted(freeFirst)).toEqual(sorted)
  expect(lines.toReversed().toSorted(freeFirst)).toEqual(sorted)
})

it.each([
  ['nothing', {}, [], []],
  ['digits of nobody', { mask: true, payer: true }, [], ['payerMask']],
  ['a bank of no account', { bank: true, payer: true }, [], ['payerBank']],
  ['digits of one account and the bank of another', { payer: true }, [], ['payerBank']],
  ['digits and a bank of nobody', { mask: true, bank: true, payer: true }, [], ['payerMask', 'payerBank']],
  ['another name', {}, ['payerNameWrong'], ['payerName']],
  [
    'the same, said twice',
    { mask: true, payer: true },
    ['payerMaskWrong', 'payerNameWrong'],
    ['payerMask', 'payerName'],
  ],
] as [string, { mask?: true; bank?: true; payer?: true }, SignalCode[], string[]][])(
  'what the bank prints and the book has not: %s',
  (_what, book, codes, contradictions) => {
    const signals = codes.map((code): Signal => ({ code, points: -1, detail: {} }))
    expect(contradictionsOf({ mask: false, bank: false, payer: false, ...book }, signals)).toEqual(
      contradictions,
    )
  },
)
