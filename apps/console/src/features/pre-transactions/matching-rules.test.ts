import { expect, it } from 'vitest'
import { ageBuckets } from './matching/ageing.ts'
import { countdownText } from './line-actions/countdown.ts'
import { neighbour } from './matching/line-in-hand.ts'
import { waysOf } from './lines/line-shapes.ts'
import { readDecision } from './lines/match-decision.ts'
import { fieldErrorsOf } from '../../lib/form/form-field-errors.ts'
import { pointsChips, signed } from './lines/match-points.ts'
import { lineFilter, parseMatching } from './matching/matching-search.ts'
import { depositFormOf, emptyDeposit, withKind, type DepositForm } from './wizard/manual-deposit.ts'
import { markMessage } from './lines/message-marks.ts'
import { adviceOf, bangkokInstant, placeOf, readClock, type FoundLine } from './missing/missing-verdict.ts'

const points = (chips: readonly { points: number }[]) => chips.reduce((sum, chip) => sum + chip.points, 0)

it('the points of a score always add up to it, strongest reason first', () => {
  const signals = [
    { code: 'payerBankEqual', points: 8, detail: { bank: 'KTB' } },
    { code: 'memberNotActive', points: -50, detail: {} },
    { code: 'payerMaskFits', points: 65, detail: { visibleDigits: 6 } },
  ]
  expect(pointsChips(signals, 23).map((chip) => chip.key)).toEqual([
    'payerMaskFits',
    'payerBankEqual',
    'memberNotActive',
  ])
  const withRest = pointsChips(signals, 30)
  expect(withRest.at(-1)).toMatchObject({ key: 'rest', points: 7 })
  expect(points(withRest)).toBe(30)
})

it('reasons are worded by what they say: near in time, and a name that differs', () => {
  const chips = pointsChips(
    [
      { code: 'requestTime', points: 14, detail: { seconds: 35 } },
      { code: 'requestTime', points: 3, detail: { seconds: 1500 } },
      { code: 'payerName', points: -15, detail: { similarity: 0.2 } },
    ],
    2,
  )
  expect(chips.map((chip) => chip.key)).toEqual(['requestTimeNow', 'requestTime', 'payerNameOther'])
  expect(chips[1]?.values['minutes']).toBe(25)
  expect(chips[2]?.values['percent']).toBe(20)
  expect([signed(40), signed(-30)]).toEqual(['+40', '−30'])
})

it('a message is marked where its amount and the payer’s digits stand, and nowhere else', () => {
  const text = 'เงินเข้า 1,500.00บ จาก X4321 คงเหลือ 21,500.00บ'
  const marked = markMessage(text, 150_000, 'xxx-x-x4321-x').filter((part) => part.mark !== null)
  expect(marked).toEqual([
    { text: '1,500.00', mark: 'amount' },
    { text: '4321', mark: 'tail' },
  ])
  expect(
    markMessage(text, 150_000, null)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

it('an own transfer is told from where the money left to where it came, by either half', () => {
  expect(waysOf({ direction: 'out' }, 'ours', 'theirs')).toEqual({ from: 'ours', to: 'theirs' })
  expect(waysOf({ direction: 'in' }, 'ours', 'theirs')).toEqual({ from: 'theirs', to: 'ours' })
})

it('an amount without satang is found too, but not inside a longer number', () => {
  const amounts = (text: string) =>
    markMessage(text, 50_000, null).flatMap((part) => (part.mark ? [part.text] : []))
  expect(amounts('รับโอน 500 บาท อ้างอิง 15005 คงเหลือ 1,500.00')).toEqual(['500'])
  expect(amounts('ยอด 500.')).toEqual(['500'])
  expect(amounts('ยอด 500.37')).toEqual([])
})

it('J after somebody took the line in hand goes to the one in its place', () => {
  expect(neighbour(['a', 'b', 'c'], 'a', 0, 1)).toBe('b')
  expect(neighbour(['a', 'c'], 'b', 1, 1)).toBe('c')
  expect(neighbour(['a', 'c'], 'b', 1, -1)).toBe('a')
  expect(neighbour(['a', 'b'], 'b', 1, 1)).toBe('b')
  expect(neighbour([], 'b', 1, 1)).toBeUndefined()
})

it('the address gives the filter; what it misspells is left out', () => {
  const search = parseMatching({
    tab: 'nonsense',
    amount: '๕๐๐.๓๗',
    state: ['quarantined', 'settled', 'x'],
    size: '7',
    hasPayer: 'true',
  })
  expect(search).toMatchObject({ tab: 'open', size: 50, hasPayer: 'true' })
  expect(lineFilter(search, 'open')).toEqual({
    scope: 'open',
    state: ['quarantined'],
    amountMinor: 50_037,
    hasPayer: true,
  })
  expect(lineFilter(parseMatching({ amount: 'abc' }), 'open')).toEqual({ scope: 'open' })
  expect(lineFilter(search, 'all').state).toEqual(['settled'])
  expect(lineFilter(parseMatching({}), 'all').state).not.toContain('unmatched')
})

it('a line of the wizard opens in the list it stands in, among all of its amount', () => {
  const lineIn = (state: FoundLine['state']) => ({ id: 'stl_1', amountMinor: 150_000, state }) as FoundLine
  const free = placeOf(lineIn('unmatched'))
  expect(free).toEqual({ line: 'stl_1', amount: '1,500.00' })
  expect(lineFilter(parseMatching(free), 'open')).toEqual({ scope: 'open', amountMinor: 150_000 })
  expect(placeOf(lineIn('autoMatched')).tab).toBe('handled')
  expect(placeOf(lineIn('quarantined')).tab).toBeUndefined()
})

it('the undo clock counts down and ends', () => {
  const until = '2026-11-21T03:10:00.000Z'
  expect(countdownText(until, Date.parse('2026-11-21T03:00:19.500Z'))).toBe('9:41')
  expect(countdownText(until, Date.parse(until))).toBeNull()
  expect(countdownText('nonsense', 0)).toBeNull()
})

it('ageing shows every bucket in order, a strange one last', () => {
  const buckets = ageBuckets({
    over30Days: { count: 2, amountMinor: 5 },
    strange: { count: 1, amountMinor: 1 },
  })
  expect(buckets.map(({ key, count }) => `${key}:${count}`)).toEqual([
    'under15Minutes:0',
    'under1Hour:0',
    'under1Day:0',
    'under30Days:0',
    'over30Days:2',
    'strange:1',
  ])
})

it('a stored decision of another shape is read as far as it goes', () => {
  expect(readDecision({ decision: 'suggest', reasons: ['marginTooSmall', 3], margin: 9 })).toEqual({
    decision: 'suggest',
    reasons: ['marginTooSmall'],
    margin: 9,
    learning: null,
  })
  expect(readDecision({ learning: { confirmed: 7, needed: 20 } }).learning).toEqual({
    confirmed: 7,
    needed: 20,
  })
  expect(readDecision(null)).toEqual({ decision: null, reasons: [], margin: null, learning: null })
})

it('the wizard reads times as people type them, in Bangkok', () => {
  expect(['14:05', '9.30', '1405', '23:59', '24:00', '12', ''].map(readClock)).toEqual([
    '14:05',
    '09:30',
    '14:05',
    '23:59',
    null,
    null,
    null,
  ])
  expect(bangkokInstant('2026-11-21', '๑๔:๐๕')).toBe('2026-11-21T07:05:00.000Z')
  expect(bangkokInstant(null, '14:05')).toBeNull()
})

it('the wizard links only money without an owner, and notes nothing credited or quarantined', () => {
  const verdicts = ['alreadyCredited', 'openLineFound', 'creditedToOther', 'quarantined'] as const
  const more = ['similarLine', 'unreadMessage', 'feedSilent', 'nothingFound'] as const
  const where = (may: 'canLink' | 'canNote') => [...verdicts, ...more].filter((each) => adviceOf(each)[may])
  expect(where('canLink')).toEqual(['openLineFound', 'similarLine'])
  expect(where('canNote')).toEqual(['openLineFound', 'creditedToOther', ...more])
})

it('only real money asks for an account, and another kind forgets it', () => {
  const form = {
    ...emptyDeposit(500),
    accountId: 'oba_x',
    on: '2026-11-21',
    clock: '14:05',
    remarkStaff: 'สลิปครบ',
  }
  const fieldErrors = (typed: DepositForm) =>
    fieldErrorsOf((keys) => [keys].flat()[0] ?? '', depositFormOf('mbr_1'), typed, {
      version: 0,
      draft: typed,
    })
  expect(fieldErrors(form)).toEqual({})
  expect(fieldErrors({ ...form, accountId: '' })).toEqual({ accountId: 'manual.fieldError.accountId' })
  expect(withKind(form, 'goodwill')).toMatchObject({
    accountId: '',
    on: null,
    clock: '',
    reasonCode: 'compensation',
  })
  expect(fieldErrors(withKind(form, 'goodwill'))).toEqual({})
  expect(fieldErrors({ ...form, amountMinor: null, remarkStaff: ' x ' })).toEqual({
    amountMinor: 'manual.fieldError.amountMinor',
    remarkStaff: 'manual.fieldError.remarkStaff',
  })
})
