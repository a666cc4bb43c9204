import type { RawSearch } from './search.ts'

type Raw = RawSearch[string] | undefined

/** The first text of a search parameter; nothing for an empty one. */
export function oneText(value: Raw): string | undefined {
  const text = typeof value === 'string' ? value : value?.[0]
  return text === undefined || text === '' ? undefined : text
}

/**
 * The id where it is one of this kind, by its prefix: while one goes from a panel to another screen, the
 * address holds that screen's id already.
 */
export function idOf(value: Raw, prefix: string): string | undefined {
  const text = oneText(value)
  return text?.startsWith(`${prefix}_`) ? text : undefined
}

/** The value where it is one of the known ones. */
export const oneOf = <T extends string>(value: Raw, known: readonly T[]): T | undefined =>
  known.find((each) => each === oneText(value))

/** Those of several values that are known, or nothing. */
export function someOf<T extends string>(value: Raw, known: readonly T[]): T[] | undefined {
  const given: readonly string[] = value === undefined ? [] : typeof value === 'string' ? [value] : value
  const found = known.filter((each) => given.includes(each))
  return found.length === 0 ? undefined : found
}

/** A whole number not below zero: satang, a level. */
export function wholeNumber(value: Raw): number | undefined {
  const text = oneText(value)
  const number = text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** A calendar date that exists, `YYYY-MM-DD`. */
export function dateOnText(value: Raw): string | undefined {
  const text = oneText(value)
  if (text === undefined || !/^2[01]\d\d-\d\d-\d\d$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text
}

/** `true` or `false`; anything else is nothing. */
export function yesNo(value: Raw): boolean | undefined {
  const known = oneOf(value, ['true', 'false'])
  return known === undefined ? undefined : known === 'true'
}

/** The place in a keyset list: page size and at most one cursor. */
export type ListPlace = { size: number; after: string | undefined; before: string | undefined }

export function listPlace(raw: RawSearch): ListPlace {
  const size = wholeNumber(raw['size'])
  const after = oneText(raw['after'])
  return {
    size: size === 50 || size === 100 ? size : 25,
    after,
    before: after === undefined ? oneText(raw['before']) : undefined,
  }
}
