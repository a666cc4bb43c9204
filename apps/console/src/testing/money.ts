import type { CallName, CallOf } from '@khlang/contract/calls.ts'
import type { OutputOf } from '@khlang/contract/kit/define.ts'
import { id } from './people.ts'
import type { Answers } from './wire.ts'

// Money that came and goes, as the server tells of it.

type Out<N extends CallName> = OutputOf<CallOf<N>>
export type LineWhole = Out<'preTransactions.line'>
export type Line = LineWhole['line']
export type Suggestion = LineWhole['suggestions'][number]
export type Row = Out<'preTransactions.queueRow'>

export const accounts: Out<'preTransactions.accounts'> = {
  records: (['รับ 1', 'จ่าย 1'] as const).map((label, at) => ({
    id: id('bankAccount', at + 1),
    bank: 'KBANK',
    label,
    accountNoMasked: `xxx-x-x100${at + 1}-x`,
    role: at === 0 ? 'deposit' : 'withdrawal',
    state: 'active',
    balanceMinor: 5_000_000,
    bankBalanceMinor: 5_000_000,
    lastMessageAt: null,
    isBroken: false,
    inTodayMinor: 0,
    outTodayMinor: 0,
  })),
}

export const member = (n: number, state = 'active') => ({
  id: id('member', n),
  username: `kl${n}`,
  name: `สมาชิก ${n}`,
  state,
})

export const line = (n: number, change: Partial<Line> = {}): Line => ({
  id: id('statementLine', n),
  accountId: id('bankAccount', 1),
  direction: 'in',
  amountMinor: 70_000 + n,
  bankTime: '2026-11-23T09:40:00.000Z',
  receivedAt: '2026-11-23T09:40:05.000Z',
  balanceAfterMinor: null,
  payerBank: 'SCB',
  payerMask: 'xxx1234',
  payerName: null,
  channel: null,
  chain: 'linked',
  state: 'unmatched',
  score: null,
  reason: null,
  suggestionCount: 1,
  deposit: null,
  member: null,
  handler: null,
  handledAt: null,
  isPossibleDouble: false,
  isLinkAsked: false,
  version: 3,
  ...change,
})

export const suggestion = (n: number, change: Partial<Suggestion> = {}): Suggestion => ({
  member: { ...member(n), bank: 'SCB', accountNoMasked: `xxx-x-x200${n}-x` },
  score: 55,
  signals: [],
  deposit: null,
  ...change,
})

export const whole = (of: Line, change: Partial<LineWhole> = {}): LineWhole => ({
  line: of,
  suggestions: [],
  decision: null,
  canUndoUntil: null,
  possibleDoubleOf: null,
  canAskUnlink: false,
  unlinkAsked: null,
  linkAsked: null,
  handling: {
    asked: null,
    refund: null,
    split: null,
    booking: null,
    payout: null,
    settlement: null,
    settlementsSuggested: [],
    invoicePayment: null,
    invoicesSuggested: [],
    merge: null,
    doubles: [],
  },
  messages: [],
  ...change,
})

/** A row of the queue: a withdrawal that waits, unless it is changed. */
export const row = (n: number, change: Partial<Row> = {}): Row => ({
  kind: 'withdrawal',
  id: id(change.kind ?? 'withdrawal', n),
  reference: `W${n}`,
  at: '2026-11-23T09:50:00.000Z',
  member: member(n),
  state: 'review',
  amountMinor: 50_000,
  accountId: null,
  bankTime: null,
  memberBank: 'SCB',
  memberAccountMasked: 'xxx-x-x2001-x',
  creditBeforeMinor: null,
  creditAfterMinor: null,
  source: 'member',
  handler: null,
  claimedBy: null,
  claimedUntil: null,
  slaEndsAt: null,
  checksFailed: [],
  band: null,
  remarkMember: null,
  remarkStaff: null,
  reasonCode: null,
  takeBack: null,
  version: 1,
  ...change,
})

/** A page of a list, whole. */
export const page = <T>(...records: T[]) => ({
  records,
  hasAfter: false,
  hasBefore: false,
  afterCursor: null,
  beforeCursor: null,
  totalCount: records.length,
})

/** A deposit that waits for its money, unless it is changed. */
export const deposit = (n: number, change: Partial<Row> = {}) =>
  row(n, { kind: 'deposit', state: 'pending', reference: `D${n}`, ...change })

/** What the queue asks for, where it shows these rows. */
export const queueKnown = (...rows: Row[]): Answers => ({
  'preTransactions.slipsOfDeposit': { records: [] },
  'preTransactions.accounts': accounts,
  'preTransactions.queue': page(...rows),
  'preTransactions.queueTotals': {
    count: rows.length,
    isEstimate: false,
    depositCount: 1,
    depositMinor: 123_456,
    withdrawalCount: 2,
    withdrawalMinor: 100_000,
    netMinor: 23_456,
    notCountedCount: 0,
    tabs: { waiting: 2 },
  },
  'preTransactions.queueRows': { records: [] },
})
