import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECEIVED, account, candidate, line, request, settle } from './scoring.fixture.ts'
import {
  contradictions,
  matchWeights,
  needsNote,
  scoreCandidate,
  type Candidate,
  type MatchLine,
} from './scoring.ts'

describe('single signals', () => {
  const codes = (incoming: MatchLine, member: Candidate) =>
    scoreCandidate(incoming, member).signals.map((signal) => [signal.code, signal.points])

  it('a fitting mask at another bank costs', () => {
    const member = candidate('a', { accounts: [account('SCB', '1234577111')] })
    expect(codes(line({ payerBank: 'KBANK', payerMask: '????577111' }), member)).toEqual([
      ['payerMaskFits', 65],
      ['payerBankWrong', -30],
    ])
  })
  it('the account of the right bank is preferred', () => {
    const member = candidate('a', {
      accounts: [account('SCB', '1234577111'), account('KBANK', '9994577111')],
    })
    expect(codes(line({ payerBank: 'KBANK', payerMask: '????577111' }), member)).toEqual([
      ['payerMaskFits', 65],
      ['payerBankEqual', 8],
    ])
  })
  it('an equal bank says nothing when the mask contradicts', () => {
    const member = candidate('a', { accounts: [account('KBANK', '1234577999')] })
    expect(codes(line({ payerBank: 'KBANK', payerMask: '????577111' }), member)).toEqual([
      ['payerMaskWrong', -40],
    ])
    expect(codes(line({ payerBank: 'KBANK' }), member)).toEqual([['payerBankEqual', 8]])
  })
  it('a ten-digit account fits a twelve-place mask that begins with two zeros, and counts six digits', () => {
    const member = candidate('a', { accounts: [account('KBANK', '1399991941')] })
    expect(codes(line({ payerBank: 'KBANK', payerMask: '0013????1941' }), member)[0]).toEqual([
      'payerMaskFits',
      65,
    ])
    expect(codes(line({ payerBank: 'KBANK', payerMask: '1013????1941' }), member)).toEqual([
      ['payerMaskWrong', -40],
    ])
  })
  it('three visible digits weigh nothing, five as little as four', () => {
    const member = candidate('a', { accounts: [account('KBANK', '1234577111')] })
    expect(codes(line({ payerMask: '???????111' }), member)).toEqual([])
    expect(codes(line({ payerMask: '?????77111' }), member)).toEqual([['payerMaskFits', 35]])
  })
  it.each([
    [0, 14],
    [120, 14],
    [121, 8],
    [600, 8],
    [601, 3],
    [1800, 3],
    [1801, null],
  ])('a request %i s before counts %s', (seconds, points) => {
    const time = scoreCandidate(
      line(),
      candidate('a', { openRequests: [request('r', seconds)] }),
    ).signals.find((signal) => signal.code === 'requestTime')
    expect(time?.points ?? null).toBe(points)
  })
  it('a request within the stated minute, or after it, is measured from the near end', () => {
    const at = (requestedAt: string) =>
      scoreCandidate(line(), candidate('a', { openRequests: [request('r', 0, { requestedAt })] }))
        .signals[1]?.detail['seconds']
    expect(at('2026-05-18T07:45:40.000Z')).toBe(0)
    expect(at('2026-05-18T07:46:30.000Z')).toBe(30)
  })
  it('where the bank states no time the receipt counts', () => {
    const untimed = line({ bankTime: null, bankTimePrecision: 'none' })
    const member = candidate('a', { openRequests: [request('r', 0, { requestedAt: RECEIVED })] })
    expect(scoreCandidate(untimed, member).signals[1]?.detail['seconds']).toBe(0)
  })
  it('a request for another account of ours or another satang does not count', () => {
    const member = candidate('a', {
      openRequests: [request('r', 0, { accountId: 'acc2' }), request('q', 0, { amountMinor: 100_001 })],
    })
    expect(scoreCandidate(line(), member)).toMatchObject({ score: 0, requestId: null })
  })
  it('names, habit and learnt payers add', () => {
    const member = candidate('a', {
      names: ['สมชาย ใจดี', 'SOMCHAI JAIDEE'],
      usualAmountsMinor: [100_000],
      aliasHits: 5,
    })
    expect(codes(line({ payerName: 'SOMCHAI JAID' }), member)).toEqual([
      ['payerName', 25],
      ['learntAlias', 25],
      ['usualAmount', 3],
    ])
    expect(codes(line({ payerName: 'อนันต์ กล้าหาญ' }), candidate('a', { names: ['สมชาย ใจดี'] }))).toEqual([
      ['payerNameWrong', -15],
    ])
    expect(codes(line({}), candidate('a', { aliasHits: 2 }))).toEqual([['learntAlias', 15]])
    expect(codes(line({}), candidate('a', { aliasHits: 1 }))).toEqual([])
  })
  it('a link needs a note once anything speaks against the member, however high the sum', () => {
    const noteFor = (incoming: MatchLine, member: Candidate) => needsNote(scoreCandidate(incoming, member))
    expect(noteFor(line(), candidate('a'))).toBe(false)
    expect(noteFor(line(), candidate('a', { openRequests: [request('r', 0)] }))).toBe(false)
    const otherName = line({ payerName: 'อนันต์ กล้าหาญ', payerMask: '????577111' })
    const member = candidate('a', {
      names: ['สมชาย ใจดี'],
      accounts: [account('KBANK', '1234577111')],
      openRequests: [request('r', 0)],
    })
    expect(scoreCandidate(otherName, member).score).toBeGreaterThan(65)
    expect(noteFor(otherName, member)).toBe(true)
    expect(noteFor(line(), candidate('a', { status: 'suspended' }))).toBe(true)
  })
  it('what fits no account or name a member has or had contradicts, each by its own signal', () => {
    const member = candidate('a', {
      names: ['สมชาย ใจดี'],
      accounts: [account('KBANK', '1234577111'), { ...account('SCB', '9876543210'), isAlias: true }],
    })
    const against = (rest: Partial<MatchLine>) => contradictions(scoreCandidate(line(rest), member))
    expect(against({ payerMask: '????577111', payerBank: 'KBANK', payerName: 'นาย สมชาย ใจ' })).toEqual([])
    expect(against({ payerMask: '????543210', payerBank: 'SCB' })).toEqual([])
    expect(against({ payerMask: '????577119', payerBank: 'KBANK' })).toEqual(['payerMask'])
    expect(against({ payerMask: '????577111', payerBank: 'SCB' })).toEqual(['payerBank'])
    expect(against({ payerBank: 'TTB' })).toEqual(['payerBank'])
    expect(against({ payerName: 'นาย สมชาย แซ่ตั้ง' })).toEqual(['payerName'])
    expect(against({ payerName: 'JOHN DOE' })).toEqual(['payerName'])
    expect(against({ payerName: 'SOMCHAI JAID' })).toEqual([])
  })
  it('other weights can be replayed', () => {
    const member = candidate('a', { openRequests: [request('r1', 35)] })
    expect(
      scoreCandidate(line(), member, { weights: { ...matchWeights, requestAmountEqual: 90 } }).score,
    ).toBe(104)
  })
})

describe('in general', () => {
  const anyCandidate = fc.record({
    memberId: fc.stringMatching(/^[a-z]{1,3}$/),
    status: fc.constantFrom('active' as const, 'suspended' as const, 'blacklisted' as const),
    accounts: fc.array(
      fc.record({
        bank: fc.constantFrom('KBANK' as const, 'SCB' as const, 'GSB' as const),
        accountNo: fc.stringMatching(/^\d{10,12}$/),
        isPrimary: fc.boolean(),
        isAlias: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    names: fc.array(fc.constantFrom('สมชาย ใจดี', 'SOMCHAI JAIDEE', 'อนันต์ กล้าหาญ'), { maxLength: 2 }),
    openRequests: fc.array(
      fc.record({
        id: fc.stringMatching(/^r\d$/),
        amountMinor: fc.constantFrom(100_000, 100_037),
        isUniqueSatang: fc.boolean(),
        accountId: fc.constantFrom('acc1', 'acc2', null),
        requestedAt: fc.integer({ min: -4000, max: 4000 }).map((s) => request('r', s).requestedAt),
      }),
      { maxLength: 3 },
    ),
    aliasHits: fc.integer({ min: 0, max: 7 }),
    usualAmountsMinor: fc.array(fc.constantFrom(100_000, 5_000), { maxLength: 2 }),
    slipRefs: fc.array(fc.constantFrom('S1', 'S2'), { maxLength: 1 }),
    gatewayRefs: fc.array(fc.constantFrom('S1', 'G1'), { maxLength: 1 }),
  })
  const anyLine = fc
    .record({
      payerBank: fc.constantFrom('KBANK' as const, 'SCB' as const, null),
      payerMask: fc.constantFrom('????577111', '??????7111', null),
      payerName: fc.constantFrom('นาย สมชาย ใจ', 'SOMCHAI JAID', null),
      ref: fc.constantFrom('S1', 'G1', null),
      balanceAfterMinor: fc.constantFrom(1_000_000, null),
      feedHasBalances: fc.boolean(),
      chain: fc.constantFrom(
        'linked' as const,
        'hole' as const,
        'contradiction' as const,
        'unchecked' as const,
      ),
      direction: fc.constantFrom('in' as const, 'out' as const),
      amountMinor: fc.constantFrom(100_000, 100_037, 6_000_000),
    })
    .map((rest) => line(rest))

  it('the points of the signals sum to the score', () => {
    fc.assert(
      fc.property(anyLine, anyCandidate, (incoming, member) => {
        const { score, signals } = scoreCandidate(incoming, member)
        expect(signals.reduce((sum, signal) => sum + signal.points, 0)).toBe(score)
        expect(new Set(signals.map((signal) => signal.code)).size).toBe(signals.length)
      }),
    )
  })
  it('auto means every condition holds, and the order of candidates does not matter', () => {
    fc.assert(
      fc.property(
        anyLine,
        fc.uniqueArray(anyCandidate, { selector: (one) => one.memberId, maxLength: 5 }),
        (incoming, members) => {
          const result = settle(incoming, members)
          expect(settle(incoming, [...members].reverse())).toEqual(result)
          if (result.decision !== 'auto') return
          expect(result.best?.score).toBeGreaterThanOrEqual(65)
          expect(result.margin).toBeGreaterThanOrEqual(20)
          expect(incoming.direction).toBe('in')
          expect(incoming.amountMinor).toBeLessThanOrEqual(5_000_000)
          if (incoming.feedHasBalances)
            expect([incoming.chain, incoming.balanceAfterMinor]).toEqual(['linked', 1_000_000])
          expect(members.find((one) => one.memberId === result.best?.memberId)?.status).toBe('active')
        },
      ),
      { numRuns: 1000 },
    )
  })
})
