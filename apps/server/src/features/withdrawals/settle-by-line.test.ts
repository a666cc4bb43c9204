import { expect, test } from 'vitest'
import { chooseDecided, type OutgoingLine, type SettleCandidate } from './settle-by-line.ts'

// Which payout an outgoing line proves: a wrong one is closed as paid while its money never went.
const sentAt = '2026-11-22T05:00:00.000Z'
const after = (ms: number): string => new Date(Date.parse(sentAt) + ms).toISOString()
const minutes = 60_000

const line: OutgoingLine = {
  id: 'line',
  bankAccountId: 'account',
  amountMinor: 50_000,
  bankTime: after(0),
  receivedAt: after(30 * minutes),
  payeeBank: null,
  payeeMask: null,
  payeeName: null,
  ref: null,
  businessOn: '2026-11-22',
  valueOn: '2026-11-22',
}
const payout: SettleCandidate = {
  id: 'payout',
  memberId: 'member',
  state: 'sending',
  toBank: 'KBANK',
  toAccountNo: '1234567890',
  sentAt,
  isSettled: false,
  refs: [],
}
const settled: SettleCandidate = { ...payout, id: 'settled', state: 'paid', isSettled: true }
const unknown: SettleCandidate = { ...payout, state: 'unknown' }

type Seen = Partial<OutgoingLine>
const chosen = (seen: Seen, candidates: readonly SettleCandidate[]): string => {
  const { settles, doubles } = chooseDecided({ ...line, ...seen }, candidates)
  if (settles && doubles) return 'both'
  return settles?.id ?? (doubles ? `double of ${doubles.id}` : 'nobody')
}

test.each<[string, Seen, Partial<SettleCandidate>, string]>([
  ['the only one that is on its way', {}, {}, 'payout'],
  ['one whose digits fit', { payeeMask: '??????7890' }, {}, 'payout'],
  ['none whose digits are others', { payeeMask: '??????7891' }, {}, 'nobody'],
  ['one whose bank it names', { payeeBank: 'KBANK' }, {}, 'payout'],
  ['none of another bank', { payeeBank: 'SCB' }, {}, 'nobody'],
  [
    'none of another bank, whatever digits fit',
    { payeeBank: 'SCB', payeeMask: '??????7890' },
    {},
    'nobody',
  ],
  ['one sent up to two minutes after it', { bankTime: after(-2 * minutes) }, {}, 'payout'],
  ['none sent more than two minutes after it', { bankTime: after(-2 * minutes - 1) }, {}, 'nobody'],
  ['by when it came, where the bank names no time', { bankTime: null, receivedAt: after(0) }, {}, 'payout'],
  [
    'none sent after it came, where the bank names no time',
    { bankTime: null, receivedAt: after(-2 * minutes - 1) },
    {},
    'nobody',
  ],
  [
    'one whose moment of sending is not known',
    { bankTime: after(-9 * minutes) },
    { sentAt: null },
    'payout',
  ],
  ['one that is paid and waits for its line', {}, { state: 'paid' }, 'payout'],
])('a line proves %s', (_, seen, of, expected) => {
  expect(chosen(seen, [{ ...payout, ...of }])).toBe(expected)
})

test('a line proves none of two that fit, and the one that its reference names', () => {
  const other = { ...payout, id: 'other', refs: ['R1'] }
  expect(chosen({}, [payout, other])).toBe('nobody')
  expect(chosen({ ref: 'R1' }, [payout, other])).toBe('other')
  expect(chosen({ ref: 'R1', payeeMask: '??????0000' }, [payout, other])).toBe('other')
  expect(chosen({ ref: 'R1' }, [{ ...other, id: 'one' }, other])).toBe('nobody')
  // A reference that no rail gave says nothing, nor does an empty one.
  expect(chosen({ ref: 'R2' }, [payout, other])).toBe('nobody')
  expect(chosen({ ref: '' }, [payout, { ...other, refs: [''] }])).toBe('nobody')
  expect(chosen({ ref: null }, [payout, { ...other, refs: ['null'] }])).toBe('nobody')
})

test('a line with none open is a likely second payment of the last that is settled', () => {
  expect(chosen({}, [])).toBe('nobody')
  expect(chosen({}, [{ ...settled, id: 'before' }, settled])).toBe('double of settled')
  expect(chosen({ payeeMask: '??????0000' }, [settled])).toBe('nobody')
  // What is open comes first, and of two that are open nobody is called paid twice.
  expect(chosen({}, [settled, payout])).toBe('payout')
  expect(chosen({}, [settled, payout, { ...payout, id: 'other' }])).toBe('nobody')
  expect(chosen({ ref: 'R1' }, [{ ...settled, refs: ['R1'] }, payout])).toBe('double of settled')
})

test.each<[string, Seen, Partial<SettleCandidate>, readonly SettleCandidate[], string]>([
  ['by a line within 15 minutes of its sending', { bankTime: after(15 * minutes) }, {}, [], 'payout'],
  ['by no line after 15 minutes', { bankTime: after(15 * minutes + 1) }, {}, [], 'nobody'],
  [
    'by no late line that came in time, where the bank says when',
    { bankTime: after(16 * minutes), receivedAt: after(0) },
    {},
    [],
    'nobody',
  ],
  ['by when it came, where the bank does not', { bankTime: null, receivedAt: after(0) }, {}, [], 'payout'],
  [
    'by a later line that names its digits',
    { bankTime: after(90 * minutes), payeeMask: '??????7890' },
    {},
    [],
    'payout',
  ],
  [
    'by a later line that names its bank',
    { bankTime: after(90 * minutes), payeeBank: 'KBANK' },
    {},
    [],
    'payout',
  ],
  ['by no bare line, where its sending is not known', {}, { sentAt: null }, [], 'nobody'],
  ['by no bare line that a settled one fits too', {}, {}, [settled], 'nobody'],
  [
    'by no line with the bank alone that a settled one fits too',
    { payeeBank: 'KBANK' },
    {},
    [settled],
    'nobody',
  ],
  ['by a line with its digits, whatever is settled', { payeeMask: '??????7890' }, {}, [settled], 'payout'],
  [
    'by its reference, however late',
    { ref: 'R1', bankTime: after(90 * minutes) },
    { refs: ['R1'] },
    [],
    'payout',
  ],
  [
    'by its reference, late and whatever is settled',
    { ref: 'R1', bankTime: after(90 * minutes) },
    { refs: ['R1'] },
    [{ ...settled, refs: ['R1'] }],
    'payout',
  ],
])('a payout of unknown outcome is ended %s', (_, seen, of, others, expected) => {
  expect(chosen(seen, [...others, { ...unknown, ...of }])).toBe(expected)
})
