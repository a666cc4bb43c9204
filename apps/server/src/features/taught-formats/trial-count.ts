import {
  samplesMax,
  sampleKinds,
  type Chain,
  type KeptSample,
  type Oddity,
  type SampleKind,
  type Trial,
} from './rules.ts'

/** A movement as its balances have it. */
export interface Link {
  readonly accountId: string
  readonly before: number
  readonly after: number
  readonly at: string
}
interface Read {
  readonly id: string
  readonly odd: readonly Oddity[]
  readonly link: Link | null
}

/** Balances of so many newly read messages are compared with the lines beside them. */
const comparedMax = 2000

/** What is counted while a format is laid over the archive; what it keeps is bounded. */
export class TrialCount {
  scanned = 0
  #newlyRead = 0
  #compared = 0
  readonly #counts = { conflicts: 0, others: 0, bigAmount: 0, accountUnknown: 0, timeOdd: 0 }
  readonly #samples = Object.fromEntries(sampleKinds.map((kind) => [kind, []])) as unknown as Record<
    SampleKind,
    KeptSample[]
  >
  #taken: (Read & { link: Link })[] = []
  readonly #settled: { readonly read: Read & { link: Link }; readonly chain: Chain }[] = []

  /** Counts a message that speaks against the format. */
  keep(kind: 'conflicts' | 'others', id: string): void {
    this.#counts[kind] += 1
    this.#sample(kind, { id, chain: 'unknown', odd: [] })
  }

  /** Counts a message that nobody read before. */
  read(id: string, odd: readonly Oddity[], link: Link | null): void {
    for (const each of odd) this.#counts[each] += 1
    if (odd.length > 0) this.#sample('odd', { id, chain: 'unknown', odd })
    // Of an account that nobody knows it would stay unread.
    if (odd.includes('accountUnknown')) return
    this.#newlyRead += 1
    if (link !== null && this.#compared < comparedMax) {
      this.#compared += 1
      this.#taken.push({ id, odd, link })
    } else this.#sample('newlyRead', { id, chain: 'unknown', odd })
  }

  /** Those of the last batch whose balances are to be compared. */
  taken(): readonly (Read & { link: Link })[] {
    const taken = this.#taken
    this.#taken = []
    return taken
  }

  settle(settled: readonly { readonly read: Read & { link: Link }; readonly chain: Chain }[]): void {
    this.#settled.push(...settled)
  }

  #sample(kind: SampleKind, sample: KeptSample): void {
    const kept = this.#samples[kind]
    if (kept.length < samplesMax) kept.push(sample)
  }

  /** Newly read messages may follow one another where the lines beside them do not. */
  #chains(): (KeptSample & { readonly chain: Chain })[] {
    const key = (accountId: string, minor: number): string => `${accountId} ${minor}`
    const links = this.#settled.map(({ read }) => read.link)
    const afters = new Set(links.map(({ accountId, after }) => key(accountId, after)))
    const befores = new Set(links.map(({ accountId, before }) => key(accountId, before)))
    return this.#settled.map(({ read: { id, odd, link }, chain }) => {
      const isLinked =
        afters.has(key(link.accountId, link.before)) || befores.has(key(link.accountId, link.after))
      return { id, odd, chain: isLinked ? 'fits' : chain }
    })
  }

  trial(through: string | null): Trial {
    const chains = this.#chains()
    for (const each of chains) {
      this.#sample('newlyRead', each)
      if (each.chain === 'contradicts') this.#sample('contradictions', each)
    }
    const count = (chain: Chain): number => chains.filter((each) => each.chain === chain).length
    return {
      scanned: this.scanned,
      newlyRead: this.#newlyRead,
      ...this.#counts,
      chainFits: count('fits'),
      chainContradicts: count('contradicts'),
      through,
      samples: this.#samples,
    }
  }
}
