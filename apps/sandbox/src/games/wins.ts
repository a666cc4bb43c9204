/** What comes back for each baht staked, and how often: 96 of 100 baht, near what the games declare. */
export const wins: readonly (readonly [number, number])[] = [
  [0, 55.6],
  [0.5, 12],
  [1, 8],
  [1.5, 12],
  [3, 9.4],
  [12, 3],
]
