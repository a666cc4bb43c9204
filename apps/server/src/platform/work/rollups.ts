import { sql } from 'kysely'
import type { Database, Reader } from '../db/db.ts'
import type { PeriodicWork } from './periodic.ts'
import { StepSize } from './step-size.ts'
import { waitingRows } from './waiting-rows.ts'

/**
 * What is kept counted (migrations 0047, 0061, 0240). Parts of each: `queue`: kind, state, account or null;
 * `day`: kind, hour in Bangkok, by whom, seconds waited or null; `first`: none; `account`: account,
 * direction; `line`: state; `registered`, by the date in Bangkok: its hour; `message`, by that date: phone,
 * state.
 */
export type Figure = 'queue' | 'day' | 'first' | 'account' | 'line' | 'registered' | 'message'

export interface Counted {
  readonly parts: readonly (string | null)[]
  readonly entries: number
  readonly amountMinor: number
}

/** Business days, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/**
 * What a figure counts on some days, or ever (`days` null; of `queue` and `line` only), by its parts: what
 * the job has folded and what has moved since, in one statement, so that it is exact at any moment.
 */
export async function readRollup(db: Reader, figure: Figure, days: Days | null): Promise<Counted[]> {
  const on = days === null ? sql`true` : sql`business_on between ${days.from}::date and ${days.to}::date`
  const folded = days === null ? `${figure}.ever` : figure
  const { rows } = await sql<Counted>`
    select parts, sum(entries)::bigint as entries, sum(amount_minor)::bigint as "amountMinor" from (
      select parts, entries, amount_minor from rollups where figure = ${folded} and ${on}
      union all
      select parts, entries, amount_minor from rollup_moves where figure = ${figure} and ${on}) x
     group by parts having sum(entries) <> 0`.execute(db)
  return rows
}

export const sumOf = (counted: readonly Counted[]): { count: number; amountMinor: number } => ({
  count: counted.reduce((sum, each) => sum + each.entries, 0),
  amountMinor: counted.reduce((sum, each) => sum + each.amountMinor, 0),
})

/** The middle of values that stand with how often each came; null without any. Pure. */
export function medianOf(times: ReadonlyMap<number, number>): number | null {
  const ordered = [...times].toSorted(([a], [b]) => a - b)
  const all = ordered.reduce((sum, [, entries]) => sum + entries, 0)
  if (all === 0) return null
  /** The value at a place from 0. */
  const at = (place: number): number => {
    let before = 0
    for (const [value, entries] of ordered) {
      before += entries
      if (place < before) return value
    }
    return ordered.at(-1)?.[0] ?? 0
  }
  return (at(Math.floor((all - 1) / 2)) + at(Math.floor(all / 2))) / 2
}

const stepSize = () => new StepSize({ first: 5000, least: 100, most: 50_000 })

/** Adds what has moved to the figures until nothing is left. */
export const foldRollups = (db: Database, stopping?: AbortSignal, size = stepSize()): Promise<void> =>
  size.drain(async (most) => {
    const { rows } = await sql<{ taken: number }>`
      select fold_rollups(${most}::integer) as taken`.execute(db)
    return (rows[0]?.taken ?? 0) === most
  }, stopping)

const size = stepSize()

export const rollupWork: PeriodicWork = {
  name: 'rollups',
  everyMs: 1000,
  progress: ({ db }) => waitingRows(db, 'rollup_moves'),
  run: (services, stopping) => foldRollups(services.db, stopping, size),
}
