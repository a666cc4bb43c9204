import { parseBankMessage } from '@khlang/bank-messages/parse-message.ts'
import { decide, defaultDecisionSettings, type DecisionLine, type ScoredCandidate } from './decide.ts'
import { scoreCandidate, type Candidate } from './scoring.ts'

export const RECEIVED = '2026-05-18T07:45:10.000Z'

/** An active member of whom nothing else is known. */
export function candidate(memberId: string, rest: Partial<Candidate> = {}): Candidate {
  return {
    memberId,
    status: 'active',
    accounts: [],
    names: [],
    openRequests: [],
    aliasHits: 0,
    usualAmountsMinor: [],
    slipRefs: [],
    gatewayRefs: [],
    ...rest,
  }
}

/** An incoming 1,000.00 THB of 14:45 Thai time, linked in the chain, of whose payer nothing is known. */
export function line(rest: Partial<DecisionLine> = {}): DecisionLine {
  return {
    accountId: 'acc1',
    direction: 'in',
    amountMinor: 100_000,
    bankTime: '2026-05-18T07:45:00.000Z',
    bankTimePrecision: 'minute',
    receivedAt: RECEIVED,
    payerBank: null,
    payerMask: null,
    payerName: null,
    ref: null,
    balanceAfterMinor: 1_792_278,
    feedHasBalances: true,
    chain: 'linked',
    flags: [],
    ...rest,
  }
}

/** The line that the parser reads from a message, as `line` where the message says nothing. */
export function lineOf(
  bank: 'SCB' | 'KBANK' | 'TTB' | 'TMW',
  text: string,
  rest: Partial<DecisionLine> = {},
): DecisionLine {
  const sender = { SCB: 'SCB', KBANK: 'KBank', TTB: 'ttbbank', TMW: 'TrueMoney' }[bank]
  const parsed = parseBankMessage({ bank, source: 'sms', sender, text, receivedAt: RECEIVED })
  if (parsed.kind !== 'line') throw new Error(`not a line: ${text}`)
  return line({ ...parsed, ...rest })
}

/** Scores and decides as the server does. */
export function settle(incoming: DecisionLine, candidates: Candidate[], claimed: string[] = []) {
  const scored: ScoredCandidate[] = candidates.map((one) => ({
    ...scoreCandidate(incoming, one),
    isClaimed: claimed.includes(one.memberId),
  }))
  return decide(incoming, scored, defaultDecisionSettings)
}

/** An open request of 1,000.00 THB, so many seconds before the line. */
export const request = (
  id: string,
  secondsBefore: number,
  rest: Partial<Candidate['openRequests'][number]> = {},
) => ({
  id,
  amountMinor: 100_000,
  isUniqueSatang: false,
  accountId: 'acc1',
  requestedAt: new Date(Date.parse('2026-05-18T07:45:00.000Z') - secondsBefore * 1000).toISOString(),
  ...rest,
})
/** A member's registered account. */
export const account = (bank: Candidate['accounts'][number]['bank'], accountNo: string) => ({
  bank,
  accountNo,
  isPrimary: true,
  isAlias: false,
})
