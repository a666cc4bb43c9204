/** What was played under a contract of one type of games. */
export interface PlayedLine {
  readonly contractId: string
  readonly type: string
  readonly stakeMinor: number
  readonly payoutMinor: number
}

export interface ContractShare {
  readonly id: string
  readonly providerId: string
  readonly feeBps: number
}

/** What a contract comes to in a month. */
export interface ContractFee extends ContractShare {
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly ggrMinor: number
  readonly feeMinor: number
}

const sumOf = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + amount(row), 0)

/** A share of what the house won, rounded down to the satang; of what it lost nothing is paid. Pure. */
export function feeOf(ggrMinor: number, feeBps: number): number {
  // The product may be more than a number holds exactly.
  return ggrMinor <= 0 ? 0 : Number((BigInt(ggrMinor) * BigInt(feeBps)) / 10_000n)
}

/** What each contract comes to, all its types together. Pure. */
export const contractFees = <C extends ContractShare>(
  contracts: readonly C[],
  played: readonly PlayedLine[],
): (C & ContractFee)[] =>
  contracts.map((contract) => {
    const lines = played.filter(({ contractId }) => contractId === contract.id)
    const stakeMinor = sumOf(lines, (line) => line.stakeMinor)
    const payoutMinor = sumOf(lines, (line) => line.payoutMinor)
    const ggrMinor = stakeMinor - payoutMinor
    return { ...contract, stakeMinor, payoutMinor, ggrMinor, feeMinor: feeOf(ggrMinor, contract.feeBps) }
  })

/** What is owed for a month: the contracts together, or the minimum; nothing without one. Pure. */
export const feeDue = (fees: readonly ContractFee[], minimumMinor: number): number =>
  fees.length === 0
    ? 0
    : Math.max(
        minimumMinor,
        sumOf(fees, ({ feeMinor }) => feeMinor),
      )

/**
 * What of an amount each provider is owed: as their fees stand to each other, alike where none has any. What
 * rounding leaves goes to the first with the largest share, so that nothing is lost. Pure.
 */
export function sharesOf(
  totalMinor: number,
  fees: readonly Pick<ContractFee, 'providerId' | 'feeMinor'>[],
): { readonly providerId: string; readonly amountMinor: number }[] {
  const weights = new Map<string, number>()
  for (const { providerId, feeMinor } of fees)
    weights.set(providerId, (weights.get(providerId) ?? 0) + feeMinor)
  const all = sumOf([...weights.values()], (weight) => weight)
  const parts = [...weights]
    .map(([providerId, weight]) => ({ providerId, weight: all === 0 ? 1 : weight }))
    .toSorted((a, b) => b.weight - a.weight)
  const whole = BigInt(all === 0 ? parts.length : all)
  const amounts = parts.map(({ weight }) => Number((BigInt(totalMinor) * BigInt(weight)) / whole))
  const rest = totalMinor - sumOf(amounts, (amount) => amount)
  return parts
    .map(({ providerId }, at) => ({
      providerId,
      amountMinor: (amounts[at] ?? 0) + (at === 0 ? rest : 0),
    }))
    .filter(({ amountMinor }) => amountMinor > 0)
}
