import * as accounts from '@khlang/ledger/accounts.ts'
import { expect, it } from 'vitest'
import { namedAccount } from '../apps/console/src/features/credit-transactions/ledger-account.ts'

const owned = [
  accounts.memberCash,
  accounts.memberLocked,
  accounts.memberBonus,
  accounts.bankAccount,
  accounts.inTransit,
  accounts.unmatched,
  accounts.suspense,
  accounts.receivable,
  accounts.gatewayReceivable,
  accounts.gatewayFloat,
  accounts.agentCredit,
  accounts.agentSettlement,
  accounts.sellerWallet,
  accounts.sellerCommission,
  accounts.affiliatePayable,
  accounts.providerClearing,
  accounts.providerPayable,
  accounts.ggrIncome,
  accounts.feeExpense,
]

it('every account of the ledger has a name of its own', () => {
  const keys = owned.map((make) => namedAccount(make('mbr_1').code))
  expect(keys.map((each) => each?.ownerId)).toEqual(owned.map(() => 'mbr_1'))
  const all = [...keys, ...accounts.sharedAccounts.map(({ code }) => namedAccount(code))].map(
    (each) => each?.key,
  )
  expect(all).not.toContain(undefined)
  expect(new Set(all).size).toBe(all.length)
})

it('an unknown code is not guessed', () => {
  expect(namedAccount('member:mbr_1:gold')).toBeNull()
})
