import { describe, expect, it } from 'vitest'
import { decide, defaultDecisionSettings, type DecisionLine } from './decide.ts'
import { account, candidate, line, lineOf, request, settle } from './scoring.fixture.ts'
import { scoreCandidate } from './scoring.ts'

describe('the vectors of the domain page', () => {
  const scbLine = () => lineOf('SCB', '18/05@14:44 300.00 จากKBNK/x577111เข้าx245222 ใช้ได้21,100.00บ')

  it('SCB line from KBNK/x577111, one member with that account: 73, auto', () => {
    const result = settle(scbLine(), [candidate('a', { accounts: [account('KBANK', '1234577111')] })])
    expect(result).toMatchObject({ decision: 'auto', best: { memberId: 'a', score: 73 } })
  })
  it('two members share the six digits: 73 / 73, suggest', () => {
    const result = settle(scbLine(), [
      candidate('a', { accounts: [account('KBANK', '1234577111')] }),
      candidate('b', { accounts: [account('KBANK', '9994577111')] }),
    ])
    expect(result).toMatchObject({
      decision: 'suggest',
      margin: 0,
      reasons: ['marginTooSmall'],
      second: { score: 73 },
    })
  })
  it('two share the six digits, one has asked for the amount: suggest, even by its own satang', () => {
    const two = (isUniqueSatang: boolean) =>
      settle(scbLine(), [
        candidate('a', { accounts: [account('KBANK', '1234577111')] }),
        candidate('b', {
          accounts: [account('KBANK', '9994577111')],
          openRequests: [request('r1', 35, { amountMinor: 30_000, isUniqueSatang })],
        }),
      ])
    expect(two(false)).toMatchObject({
      decision: 'suggest',
      best: { memberId: 'b', score: 127 },
      margin: 54,
      reasons: ['marginTooSmall'],
    })
    expect(two(true)).toMatchObject({ decision: 'suggest', best: { memberId: 'b' } })
  })
  it('KBANK deposit without payer, one open request 35 s earlier: 54, suggest', () => {
    const incoming = lineOf('KBANK', '18/05/69 14:45 บช X-1234 เงินเข้า 1,000.00 คงเหลือ 17,922.78 บ.')
    const result = settle(incoming, [candidate('a', { openRequests: [request('r1', 35)] })])
    expect(result).toMatchObject({
      decision: 'suggest',
      best: { score: 54, requestId: 'r1' },
      reasons: ['scoreBelowAuto', 'payerUnproven'],
    })
  })
  it('the same with two open requests: 54 / 48, suggest, both shown', () => {
    const incoming = lineOf('KBANK', '18/05/69 14:45 บช X-1234 เงินเข้า 1,000.00 คงเหลือ 17,922.78 บ.')
    const result = settle(incoming, [
      candidate('b', { openRequests: [request('r2', 300)] }),
      candidate('a', { openRequests: [request('r1', 35)] }),
    ])
    expect(result).toMatchObject({
      decision: 'suggest',
      best: { memberId: 'a', score: 54 },
      second: { memberId: 'b', score: 48 },
      margin: 6,
    })
  })
  it('KBANK line 1,000.37 on a reservation of 1,000.37: 114, auto', () => {
    const incoming = lineOf('KBANK', '18/05/69 14:45 บช X-1234 เงินเข้า 1,000.37 คงเหลือ 17,922.78 บ.')
    const reserved = request('r1', 35, { amountMinor: 100_037, isUniqueSatang: true })
    expect(settle(incoming, [candidate('a', { openRequests: [reserved] })])).toMatchObject({
      decision: 'auto',
      best: { score: 114 },
    })
  })
  it('TTB from SCB X6091 with a cut name: 68, auto', () => {
    const incoming = lineOf(
      'TTB',
      'มีเงิน3.00บ.โอนเข้าบ/ชxx5981 จาก SCB X6091 นาย สมชาย ใจ เหลือ625.00บ.18/05/26@14:45',
    )
    const member = candidate('a', { accounts: [account('SCB', '1234566091')], names: ['สมชาย ใจดี'] })
    expect(settle(incoming, [member])).toMatchObject({ decision: 'auto', best: { score: 68 } })
  })
  it('KBANK X-5678, three members with that tail: 43 each, suggest', () => {
    const incoming = lineOf('KBANK', '18/05/69 14:45 บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9,692.18 บ.')
    const members = ['a', 'b', 'c'].map((id, index) =>
      candidate(id, { accounts: [account('KBANK', `${index}234565678`)] }),
    )
    expect(settle(incoming, members)).toMatchObject({
      decision: 'suggest',
      best: { score: 43 },
      second: { score: 43 },
      reasons: ['scoreBelowAuto', 'marginTooSmall'],
    })
  })
  it('KBANK X-5678 of a member known by that tail from seven payments: 68, suggest', () => {
    const incoming = lineOf(
      'KBANK',
      '18/05/69 14:45 บช X-1234 รับโอนจาก X-5678 1,000.00 คงเหลือ 17,922.78 บ.',
    )
    const known = { accounts: [account('KBANK', '1111115678')], aliasHits: 7 }
    expect(settle(incoming, [candidate('a', known)])).toMatchObject({
      decision: 'suggest',
      best: { score: 68 },
      reasons: ['scoreBelowAuto'],
    })
    const asked = candidate('a', { ...known, openRequests: [request('r1', 35)] })
    expect(settle(incoming, [asked])).toMatchObject({ decision: 'auto' })
  })
  it('decisive slip reference, member blacklisted: 50, suggest with the red flag', () => {
    const member = candidate('a', { status: 'blacklisted', slipRefs: ['SLIP01'] })
    expect(settle(line({ ref: 'SLIP01' }), [member])).toMatchObject({
      decision: 'suggest',
      best: { score: 50 },
      reasons: ['scoreBelowAuto', 'memberNotActive'],
    })
  })
  it('a hole in the chain before the line: held, whatever the score', () => {
    const result = settle(line({ chain: 'hole', ref: 'SLIP01' }), [
      candidate('a', { slipRefs: ['SLIP01'] }),
    ])
    expect(result).toMatchObject({ decision: 'held', reasons: ['chainHole'] })
  })
})

describe('what keeps a line from crediting by itself', () => {
  const sure = candidate('a', { accounts: [account('KBANK', '1234577111')] })
  const scb = (rest: Partial<DecisionLine>) =>
    line({ payerBank: 'KBANK', payerMask: '????577111', ...rest })

  it.each([
    ['an amount over the limit', { amountMinor: 5_000_001 }, ['amountOverLimit']],
    ['a movement of a card, not of the account', { flags: ['card'] }, ['cardMovement']],
    ['a shape of low confidence', { flags: ['lowConfidence'] }, ['lowConfidenceShape']],
    ['no balance where the feed has balances', { balanceAfterMinor: null }, ['hintWithoutBalance']],
    ['a chain not looked at', { chain: 'unchecked' }, ['chainUnchecked']],
    ['a feed without balances', { feedHasBalances: false, balanceAfterMinor: null }, ['noUniqueProof']],
  ] as [string, Partial<DecisionLine>, string[]][])('%s', (_why, rest, reasons) => {
    expect(settle(scb(rest), [sure])).toMatchObject({ decision: 'suggest', reasons })
  })
  it('exactly the limit credits', () => {
    expect(settle(scb({ amountMinor: 5_000_000 }), [sure]).decision).toBe('auto')
  })
  it('another line claims the candidate', () => {
    expect(settle(scb({}), [sure], ['a'])).toMatchObject({
      decision: 'suggest',
      reasons: ['candidateClaimed'],
    })
  })
  it('automatic crediting is switched off', () => {
    const scored = [{ ...scoreCandidate(scb({}), sure), isClaimed: false }]
    expect(decide(scb({}), scored, { ...defaultDecisionSettings, isAutoOn: false })).toMatchObject({
      decision: 'suggest',
      reasons: ['autoOff'],
    })
  })
  it('a blacklisted member even with mask and slip', () => {
    const member = { ...sure, status: 'blacklisted' as const, slipRefs: ['SLIP01'] }
    expect(settle(scb({ ref: 'SLIP01' }), [member])).toMatchObject({
      decision: 'suggest',
      best: { score: 123 },
      reasons: ['memberNotActive'],
    })
  })
  it('money that went out is never a deposit', () => {
    expect(settle(scb({ direction: 'out' }), [sure])).toMatchObject({
      decision: 'unmatched',
      reasons: ['outgoing'],
    })
  })
  it('a contradiction in the chain is held, no candidate and low scores are unmatched', () => {
    expect(settle(scb({ chain: 'contradiction' }), [sure])).toMatchObject({
      decision: 'held',
      reasons: ['chainContradiction'],
    })
    expect(settle(scb({}), [])).toMatchObject({
      decision: 'unmatched',
      reasons: ['noCandidate'],
      best: null,
    })
    expect(settle(scb({}), [candidate('b')])).toMatchObject({
      decision: 'unmatched',
      reasons: ['scoreTooLow'],
    })
  })
  it('a feed without balances credits on unique satang and on a gateway reference', () => {
    const bare = { feedHasBalances: false, balanceAfterMinor: null, chain: 'unchecked' } as const
    const unique = candidate('a', { openRequests: [request('r1', 35, { isUniqueSatang: true })] })
    expect(settle(line(bare), [unique]).decision).toBe('auto')
    expect(settle(line({ ...bare, ref: 'GW1' }), [candidate('a', { gatewayRefs: ['GW1'] })]).decision).toBe(
      'auto',
    )
  })
  it('a TrueMoney receipt only suggests, though the phone fits', () => {
    const incoming = lineOf('TMW', 'คุณได้รับเงิน 100.00 บาท จาก 081-xxx-1234', { feedHasBalances: false })
    const member = candidate('a', { accounts: [account('TMW', '0815551234')] })
    const result = settle(incoming, [member])
    expect(result).toMatchObject({ decision: 'suggest', best: { score: 73 } })
    expect(result.reasons).toContain('lowConfidenceShape')
  })
})
