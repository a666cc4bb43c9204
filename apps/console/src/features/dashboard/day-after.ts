/** `YYYY-MM-DD` some days later or, with a minus, earlier. */
export function dayAfter(on: string, days: number): string {
  return new Date(Date.parse(`${on}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
