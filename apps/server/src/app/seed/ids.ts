/** How many ids each millisecond has already. */
const takenAt = new Map<number, number>()

/**
 * A version 7 uuid of a past moment, so that rows listed by id stand in the order in which they happened;
 * those of one millisecond in the order in which they were made.
 * @param random gives numbers from 0 up to 1
 */
export function uuidAt(atMs: number, random: () => number): string {
  const hex = (digits: number): string =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const time = atMs.toString(16).padStart(12, '0')
  const place = takenAt.get(atMs) ?? 0
  takenAt.set(atMs, place + 1)
  const counted = (place % 4096).toString(16).padStart(3, '0')
  const variant = '89ab'.charAt(Math.floor(random() * 4))
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
}

export const iso = (atMs: number): string => new Date(atMs).toISOString()
