/** What comes back for each baht staked, and how often. */
export const wins: readonly (readonly [number, number])[] = [
  [0, 58],
  [0.5, 12],
  [1, 8],
  [1.5, 12],
  [3, 8],
  [12, 2],
]
