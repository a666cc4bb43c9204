/**
 * The line that comes into hand by J or K. `lastAt` is where the line in hand stood when it was last seen:
 * a line that somebody else took leaves its place to the next one.
 */
export function neighbour(
  ids: readonly string[],
  heldId: string | undefined,
  lastAt: number,
  step: 1 | -1,
): string | undefined {
  if (ids.length === 0) return undefined
  const at = heldId === undefined ? -1 : ids.indexOf(heldId)
  const wanted = at >= 0 ? at + step : step === 1 ? lastAt : lastAt - 1
  return ids[Math.min(ids.length - 1, Math.max(0, wanted))]
}
