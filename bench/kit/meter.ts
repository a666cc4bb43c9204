import type { CallName } from '@khlang/contract/calls.ts'

/** A call as it went over the wire, to be made again alone. */
export interface Example {
  readonly name: CallName
  readonly token: string
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

export interface Taken {
  readonly tookMs: number[]
  failed: number
  /** How old each was that was given up, because what it asked for was asked for anew. */
  readonly cutMs: number[]
}

/** What these are asked by makes a question of another kind. */
const said = new Set(['tab', 'scope', 'search'])

/** What was called, how often, and how long each answer took. */
export class Meter {
  #calls = new Map<string, Taken>()
  /** The first of each call and kind of question. */
  readonly examples = new Map<string, Example>()

  #of(name: string): Taken {
    const known = this.#calls.get(name) ?? { tookMs: [], failed: 0, cutMs: [] }
    this.#calls.set(name, known)
    return known
  }

  took(name: string, ms: number): void {
    this.#of(name).tookMs.push(ms)
  }

  failed(name: string): void {
    this.#of(name).failed += 1
  }

  cut(name: string, ageMs: number): void {
    this.#of(name).cutMs.push(ageMs)
  }

  /** Two questions are of a kind when the same things are asked by, in the same tab, for the same text. */
  asked(input: Record<string, unknown>, example: Example): void {
    const kinds = Object.keys(input).flatMap((key) =>
      said.has(key) ? `${key}=${String(input[key])}` : key === 'id' ? [] : key,
    )
    const key = [example.name, ...kinds].join(' ')
    if (!this.examples.has(key)) this.examples.set(key, example)
  }

  /** Begins anew: what came before was warm-up. */
  reset(): void {
    this.#calls = new Map()
  }

  /** The calls, the most frequent first. */
  get calls(): [string, Taken][] {
    const count = ({ tookMs, cutMs }: Taken): number => tookMs.length + cutMs.length
    return [...this.#calls].toSorted(([, a], [, b]) => count(b) - count(a))
  }
}
