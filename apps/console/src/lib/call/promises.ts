/** When waiting is slow and when it breaks the promise, in seconds. */
export interface Promised {
  readonly slowAfterS: number
  readonly lateAfterS: number
}

/** A wait is slow from 60 % of what is promised. */
export const promised = (seconds: number): Promised => ({
  slowAfterS: seconds * 0.6,
  lateAfterS: seconds,
})

/** Where no row tells its own deadline: the promises a brand begins with. */
export const usualPromises = {
  deposit: promised(300),
  withdrawal: promised(600),
  line: { slowAfterS: 15 * 60, lateAfterS: 60 * 60 },
  // The request ends by itself after 24 hours.
  accountChange: { slowAfterS: 60 * 60, lateAfterS: 12 * 60 * 60 },
} as const satisfies Record<string, Promised>
