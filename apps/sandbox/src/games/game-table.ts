import { randomBytes, randomUUID } from 'node:crypto'
import type { Random } from '../random.ts'
import { baht, notYet, type Answer, type Fields, type Game, type ProviderWords } from './provider-words.ts'
import { drawReels, drawSymbol, paysOf, type Reels, type SymbolName } from './slot.ts'

export const stakesMinor: readonly number[] = [500, 1000, 2000, 5000, 10_000]
const sessionsMax = 500
/** So many symbols run by before a reel stops. */
const passingCount = 8

export type Problem =
  | 'noGame'
  | 'tokenOver'
  | 'sessionOver'
  | 'noMoney'
  | 'notTaken'
  | 'memberStopped'
  | 'gameShut'
  | 'noAnswer'
  | 'resultLate'

export interface Round {
  readonly id: string
  readonly reels: Reels
  /** What ran by on each reel. */
  readonly passing: readonly (readonly SymbolName[])[]
  readonly stakeMinor: number
  readonly wonMinor: number
}

/** Somebody who sits at a game: what its page shows. */
export interface Session {
  readonly id: string
  readonly game: Game
  readonly balanceMinor: number
  readonly stakeMinor: number
  /** How many rounds were asked for: a page that was sent twice asks for the same one. */
  readonly count: number
  readonly last: Round | null
  readonly problem: Problem | null
}

interface Kept extends Session {
  readonly ipAddress: string
  readonly userId: string
  readonly isPlaying: boolean
  /** A word that the back office has not taken yet: it is told before anything else. */
  readonly owed: { readonly word: 'result' | 'refund'; readonly fields: Fields } | null
}

/** The numbers of this provider, as a player should read them. */
const problems: ReadonlyMap<number, Problem> = new Map([
  [1, 'noMoney'],
  [3, 'notTaken'],
  [4, 'tokenOver'],
  [6, 'memberStopped'],
  [8, 'gameShut'],
])
const problemOf = ({ error }: Answer): Problem => problems.get(error) ?? 'notTaken'
const minorOf = ({ cash }: Answer, before: number): number =>
  cash === undefined ? before : Math.round(cash * 100)

/** The provider's server behind its game page: who came by which token, and the rounds they play. */
export class GameTable {
  readonly #words: ProviderWords
  readonly #random: Random
  readonly #sessions = new Map<string, Kept>()

  constructor(words: ProviderWords, random: Random) {
    this.#words = words
    this.#random = random
  }

  get providerId(): string {
    return this.#words.key.providerId
  }

  /** Those that the page can play. */
  get games(): readonly Game[] {
    return this.#words.key.games.filter(({ type }) => type === 'slot')
  }

  find(id: string): Session | null {
    return this.#sessions.get(id) ?? null
  }

  /** Somebody comes with a token: the back office says who they are. */
  async open(code: string, token: string, ipAddress: string): Promise<Session | Problem> {
    const game = this.games.find((each) => each.code === code)
    if (game === undefined) return 'noGame'
    const answer = await this.#words
      .tell('authenticate', { token, gameId: code, ipAddress })
      .catch(() => null)
    if (answer === null) return 'noAnswer'
    if (answer.error !== 0 || answer.userId === undefined) return problemOf(answer)
    const session: Kept = {
      id: randomBytes(16).toString('hex'),
      userId: answer.userId,
      ipAddress,
      game,
      balanceMinor: minorOf(answer, 0),
      stakeMinor: 1000,
      count: 0,
      last: null,
      problem: null,
      isPlaying: false,
      owed: null,
    }
    const [oldest] = this.#sessions.keys()
    if (oldest !== undefined && this.#sessions.size >= sessionsMax) this.#sessions.delete(oldest)
    this.#sessions.set(session.id, session)
    return session
  }

  /** Plays one round, unless it was played already or another one is under way. */
  async play(id: string, count: number, stakeMinor: number): Promise<void> {
    const session = this.#sessions.get(id)
    if (!session || session.isPlaying || session.count !== count || !stakesMinor.includes(stakeMinor))
      return
    this.#change(id, { isPlaying: true, count: count + 1, stakeMinor, problem: null, last: null })
    try {
      await this.#tellOwed(id)
      if (this.#sessions.get(id)?.owed === null) await this.#round(id, session, stakeMinor)
    } finally {
      this.#change(id, { isPlaying: false })
    }
  }

  async #round(id: string, { userId, ipAddress, game }: Kept, stakeMinor: number): Promise<void> {
    const about = { userId, gameId: game.code, roundId: randomUUID() }
    const reference = randomUUID()
    const placed = await this.#words
      .tell('bet', { ...about, amount: baht(stakeMinor), reference, platform: 'WEB', ipAddress })
      .catch(() => null)
    if (placed === null) {
      // Whether the stake was taken nobody knows: it is taken back.
      this.#change(id, { problem: 'noAnswer', owed: { word: 'refund', fields: { userId, reference } } })
      return this.#tellOwed(id)
    }
    if (placed.error !== 0) return this.#change(id, { problem: problemOf(placed) })
    const reels = drawReels(this.#random)
    const wonMinor = stakeMinor * paysOf(reels)
    const result = {
      ...about,
      amount: baht(wonMinor),
      reference: randomUUID(),
      roundDetails: reels.join(' '),
    }
    const passing = reels.map(() => Array.from({ length: passingCount }, () => drawSymbol(this.#random)))
    this.#change(id, {
      balanceMinor: minorOf(placed, 0),
      last: { id: about.roundId, reels, passing, stakeMinor, wonMinor },
      owed: { word: 'result', fields: result },
    })
    await this.#tellOwed(id)
  }

  async #tellOwed(id: string): Promise<void> {
    const session = this.#sessions.get(id)
    if (!session?.owed) return
    const { word, fields } = session.owed
    const answer = await this.#words.tell(word, fields).catch(() => null)
    if (answer === null || answer.error === notYet)
      return this.#change(id, { problem: word === 'refund' ? 'noAnswer' : 'resultLate' })
    if (answer.error !== 0) return this.#change(id, { owed: null, problem: problemOf(answer) })
    this.#change(id, { owed: null, balanceMinor: minorOf(answer, session.balanceMinor) })
  }

  #change(id: string, changed: Partial<Kept>): void {
    const session = this.#sessions.get(id)
    if (session) this.#sessions.set(id, { ...session, ...changed })
  }
}
