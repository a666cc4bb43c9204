import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RoundRecords } from './records/round-records.ts'

export interface Game {
  /** What its words call it by. */
  readonly code: string
  readonly type: string
  readonly name: { readonly th: string; readonly en: string }
}

/** How the back office is told of stakes and results; a path of its own for each word. */
export interface GameKey {
  /** Who this provider is to the member site. */
  readonly providerId: string
  /** Where the back office takes our words. */
  readonly path: string
  readonly secret: string
  readonly games: readonly Game[]
}

export interface Answer {
  /** 0, or a number of the provider's own. */
  readonly error: number
  readonly description?: string
  readonly userId?: string
  /** In baht. */
  readonly cash?: number
}

export type Fields = Readonly<Record<string, string>>

/** What it is told where the word is to come again later. */
export const notYet = 100

/** How long a provider waits before it says a word again. */
const againMs = 1200
/** A word that gets no answer is told again, as often as providers do within their hour. */
const tellMax = 3

/** The provider's server speaking to the back office: signed forms. */
export class ProviderWords {
  readonly key: GameKey
  readonly #base: string
  readonly #records: RoundRecords

  constructor(key: GameKey, base: string, records: RoundRecords) {
    this.key = key
    this.#base = base
    this.#records = records
  }

  /** What happened here, whether or not anybody is told of it. */
  note(word: string, fields: Fields): void {
    this.#records.note(word, fields, Date.now())
  }

  /** Tells one word, again where it is to be told later. Throws where nobody answers. */
  async tell(word: string, fields: Fields, tries = tellMax): Promise<Answer> {
    // A stake is one once it was taken.
    if (word !== 'bet') this.note(word, fields)
    const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
    const hash = createHash('md5').update(`${text}${this.key.secret}`).digest('hex')
    for (let left = tries - 1; ; left -= 1) {
      const response = await fetch(`${this.#base}${this.key.path}/${word}.html`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...fields, hash }).toString(),
        signal: AbortSignal.timeout(10_000),
      })
      const answer = (await response.json()) as Answer
      if (word === 'bet' && answer.error === 0) this.note(word, fields)
      if ((response.ok && answer.error !== notYet) || left <= 0) return answer
      await sleep(againMs)
    }
  }
}

export const baht = (minor: number): string => (minor / 100).toFixed(2)
