import type { Answered, Sent } from '../../../platform/security/egress.ts'

/** How a slip service is reached, its key opened. */
interface Access {
  readonly baseUrl: string
  readonly branch: string | null
  readonly apiKey: string
}

/** One side of a transfer as the bank tells it; `bank` is the number at the Bank of Thailand. */
export interface ToldParty {
  readonly bank: string | null
  readonly account: string | null
  readonly name: string | null
}

export interface Told {
  readonly transRef: string
  readonly amountMinor: number
  /** RFC 3339. */
  readonly at: string
  readonly sender: ToldParty
  readonly receiver: ToldParty
}

/**
 * What a service says of a slip. `later`: the sender's bank tells of transfers only after a while. `unknown`:
 * no bank knows it. `failed`: it says nothing of the slip.
 */
export type SlipAnswer =
  | { readonly state: 'verified'; readonly told: Told }
  | { readonly state: 'later'; readonly minutes: number; readonly reason: string }
  | { readonly state: 'unknown' | 'failed'; readonly reason: string }

/**
 * One service: what is sent and how its answers are read, and nothing else. It is given the code alone, never
 * the picture: that is the member's. Pure.
 */
export interface SlipService {
  readonly ask: (access: Access, payload: string) => Sent
  readonly read: (answered: Answered) => SlipAnswer
}

/** A number of baht as JSON has it, in satang; null where it is no amount of whole satang. Pure. */
export function satangOf(baht: number): number | null {
  // 100.25 × 100 is not a whole number to every machine: the text of it is exact.
  const parts = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(baht))
  return parts === null ? null : Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
