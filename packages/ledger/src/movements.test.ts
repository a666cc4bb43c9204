import { describe, expect, test } from 'vitest'
import {
  accountsOfBank,
  accountsOfMember,
  agentCredit,
  agentSettlement,
  affiliatePayable,
  distributorPrepaid,
  feeExpense,
  gatewayFloat,
  gatewayReceivable,
  ggrIncome,
  memberBonus,
  providerClearing,
  providerPayable,
  receivable,
  screenMinor,
  sellerCommission,
  sellerWallet,
  sharedAccounts,
} from './accounts.ts'
import * as bookings from './bookings.ts'
import { problemOf } from './check.ts'
import * as deposits from './deposits.ts'
import * as gateways from './gateways.ts'
import { transferKinds } from './kinds.ts'
import { keyOf, leg, transferKey, turned, type Posting } from './posting.ts'
import * as wallet from './wallet.ts'
import * as withdrawals from './withdrawals.ts'

// Which account each event takes from and which one it gives to: the whole of the book's meaning.

const cause = { sourceId: 's', businessOn: '2026-03-02', amountMinor: 500 }
const of = { ...cause, bankAccountId: 'b', memberId: 'm', providerId: 'p' }
const through = { ...of, gatewayId: 'g' }
const between = { ...cause, fromBankAccountId: 'b', toBankAccountId: 'c' }
const text = ({ key, legs, hold }: Posting): string[] => [
  key,
  ...(hold === undefined ? [] : [`hold ${hold}`]),
  ...legs.map(
    ({ from, to, amountMinor, reversesId }) =>
      `${from} > ${to} ${amountMinor}${reversesId === undefined ? '' : ` of ${reversesId}`}`,
  ),
]
const posted = (posting: Posting, transferIds = [7]) => ({ legs: posting.legs, transferIds })
const credited = posted(deposits.depositCredited(of))
const sent = withdrawals.withdrawSent({ ...of, feeMinor: 20 })

test.each<[Posting, ...string[]]>([
  [deposits.bankOpened(of), 'bank.opened:s:1', 'bank:b > equity:opening 500'],
  [deposits.bankOpened({ ...of, amountMinor: 1 }), 'bank.opened:s:1', 'bank:b > equity:opening 1'],
  [deposits.bankOpened({ ...of, amountMinor: -500 }), 'bank.opened:s:1', 'equity:opening > bank:b 500'],
  [deposits.depositReceived(of), 'deposit.received:s:1', 'bank:b > unmatched:b 500'],
  [deposits.depositCredited(of), 'deposit.credited:s:1', 'unmatched:b > member:m:cash 500'],
  [
    deposits.depositCredited({ ...of, before: 'line' }),
    'deposit.credited:s:1',
    'suspense:b > member:m:cash 500',
  ],
  [deposits.suspenseCleared(of), 'suspense.cleared:s:1', 'unmatched:b > suspense:b 500'],
  [
    deposits.depositReversed({ ...of, credited }),
    'deposit.reversed:s:1',
    'member:m:cash > unmatched:b 500 of 7',
  ],
  [
    deposits.depositReversed({ ...of, credited, shortfallMinor: 1 }),
    'deposit.reversed:s:1',
    'receivable:m > member:m:cash 1',
    'member:m:cash > unmatched:b 500 of 7',
  ],
  [
    deposits.depositReversed({ ...of, credited, shortfallMinor: 0 }),
    'deposit.reversed:s:1',
    'member:m:cash > unmatched:b 500 of 7',
  ],
  [gateways.gatewayCredited(through), 'deposit.credited:s:1', 'gw:g:receivable > member:m:cash 500'],
  [gateways.gatewayFee(through), 'gateway.fee:s:1', 'expense:fee:g > gw:g:receivable 500'],
  [gateways.gatewaySettled(through), 'gateway.settled:s:1', 'unmatched:b > gw:g:receivable 500'],
  [deposits.depositRefunded(of), 'deposit.refunded:s:1', 'unmatched:b > bank:b 500'],
  [deposits.receivableRepaid(of), 'receivable.repaid:s:1', 'member:m:cash > receivable:m 500'],
  [withdrawals.withdrawHold(of), 'withdraw.hold:s:1', 'hold open', 'member:m:cash > member:m:locked 500'],
  [
    withdrawals.withdrawRelease(of),
    'withdraw.release:s:1',
    'hold void',
    'member:m:locked > member:m:cash 500',
  ],
  [
    withdrawals.withdrawSent(of),
    'withdraw.sent:s:1',
    'hold post',
    'member:m:locked > bank:b:in_transit 500',
  ],
  [
    withdrawals.withdrawSent({ ...of, feeMinor: 1, occurrence: 2 }),
    'withdraw.sent:s:2',
    'hold post',
    'member:m:locked > bank:b:in_transit 499',
    'member:m:locked > income:fee 1',
  ],
  [withdrawals.withdrawSettled(of), 'withdraw.settled:s:1', 'bank:b:in_transit > bank:b 500'],
  [
    withdrawals.withdrawFailed({ ...of, sent: posted(sent, [8, 9]) }),
    'withdraw.failed:s:1',
    'hold open',
    'bank:b:in_transit > member:m:locked 480 of 8',
    'income:fee > member:m:locked 20 of 9',
  ],
  [
    withdrawals.withdrawFee({ ...of, channel: 'kbank' }),
    'withdraw.fee:s:1',
    'expense:fee:kbank > bank:b 500',
  ],
  [
    bookings.lineIncome({ ...of, category: 'interest' }),
    'line.income:s:1',
    'unmatched:b > income:interest 500',
  ],
  [bookings.lineCost({ ...of, category: 'bankFee' }), 'line.cost:s:1', 'expense:fee:bank > bank:b 500'],
  [withdrawals.ownTransferOut(between), 'own.transfer.out:s:1', 'bank:c:in_transit > bank:b 500'],
  [withdrawals.ownTransferIn(between), 'own.transfer.in:s:1', 'bank:c > bank:c:in_transit 500'],
  [wallet.creditAdd(of), 'credit.add:s:1', 'expense:writeoff > member:m:cash 500'],
  [wallet.creditCut(of), 'credit.cut:s:1', 'member:m:cash > expense:writeoff 500'],
  [
    wallet.creditReversed({ ...of, credited: posted(wallet.creditAdd(of)), shortfallMinor: 499 }),
    'reversal:s:1',
    'receivable:m > member:m:cash 499',
    'member:m:cash > expense:writeoff 500 of 7',
  ],
  [wallet.bonusGrant(of), 'bonus.grant:s:1', 'expense:bonus > member:m:cash 500'],
  [wallet.bonusForfeit(of), 'bonus.forfeit:s:1', 'member:m:cash > expense:bonus 500'],
  [wallet.cashbackPay(of), 'cashback.pay:s:1', 'expense:cashback > member:m:cash 500'],
  [wallet.affiliateAccrue(of), 'affiliate.accrue:s:1', 'expense:affiliate > aff:m:payable 500'],
  [wallet.affiliatePay(of), 'affiliate.pay:s:1', 'aff:m:payable > member:m:cash 500'],
  [wallet.betPlace(of), 'bet.place:s:1', 'member:m:cash > provider:p:clearing 500'],
  [wallet.betSettle(of), 'bet.settle:s:1', 'provider:p:clearing > member:m:cash 500'],
  [
    wallet.betRound({ ...of, stakeMinor: 500, payoutMinor: 700 }),
    'bet.round:s:1',
    'member:m:cash > provider:p:clearing 500',
    'provider:p:clearing > member:m:cash 700',
  ],
  [
    wallet.betAmend({ ...of, givenMinor: 500, takenMinor: 700 }),
    'bet.amend:s:1',
    'provider:p:clearing > member:m:cash 500',
    'member:m:cash > provider:p:clearing 700',
  ],
  [
    wallet.betAmend({ ...of, givenMinor: 0, takenMinor: 700 }),
    'bet.amend:s:1',
    'member:m:cash > provider:p:clearing 700',
  ],
  [wallet.gameIn(of), 'game.in:s:1', 'member:m:cash > provider:p:clearing 500'],
  [wallet.gameOut(of), 'game.out:s:1', 'provider:p:clearing > member:m:cash 500'],
  [
    wallet.betVoid({ ...of, placed: posted(wallet.betPlace(of)) }),
    'bet.void:s:1',
    'provider:p:clearing > member:m:cash 500 of 7',
  ],
  [
    wallet.ggrClose({ ...of, gameType: 'SLOT', winMinor: 1 }),
    'ggr.close:s:1',
    'provider:p:clearing > income:ggr:SLOT 1',
  ],
  [
    wallet.ggrClose({ ...of, gameType: 'SLOT', winMinor: -500 }),
    'ggr.close:s:1',
    'income:ggr:SLOT > provider:p:clearing 500',
  ],
  [wallet.providerFee(of), 'provider.fee:s:1', 'expense:fee:provider > provider:p:payable 500'],
  [
    wallet.providerPaid({
      ...of,
      shares: [
        { account: providerPayable('p'), amountMinor: 300 },
        { account: distributorPrepaid('d'), amountMinor: 200 },
      ],
    }),
    'provider.paid:s:1',
    'provider:p:payable > bank:b 300',
    'distributor:d:prepaid > bank:b 200',
  ],
  [
    wallet.providerDrawn({ ...of, distributorId: 'd' }),
    'provider.drawn:s:1',
    'provider:p:payable > distributor:d:prepaid 500',
  ],
  [
    wallet.agentCreditGive({ ...cause, parentId: null, childId: 'c' }),
    'agent.credit.give:s:1',
    'agent:issued > agent:c:credit 500',
  ],
  [
    wallet.agentCreditGive({ ...cause, parentId: 'p', childId: 'c' }),
    'agent.credit.give:s:1',
    'agent:p:credit > agent:c:credit 500',
  ],
  [
    wallet.agentCreditTake({ ...cause, parentId: 'p', childId: 'c' }),
    'agent.credit.take:s:1',
    'agent:c:credit > agent:p:credit 500',
  ],
  [
    wallet.reversalOf({ ...of, original: posted(withdrawals.withdrawHold(of)), hold: 'void' }),
    'reversal:s:1',
    'hold void',
    'member:m:locked > member:m:cash 500 of 7',
  ],
])('%o moves money so', (posting, ...expected) => {
  expect(text(posting)).toEqual(expected)
  expect([posting.businessOn, posting.valueOn]).toEqual(['2026-03-02', '2026-03-02'])
})

test('the bank’s day is the bank’s where it is said, and a second time has a key of its own', () => {
  const late = deposits.depositReceived({ ...of, valueOn: '2026-03-01', occurrence: 3 })
  expect([late.businessOn, late.valueOn, late.key]).toEqual([
    '2026-03-02',
    '2026-03-01',
    'deposit.received:s:3',
  ])
  expect(keyOf('bet.place', { sourceId: 'x' })).toBe('bet.place:x:1')
  expect([transferKey('k', 1), transferKey('k', 2)]).toEqual(['k', 'k/2'])
})

test('a posting is turned whole, once, with one id for each of its legs', () => {
  const once = posted(sent, [8, 9])
  expect(turned(once).map(({ reversesId }) => reversesId)).toEqual([8, 9])
  for (const transferIds of [[8], [8, 9, 10]]) expect(() => turned({ ...once, transferIds })).toThrow()
  const twice = { legs: [once.legs[0], turned(once)[0]].flatMap((one) => one ?? []), transferIds: [8, 9] }
  expect(() => turned(twice)).toThrow('reversalOfReversal')
})

test('what a member reads of each kind', () => {
  const shown = (how: string) =>
    Object.entries(transferKinds)
      .filter(([, { memberShows }]) => memberShows === how)
      .map(([kind]) => kind)
  expect(shown('in')).toEqual([
    'deposit.credited',
    'withdraw.release',
    'credit.add',
    'bonus.grant',
    'cashback.pay',
    'affiliate.pay',
    'bet.settle',
    'bet.void',
    'game.out',
  ])
  expect(shown('either')).toEqual(['bet.round', 'bet.amend', 'reversal'])
  expect(shown('out')).toEqual([
    'deposit.reversed',
    'withdraw.hold',
    'credit.cut',
    'receivable.repaid',
    'bonus.forfeit',
    'bet.place',
    'game.in',
  ])
})

test('members’, agents’ and sellers’ money is guarded; everything else is the house’s', () => {
  const all = [
    ...accountsOfMember('x'),
    memberBonus('x'),
    agentCredit('x'),
    sellerWallet('x'),
    ...accountsOfBank('x'),
    receivable('x'),
    gatewayReceivable('x'),
    gatewayFloat('x'),
    agentSettlement('x'),
    sellerCommission('x'),
    affiliatePayable('x'),
    providerClearing('x'),
    providerPayable('x'),
    ggrIncome('x'),
    feeExpense('x'),
    ...sharedAccounts,
  ]
  expect(all.every(({ currency }) => currency === 'THB')).toBe(true)
  expect(all.map(({ code, kind, mode, isHold }) => `${code} ${kind} ${mode}${isHold ? ' hold' : ''}`))
    .toMatchInlineSnapshot(`
      [
        "member:x:cash liability guarded",
        "member:x:locked liability guarded hold",
        "member:x:bonus liability guarded",
        "agent:x:credit liability guarded",
        "seller:x:wallet liability guarded",
        "bank:x asset house",
        "bank:x:in_transit asset house",
        "unmatched:x liability house",
        "suspense:x asset house",
        "receivable:x asset house",
        "gw:x:receivable asset house",
        "gw:x:float asset house",
        "agent:x:settlement liability house",
        "seller:x:commission liability house",
        "aff:x:payable liability house",
        "provider:x:clearing liability house",
        "provider:x:payable liability house",
        "income:ggr:x income house",
        "expense:fee:x expense house",
        "expense:bonus expense house",
        "expense:cashback expense house",
        "expense:affiliate expense house",
        "expense:seller expense house",
        "expense:writeoff expense house",
        "income:fee income house",
        "income:unclaimed income house",
        "income:interest income house",
        "income:other income house",
        "expense:operating expense house",
        "expense:tax expense house",
        "equity:owner equity house",
        "equity:opening equity house",
        "agent:issued asset house",
        "suspense equity house",
      ]
    `)
})

test('a screen shows what we own and spend positive, and the rest as the book has it', () => {
  const shown = (['asset', 'expense', 'liability', 'income', 'equity'] as const).map((kind) =>
    screenMinor(kind, -5),
  )
  expect(shown).toEqual([5, 5, -5, -5, -5])
  expect(Object.is(screenMinor('asset', 0), 0)).toBe(true)
})

describe('a posting may be sent', () => {
  const good = wallet.creditAdd(of)
  const hold = withdrawals.withdrawHold(of)
  const legs = (...parts: readonly (readonly [string, string, number])[]) =>
    parts.map(([from, to, amountMinor]) => ({ from, to, amountMinor, currency: 'THB' }))
  const one = legs(['a', 'b', 1])
  const named = (sourceId: string, occurrence: string) => ({
    ...good,
    sourceId,
    key: `credit.add:${sourceId}:${occurrence}`,
  })
  const [cash, locked, other] = ['member:m:cash', 'member:m:locked', 'member:n:locked']

  test.each<[string | null, Posting]>([
    [null, good],
    [null, named('x'.repeat(80), '1')],
    ['postingMalformed', named('x'.repeat(81), '1')],
    ['postingMalformed', named('', '1')],
    ['postingMalformed', named('a b', '1')],
    [null, named('A.b_c-9', '999999')],
    ['postingMalformed', named('s', '1000000')],
    ['postingMalformed', named('s', '0')],
    ['postingMalformed', { ...good, kind: 'constructor' as Posting['kind'], key: 'constructor:s:1' }],
    ['postingMalformed', { ...good, kind: 'bet.place' }],
    ['postingMalformed', { ...good, sourceId: 'other' }],
    ['postingMalformed', { ...good, legs: [] }],
    [null, { ...good, legs: Array.from({ length: 1000 }, () => one).flat() }],
    ['postingMalformed', { ...good, legs: Array.from({ length: 1001 }, () => one).flat() }],
    [null, { ...good, businessOn: '2024-02-29' }],
    ['postingMalformed', { ...good, businessOn: '2026-02-29' }],
    ['postingMalformed', { ...good, valueOn: '2026-13-01' }],
    ['postingMalformed', { ...good, valueOn: '2026-1-01' }],
    ['postingMalformed', { ...good, legs: legs(['', 'b', 1]) }],
    ['postingMalformed', { ...good, legs: legs(['a', '', 1]) }],
    ['sameAccount', { ...good, legs: legs(['a', 'a', 1]) }],
    ['sameAccount', { ...good, legs: legs(['a', 'b', 1], ['c', 'c', 1]) }],
    [null, { ...good, legs: legs(['a', 'b', Number.MAX_SAFE_INTEGER]) }],
    ['amountOutOfRange', { ...good, legs: legs(['a', 'b', 0]) }],
    ['currencyMismatch', { ...good, legs: one.map((each) => ({ ...each, currency: 'THBX' })) }],
    ['currencyMismatch', { ...good, legs: one.map((each) => ({ ...each, currency: 'TH' })) }],
    ['postingMalformed', { ...good, legs: one.map((each) => ({ ...each, reversesId: 1.5 })) }],
    [null, hold],
    ['holdMismatch', { ...hold, hold: 'post' }],
    ['holdMismatch', { ...good, legs: legs([cash, locked, 1]) }],
    ['holdMismatch', { ...good, legs: legs([locked, cash, 1]) }],
    ['holdMismatch', { ...good, hold: 'void' }],
    ['holdMismatch', { ...hold, legs: legs([cash, locked, 1], [cash, other, 1]) }],
    ['holdMismatch', { ...hold, legs: legs([locked, other, 1]) }],
    ['holdMismatch', { ...hold, legs: legs([cash, locked, 1], [locked, cash, 1]) }],
    [null, { ...hold, legs: legs([cash, locked, 2], [locked, cash, 1]) }],
    ['holdMismatch', { ...hold, legs: legs([cash, locked, 1], [locked, cash, 2]) }],
    [null, { ...hold, hold: 'void', legs: legs([cash, locked, 1], [locked, cash, 2]) }],
    ['holdMismatch', { ...hold, hold: 'void', legs: legs([cash, locked, 1], [locked, cash, 1]) }],
    [null, { ...good, legs: legs(['x:locked', 'b', 1]) }],
    [null, { ...good, legs: legs(['member:m:lockedx', 'b', 1]) }],
  ])('(%s)', (problem, posting) => {
    expect(problemOf(posting)).toBe(problem)
  })

  test('of the currency of the account it takes from', () => {
    expect(leg(receivable('m', 'USD'), receivable('n', 'USD'), 3)).toEqual({
      from: 'receivable:m',
      to: 'receivable:n',
      amountMinor: 3,
      currency: 'USD',
    })
  })
})
