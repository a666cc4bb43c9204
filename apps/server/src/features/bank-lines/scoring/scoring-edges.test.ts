import { describe, expect, it } from 'vitest'
import { decide, defaultDecisionSettings, type ScoredCandidate } from './decide.ts'
import { RECEIVED, account, candidate, line, request } from './scoring.fixture.ts'
import {
  contradictions,
  needsNote,
  scoreCandidate,
  type Candidate,
  type MatchLine,
  type Signal,
  type SignalCode,
} from './scoring.ts'

const signalsOf = (incoming: Partial<MatchLine>, member: Partial<Candidate>) =>
  scoreCandidate(line(incoming), candidate('a', member)).signals
const points = (incoming: Partial<MatchLine>, member: Partial<Candidate>) =>
  Object.fromEntries(signalsOf(incoming, member).map((signal) => [signal.code, signal.points]))

describe('a name', () => {
  it.each([
    ['สมชาย ใจดี', 'สมชาย ใจดี', { payerName: 25 }, 1],
    ['สมชาย ใจ', 'สมชาย ใจดี', { payerName: 25 }, 0.95],
    ['สมชาย ว', 'สมชาย วงศ์ดี', { payerName: 12 }, 0.85],
    ['SOMCH', 'SOMCHAI JAIDEE', { payerName: 12 }, 0.75],
    ['SOMCHAY JAIDEE', 'SOMCHAI JAIDEE', { payerNameWrong: -15 }, 0.74],
    ['SOMCHAI JAIDEE', 'สมชาย ใจดี', { payerName: 12 }, 0.9],
    ['SOMCHAI', 'สมชาย ใจดี', { payerName: 12 }, 0.75],
    ['SOMCHAN JAIDEE', 'สมชาย ใจดี', { payerNameUnclear: 0 }, 0.7],
    ['SOMTAM', 'สมนก', { payerNameUnclear: 0 }, 0.5],
    ['SOMTAM', 'กนกพร', { payerNameWrong: -15 }, 0],
    ['123', 'สมชาย ใจดี', { payerNameUnclear: 0 }, undefined],
  ] as const)('%s beside %s is %j', (payerName, known, expected, similarity) => {
    const found = signalsOf({ payerName }, { names: [known] })
    expect(Object.fromEntries(found.map(({ code, points: of }) => [code, of]))).toEqual(expected)
    const isOtherSound = similarity === 0
    expect(found[0]?.detail).toEqual(
      similarity === undefined ? {} : { similarity, ...(isOtherSound ? { by: 'sound' } : {}) },
    )
  })
  it('of no member is unclear, never wrong; one that is not printed says nothing', () => {
    expect(points({ payerName: 'สมชาย ใจดี' }, { names: [] })).toEqual({ payerNameUnclear: 0 })
    expect(points({}, { names: ['สมชาย ใจดี'] })).toEqual({})
  })
  it('of several that a member goes by, the one that is most like the printed one counts', () => {
    const names = ['กนกพร แสนดี', 'สมชาย ใจดี', 'สมชาย วงศ์ดี']
    for (const known of [names, names.toReversed()])
      expect(points({ payerName: 'สมชาย ใจดี' }, { names: known })).toEqual({ payerName: 25 })
  })
  it('read letter by letter goes before one that only sounds alike, though it is worse', () => {
    const names = ['สมชาย ใจดี', 'ANAN KLAHAN']
    expect(points({ payerName: 'SOMCHAI JAIDEE' }, { names })).toEqual({ payerNameWrong: -15 })
  })
})

describe('a request', () => {
  const untimed = { bankTime: '2026-05-18T01:00:00.000Z', receivedAt: RECEIVED } as const
  const at = (seconds: number) => new Date(Date.parse(RECEIVED) + seconds * 1000).toISOString()
  it.each([
    ['the bank’s second, before it', 'second', at(0), at(-121), 121, 8],
    ['the bank’s second, at it', 'second', at(0), at(0), 0, 14],
    ['the bank’s second, after it', 'second', at(0), at(121), 121, 8],
    ['the bank’s minute, at its end', 'minute', at(0), at(60), 0, 14],
    ['the bank’s minute, behind its end', 'minute', at(0), at(181), 121, 8],
    ['the bank’s minute, before its begin', 'minute', at(0), at(-121), 121, 8],
    ['the receipt, where a day is printed', 'day', untimed.bankTime, at(-120), 120, 14],
    ['the receipt, where no time is printed', 'none', untimed.bankTime, at(121), 121, 8],
    ['the receipt, where the time is missing', 'minute', null, at(-1), 1, 14],
  ] as const)('is timed by %s', (_by, bankTimePrecision, bankTime, requestedAt, seconds, of) => {
    const isStated = bankTime !== null && bankTimePrecision !== 'day' && bankTimePrecision !== 'none'
    // Where the bank’s time counts, the message came much later.
    const incoming = { bankTimePrecision, bankTime, receivedAt: isStated ? at(3000) : RECEIVED }
    const openRequests = [request('r', 0, { requestedAt })]
    expect(signalsOf(incoming, { openRequests })).toEqual([
      { code: 'requestAmountEqual', points: 40, detail: { requestId: 'r' } },
      { code: 'requestTime', points: of, detail: { requestId: 'r', seconds } },
    ])
  })
  it('for any account of ours counts on each of them; for another one it does not', () => {
    const scoreFor = (accountId: string | null) =>
      scoreCandidate(line(), candidate('a', { openRequests: [request('r', 0, { accountId })] })).score
    expect([scoreFor(null), scoreFor('acc1'), scoreFor('acc2')]).toEqual([54, 54, 0])
  })
  it('of several the one that scores best counts, alone, whichever comes first', () => {
    const both = [request('far', 1000), request('near', 10), request('later', 700)]
    for (const openRequests of [both, both.toReversed()])
      expect(scoreCandidate(line(), candidate('a', { openRequests }))).toMatchObject({
        score: 54,
        requestId: 'near',
      })
  })
  it('that the member made goes before one that was noted for them, where they score alike', () => {
    const both = [request('noted', 10, { isNoted: true }), request('asked', 10, { isNoted: false })]
    for (const openRequests of [both, both.toReversed()]) {
      const { requestId, signals } = scoreCandidate(line(), candidate('a', { openRequests }))
      expect([requestId, signals[0]?.code]).toEqual(['asked', 'requestAmountEqual'])
    }
    const alone = scoreCandidate(line(), candidate('a', { openRequests: both.slice(0, 1) }))
    expect([alone.requestId, alone.signals[0]?.code, alone.score]).toEqual([
      'noted',
      'notedAmountEqual',
      54,
    ])
  })
  it('of two alike the first is named, and reserved satang name theirs', () => {
    const two = [request('one', 10), request('two', 10)]
    expect(scoreCandidate(line(), candidate('a', { openRequests: two })).requestId).toBe('one')
    // Satang that somebody typed are nobody's: only reserved ones are.
    const typed = [request('odd', 10, { amountMinor: 100_037 })]
    expect(points({ amountMinor: 100_037 }, { openRequests: typed })).toEqual({
      requestAmountEqual: 40,
      requestTime: 14,
    })
    const reserved = [...two, request('own', 1800, { isUniqueSatang: true })]
    expect(signalsOf({}, { openRequests: reserved })).toEqual([
      { code: 'requestAmountEqual', points: 40, detail: { requestId: 'own' } },
      { code: 'uniqueSatang', points: 60, detail: { requestId: 'own' } },
      { code: 'requestTime', points: 3, detail: { requestId: 'own', seconds: 1800 } },
    ])
  })
})

describe('digits and banks', () => {
  it.each([
    ['??????????', 0],
    ['?????77111', 35],
    ['????577111', 65],
    ['???4577111', 65],
    ['??????7111', 35],
    ['???????111', 0],
  ])('%s of the payer weighs %i', (payerMask, weight) => {
    const found = points({ payerMask }, { accounts: [account('KBANK', '1234577111')] })
    expect(found).toEqual(
      payerMask === '??????????' ? { payerMaskWrong: -40 } : weight === 0 ? {} : { payerMaskFits: weight },
    )
  })
  it('are told with the account that they fit best, and the banks that would have been right', () => {
    const accounts = [account('SCB', '1234577111'), account('KTB', '9994577111'), account('BBL', '1')]
    expect(signalsOf({ payerBank: 'KTB', payerMask: '??????7111' }, { accounts })).toEqual([
      { code: 'payerMaskFits', points: 35, detail: { visibleDigits: 4, bank: 'KTB' } },
      { code: 'payerBankEqual', points: 8, detail: { bank: 'KTB' } },
    ])
    expect(signalsOf({ payerBank: 'TTB' }, { accounts: [...accounts, account('SCB', '2')] })).toEqual([
      { code: 'payerBankWrong', points: -30, detail: { expected: 'SCB, KTB, BBL', printed: 'TTB' } },
    ])
    expect(signalsOf({ payerMask: '??????9999' }, { accounts })).toEqual([
      { code: 'payerMaskWrong', points: -40, detail: { accounts: 3 } },
    ])
  })
  it('of two accounts that fit the one with more digits counts', () => {
    const short = [account('SCB', '7111'), account('SCB', '1000007111')]
    for (const each of [short, short.toReversed()])
      expect(signalsOf({ payerMask: '000007111' }, { accounts: each })[0]?.detail).toEqual({
        visibleDigits: 9,
        bank: 'SCB',
      })
  })
})

describe('what is known of the member', () => {
  it.each([
    [1, {}],
    [2, { learntAlias: 15 }],
    [4, { learntAlias: 15 }],
    [5, { learntAlias: 25 }],
  ])('a payer linked %i times before', (aliasHits, expected) => {
    expect(points({}, { aliasHits })).toEqual(expected)
  })
  it('references of a slip go before those of an order, and only equal ones count', () => {
    const refs = { slipRefs: ['S1'], gatewayRefs: ['S1', 'G1'] }
    expect(points({ ref: 'S1' }, refs)).toEqual({ slipReference: 100 })
    expect(points({ ref: 'G1' }, refs)).toEqual({ gatewayReference: 100 })
    expect(points({ ref: 'X1' }, refs)).toEqual({})
    expect(points({ ref: '' }, { slipRefs: [''], gatewayRefs: [''] })).toEqual({})
  })
  it('a usual amount is the very amount, and who is not active is told with the state', () => {
    expect(points({}, { usualAmountsMinor: [100_001, 99_999] })).toEqual({})
    expect(points({}, { usualAmountsMinor: [1, 100_000] })).toEqual({ usualAmount: 3 })
    for (const status of ['suspended', 'blacklisted'] as const)
      expect(signalsOf({}, { status })).toEqual([
        { code: 'memberNotActive', points: -50, detail: { status } },
      ])
  })
})

describe('a note', () => {
  const noteFor = (...of: number[]) =>
    needsNote({ signals: of.map((each): Signal => ({ code: 'payerName', points: each, detail: {} })) })
  it('is needed from the first point that speaks against, not for what says nothing', () => {
    expect([noteFor(), noteFor(0), noteFor(1, 0), noteFor(-1, 60)]).toEqual([false, false, false, true])
  })
  it('contradictions are what the bank printed, never the member’s state or an unclear name', () => {
    const codes: SignalCode[] = ['payerNameUnclear', 'memberNotActive', 'payerMaskFits', 'payerNameWrong']
    const signals = codes.map((code): Signal => ({ code, points: -1, detail: {} }))
    expect(contradictions({ signals })).toEqual(['payerName'])
  })
})

/** A candidate with these signals and their points. */
const scored = (
  memberId: string,
  of: Record<string, number | [number, Signal['detail']]>,
): ScoredCandidate => {
  const signals = Object.entries(of).map(([code, value]): Signal => {
    const [weight, detail] = Array.isArray(value) ? value : [value, {}]
    return { code: code as SignalCode, points: weight, detail }
  })
  const score = signals.reduce((sum, one) => sum + one.points, 0)
  return { memberId, score, signals, requestId: null, isClaimed: false }
}
const digits = (count: number): [number, Signal['detail']] => [
  count >= 6 ? 65 : 35,
  { visibleDigits: count },
]

describe('a decision at the edge', () => {
  const settings = defaultDecisionSettings
  const known = { payerMaskFits: digits(6), payerBankEqual: 8 }

  it.each([
    ['65 credits', 65, 20, 'auto', ['auto']],
    ['64 is suggested', 66, 20, 'suggest', ['scoreBelowAuto']],
    ['one point less of a margin is suggested', 65, 54, 'suggest', ['marginTooSmall']],
    ['the margin itself credits', 65, 53, 'auto', ['auto']],
  ] as const)('%s', (_what, autoScoreMin, other, decision, reasons) => {
    const least = { payerMaskFits: [57, { visibleDigits: 6 }], payerBankEqual: 8 } as const
    const best = scored('a', { ...least, payerMaskFits: [57, { visibleDigits: 6 }] })
    const rest =
      other === 20
        ? [best]
        : [scored('a', known), scored('b', { payerMaskFits: [other, { visibleDigits: 4 }] })]
    expect(decide(line(), rest, { ...settings, autoScoreMin })).toMatchObject({ decision, reasons })
  })
  it.each([
    [39, 'unmatched', 'scoreTooLow'],
    [40, 'suggest', 'scoreBelowAuto'],
  ] as const)('%i points', (score, decision, reason) => {
    const result = decide(line(), [scored('a', { requestAmountEqual: score })], settings)
    expect([result.decision, result.reasons[0]]).toEqual([decision, reason])
  })
  it('equal scores rank by member, the margin is between the two best, and alone it is the score', () => {
    const three = [scored('c', known), scored('a', known), scored('b', { payerMaskFits: digits(6) })]
    expect(decide(line(), three, settings)).toMatchObject({
      best: { memberId: 'a' },
      second: { memberId: 'c' },
      margin: 0,
    })
    expect(decide(line(), three.slice(2), settings)).toMatchObject({ second: null, margin: 65 })
    expect(decide(line(), [], settings)).toMatchObject({ best: null, margin: 0 })
  })
  it.each([
    ['six digits alone', { payerMaskFits: digits(6) }, 'suggest'],
    ['six digits and the bank', known, 'auto'],
    [
      'six digits and a whole name',
      { payerMaskFits: digits(6), payerName: [25, { similarity: 0.9 }] },
      'auto',
    ],
    [
      'six digits and half a name',
      { payerMaskFits: digits(6), payerName: [12, { similarity: 0.89 }] },
      'suggest',
    ],
    ['six digits and the member’s word', { payerMaskFits: digits(6), requestAmountEqual: 40 }, 'auto'],
    ['six digits and a noted word', { payerMaskFits: digits(6), notedAmountEqual: 40 }, 'suggest'],
    ['five digits and the member’s word', { payerMaskFits: digits(5), requestAmountEqual: 40 }, 'suggest'],
    [
      'five digits and a whole name, high',
      { payerMaskFits: [80, { visibleDigits: 5 }], payerName: [25, { similarity: 1 }] },
      'suggest',
    ],
    [
      'four digits, the bank and the member’s word',
      { payerMaskFits: digits(4), payerBankEqual: 8, requestAmountEqual: 40 },
      'auto',
    ],
    [
      'four digits, the bank and a noted word',
      { payerMaskFits: digits(4), payerBankEqual: 8, notedAmountEqual: 40, requestTime: 14 },
      'suggest',
    ],
    [
      'four digits, the bank and habit',
      { payerMaskFits: digits(4), payerBankEqual: 8, learntAlias: 25 },
      'suggest',
    ],
    [
      'five digits, the bank and habit',
      { payerMaskFits: digits(5), payerBankEqual: 8, learntAlias: 25 },
      'suggest',
    ],
    [
      'four digits, the bank, habit and a name',
      {
        payerMaskFits: digits(4),
        payerBankEqual: 8,
        learntAlias: 15,
        payerName: [12, { similarity: 0.8 }],
      },
      'auto',
    ],
    [
      'six digits, the bank and habit',
      { ...known, payerMaskFits: [40, { visibleDigits: 6 }], learntAlias: 25 },
      'auto',
    ],
    [
      'no digits, only a name and a word',
      { payerName: [25, { similarity: 1 }], requestAmountEqual: 40, payerBankEqual: 8 },
      'suggest',
    ],
    ['reserved satang without digits', { requestAmountEqual: 40, uniqueSatang: 60 }, 'auto'],
    ['a slip without digits', { slipReference: 100 }, 'auto'],
    ['an order without digits', { gatewayReference: 100 }, 'auto'],
    ['a slip and four digits without the bank', { slipReference: 100, payerMaskFits: digits(4) }, 'auto'],
    ['a slip and an unclear name', { slipReference: 100, payerNameUnclear: 0 }, 'suggest'],
    ['a slip and digits that are wrong', { slipReference: 150, payerMaskWrong: -40 }, 'suggest'],
  ] as [string, Parameters<typeof scored>[1], string][])('%s', (_what, of, decision) => {
    expect(decide(line(), [scored('a', of)], settings).decision).toBe(decision)
  })
  it.each([
    ['asks only', { requestAmountEqual: 40, requestTime: 13 }, 'auto'],
    ['fits as many digits at another bank', { payerMaskFits: digits(6), payerBankWrong: -30 }, 'auto'],
    ['fits the digits', { payerMaskFits: digits(6) }, 'suggest'],
    ['fits the digits, suspended', { payerMaskFits: digits(6), memberNotActive: -50 }, 'suggest'],
    [
      'fits four digits and bears a name by sound',
      { payerMaskFits: digits(4), payerNameUnclear: 0 },
      'auto',
    ],
    ['fits most and a name nobody can read', { payerMaskFits: [42, {}], payerNameUnclear: 0 }, 'suggest'],
    [
      'fits most and a name of another sound',
      { payerMaskFits: [42, {}], payerNameWrong: [-15, { by: 'sound' }] },
      'suggest',
    ],
    ['fits most and another name', { payerMaskFits: [42, {}], payerNameWrong: -15 }, 'auto'],
  ] as [string, Parameters<typeof scored>[1], string][])('against who %s', (_what, of, decision) => {
    expect(decide(line(), [scored('a', known), scored('b', of)], settings).decision).toBe(decision)
  })
  it('a unique proof stands against whom the bank’s words fit worse, never against as good a fit', () => {
    const reserver = scored('a', { uniqueSatang: 60, requestAmountEqual: 40, payerBankEqual: 8 })
    const by = (of: Parameters<typeof scored>[1]) =>
      decide(line(), [reserver, scored('b', of)], settings).decision
    expect(by({ payerName: 7 })).toBe('auto')
    expect(by({ payerName: 8 })).toBe('suggest')
    expect(by({ requestAmountEqual: 40 })).toBe('auto')
    const bare = scored('a', { uniqueSatang: 60, requestAmountEqual: 40 })
    expect(decide(line(), [bare, scored('b', { requestAmountEqual: 40 })], settings).decision).toBe('auto')
  })
})
