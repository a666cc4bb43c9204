import type { Account } from './accounts.ts'
import { problemOf, type ShapeProblem } from './check.ts'
import type { Posting } from './posting.ts'

export type BookAnswer =
  | 'posted'
  | 'replayed'
  | ShapeProblem
  | 'keyMismatch'
  | 'accountUnknown'
  | 'insufficientFunds'
  | 'holdNotOpen'
  | 'holdAlreadyOpen'
  | 'alreadyReversed'
  | 'reversalOfReversal'
  | 'transferUnknown'
  | 'reversalMismatch'

interface Entry {
  readonly posting: Posting
  readonly position: number
  isReversed: boolean
}

const sameMovement = (a: Posting, b: Posting): boolean =>
  a.kind === b.kind &&
  a.sourceId === b.sourceId &&
  a.hold === b.hold &&
  JSON.stringify(a.legs) === JSON.stringify(b.legs)

/**
 * The ledger in memory, in the plainest words: what post_transfers must agree with. Nothing but tests and
 * previews use it; money is only ever decided in the database.
 */
export class Book {
  readonly #accounts: ReadonlyMap<string, Account>
  readonly #balances = new Map<string, number>()
  readonly #postings = new Map<
    string,
    { readonly posting: Posting; readonly transferIds: readonly number[] }
  >()
  readonly #transfers: Entry[] = []
  readonly #holds = new Map<string, { readonly code: string; readonly amountMinor: number }>()

  constructor(accounts: readonly Account[]) {
    this.#accounts = new Map(accounts.map((account) => [account.code, account]))
  }

  balanceMinor(code: string): number {
    return this.#balances.get(code) ?? 0
  }

  /** Ids are 1, 2, 3 … in the order of posting. */
  transferIds(key: string): readonly number[] {
    return this.#postings.get(key)?.transferIds ?? []
  }

  post(posting: Posting): BookAnswer {
    const shape = problemOf(posting)
    if (shape !== null) return shape
    const known = this.#postings.get(posting.key)
    if (known !== undefined) return sameMovement(known.posting, posting) ? 'replayed' : 'keyMismatch'
    const hold = this.#holds.get(posting.sourceId)
    if (posting.hold === 'open' && hold !== undefined) return 'holdAlreadyOpen'
    if (posting.hold !== undefined && posting.hold !== 'open' && hold === undefined) return 'holdNotOpen'
    const trial = new Map(this.#balances)
    const reversed = new Set<Entry>()
    for (const each of posting.legs) {
      const refusal = this.#move(each, trial, reversed)
      if (refusal !== null) return refusal
    }
    const [first] = reversed
    if (first !== undefined && reversed.size !== first.posting.legs.length) return 'reversalMismatch'
    const held = this.#holdOf(posting)
    if (posting.hold === 'open' && held !== null) this.#holds.set(posting.sourceId, held)
    else if (hold !== undefined && held !== null) {
      if (held.code !== hold.code || held.amountMinor !== -hold.amountMinor) return 'holdMismatch'
      this.#holds.delete(posting.sourceId)
    }
    for (const entry of reversed) entry.isReversed = true
    for (const [code, amountMinor] of trial) this.#balances.set(code, amountMinor)
    const transferIds = posting.legs.map((_, position) =>
      this.#transfers.push({ posting, position, isReversed: false }),
    )
    this.#postings.set(posting.key, { posting, transferIds })
    return 'posted'
  }

  #move(
    each: Posting['legs'][number],
    trial: Map<string, number>,
    reversed: Set<Entry>,
  ): BookAnswer | null {
    const from = this.#accounts.get(each.from)
    const to = this.#accounts.get(each.to)
    if (each.reversesId !== undefined) {
      const entry = this.#transfers[each.reversesId - 1]
      const original = entry?.posting.legs[entry.position]
      if (entry === undefined || original === undefined) return 'transferUnknown'
      if (original.reversesId !== undefined) return 'reversalOfReversal'
      if (entry.isReversed || reversed.has(entry)) return 'alreadyReversed'
      const [first] = reversed
      const isTurned =
        original.from === each.to &&
        original.to === each.from &&
        original.amountMinor === each.amountMinor &&
        original.currency === each.currency
      if (!isTurned || (first !== undefined && first.posting !== entry.posting)) return 'reversalMismatch'
      reversed.add(entry)
    }
    if (from === undefined || to === undefined) return 'accountUnknown'
    if (from.currency !== each.currency || to.currency !== each.currency) return 'currencyMismatch'
    const left = (trial.get(each.from) ?? 0) - each.amountMinor
    if (from.mode === 'guarded' && left < 0) return 'insufficientFunds'
    trial.set(each.from, left)
    trial.set(each.to, (trial.get(each.to) ?? 0) + each.amountMinor)
    return null
  }

  #holdOf(posting: Posting): { readonly code: string; readonly amountMinor: number } | null {
    const sums = new Map<string, number>()
    for (const each of posting.legs) {
      if (this.#accounts.get(each.from)?.isHold === true)
        sums.set(each.from, (sums.get(each.from) ?? 0) - each.amountMinor)
      if (this.#accounts.get(each.to)?.isHold === true)
        sums.set(each.to, (sums.get(each.to) ?? 0) + each.amountMinor)
    }
    for (const [code, amountMinor] of sums) return { code, amountMinor }
    return null
  }
}
