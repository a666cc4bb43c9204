type Fields = Readonly<Record<string, string>>

/** A transaction as the provider's data feed has it. */
export interface Transaction {
  readonly atMs: number
  readonly member: string
  readonly game: string
  readonly round: string
  readonly reference: string
  readonly type: 'B' | 'W' | 'R' | 'J'
  /** In baht. */
  readonly amount: string
}

/** A bet as the history of the other provider has it; one that changes has a later version. */
export interface HistoryBet {
  readonly atMs: number
  readonly bet: string
  readonly member: string
  readonly game: string
  readonly staked: string
  readonly won: string
  readonly version: number
}

export interface KeptRecords {
  readonly transactions: readonly Transaction[]
  readonly history: readonly HistoryBet[]
}

const keptMax = 2000
const types: Readonly<Record<string, Transaction['type']>> = {
  bet: 'B',
  result: 'W',
  refund: 'R',
  jackpotWin: 'J',
}

/** What the pretend providers know of their own rounds, whatever became of their words on the way. */
export class RoundRecords {
  #transactions: readonly Transaction[]
  #history: readonly HistoryBet[]
  readonly #changed: () => void

  constructor(kept: KeptRecords | undefined, changed: () => void) {
    this.#transactions = kept?.transactions ?? []
    this.#history = kept?.history ?? []
    this.#changed = changed
  }

  get kept(): KeptRecords {
    return { transactions: this.#transactions, history: this.#history }
  }

  /** A word by which money moves; a refund is of its bet, and a word that is told again is known. */
  note(word: string, fields: Fields, atMs: number): void {
    const type = types[word]
    const reference = fields['reference'] ?? ''
    if (type === undefined || this.#find(type, reference)) return
    const bet = type === 'R' ? this.#find('B', reference) : undefined
    if (type === 'R' && !bet) return
    const own = {
      game: fields['gameId'] ?? '',
      round: fields['roundId'] ?? '',
      amount: fields['amount'] ?? '0',
    }
    const { game, round, amount } = bet ?? own
    const row = { atMs, member: fields['userId'] ?? '', game, round, reference, type, amount }
    this.#transactions = [...this.#transactions, row].slice(-keptMax)
    this.#changed()
  }

  /** A round that was told whole, or another state of it. */
  noteBet(fields: Fields, atMs: number): void {
    const bet = fields['bet_id'] ?? ''
    const states = this.#history.filter((each) => each.bet === bet)
    const [staked, won] = [fields['bet_amount'] ?? '0', fields['win_amount'] ?? '0']
    if (states.at(-1)?.won === won) return
    const row = {
      // Of its first state: the history is asked by when a bet was placed.
      atMs: states[0]?.atMs ?? atMs,
      bet,
      member: fields['player_name'] ?? '',
      game: fields['game_id'] ?? '',
      staked,
      won,
      version: states.length + 1,
    }
    this.#history = [...this.#history, row].slice(-keptMax)
    this.#changed()
  }

  transactions(fromMs: number, untilMs: number): readonly Transaction[] {
    return this.#transactions.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs)
  }

  /** The last state of each bet. */
  history(fromMs: number, untilMs: number): readonly HistoryBet[] {
    const inTime = this.#history.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs)
    return [...new Map(inTime.map((each) => [each.bet, each])).values()]
  }

  #find(type: Transaction['type'], reference: string): Transaction | undefined {
    return this.#transactions.find((each) => each.type === type && each.reference === reference)
  }
}
