export interface Moved {
  readonly reference: string
  readonly member: string
  /** Below zero: taken out. */
  readonly amountMinor: number
  status: 'Success' | 'Failed' | 'Pending'
  /** When one that is under way is decided. */
  readonly decideAtMs: number
}

export interface WalletBet {
  readonly code: string
  readonly version: number
  readonly member: string
  readonly game: string
  readonly stakeMinor: number
  readonly wonMinor: number
  /** When it was played; those of an older sandbox have none. */
  readonly at?: string
}

export interface KeptWallet {
  readonly held: Readonly<Record<string, number>>
  readonly moved: readonly Moved[]
  /** The newest bets, and how many came before them. */
  readonly bets: readonly WalletBet[]
  readonly before: number
}

const keptMax = 2000

/** What the pretend provider keeps of members' wallets: balances, what was moved, and its bet log. */
export class WalletBook {
  readonly #held: Map<string, number>
  readonly #moved: Map<string, Moved>
  #bets: WalletBet[]
  #before: number
  readonly #changed: () => void

  constructor(kept: KeptWallet | undefined, changed: () => void) {
    this.#held = new Map(Object.entries(kept?.held ?? {}))
    this.#moved = new Map((kept?.moved ?? []).map((each) => [each.reference, each]))
    this.#bets = [...(kept?.bets ?? [])]
    this.#before = kept?.before ?? 0
    this.#changed = changed
  }

  get kept(): KeptWallet {
    return {
      held: Object.fromEntries(this.#held),
      moved: [...this.#moved.values()].slice(-keptMax),
      bets: this.#bets,
      before: this.#before,
    }
  }

  held(member: string): number {
    return this.#held.get(member) ?? 0
  }

  isOpen(member: string): boolean {
    return this.#held.has(member)
  }

  /** Makes a member known. @returns whether they are new */
  open(member: string): boolean {
    if (this.isOpen(member)) return false
    this.#held.set(member, 0)
    this.#changed()
    return true
  }

  /** Who has at least this much here. */
  holders(amountMinor: number): string[] {
    return [...this.#held].flatMap(([member, minor]) => (minor >= amountMinor ? [member] : []))
  }

  /** What was asked for under a name; one that was under way long enough is decided by it. */
  find(reference: string, nowMs: number): Moved | null {
    const moved = this.#moved.get(reference)
    if (!moved) return null
    if (moved.status === 'Pending' && nowMs >= moved.decideAtMs) this.#decide(moved)
    return moved
  }

  /** Moves money under a name that was not used before. @returns null where the wallet has too little */
  move(asked: Omit<Moved, 'status'>, isPending: boolean): Moved | null {
    if (this.held(asked.member) + asked.amountMinor < 0) return null
    const moved: Moved = { ...asked, status: 'Pending' }
    this.#moved.set(asked.reference, moved)
    if (!isPending) this.#decide(moved)
    this.#changed()
    return moved
  }

  #decide(moved: Moved): void {
    const after = this.held(moved.member) + moved.amountMinor
    moved.status = after < 0 ? 'Failed' : 'Success'
    if (after >= 0) this.#held.set(moved.member, after)
    this.#changed()
  }

  /** A round, or a later state of one: its wallet moves by what is told and was not told before. */
  play(bet: WalletBet, moreMinor: number): void {
    this.#held.set(bet.member, this.held(bet.member) + moreMinor)
    this.#bets.push(bet)
    const over = this.#bets.length - keptMax
    if (over > 0) {
      this.#bets = this.#bets.slice(over)
      this.#before += over
    }
    this.#changed()
  }

  /** The log from a place on. */
  log(from: number, size: number): { readonly bets: readonly WalletBet[]; readonly next: number } {
    const known = this.#before + this.#bets.length
    // A place of before this log was begun anew.
    const start = from > known ? 0 : Math.max(from - this.#before, 0)
    const bets = this.#bets.slice(start, start + size)
    return { bets, next: this.#before + start + bets.length }
  }
}
