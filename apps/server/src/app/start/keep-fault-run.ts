import type { FaultRunName } from '@khlang/contract/values/value-lists.ts'
import type pg from 'pg'

/** What `npm run prove` found, on a data folder of its own. */
export interface FaultRun {
  readonly name: FaultRunName
  readonly version: string
  readonly beganAt: Date
  readonly endedAt: Date
  readonly rounds: number
  /** What was broken, in words. */
  readonly problems: readonly string[]
}

/** Keeps a run for the proof page, as the database's administrator: the server itself cannot write it. */
export const keepFaultRun = (admin: pg.Client, run: FaultRun): Promise<unknown> =>
  admin.query(
    `insert into fault_runs (name, version, began_at, ended_at, rounds, broken, example)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [run.name, run.version, run.beganAt, run.endedAt, run.rounds, run.problems.length, run.problems[0]],
  )
