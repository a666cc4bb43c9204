import { z } from 'zod'
import { taughtEras, taughtSlots } from './taught-values.ts'

/**
 * Words that stand in every message of the format, or a place for what varies. `form` says how a time is
 * written (`0/0/0 0:0`: a nought for each number, `¤` for the name of a month), and of an amount that it has
 * no decimals (`whole`).
 */
const TaughtPiece = z.union([
  z.strictObject({ words: z.string().min(1).max(4000) }),
  z.strictObject({ slot: z.enum(taughtSlots), form: z.string().max(60).nullable() }),
])
export type TaughtPiece = z.output<typeof TaughtPiece>

/** A wording that a person taught: from its first letter to its last, and nothing but these pieces. */
export const TaughtShape = z.strictObject({
  direction: z.enum(['in', 'out']),
  era: z.enum(taughtEras),
  pieces: z.array(TaughtPiece).min(1).max(61),
})
export type TaughtShape = z.output<typeof TaughtShape>

/** A part of a message, by its places in the normalised text, and what it is. */
export const TaughtMark = z.strictObject({
  from: z.int().min(0).max(4000),
  to: z.int().min(1).max(4000),
  slot: z.enum(taughtSlots),
})
export type TaughtMark = z.output<typeof TaughtMark>
