import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from '../server.ts'

/**
 * What comes of an act that begins while somebody else has changed a row and not committed yet, and that they
 * commit as soon as it waits for them. An act that does not wait has read what was before.
 */
export async function meanwhile<T>(
  { services: { pool } }: TestServer,
  change: { readonly text: string; readonly values: readonly unknown[] },
  act: () => Promise<T>,
): Promise<T> {
  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rowCount !== 0
  }
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(change.text, [...change.values])
    const end = { isOver: false }
    const acted = act().finally(() => (end.isOver = true))
    acted.catch(() => undefined)
    while (!end.isOver && !(await isWaiting())) await sleep(5)
    await other.query('commit')
    return await acted
  } finally {
    other.release()
  }
}
