import { addDays, valueOn } from '../../../platform/business-day.ts'
import { allAbove, whyNot, type End } from '../rules.ts'
import type { Skip, Template } from './queries.ts'

/** The server was away: so late a transfer is still asked for, later it is not, and that is said. */
const lateMs = 3_600_000

/** Monday is 1. */
const weekdayOf = (on: string): number => new Date(`${on}T00:00:00Z`).getUTCDay() || 7

interface Due {
  /** The day in Bangkok. */
  readonly on: string
  readonly isMissed: boolean
}

/**
 * The latest day on which a template was due and of which nobody knows yet what became of it; null where
 * there is none. A schedule begins when it was set: what lies before is not its own. Pure.
 */
export function dueOf(
  {
    at,
    days,
    scheduledAtMs,
    lastOn,
  }: Pick<Template, 'at' | 'days' | 'scheduledAtMs'> & {
    readonly lastOn: string | null
  },
  nowMs: number,
): Due | null {
  if (at === null || days === null || scheduledAtMs === null) return null
  const today = valueOn(nowMs)
  for (let back = 0; back < 7; back += 1) {
    const on = addDays(today, -back)
    const dueMs = Date.parse(`${on}T${at}:00+07:00`)
    if (dueMs > nowMs || !days.includes(weekdayOf(on))) continue
    const isKnown = lastOn !== null && on <= lastOn
    return isKnown || dueMs < scheduledAtMs ? null : { on, isMissed: nowMs - dueMs > lateMs }
  }
  return null
}

/** What a template asks for as the accounts stand, or why it asks for nothing. Pure. */
export function proposalOf(
  template: Pick<Template, 'fromId' | 'toId' | 'amountMinor' | 'keepMinor'>,
  ends: readonly End[],
): { readonly amountMinor: number } | { readonly skipped: Skip } {
  const { fromId, toId, keepMinor } = template
  const [from, to] = [fromId, toId].map((id) => ends.find((end) => end.id === id))
  if (from === undefined || to === undefined) return { skipped: 'closed' }
  const amountMinor = template.amountMinor ?? allAbove(from, keepMinor ?? 0)
  const why = whyNot(ends, { fromId, toId, amountMinor })
  if (why === 'unknown' || why === 'sameAccount') return { skipped: 'closed' }
  if (why === 'frozen') return { skipped: why }
  if (from.state === 'paused' || to.state === 'paused') return { skipped: 'paused' }
  if (why !== null) return { skipped: why }
  if (amountMinor > 0) return { amountMinor }
  return { skipped: from.leftTodayMinor !== null && from.leftTodayMinor <= 0 ? 'dayLimit' : 'balance' }
}
