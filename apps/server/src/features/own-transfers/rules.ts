import { fitMask } from '@khlang/bank-messages/mask.ts'

/** One own account, as far as a transfer looks at it. */
export interface End {
  readonly id: string
  readonly state: 'active' | 'paused' | 'frozen' | 'closed'
  /** Not switched off for money that leaves. */
  readonly paysOut: boolean
  readonly balanceMinor: number
  readonly transferLimitMinor: number | null
  readonly leftTodayMinor: number | null
}

/** What lies above the level of an account is to go to another, but for what is left. */
export interface Sweep extends End {
  readonly highBalanceMinor: number | null
  readonly sweepToId: string | null
  readonly sweepKeepMinor: number | null
  /** A transfer from here to there is asked for already, or agreed to. */
  readonly isOnItsWay: boolean
}

interface Wanted {
  readonly fromId: string
  readonly toId: string
  readonly amountMinor: number
}

export type Refusal =
  | 'sameAccount'
  | 'unknown'
  | 'frozen'
  | 'paysNothing'
  | 'balance'
  | 'transferLimit'
  | 'dayLimit'

/** Why a transfer may not be; null where it may. Pure. */
export function whyNot(ends: readonly End[], { fromId, toId, amountMinor }: Wanted): Refusal | null {
  if (fromId === toId) return 'sameAccount'
  const from = ends.find(({ id }) => id === fromId)
  const to = ends.find(({ id }) => id === toId)
  if (from === undefined || to === undefined) return 'unknown'
  if (from.state === 'frozen' || to.state === 'frozen') return 'frozen'
  if (!from.paysOut) return 'paysNothing'
  if (from.transferLimitMinor !== null && amountMinor > from.transferLimitMinor) return 'transferLimit'
  if (from.leftTodayMinor !== null && amountMinor > from.leftTodayMinor) return 'dayLimit'
  return amountMinor > from.balanceMinor ? 'balance' : null
}

/**
 * All that lies above what is to stay, as far as the limits let it go at once; nothing where nothing does.
 * Pure.
 */
export function allAbove(
  { balanceMinor, transferLimitMinor, leftTodayMinor }: Omit<End, 'id' | 'state' | 'paysOut'>,
  keepMinor: number,
): number {
  const limits = [transferLimitMinor, leftTodayMinor].filter((limit) => limit !== null)
  return Math.max(0, Math.min(balanceMinor - keepMinor, ...limits))
}

/** The transfer that the levels of an account propose; null where none is due or none could be. Pure. */
export function sweepOf(
  ends: readonly End[],
  from: Sweep,
): { readonly toId: string; readonly amountMinor: number } | null {
  const { id: fromId, sweepToId: toId, sweepKeepMinor, highBalanceMinor } = from
  if (toId === null || sweepKeepMinor === null || highBalanceMinor === null) return null
  if (from.isOnItsWay || from.balanceMinor <= highBalanceMinor) return null
  const amountMinor = allAbove(from, sweepKeepMinor)
  if (amountMinor === 0 || whyNot(ends, { fromId, toId, amountMinor }) !== null) return null
  return { toId, amountMinor }
}

/** A half of a transfer as a statement tells it. */
export interface Half {
  readonly id: string
  /**
   * `names`: the bank printed our other account. `nobody`: it printed no account and nobody's name, and no
   * member is thought of. `other`: it may be somebody else's money.
   */
  readonly says: 'names' | 'nobody' | 'other'
  /** When its message came. */
  readonly atMs: number
}

interface Printed {
  readonly id: string
  readonly at: string
  readonly mask: string | null
  readonly bank: string | null
  readonly name: string | null
  /** A member is thought of, or the line is suggested to one. */
  readonly isClaimed: boolean
}

/** Our account at the other end. */
interface Other {
  readonly bank: string
  readonly accountNo: string
  readonly accountName: string
}

const plain = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/[\s.]/g, '')
const leastLetters = 5

/** What a line says of the other end: what contradicts excludes, whatever else fits. Pure. */
export function toHalf({ id, at, mask, bank, name, isClaimed }: Printed, other: Other): Half {
  const isOurName =
    name !== null && plain(name).length >= leastLetters && plain(other.accountName).startsWith(plain(name))
  const contradicts =
    (bank !== null && bank !== other.bank) ||
    (mask !== null && !fitMask(mask, other.accountNo).fits) ||
    (name !== null && !isOurName && mask === null)
  const half = { id, atMs: Date.parse(at) }
  if (contradicts) return { ...half, says: 'other' }
  if (mask !== null || isOurName) return { ...half, says: 'names' }
  return { ...half, says: isClaimed ? 'other' : 'nobody' }
}

/** Two halves of one transfer come within so much of each other. Source: domain 4.5.5. */
const togetherMs = 300_000
/** How long money in that names nobody waits for another of its amount, which makes both doubtful. */
const restMs = 120_000

/** Money in may be a member's own: only where it names our account is it taken at once. */
function isProven(out: Half, into: Half, nowMs: number): boolean {
  if (into.says === 'names') return true
  const isTogether = Math.abs(out.atMs - into.atMs) <= togetherMs
  const hasRested = Math.max(out.atMs, into.atMs) <= nowMs - restMs
  return hasRested && (out.says === 'names' || isTogether)
}

/**
 * Which lines are which transfers': of so many equal transfers between two accounts the statements must show
 * as many halves on both sides. Money in that names its payer is enough; what names nobody rests a while, so
 * that a member's payment of the amount would stand beside it, and goes with a half that names it or that
 * came within minutes. Where another pair of accounts waits for the same half, only one that names its
 * account counts. Pure.
 * @param transfers in the order in which they were agreed to
 * @returns the halves of the first ones, in order; empty where a person must look
 */
export function pairsOf(
  transfers: readonly string[],
  outs: readonly Half[],
  ins: readonly Half[],
  at: { readonly isOutShared: boolean; readonly isInShared: boolean; readonly nowMs: number },
): { readonly transferId: string; readonly outId: string; readonly inId: string }[] {
  const fitting = (halves: readonly Half[], mustName: boolean) =>
    halves.filter(({ says }) => says === 'names' || (!mustName && says === 'nobody'))
  const [out, into] = [fitting(outs, at.isOutShared), fitting(ins, at.isInShared)]
  if (out.length !== into.length || out.length > transfers.length) return []
  const pairs = out.flatMap((half, position) => {
    const other = into[position]
    return other === undefined ? [] : [{ out: half, into: other }]
  })
  if (!pairs.every((pair) => isProven(pair.out, pair.into, at.nowMs))) return []
  return pairs.map((pair, position) => ({
    transferId: transfers[position] ?? '',
    outId: pair.out.id,
    inId: pair.into.id,
  }))
}
