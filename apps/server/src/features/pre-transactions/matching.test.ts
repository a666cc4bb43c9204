import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBankMessage } from '../auto-api/parsers/parse-message.ts';
import { decide, defaultDecisionSettings, type DecisionLine, type ScoredCandidate } from './decide.ts';
import { matchWeights, scoreCandidate, type Candidate, type MatchLine } from './matching.ts';

const RECEIVED = '2026-05-18T07:45:10.000Z';

function candidate(memberId: string, rest: Partial<Candidate> = {}): Candidate {
  return {
    memberId, status: 'active', accounts: [], names: [], openRequests: [], aliasHits: 0, usualAmountsMinor: [],
    slipRefs: [], gatewayRefs: [], ...rest,
  };
}

function line(rest: Partial<DecisionLine> = {}): DecisionLine {
  return {
    accountId: 'acc1', direction: 'in', amountMinor: 100_000, bankTime: '2026-05-18T07:45:00.000Z',
    bankTimePrecision: 'minute', receivedAt: RECEIVED, payerBank: null, payerMask: null, payerName: null, ref: null,
    balanceAfterMinor: 1_792_278, feedHasBalances: true, chain: 'linked', flags: [], ...rest,
  };
}

function lineOf(bank: 'SCB' | 'KBANK' | 'TTB' | 'TMW', text: string, rest: Partial<DecisionLine> = {}): DecisionLine {
  const sender = { SCB: 'SCB', KBANK: 'KBank', TTB: 'ttbbank', TMW: 'TrueMoney' }[bank];
  const parsed = parseBankMessage({ bank, source: 'sms', sender, text, receivedAt: RECEIVED });
  if (parsed.kind !== 'line') throw new Error(`not a line: ${text}`);
  return line({ ...parsed, ...rest });
}

function settle(incoming: DecisionLine, candidates: Candidate[], claimed: string[] = []) {
  const scored: ScoredCandidate[] = candidates.map((one) => ({
    ...scoreCandidate(incoming, one), isClaimed: claimed.includes(one.memberId),
  }));
  return decide(incoming, scored, defaultDecisionSettings);
}

const request = (id: string, secondsBefore: number, rest: Partial<Candidate['openRequests'][number]> = {}) => ({
  id, amountMinor: 100_000, isUniqueSatang: false, accountId: 'acc1',
  requestedAt: new Date(Date.parse('2026-05-18T07:45:00.000Z') - secondsBefore * 1000).toISOString(), ...rest,
});
const account = (bank: Candidate['accounts'][number]['bank'], accountNo: string) => ({
  bank, accountNo, isPrimary: true, isAlias: false,
});

describe('the vectors of the domain page', () => {
  const scbLine = () => lineOf('SCB', '18/05@14:44 300.00 จากKBNK/x577111เข้าx245222 ใช้ได้21,100.00บ');

  it('SCB line from KBNK/x577111, one member with that account: 73, auto', () => {
    const result = settle(scbLine(), [candidate('a', { accounts: [account('KBANK', '1234577111')] })]);
    expect(result).toMatchObject({ decision: 'auto', best: { memberId: 'a', score: 73 } });
  });
  it('two members share the six digits: 73 / 73, suggest', () => {
    const result = settle(scbLine(), [
      candidate('a', { accounts: [account('KBANK', '1234577111')] }),
      candidate('b', { accounts: [account('KBANK', '9994577111')] }),
    ]);
    expect(result).toMatchObject({ decision: 'suggest', margin: 0, reasons: ['marginTooSmall'], second: { score: 73 } });
  });
  it('KBANK deposit without payer, one open request 35 s earlier: 54, suggest', () => {
    const incoming = lineOf('KBANK', '18/05/69 14:45 บช X-1234 เงินเข้า 1,000.00 คงเหลือ 17,922.78 บ.');
    const result = settle(incoming, [candidate('a', { openRequests: [request('r1', 35)] })]);
    expect(result).toMatchObject({ decision: 'suggest', best: { score: 54, requestId: 'r1' }, reasons: ['scoreBelowAuto'] });
  });
  it('the same with two open requests: 54 / 48, suggest, both shown', () => {
    const incoming = lineOf('KBANK', '18/05/69 14:45 บช X-1234 เงินเข้า 1,000.00 คงเหลือ 17,922.78 บ.');
    const result = settle(incoming, [
      candidate('b', { openRequests: [request('r2', 300)] }), candidate('a', { openRequests: [request('r1', 35)] }),
    ]);
    expect(result).toMatchObject({ decision: 'suggest', best: { memberId: 'a', score: 54 }, second: { memberId: 'b', score: 48 }, margin: 6 });
  });
  it('KBANK line 1,000.37 on a reservation of 1,000.37: 114, auto', () => {
    const incoming = lineOf('KBANK', '18/05/69 14:45 บช X-1234 เงินเข้า 1,000.37 คงเหลือ 17,922.78 บ.');
    const reserved = request('r1', 35, { amountMinor: 100_037, isUniqueSatang: true });
    expect(settle(incoming, [candidate('a', { openRequests: [reserved] })])).toMatchObject({ decision: 'auto', best: { score: 114 } });
  });
  it('TTB from SCB X6091 with a cut name: 68, auto', () => {
    const incoming = lineOf('TTB', 'มีเงิน3.00บ.โอนเข้าบ/ชxx5981 จาก SCB X6091 นาย สมชาย ใจ เหลือ625.00บ.18/05/26@14:45');
    const member = candidate('a', { accounts: [account('SCB', '1234566091')], names: ['สมชาย ใจดี'] });
    expect(settle(incoming, [member])).toMatchObject({ decision: 'auto', best: { score: 68 } });
  });
  it('KBANK X-5678, three members with that tail: 43 each, suggest', () => {
    const incoming = lineOf('KBANK', '18/05/69 14:45 บช X-1234 รับโอนจาก X-5678 150.00 คงเหลือ 9,692.18 บ.');
    const members = ['a', 'b', 'c'].map((id, index) => candidate(id, { accounts: [account('KBANK', `${index}234565678`)] }));
    expect(settle(incoming, members)).toMatchObject({
      decision: 'suggest', best: { score: 43 }, second: { score: 43 }, reasons: ['scoreBelowAuto', 'marginTooSmall'],
    });
  });
  it('decisive slip reference, member blacklisted: 50, suggest with the red flag', () => {
    const member = candidate('a', { status: 'blacklisted', slipRefs: ['SLIP01'] });
    expect(settle(line({ ref: 'SLIP01' }), [member])).toMatchObject({
      decision: 'suggest', best: { score: 50 }, reasons: ['scoreBelowAuto', 'memberNotActive'],
    });
  });
  it('a hole in the chain before the line: held, whatever the score', () => {
    const result = settle(line({ chain: 'hole', ref: 'SLIP01' }), [candidate('a', { slipRefs: ['SLIP01'] })]);
    expect(result).toMatchObject({ decision: 'held', reasons: ['chainHole'] });
  });
});

describe('what keeps a line from crediting by itself', () => {
  const sure = candidate('a', { accounts: [account('KBANK', '1234577111')] });
  const scb = (rest: Partial<DecisionLine>) => line({ payerBank: 'KBANK', payerMask: '????577111', ...rest });

  it.each([
    ['an amount over the limit', { amountMinor: 5_000_001 }, ['amountOverLimit']],
    ['a shape of low confidence', { flags: ['lowConfidence'] }, ['lowConfidenceShape']],
    ['no balance where the feed has balances', { balanceAfterMinor: null }, ['hintWithoutBalance']],
    ['a chain not looked at', { chain: 'unchecked' }, ['chainUnchecked']],
    ['a feed without balances', { feedHasBalances: false, balanceAfterMinor: null }, ['noUniqueProof']],
  ] as [string, Partial<DecisionLine>, string[]][])('%s', (_why, rest, reasons) => {
    expect(settle(scb(rest), [sure])).toMatchObject({ decision: 'suggest', reasons });
  });
  it('exactly the limit credits', () => {
    expect(settle(scb({ amountMinor: 5_000_000 }), [sure]).decision).toBe('auto');
  });
  it('another line claims the candidate', () => {
    expect(settle(scb({}), [sure], ['a'])).toMatchObject({ decision: 'suggest', reasons: ['candidateClaimed'] });
  });
  it('automatic crediting is switched off', () => {
    const scored = [{ ...scoreCandidate(scb({}), sure), isClaimed: false }];
    expect(decide(scb({}), scored, { ...defaultDecisionSettings, isAutoOn: false })).toMatchObject({ decision: 'suggest', reasons: ['autoOff'] });
  });
  it('a blacklisted member even with mask and slip', () => {
    const member = { ...sure, status: 'blacklisted' as const, slipRefs: ['SLIP01'] };
    expect(settle(scb({ ref: 'SLIP01' }), [member])).toMatchObject({ decision: 'suggest', best: { score: 123 }, reasons: ['memberNotActive'] });
  });
  it('money that went out is never a deposit', () => {
    expect(settle(scb({ direction: 'out' }), [sure])).toMatchObject({ decision: 'unmatched', reasons: ['outgoing'] });
  });
  it('a contradiction in the chain is held, no candidate and low scores are unmatched', () => {
    expect(settle(scb({ chain: 'contradiction' }), [sure])).toMatchObject({ decision: 'held', reasons: ['chainContradiction'] });
    expect(settle(scb({}), [])).toMatchObject({ decision: 'unmatched', reasons: ['noCandidate'], best: null });
    expect(settle(scb({}), [candidate('b')])).toMatchObject({ decision: 'unmatched', reasons: ['scoreTooLow'] });
  });
  it('a feed without balances credits on unique satang and on a gateway reference', () => {
    const bare = { feedHasBalances: false, balanceAfterMinor: null, chain: 'unchecked' } as const;
    const unique = candidate('a', { openRequests: [request('r1', 35, { isUniqueSatang: true })] });
    expect(settle(line(bare), [unique]).decision).toBe('auto');
    expect(settle(line({ ...bare, ref: 'GW1' }), [candidate('a', { gatewayRefs: ['GW1'] })]).decision).toBe('auto');
  });
  it('a TrueMoney receipt only suggests, though the phone fits', () => {
    const incoming = lineOf('TMW', 'คุณได้รับเงิน 100.00 บาท จาก 081-xxx-1234', { feedHasBalances: false });
    const member = candidate('a', { accounts: [account('TMW', '0815551234')] });
    const result = settle(incoming, [member]);
    expect(result).toMatchObject({ decision: 'suggest', best: { score: 73 } });
    expect(result.reasons).toContain('lowConfidenceShape');
  });
});

describe('single signals', () => {
  const codes = (incoming: MatchLine, member: Candidate) =>
    scoreCandidate(incoming, member).signals.map((signal) => [signal.code, signal.points]);

  it('a fitting mask at another bank costs', () => {
    const member = candidate('a', { accounts: [account('SCB', '1234577111')] });
    expect(codes(line({ payerBank: 'KBANK', payerMask: '????577111' }), member)).toEqual([['payerMaskFits', 65], ['payerBankWrong', -30]]);
  });
  it('the account of the right bank is preferred', () => {
    const member = candidate('a', { accounts: [account('SCB', '1234577111'), account('KBANK', '9994577111')] });
    expect(codes(line({ payerBank: 'KBANK', payerMask: '????577111' }), member)).toEqual([['payerMaskFits', 65], ['payerBankEqual', 8]]);
  });
  it('an equal bank says nothing when the mask contradicts', () => {
    const member = candidate('a', { accounts: [account('KBANK', '1234577999')] });
    expect(codes(line({ payerBank: 'KBANK', payerMask: '????577111' }), member)).toEqual([]);
    expect(codes(line({ payerBank: 'KBANK' }), member)).toEqual([['payerBankEqual', 8]]);
  });
  it('a ten-digit account fits a twelve-place mask that begins with two zeros, and counts six digits', () => {
    const member = candidate('a', { accounts: [account('KBANK', '1399991941')] });
    expect(codes(line({ payerBank: 'KBANK', payerMask: '0013????1941' }), member)[0]).toEqual(['payerMaskFits', 65]);
    expect(codes(line({ payerBank: 'KBANK', payerMask: '1013????1941' }), member)).toEqual([]);
  });
  it('three visible digits weigh nothing, five as little as four', () => {
    const member = candidate('a', { accounts: [account('KBANK', '1234577111')] });
    expect(codes(line({ payerMask: '???????111' }), member)).toEqual([]);
    expect(codes(line({ payerMask: '?????77111' }), member)).toEqual([['payerMaskFits', 35]]);
  });
  it.each([[0, 14], [120, 14], [121, 8], [600, 8], [601, 3], [1800, 3], [1801, null]])(
    'a request %i s before counts %s', (seconds, points) => {
      const time = scoreCandidate(line(), candidate('a', { openRequests: [request('r', seconds)] })).signals.find((signal) => signal.code === 'requestTime');
      expect(time?.points ?? null).toBe(points);
    },
  );
  it('a request within the stated minute, or after it, is measured from the near end', () => {
    const at = (requestedAt: string) => scoreCandidate(line(), candidate('a', { openRequests: [request('r', 0, { requestedAt })] })).signals[1]?.detail['seconds'];
    expect(at('2026-05-18T07:45:40.000Z')).toBe(0);
    expect(at('2026-05-18T07:46:30.000Z')).toBe(30);
  });
  it('where the bank states no time the receipt counts', () => {
    const untimed = line({ bankTime: null, bankTimePrecision: 'none' });
    const member = candidate('a', { openRequests: [request('r', 0, { requestedAt: RECEIVED })] });
    expect(scoreCandidate(untimed, member).signals[1]?.detail['seconds']).toBe(0);
  });
  it('a request for another account of ours or another satang does not count', () => {
    const member = candidate('a', { openRequests: [request('r', 0, { accountId: 'acc2' }), request('q', 0, { amountMinor: 100_001 })] });
    expect(scoreCandidate(line(), member)).toMatchObject({ score: 0, requestId: null });
  });
  it('names, habit and learnt payers add', () => {
    const member = candidate('a', { names: ['สมชาย ใจดี', 'SOMCHAI JAIDEE'], usualAmountsMinor: [100_000], aliasHits: 5 });
    expect(codes(line({ payerName: 'SOMCHAI JAID' }), member)).toEqual([['payerName', 25], ['learntAlias', 25], ['usualAmount', 3]]);
    expect(codes(line({ payerName: 'อนันต์ กล้าหาญ' }), candidate('a', { names: ['สมชาย ใจดี'] }))).toEqual([['payerName', -15]]);
    expect(codes(line({}), candidate('a', { aliasHits: 2 }))).toEqual([['learntAlias', 15]]);
    expect(codes(line({}), candidate('a', { aliasHits: 1 }))).toEqual([]);
  });
  it('other weights can be replayed', () => {
    const member = candidate('a', { openRequests: [request('r1', 35)] });
    expect(scoreCandidate(line(), member, { weights: { ...matchWeights, requestAmountEqual: 90 } }).score).toBe(104);
  });
});

describe('in general', () => {
  const anyCandidate = fc.record({
    memberId: fc.stringMatching(/^[a-z]{1,3}$/),
    status: fc.constantFrom('active' as const, 'suspended' as const, 'blacklisted' as const),
    accounts: fc.array(fc.record({
      bank: fc.constantFrom('KBANK' as const, 'SCB' as const, 'GSB' as const), accountNo: fc.stringMatching(/^\d{10,12}$/),
      isPrimary: fc.boolean(), isAlias: fc.boolean(),
    }), { maxLength: 3 }),
    names: fc.array(fc.constantFrom('สมชาย ใจดี', 'SOMCHAI JAIDEE', 'อนันต์ กล้าหาญ'), { maxLength: 2 }),
    openRequests: fc.array(fc.record({
      id: fc.stringMatching(/^r\d$/), amountMinor: fc.constantFrom(100_000, 100_037), isUniqueSatang: fc.boolean(),
      accountId: fc.constantFrom('acc1', 'acc2', null), requestedAt: fc.integer({ min: -4000, max: 4000 }).map((s) => request('r', s).requestedAt),
    }), { maxLength: 3 }),
    aliasHits: fc.integer({ min: 0, max: 7 }),
    usualAmountsMinor: fc.array(fc.constantFrom(100_000, 5_000), { maxLength: 2 }),
    slipRefs: fc.array(fc.constantFrom('S1', 'S2'), { maxLength: 1 }),
    gatewayRefs: fc.array(fc.constantFrom('S1', 'G1'), { maxLength: 1 }),
  });
  const anyLine = fc.record({
    payerBank: fc.constantFrom('KBANK' as const, 'SCB' as const, null), payerMask: fc.constantFrom('????577111', '??????7111', null),
    payerName: fc.constantFrom('นาย สมชาย ใจ', 'SOMCHAI JAID', null), ref: fc.constantFrom('S1', 'G1', null),
    balanceAfterMinor: fc.constantFrom(1_000_000, null), feedHasBalances: fc.boolean(),
    chain: fc.constantFrom('linked' as const, 'hole' as const, 'contradiction' as const, 'unchecked' as const),
    direction: fc.constantFrom('in' as const, 'out' as const), amountMinor: fc.constantFrom(100_000, 100_037, 6_000_000),
  }).map((rest) => line(rest));

  it('the points of the signals sum to the score', () => {
    fc.assert(fc.property(anyLine, anyCandidate, (incoming, member) => {
      const { score, signals } = scoreCandidate(incoming, member);
      expect(signals.reduce((sum, signal) => sum + signal.points, 0)).toBe(score);
      expect(new Set(signals.map((signal) => signal.code)).size).toBe(signals.length);
    }));
  });
  it('auto means every condition holds, and the order of candidates does not matter', () => {
    fc.assert(fc.property(anyLine, fc.uniqueArray(anyCandidate, { selector: (one) => one.memberId, maxLength: 5 }), (incoming, members) => {
      const result = settle(incoming, members);
      expect(settle(incoming, [...members].reverse())).toEqual(result);
      if (result.decision !== 'auto') return;
      expect(result.best?.score).toBeGreaterThanOrEqual(65);
      expect(result.margin).toBeGreaterThanOrEqual(20);
      expect(incoming.direction).toBe('in');
      expect(incoming.amountMinor).toBeLessThanOrEqual(5_000_000);
      if (incoming.feedHasBalances) expect([incoming.chain, incoming.balanceAfterMinor]).toEqual(['linked', 1_000_000]);
      expect(members.find((one) => one.memberId === result.best?.memberId)?.status).toBe('active');
    }), { numRuns: 1000 });
  });
});
