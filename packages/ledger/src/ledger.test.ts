import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountsOfBank,
  accountsOfMember,
  bankAccount,
  memberCash,
  memberLocked,
  providerClearing,
  providerPayable,
  screenMinor,
  sharedAccounts,
} from './accounts.ts'
import { Book } from './book.ts'
import * as bookings from './bookings.ts'
import { problemOf } from './check.ts'
import {
  bankOpened,
  depositCredited,
  depositReceived,
  depositRefunded,
  depositReversed,
  suspenseCleared,
} from './deposits.ts'
import { gatewayFee, gatewaySettled } from './gateways.ts'
import { isTransferKind, transferKinds } from './kinds.ts'
import { turned, type Posting } from './posting.ts'
import * as wallet from './wallet.ts'
import * as withdrawals from './withdrawals.ts'

const on = { businessOn: '2026-03-02', bankAccountId: 'b', memberId: 'm', providerId: 'p' }
const accounts = [
  ...sharedAccounts,
  ...accountsOfBank('b'),
  ...accountsOfBank('c'),
  ...accountsOfMember('m'),
  ...accountsOfMember('n'),
  providerClearing('p'),
]
const amount = fc.integer({ min: 1, max: 1_000_000 })

/** One of each kind, of one amount. */
function everyKind(amountMinor: number): Posting[] {
  const cause = { ...on, sourceId: 's', amountMinor }
  const credit = depositCredited(cause)
  const sent = withdrawals.withdrawSent({ ...cause, feeMinor: 1 })
  const between = { ...cause, fromBankAccountId: 'b', toBankAccountId: 'c' }
  const agents = { ...cause, parentId: null, childId: 'a' }
  return [
    bankOpened(cause),
    depositReceived(cause),
    credit,
    depositRefunded(cause),
    gatewayFee({ ...cause, gatewayId: 'g' }),
    gatewaySettled({ ...cause, gatewayId: 'g' }),
    suspenseCleared(cause),
    depositReversed({ ...cause, credited: { legs: credit.legs, transferIds: [1] }, shortfallMinor: 1 }),
    withdrawals.withdrawHold(cause),
    withdrawals.withdrawRelease(cause),
    sent,
    withdrawals.withdrawSettled(cause),
    withdrawals.withdrawFailed({ ...cause, sent: { legs: sent.legs, transferIds: [1, 2] } }),
    withdrawals.withdrawFee({ ...cause, channel: 'kbank' }),
    bookings.lineIncome({ ...cause, category: 'interest' }),
    bookings.lineCost({ ...cause, category: 'bankFee' }),
    withdrawals.ownTransferOut(between),
    withdrawals.ownTransferIn(between),
    wallet.creditAdd(cause),
    wallet.creditCut(cause),
    wallet.bonusGrant(cause),
    wallet.bonusForfeit(cause),
    wallet.cashbackPay(cause),
    wallet.affiliateAccrue(cause),
    wallet.affiliatePay(cause),
    wallet.betPlace(cause),
    wallet.betSettle(cause),
    wallet.betRound({ ...cause, stakeMinor: amountMinor, payoutMinor: amountMinor }),
    wallet.betAmend({ ...cause, givenMinor: amountMinor, takenMinor: amountMinor }),
    wallet.gameIn(cause),
    wallet.gameOut(cause),
    wallet.betVoid({ ...cause, placed: { legs: wallet.betPlace(cause).legs, transferIds: [9] } }),
    wallet.ggrClose({ ...cause, gameType: 'SLOT', winMinor: -amountMinor }),
    wallet.providerFee(cause),
    wallet.providerPaid({ ...cause, shares: [{ account: providerPayable('p'), amountMinor }] }),
    wallet.providerDrawn({ ...cause, distributorId: 'd' }),
    wallet.agentCreditGive(agents),
    wallet.agentCreditTake(agents),
  ]
}

test('every builder makes a posting that may be sent, under a key of its own', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: Number.MAX_SAFE_INTEGER }), (amountMinor) => {
      const all = everyKind(amountMinor)
      expect(all.map(problemOf)).toEqual(all.map(() => null))
      expect(new Set(all.map((each) => each.key)).size).toBe(all.length)
    }),
  )
})

test('every kind has a builder and a label', () => {
  const built = new Set<string>([...everyKind(5).map((each) => each.kind), 'receivable.repaid', 'reversal'])
  expect([...built].toSorted()).toEqual(Object.keys(transferKinds).toSorted())
  expect(isTransferKind('deposit.credited') && !isTransferKind('toString')).toBe(true)
})

describe('a posting is refused before it is sent', () => {
  const good = wallet.creditAdd({ ...on, sourceId: 's', amountMinor: 5 })
  const withLeg = (part: object): Posting => ({
    ...good,
    legs: good.legs.map((each) => ({ ...each, ...part })),
  })
  test.each<[string, Posting]>([
    ['amountOutOfRange', withLeg({ amountMinor: 0 })],
    ['amountOutOfRange', withLeg({ amountMinor: 1.5 })],
    ['amountOutOfRange', withLeg({ amountMinor: 2 ** 53 })],
    ['amountOutOfRange', withLeg({ amountMinor: -1 })],
    ['sameAccount', withLeg({ from: 'member:m:cash' })],
    ['currencyMismatch', withLeg({ currency: 'thb' })],
    ['holdMismatch', withLeg({ to: memberLocked('m').code })],
    ['holdMismatch', { ...good, hold: 'open' }],
    ['postingMalformed', { ...good, legs: [] }],
    ['postingMalformed', { ...good, key: 'credit.add:other:1' }],
    ['postingMalformed', { ...good, businessOn: '2026-02-30' }],
    ['postingMalformed', { ...good, key: 'credit.add:s:0' }],
  ])('as %s', (problem, posting) => {
    expect(problemOf(posting)).toBe(problem)
  })

  test('an id that could be read as another account is no id', () => {
    expect(() => memberCash('x:cash')).toThrow(RangeError)
    expect(() => memberCash('')).toThrow(RangeError)
  })
})

test('a withdrawal of 1,000 with a fee of 10 borne by the member: the bank sends 990, we keep 10', () => {
  const sent = withdrawals.withdrawSent({ ...on, sourceId: 'w', amountMinor: 100_000, feeMinor: 1000 })
  expect(sent.legs.map((each) => [each.to, each.amountMinor])).toEqual([
    ['bank:b:in_transit', 99_000],
    ['income:fee', 1000],
  ])
})

test('what we own and spend is shown positive, and turning twice gives the book back', () => {
  expect([screenMinor('asset', -500), screenMinor('liability', 500), screenMinor('expense', 0)]).toEqual([
    500, 500, 0,
  ])
  fc.assert(
    fc.property(fc.integer(), (minor) => screenMinor('asset', screenMinor('asset', minor)) === minor),
  )
})

test('a reversal is not turned again', () => {
  const legs = turned({
    legs: wallet.creditAdd({ ...on, sourceId: 's', amountMinor: 5 }).legs,
    transferIds: [1],
  })
  expect(() => turned({ legs, transferIds: [2] })).toThrow('reversalOfReversal')
  expect(() =>
    turned({ legs: [{ from: 'a', to: 'b', amountMinor: 1, currency: 'THB' }], transferIds: [] }),
  ).toThrow()
})

test('whatever is posted: the book sums to zero, nobody is negative, a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, fc.nat(), fc.nat(3)), { maxLength: 40 }), (steps) => {
      const book = new Book(accounts)
      const state = () => accounts.map((account) => book.balanceMinor(account.code))
      const reversible: Posting[] = []
      steps.forEach(([amountMinor, pick, source], step) => {
        const options = everyKind(amountMinor).map((each): Posting => ({
          ...each,
          sourceId: `s${source}`,
          key: `${each.kind}:s${source}:${step + 1}`,
        }))
        const chosen = options[pick % options.length]
        if (chosen === undefined) return
        if (book.post(chosen) === 'posted') {
          reversible.push(chosen)
          const before = state()
          expect(book.post(chosen)).toBe('replayed')
          expect(book.post({ ...chosen, legs: [...chosen.legs, ...chosen.legs] })).not.toBe('posted')
          expect(state()).toEqual(before)
        }
        const original = reversible[pick % Math.max(1, reversible.length)]
        if (
          original !== undefined &&
          original.hold === undefined &&
          original.legs.every((each) => each.reversesId === undefined)
        ) {
          const back = wallet.reversalOf({
            ...on,
            sourceId: `r${step}`,
            original: { legs: original.legs, transferIds: book.transferIds(original.key) },
          })
          if (book.post(back) === 'posted')
            expect(book.post({ ...back, key: `reversal:r${step}:2` })).toBe('alreadyReversed')
        }
        expect(state().reduce((sum, minor) => sum + minor, 0)).toBe(0)
        expect(
          accounts.filter((each) => each.mode === 'guarded' && book.balanceMinor(each.code) < 0),
        ).toEqual([])
      })
      expect(book.balanceMinor(bankAccount('b').code)).toBeTypeOf('number')
    }),
  )
})
