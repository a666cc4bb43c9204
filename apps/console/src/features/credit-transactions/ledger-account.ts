/**
 * What a ledger account is to a person: the key of its name (`account.<key>`) and whose it is, if
 * anybody's.
 */
export interface NamedAccount {
  readonly key: string
  readonly ownerId: string | null
}

const owned: readonly (readonly [RegExp, string])[] = [
  [/^member:([^:]+):cash$/, 'memberCash'],
  [/^member:([^:]+):locked$/, 'memberLocked'],
  [/^member:([^:]+):bonus$/, 'memberBonus'],
  [/^bank:([^:]+)$/, 'bank'],
  [/^bank:([^:]+):in_transit$/, 'inTransit'],
  [/^unmatched:([^:]+)$/, 'unmatched'],
  [/^suspense:([^:]+)$/, 'bankSuspense'],
  [/^receivable:([^:]+)$/, 'receivable'],
  [/^gw:([^:]+):receivable$/, 'gatewayReceivable'],
  [/^gw:([^:]+):float$/, 'gatewayFloat'],
  [/^agent:([^:]+):credit$/, 'agentCredit'],
  [/^agent:([^:]+):settlement$/, 'agentSettlement'],
  [/^seller:([^:]+):wallet$/, 'sellerWallet'],
  [/^seller:([^:]+):commission$/, 'sellerCommission'],
  [/^aff:([^:]+):payable$/, 'affiliatePayable'],
  [/^provider:([^:]+):clearing$/, 'providerClearing'],
  [/^provider:([^:]+):payable$/, 'providerPayable'],
  [/^distributor:([^:]+):prepaid$/, 'distributorPrepaid'],
  [/^income:ggr:([^:]+)$/, 'ggrIncome'],
  [/^expense:fee:([^:]+)$/, 'feeExpense'],
]
const shared: Readonly<Record<string, string>> = {
  'expense:bonus': 'bonusExpense',
  'expense:cashback': 'cashbackExpense',
  'expense:affiliate': 'affiliateExpense',
  'expense:seller': 'sellerExpense',
  'expense:writeoff': 'writeoffExpense',
  'income:fee': 'feeIncome',
  'income:unclaimed': 'unclaimedIncome',
  'income:interest': 'interestIncome',
  'income:other': 'otherIncome',
  'expense:operating': 'operatingExpense',
  'expense:tax': 'taxExpense',
  'equity:owner': 'ownerEquity',
  'equity:opening': 'openingEquity',
  'agent:issued': 'agentIssued',
  suspense: 'suspense',
}

/** `member:mbr_x:cash` -> the wallet of mbr_x; null for a code that nobody has named yet. */
export function namedAccount(code: string): NamedAccount | null {
  const key = shared[code]
  if (key !== undefined) return { key, ownerId: null }
  for (const [pattern, name] of owned) {
    const found = pattern.exec(code)
    if (found) return { key: name, ownerId: found[1] ?? null }
  }
  return null
}
