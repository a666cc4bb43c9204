interface Part {
  readonly memberId: string
  readonly amountMinor: number
}

/**
 * Why a line cannot be given out like this; null where it can: all of it that nobody has, to the satang, to
 * each member once, and to two at least unless it is the rest of one that is split already. Pure.
 */
export function whyNotSplit(parts: readonly Part[], openMinor: number, isRest: boolean) {
  if (parts.length < 2 && !isRest) return 'tooFew' as const
  if (new Set(parts.map(({ memberId }) => memberId)).size < parts.length) return 'sameMember' as const
  const sumMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return sumMinor === openMinor ? null : ('sum' as const)
}
