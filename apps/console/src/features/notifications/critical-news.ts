import type { Notice } from './notice-shapes.ts'

/** Events are put down in the order of their transactions' starts, and those end a little out of order. */
const outOfOrderMs = 60_000

/**
 * Remembers what was seen and answers, for each further state of the unread messages, the critical ones
 * that are new. What was there at the first look is no news, nor what comes up as newer ones are read.
 */
export function criticalNews(): (unread: readonly Notice[]) => readonly Notice[] {
  let newestMs: number | null = null
  const seen = new Set<string>()
  return (unread) => {
    const since = newestMs === null ? null : newestMs - outOfOrderMs
    const news = unread.filter(
      ({ id, severity, createdAt }) =>
        since !== null && severity === 'critical' && !seen.has(id) && Date.parse(createdAt) > since,
    )
    for (const { id, createdAt } of unread) {
      seen.add(id)
      newestMs = Math.max(newestMs ?? 0, Date.parse(createdAt))
    }
    newestMs ??= 0
    return news
  }
}
