/**
 * A version 7 uuid of a past moment, so that rows listed by id stand in the order in which they happened.
 * @param random gives numbers from 0 up to 1
 */
export function uuidAt(atMs: number, random: () => number): string {
  const hex = (digits: number): string =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const time = atMs.toString(16).padStart(12, '0')
  const variant = '89ab'.charAt(Math.floor(random() * 4))
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
}

export const iso = (atMs: number): string => new Date(atMs).toISOString()
