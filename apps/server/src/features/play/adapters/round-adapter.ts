import type { Word } from './adapter.ts'
import type { Asking } from './transfer-adapter.ts'

/** A round that its provider is asked about, by what it knows it by. */
export interface RoundAbout {
  readonly ref: string
  readonly memberId: string
  /** As the outside knows them. */
  readonly member: string
  /** The time of whose records is asked. */
  readonly fromMs: number
  readonly untilMs: number
}

/** What a provider's records of a time have of the round, as it would have told it. */
interface RoundPage {
  readonly words: readonly Word[]
  /** From where its records go on; null: these were all of the time that was asked about. */
  readonly nextMs: number | null
}

/** How a provider that tells us of each bet is asked about one; in the file of what it calls us with. */
export interface RoundAdapter {
  /** Its records are of a time: of a round's placing, or of each of its transactions. */
  readonly goesBy: 'placing' | 'transaction'
  /** Null: no answer to go by. */
  readonly round: Asking<RoundAbout, RoundPage | null>
}

/** The address of one of a provider's calls; what its address holds besides says who we are. Pure. */
export function callOf(address: string, path: string): URL {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`
  return url
}
