/**
 * Who may hold a balance. `guarded` accounts never go below zero and carry an exact running balance; `house`
 * accounts are everyone's counterpart and have no contended row. Source: domain.md 3.1, ledger.md.
 */
export type AccountKind = 'asset' | 'liability' | 'income' | 'expense' | 'equity'
type AccountMode = 'guarded' | 'house'

export interface Account {
  /** The name postings use, for ever: `member:mbr_x:cash`. */
  readonly code: string
  readonly kind: AccountKind
  readonly mode: AccountMode
  readonly currency: string
  /** Its balance is the sum of its open holds, so nothing enters or leaves it without one. */
  readonly isHold: boolean
}

const idPattern = /^[A-Za-z0-9_-]{1,80}$/

/** One part of a code. Throws a RangeError on what could be read as another account's code. */
function part(id: string): string {
  if (!idPattern.test(id)) throw new RangeError(`Not an account id: ${id}`)
  return id
}

const house = (code: string, kind: AccountKind, currency: string): Account => ({
  code,
  kind,
  mode: 'house',
  currency,
  isHold: false,
})
const guarded = (code: string, currency: string, isHold = false): Account => ({
  code,
  kind: 'liability',
  mode: 'guarded',
  currency,
  isHold,
})

/** The book has one currency; shared accounts of a second one would carry its name in their code. */
export const bookCurrency = 'THB'

/** Own bank or wallet account (asset, so its balance in the book is negative). */
export const bankAccount = (id: string, currency = bookCurrency): Account =>
  house(`bank:${part(id)}`, 'asset', currency)
/** Money on its way out of, or into, an own bank account. */
export const inTransit = (id: string, currency = bookCurrency): Account =>
  house(`bank:${part(id)}:in_transit`, 'asset', currency)
/** Received on a bank account, owner unknown. */
export const unmatched = (id: string, currency = bookCurrency): Account =>
  house(`unmatched:${part(id)}`, 'liability', currency)
/** Credited under approval before its statement line came; the late line clears it. Source: decisions 33. */
export const suspense = (bankAccountId: string, currency = bookCurrency): Account =>
  house(`suspense:${part(bankAccountId)}`, 'asset', currency)
/** What a member owes after a reversal that found too little in the wallet. Source: decisions 33. */
export const receivable = (memberId: string, currency = bookCurrency): Account =>
  house(`receivable:${part(memberId)}`, 'asset', currency)
export const gatewayReceivable = (id: string, currency = bookCurrency): Account =>
  house(`gw:${part(id)}:receivable`, 'asset', currency)
export const gatewayFloat = (id: string, currency = bookCurrency): Account =>
  house(`gw:${part(id)}:float`, 'asset', currency)

/** The withdrawable wallet. */
export const memberCash = (id: string, currency = bookCurrency): Account =>
  guarded(`member:${part(id)}:cash`, currency)
/** The bonus wallet of the two-wallet mode. */
export const memberBonus = (id: string, currency = bookCurrency): Account =>
  guarded(`member:${part(id)}:bonus`, currency)
/** Held for withdrawals: Σ open holds. */
export const memberLocked = (id: string, currency = bookCurrency): Account =>
  guarded(`member:${part(id)}:locked`, currency, true)
export const agentCredit = (id: string, currency = bookCurrency): Account =>
  guarded(`agent:${part(id)}:credit`, currency)
export const sellerWallet = (id: string, currency = bookCurrency): Account =>
  guarded(`seller:${part(id)}:wallet`, currency)

const guardedPattern = /^(?:member|seller):|^agent:[^:]+:credit$/
/** Whether a code is one of a guarded account: those above. */
export const isGuardedCode = (code: string): boolean => guardedPattern.test(code)

/** Win, loss and commission of an agent, owed either way. */
export const agentSettlement = (id: string, currency = bookCurrency): Account =>
  house(`agent:${part(id)}:settlement`, 'liability', currency)
export const sellerCommission = (id: string, currency = bookCurrency): Account =>
  house(`seller:${part(id)}:commission`, 'liability', currency)
export const affiliatePayable = (memberId: string, currency = bookCurrency): Account =>
  house(`aff:${part(memberId)}:payable`, 'liability', currency)
export const providerClearing = (id: string, currency = bookCurrency): Account =>
  house(`provider:${part(id)}:clearing`, 'liability', currency)
export const providerPayable = (id: string, currency = bookCurrency): Account =>
  house(`provider:${part(id)}:payable`, 'liability', currency)
/** What a distributor that is paid ahead keeps of ours. */
export const distributorPrepaid = (id: string, currency = bookCurrency): Account =>
  house(`distributor:${part(id)}:prepaid`, 'asset', currency)

export const ggrIncome = (gameType: string, currency = bookCurrency): Account =>
  house(`income:ggr:${part(gameType)}`, 'income', currency)
export const feeExpense = (channel: string, currency = bookCurrency): Account =>
  house(`expense:fee:${part(channel)}`, 'expense', currency)

/** Accounts there is one of: opened once with the database. */
export const bonusExpense = house('expense:bonus', 'expense', bookCurrency)
export const cashbackExpense = house('expense:cashback', 'expense', bookCurrency)
export const affiliateExpense = house('expense:affiliate', 'expense', bookCurrency)
const sellerExpense = house('expense:seller', 'expense', bookCurrency)
export const writeoffExpense = house('expense:writeoff', 'expense', bookCurrency)
export const feeIncome = house('income:fee', 'income', bookCurrency)
const unclaimedIncome = house('income:unclaimed', 'income', bookCurrency)
const interestIncome = house('income:interest', 'income', bookCurrency)
const otherIncome = house('income:other', 'income', bookCurrency)
const operatingExpense = house('expense:operating', 'expense', bookCurrency)
const taxExpense = house('expense:tax', 'expense', bookCurrency)
/** What the owner brought, less what they took. */
const ownerEquity = house('equity:owner', 'equity', bookCurrency)
/** Where lines of the company's own are booked, by what they are. */
export const bookingAccounts = {
  interest: interestIncome,
  feeIncome,
  otherIncome,
  unclaimed: unclaimedIncome,
  ownerTopUp: ownerEquity,
  bankFee: feeExpense('bank'),
  companyCost: operatingExpense,
  tax: taxExpense,
  ownerDraw: ownerEquity,
} as const satisfies Record<string, Account>
export type BookingKind = keyof typeof bookingAccounts
export const openingEquity = house('equity:opening', 'equity', bookCurrency)
/** Credit that was issued to the first agents of a line: the other side of their credit. */
export const agentCreditIssued = house('agent:issued', 'asset', bookCurrency)
/** The last resort; must be 0 at the close of a day. */
const suspenseOfBook = house('suspense', 'equity', bookCurrency)

export const sharedAccounts: readonly Account[] = [
  bonusExpense,
  cashbackExpense,
  affiliateExpense,
  sellerExpense,
  writeoffExpense,
  feeIncome,
  unclaimedIncome,
  interestIncome,
  otherIncome,
  operatingExpense,
  taxExpense,
  ownerEquity,
  openingEquity,
  agentCreditIssued,
  suspenseOfBook,
]

/** The accounts a new member needs. */
export const accountsOfMember = (id: string, currency = bookCurrency): readonly Account[] => [
  memberCash(id, currency),
  memberLocked(id, currency),
]
/** The accounts a new own bank account needs. */
export const accountsOfBank = (id: string, currency = bookCurrency): readonly Account[] => [
  bankAccount(id, currency),
  inTransit(id, currency),
  unmatched(id, currency),
  suspense(id, currency),
]

/** The accounts a new payment gateway needs. */
export const accountsOfGateway = (id: string, currency = bookCurrency): readonly Account[] => [
  gatewayReceivable(id, currency),
  gatewayFloat(id, currency),
  feeExpense(id, currency),
]

/**
 * A balance of the book (in − out, so that assets and costs are negative) as a screen prints it: what we own
 * and what we spent are positive. Turning twice gives the book's figure back.
 */
export const screenMinor = (kind: AccountKind, bookMinor: number): number =>
  (kind === 'asset' || kind === 'expense') && bookMinor !== 0 ? -bookMinor : bookMinor
