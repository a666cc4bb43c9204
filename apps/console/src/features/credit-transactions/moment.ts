/** A date and a clock time in Bangkok as an instant, or null while the clock time is not whole. */
export function instantOf(on: string, clock: string): string | null {
  const whole = /^\d\d:\d\d$/.test(clock) ? `${clock}:00` : clock
  const at = /^\d\d:\d\d:\d\d$/.test(whole) ? Date.parse(`${on}T${whole}+07:00`) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
