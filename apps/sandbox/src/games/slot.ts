import type { Random } from '../random.ts'

/** What is on a reel, how often, and what three of it pay for each baht staked. */
const symbols = [
  { name: 'lotus', weight: 5, pays: 4 },
  { name: 'bell', weight: 4, pays: 8 },
  { name: 'gem', weight: 3, pays: 15 },
  { name: 'coin', weight: 2, pays: 40 },
  { name: 'seven', weight: 1, pays: 200 },
] as const

export type SymbolName = (typeof symbols)[number]['name']
export type Reels = readonly [SymbolName, SymbolName, SymbolName]

/** What the first two alike pay; with all of them 93 of 100 baht come back. */
export const pairPays = 2
export const payTable = symbols.map(({ name, pays }) => [name, pays] as const).toReversed()

const weights = symbols.map(({ name, weight }) => [name, weight] as const)
export const drawSymbol = (random: Random): SymbolName => random.weighted(weights)
export const drawReels = (random: Random): Reels => [
  drawSymbol(random),
  drawSymbol(random),
  drawSymbol(random),
]

/** What comes back for each baht staked. Pure. */
export function paysOf([first, second, third]: Reels): number {
  if (first !== second) return 0
  if (second !== third) return pairPays
  return symbols.find(({ name }) => name === first)?.pays ?? 0
}
