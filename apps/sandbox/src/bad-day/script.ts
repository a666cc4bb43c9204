import type { Random } from '../random.ts'
import type { Step, StepKind } from './planted.ts'

/** How long a bad day lasts: a phone is missed after three minutes, and heard of half a minute later. */
export const badDayMs = 360_000

/** When each thing happens, as a part of the day. */
const parts: readonly (readonly [StepKind, number])[] = [
  ['late', 0],
  ['wrongAmount', 0.03],
  ['twice', 0.06],
  ['contradicts', 0.09],
  ['hookTwice', 0.12],
  ['hookLate', 0.14],
  ['hookForged', 0.16],
  ['paidTwice', 0.18],
  ['outOfOrder', 0.21],
  ['answerLost', 0.24],
  ['lost', 0.27],
  // A hole in an account's chain comes after all else that is planted in it.
  ['fee', 0.29],
  ['payoutUnseen', 0.31],
  ['phoneOff', 0.33],
  ['gatewayFails', 0.45],
  ['gatewayUp', 0.62],
  ['newWording', 0.7],
  ['phoneOn', 1],
]
/** By so much a step may be off its part of the day. */
const shake = 0.008

/** The steps of a bad day that begins now: the same chance gives the same day. Pure. */
export const stepsOf = (startMs: number, lengthMs: number, random: Random): Step[] =>
  parts.map(([kind, part]) => ({
    kind,
    atMs: startMs + Math.round(lengthMs * (part + (part === 0 || part === 1 ? 0 : random.next() * shake))),
  }))
