import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestServer } from '../server.ts'

/** Something that somebody else does, as a superuser, and has not committed yet. */
export interface Held {
  readonly text: string
  readonly values?: readonly unknown[]
}

/** Money that is on its way into a wallet: nothing in the product posts bonuses yet, so no trigger looks. */
export const moneyComing = (memberId: string, sourceId: string, amountMinor: number): Held => ({
  text: `set local session_replication_role = replica;
    select post_transfers('strict', array['bonus.grant:${sourceId}:1'], array['bonus.grant'],
      array['${sourceId}'], array[brand_day()], array[brand_day()], null, array[1],
      array['expense:bonus', 'member:${memberId}:cash'], array[1], array[2],
      array[${amountMinor}]::bigint[], array['THB'], null)`,
})

/**
 * What acts come to that begin while somebody else holds rows, who commits once all of them wait or are over:
 * an act that did not wait has read what was before.
 */
export async function whileHeld<T>(
  server: TestServer,
  held: Held,
  acts: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const other = new pg.Client({ connectionString: server.database.adminUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(held.text, held.values && [...held.values])
    let ended = 0
    const answers = acts.map((act) => act().finally(() => (ended += 1)))
    const all = Promise.all(answers)
    all.catch(() => undefined)
    const waiting = async () => {
      const { rows } = await other.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows[0]?.n ?? 0
    }
    while (ended + (await waiting()) < acts.length) await sleep(5)
    await other.query('commit')
    return await all
  } finally {
    await other.end()
  }
}

/** The same of one act. */
export async function meanwhile<T>(server: TestServer, held: Held, act: () => Promise<T>): Promise<T> {
  const [answer] = (await whileHeld(server, held, [act])) as [T]
  return answer
}
