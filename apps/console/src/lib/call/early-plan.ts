import type { Requires } from '@khlang/contract/kit/permissions.ts'

// Types alone: nothing of the program may be needed before it is there.

/** A call as it travels. */
export interface EarlyCall {
  readonly method: string
  readonly path: string
  readonly body?: string
  /** Rights without which the server would refuse it. */
  readonly requires: readonly Requires[]
}

/** What an address needs beside what the page names itself. */
export interface EarlyScreen {
  /** Scripts and styles, by their place among the files of the plan. */
  readonly files: readonly number[]
  /** Namespaces of its texts. */
  readonly texts: readonly string[]
  readonly calls: readonly EarlyCall[]
}

/** By path of the route; the build writes it into `early.ts`. */
export interface EarlyPlan {
  readonly self: string
  /** By name, all in one folder. */
  readonly files: readonly string[]
  readonly screens: Readonly<Record<string, EarlyScreen>>
}

/** What the page asked for before the program ran; `lib/call/early.ts` hands the answers on. */
export interface EarlyAsked {
  readonly token: string
  readonly language: string
  /** By method, address and body, apart by a space: `GET /api/v1/authorization/self `. */
  readonly answers: Map<string, Promise<Response>>
}
