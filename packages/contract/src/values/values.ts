import { z } from 'zod'
import { idPrefixes, type IdKind, type OutsideId } from './id-kinds.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** Two digits of 5 bits each, by their 10 bits. */
const pairs = [...alphabet].flatMap((first) => [...alphabet].map((second) => first + second))
const digitOf = new Map([...alphabet].map((letter, digit) => [letter, digit]))

/**
 * `mbr_` + 26 base32 digits of a uuid. Source: decisions 13. Read in pieces of 20 bits, so 5 digits of 16
 * and 4 of 32: one number of 128 bits took ten times as long, and hot paths make several for each call.
 * @throws TypeError for what is no uuid
 */
export function encodeId<K extends IdKind>(kind: K, uuid: string): OutsideId<K> {
  const hex = `000${uuid.replaceAll('-', '')}`
  if (hex.length !== 35) throw new TypeError('not a uuid')
  let text = ''
  for (let at = 0; at < hex.length; at += 5) {
    const bits = Number(`0x${hex.slice(at, at + 5)}`)
    if (Number.isNaN(bits)) throw new TypeError('not a uuid')
    text += `${pairs[bits >> 10] ?? ''}${pairs[bits & 1023] ?? ''}`
  }
  return `${idPrefixes[kind]}_${text.slice(2)}` as const
}

/** The uuid behind an outside id, or null when the text is not an id of this kind. */
export function decodeId(kind: IdKind, id: string): string | null {
  const prefix = `${idPrefixes[kind]}_`
  if (!id.startsWith(prefix) || id.length !== prefix.length + 26) return null
  const digits = `00${id.slice(prefix.length)}`
  let hex = ''
  for (let at = 0; at < digits.length; at += 4) {
    let bits = 0
    for (let next = at; next < at + 4; next += 1) {
      const digit = digitOf.get(digits.charAt(next))
      if (digit === undefined) return null
      bits = (bits << 5) | digit
    }
    hex += bits.toString(16).padStart(5, '0')
  }
  // 26 digits have room for 130 bits, and three more of nothing stand before them.
  if (!hex.startsWith('000')) return null
  const parts = [hex.slice(3, 11), hex.slice(11, 15), hex.slice(15, 19), hex.slice(19, 23), hex.slice(23)]
  return parts.join('-')
}

/** An id on the wire, a uuid inside. */
export const idOf = (kind: IdKind) =>
  z
    .codec(z.string().regex(new RegExp(`^${idPrefixes[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`)), z.string(), {
      decode: (id) => decodeId(kind, id) ?? '',
      encode: (uuid) => encodeId(kind, uuid),
    })
    .meta({ kind: 'id' })

/** A positive amount in minor units of the brand's currency. */
export const AmountMinor = z
  .int({ error: (issue) => (issue.code === 'invalid_type' ? 'invalidType' : 'amountRange') })
  .min(1, 'amountRange')
  .max(9_007_199_254_740_991, 'amountRange')
  .meta({ kind: 'money' })
/** What is left in an account by a transfer of all above it: may be zero. */
export const KeepMinor = z.int().min(0).max(9_007_199_254_740_991)
/** A balance or a sum: may be zero or negative. */
export const SignedMinor = z.int().meta({ kind: 'moneyOut' })
/** RFC 3339, UTC, milliseconds. Years that the database and the clock of JavaScript both know. */
export const Instant = z.iso
  .datetime({ error: 'invalidDate' })
  .refine((text) => text >= '1900' && text < '9999', 'invalidDate')
  .meta({ kind: 'instant' })
/** The same as a person gives it: years 2000 to 2199, so that a Buddhist year is no year. */
export const Moment = Instant.refine((text) => text >= '2000' && text < '2200', 'invalidDate')
const dateFrom = (first: string) =>
  z.iso
    .date({ error: 'invalidDate' })
    .refine((text) => text >= first && text <= '2199-12-31', 'invalidDate')
    .meta({ kind: 'date' })
/** YYYY-MM-DD, Common Era, years 2000 to 2199. */
export const DateOn = dateFrom('2000-01-01')
/** The same of a birthday, which may be of the century before. */
export const BirthOn = dateFrom('1900-01-01')

// Control characters (but tab and line ends), marks of direction, zero-width marks and invisible letters.
const refused =
  /[\p{Cc}\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u00ad\u{e0000}-\u{e007f}]/u
const lineEnds = /[\t\r\n]/g
// The joiner makes one picture of several; anywhere else it makes two names look like one.
const strayJoiner =
  /(?<!\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d|\u200d(?!\p{Extended_Pictographic})/u
const stackedMarks = /\p{M}{5}/u

/** Text a person typed: NFC, no control characters, at most four combining marks in a row. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .normalize('NFC')
    .max(max, 'textTooLong')
    .refine(
      (value) =>
        value.isWellFormed() &&
        !refused.test(value.replaceAll(lineEnds, '')) &&
        !strayJoiner.test(value) &&
        !stackedMarks.test(value),
      'invalidText',
    )
    .refine((value) => value.trim().length >= min, 'requiredField')
    .meta({ kind: 'text' })

/** Text of one line: a name, a tag. */
export const line = (max: number, min = 0) =>
  text(max, min).refine((value) => !/[\t\r\n]/.test(value), 'invalidText')

/** A reason or remark on a money act: 3 to 200 characters. */
export const Remark = text(200, 3)
/** Literal search text. */
export const Search = text(200).meta({ kind: 'search' })
/** 1 to 255 visible ASCII characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/
