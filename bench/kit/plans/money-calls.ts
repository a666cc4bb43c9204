import { words, type Asked, type Examples, type Filter } from './examples.ts'

type Calls = (of: Examples) => readonly Asked[]

const tabs = ['deposits', 'withdrawals', 'waiting', 'done', 'cancelled']

/** Each tab of the queue, each filter, and several together. */
const queueFilters = ({ account, member, today, monthAgo, weekAgo }: Examples): Filter[] => [
  {},
  { accountId: account },
  { memberId: member },
  { state: ['pending'] },
  { state: ['rejected', 'expired'] },
  { state: ['paid'] },
  { on: today },
  { from: monthAgo, to: weekAgo },
  { from: monthAgo, to: monthAgo, state: ['rejected'] },
  { amountMinor: 54_321 },
  { amountMinMinor: 190_000 },
  { amountMinMinor: 50_000, amountMaxMinor: 50_100 },
  ...['user777', 'สมชาย', 'BD4321', 'zzzz nobody', '0900012345'].map((search) => ({ search })),
  { search: 'user7', state: ['rejected'] },
  ...tabs.flatMap((tab) => [
    { tab },
    { tab, accountId: account },
    { tab, search: 'user77' },
    { tab, on: today },
    { tab, amountMinMinor: 190_000 },
  ]),
]

export const queueCalls: Calls = (of) => [
  ['preTransactions.accounts', {}],
  ['preTransactions.queue', ...queueFilters(of)],
  ['preTransactions.queueTotals', ...queueFilters(of)],
  ['preTransactions.queueRow', { kind: 'deposit', id: of.deposit }],
  ['preTransactions.queueRows', { deposits: [of.deposit], withdrawals: [of.withdrawal] }],
  ['preTransactions.requests', {}, ...['user7', 'สมชาย', '0900012345'].map((search) => ({ search }))],
  ['preTransactions.withdrawal', { id: of.withdrawal }],
  ['preTransactions.approvals', {}],
]

/** Of the lines that wait for a person, and then of all there ever were. */
const lineFilters = ({ account, outAccount, today, monthAgo, weekAgo }: Examples): Filter[] => {
  const open: Filter[] = [
    {},
    { accountId: account },
    { state: ['suggested'] },
    { amountMinor: 20_000 },
    { hasPayer: true },
    { hasPayer: false },
    { direction: 'in' },
    { direction: 'out' },
    { search: '0042' },
    { search: 'สมชาย' },
    { from: weekAgo, to: today },
  ]
  const all: Filter[] = [
    { accountId: outAccount },
    { from: monthAgo, to: monthAgo },
    { state: ['settled'] },
    { state: ['autoMatched'] },
    { state: ['rejected'] },
    ...['user777', '123456', 'BD4321', '42'].map((search) => ({ search })),
    { direction: 'out', hasPayer: true },
    { state: ['ignored'], from: monthAgo, to: today },
    { amountMinor: 54_321, state: ['autoMatched'] },
  ]
  return [...open, ...[...open, ...all].map((filter) => ({ scope: 'all', ...filter }))]
}

export const lineCalls: Calls = (of) => {
  const { account, outAccount, monthAgo } = of
  const handled = [{}, { state: ['manualMatched', 'ignored'] }, { accountId: account }]
  const auto: Filter[] = [
    {},
    { direction: 'in' },
    { direction: 'out' },
    { state: ['autoMatched'] },
    { state: ['suggested'] },
    { amountMinor: 54_321 },
    { from: monthAgo, to: monthAgo },
  ]
  const ofAccounts = [
    ...auto.map((filter) => ({ id: account, ...filter })),
    { id: outAccount, direction: 'in' },
  ]
  return [
    ['preTransactions.lines', ...lineFilters(of)],
    ['preTransactions.lines', ...handled.map((filter) => ({ scope: 'all', order: 'handled', ...filter }))],
    ['preTransactions.lineTotals', ...lineFilters(of)],
    ['preTransactions.failedMessages', {}, { kind: 'notMoney' }],
    ['paymentAutos.list', {}],
    ['paymentAutos.get', { id: account }, { id: outAccount }],
    ['paymentAutos.lines', ...ofAccounts],
    ['paymentAutos.lineTotals', ...ofAccounts],
    ['paymentAutos.line', { id: of.line }],
  ]
}

export const matchingCalls: Calls = (of) => {
  const { account, clerk, member, monthAgo, openLine, today } = of
  const days = { from: monthAgo, to: today }
  const money = { memberId: member, amountMinor: 54_321 }
  return [
    ['preTransactions.line', { id: openLine }, { id: of.line }],
    ['preTransactions.oppositeLines', { id: openLine }],
    ['preTransactions.linkReport', {}, days],
    ['preTransactions.handLinks', {}, days, { ...days, employeeId: clerk }],
    ['preTransactions.previewTakeBack', { id: of.line }],
    ['preTransactions.previewLink', { id: openLine, memberId: member }],
    [
      'preTransactions.previewDeposit',
      { ...money, accountId: account, kind: 'realDeposit' },
      { ...money, kind: 'goodwill' },
    ],
    ['preTransactions.previewWithdrawal', { memberId: member, amountMinor: 10_000 }],
    ['preTransactions.previewReversal', { id: of.adjustment }],
    ['preTransactions.searchMember', ...words.map((search) => ({ search }))],
    [
      'preTransactions.searchMembers',
      ...words.flatMap((search) => [{ search }, { search, lineId: openLine }]),
    ],
    ['preTransactions.findMissing', money, { ...money, accountId: account }],
  ]
}

export const bookCalls: Calls = ({ deposit, member, monthAgo, today, transfer }) => {
  const filters: Filter[] = [
    {},
    { memberId: member },
    { kind: ['cashback.pay'] },
    { from: monthAgo, to: today },
    { from: monthAgo, to: monthAgo, kind: ['deposit.credited'] },
    { amountMinor: 4321 },
    { reference: 'BD4321' },
    { reference: deposit },
    { memberId: member, kind: ['bet.place'] },
  ]
  return [
    ['creditTransactions.list', ...filters],
    ['creditTransactions.totals', ...filters],
    ['creditTransactions.journal', { id: `trf_${transfer}` }],
    [
      'creditTransactions.balanceAt',
      { memberId: member, at: `${monthAgo}T05:00:00.000Z` },
      { memberId: member, at: `${today}T05:00:00.000Z` },
    ],
  ]
}
