import type { CallName } from '@khlang/contract/calls.ts'

/** A call as it went over the wire, to be made again alone. */
export interface Example {
  readonly token: string
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

interface Taken {
  readonly tookMs: number[]
  failed: number
  /** Begun, and given up because what it asked for was asked for anew. */
  cut: number
}

/** What was called, how often, and how long each answer took. */
export class Meter {
  #calls = new Map<string, Taken>()
  readonly examples = new Map<CallName, Example>()

  #of(name: string): Taken {
    const known = this.#calls.get(name) ?? { tookMs: [], failed: 0, cut: 0 }
    this.#calls.set(name, known)
    return known
  }

  took(name: string, ms: number): void {
    this.#of(name).tookMs.push(ms)
  }

  failed(name: string): void {
    this.#of(name).failed += 1
  }

  cut(name: string): void {
    this.#of(name).cut += 1
  }

  /** Begins anew: what came before was warm-up. */
  reset(): void {
    this.#calls = new Map()
  }

  /** The calls, the most frequent first. */
  get calls(): [string, Taken][] {
    return [...this.#calls].toSorted(([, a], [, b]) => b.tookMs.length + b.cut - a.tookMs.length - a.cut)
  }
}
