import { assertMinor } from './amount.ts'

/**
 * A share in basis points of an amount, floored to the satang, so that the house never gives more than the
 * rate says. Both must be non-negative integers; throws RangeError otherwise or when the result is too
 * large.
 */
export function applyBps(amountMinor: number, rateBps: number): number {
  return floorShare(amountMinor, rateBps, 10_000n)
}

/** An amount times a multiplier written in hundredths (`150` is 1.5 times), floored to the satang. */
export function applyX100(amountMinor: number, multiplierX100: number): number {
  return floorShare(amountMinor, multiplierX100, 100n)
}

function floorShare(amountMinor: number, rate: number, scale: bigint): number {
  assertNatural(amountMinor)
  assertNatural(rate)
  const result = Number((BigInt(amountMinor) * BigInt(rate)) / scale)
  assertMinor(result)
  return result
}

/**
 * Splits an amount by integer shares (basis points or any other weights). The parts sum to the amount
 * exactly: each gets its floor, the satang left over go to the largest remainders, ties to the earlier
 * share.
 */
export function splitByShares(amountMinor: number, shares: readonly number[]): number[] {
  assertNatural(amountMinor)
  for (const share of shares) assertNatural(share)
  const total = shares.reduce((sum, share) => sum + BigInt(share), 0n)
  if (total === 0n) throw new RangeError('shares sum to zero')
  const parts = shares.map((share, index) => {
    const exact = BigInt(amountMinor) * BigInt(share)
    return { index, floor: exact / total, remainder: exact % total }
  })
  let left = BigInt(amountMinor) - parts.reduce((sum, part) => sum + part.floor, 0n)
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const part of byRemainder) {
    if (left === 0n) break
    part.floor += 1n
    left -= 1n
  }
  return parts.map((part) => Number(part.floor))
}

function assertNatural(value: number): void {
  assertMinor(value)
  if (value < 0) throw new RangeError(`negative where none is allowed: ${value}`)
}
