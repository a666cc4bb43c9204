import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Member, MemberSite } from '../members.ts'
import type { Random } from '../random.ts'

/** How the back office is told of stakes and results; a path of its own for each word. */
export interface GameKey {
  /** Where it takes our words. */
  readonly path: string
  readonly secret: string
  /** What its games are called by. */
  readonly games: readonly string[]
}

interface Parts {
  readonly key: GameKey
  readonly base: string
  readonly site: MemberSite
  readonly random: Random
  /** Nothing is played while nobody looks on. */
  readonly isPaused: () => boolean
  readonly say: (text: string) => void
}

interface Answer {
  readonly error: number
  readonly description?: string
}

/** How a round is told: most plainly, some doubled, before its stake, or taken back. */
const manners = [
  ['plain', 84],
  ['twice', 8],
  ['resultFirst', 4],
  ['takenBack', 4],
] as const

const everyMs = 4000
const roundMs = 1200
/** A word that gets no answer is told again, as often as providers do within their hour. */
const tellMax = 3

/** What comes back for each baht staked, and how often. */
const wins: readonly (readonly [number, number])[] = [
  [0, 58],
  [0.5, 12],
  [1, 8],
  [1.5, 12],
  [3, 8],
  [12, 2],
]

/** The pretend game provider: members play a round now and then, and its server tells of it. */
export class GameServer {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | null = null
  readonly #running = new Set<Promise<void>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#parts.isPaused()) return
      const running = this.playOnce()
      this.#running.add(running)
      void running.finally(() => this.#running.delete(running))
    }, everyMs)
  }

  /** A round that was begun is told to its end, where that takes no second. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await Promise.race([Promise.all(this.#running), new Promise((done) => setTimeout(done, 1000).unref())])
  }

  /** One round of somebody who has money, told as providers tell. */
  async playOnce(): Promise<void> {
    const { site, random, say } = this.#parts
    try {
      const members = (await site.active()).filter(({ cashMinor }) => cashMinor >= 2000)
      if (members.length > 0) await this.#round(random.pick(members))
    } catch (error) {
      say(`game: ${String(error)}`)
    }
  }

  async #round(member: Member): Promise<void> {
    const { key, random } = this.#parts
    const manner = random.weighted(manners)
    const stakeMinor = 500 * random.int(1, 40)
    const wonMinor = Math.round(stakeMinor * random.weighted(wins))
    const about = { userId: member.id, gameId: random.pick(key.games), roundId: randomUUID() }
    const stake = { ...about, amount: baht(stakeMinor), reference: randomUUID() }
    const result = { ...about, amount: baht(wonMinor), reference: randomUUID() }
    if (manner === 'resultFirst') await this.#say('result', result, 1)
    const placed = await this.#say('bet', stake)
    if (manner === 'twice') await this.#say('bet', stake)
    await sleep(roundMs)
    if (manner === 'takenBack') await this.#say('refund', { userId: member.id, reference: stake.reference })
    else if (placed.error === 0) await this.#say('result', result)
    if (manner === 'twice') await this.#say('result', result)
  }

  /** Tells one word, again where it is not answered. */
  async #say(word: string, fields: Readonly<Record<string, string>>, tries = tellMax): Promise<Answer> {
    const { key, base } = this.#parts
    const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
    const hash = createHash('md5').update(`${text}${key.secret}`).digest('hex')
    for (let left = tries - 1; ; left -= 1) {
      const response = await fetch(`${base}${key.path}/${word}.html`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...fields, hash }).toString(),
        signal: AbortSignal.timeout(10_000),
      })
      const answer = (await response.json()) as Answer
      if ((response.ok && answer.error !== 100) || left <= 0) return answer
      await sleep(roundMs)
    }
  }
}

const baht = (minor: number): string => (minor / 100).toFixed(2)
