/** A day and a clock in Bangkok, `14:05` or `14:05:09`, as a moment; null where it is none. Pure. */
export function momentOf(on: string, clock: string): string | null {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(clock.trim())
  if (!found) return null
  const [, hour = '', minute = '', second = '00'] = found
  // The whole of the second, or the minute, that was typed.
  const end = found[3] === undefined ? '59.999' : `${second}.999`
  return new Date(`${on}T${hour.padStart(2, '0')}:${minute}:${end}+07:00`).toISOString()
}
