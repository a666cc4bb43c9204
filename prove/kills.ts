import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Caller } from './caller.ts'
import type { ServerProcess } from './server-process.ts'
import { withDatabaseClient } from './verify.ts'

/** What was seen of one kill. */
export interface Kill {
  /** Posting requests written whole and not answered when the process died. */
  readonly waiting: number
  /** Of these, begun: their transactions were open while the process stood still. */
  readonly begun: number
  /** Of these, already committed: only the answer was lost. */
  readonly committed: number
  readonly startMs: number
}

/** Between receipt and answer: the server had begun it, or done it, and no client was told. */
export const isBetween = (kill: Kill): boolean => kill.waiting > 0 && (kill.begun > 0 || kill.committed > 0)

/** Transactions of the server that have taken a key or a nonce: calls that post, and nothing else. */
const begunCalls = `select count(distinct a.pid)::int as count from pg_stat_activity a
  join pg_locks l on l.pid = a.pid and l.mode = 'RowExclusiveLock'
   and l.relation in ('idempotency_keys'::regclass, 'machine_nonces'::regclass, 'bank_messages'::regclass)
 where a.application_name like 'khlang%' and a.xact_start is not null`

const committedOf = `select (select count(*) from idempotency_keys where key = any($1) and status is not null)
  + (select count(*) from bank_messages where external_id = any($1)) as count`

async function count(client: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ count: string | number }>(text, values)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Kills the server while postings are on their way, looks at what they had come to, and starts it again on
 * the same data. PostgreSQL outlives it; the new server has to deal with what the old one left.
 */
export async function killOnce(
  server: ServerProcess,
  caller: Caller,
  { livesMs, isLookedAt }: { readonly livesMs: number; readonly isLookedAt: boolean },
): Promise<Kill> {
  const seen = await withDatabaseClient(server.adminUrl, async (client) => {
    await sleep(livesMs)
    const deadline = performance.now() + 10_000
    while (caller.waiting.length === 0 && performance.now() < deadline) await sleep(1)
    await sleep(randomInt(12))
    let begun = 0
    if (isLookedAt) {
      server.freeze()
      begun = await count(client, begunCalls)
      // An answer that had left before the process stood still is on its way to its client.
      await sleep(5)
    }
    const sent = caller.waiting
    await server.kill()
    // What had left the server still arrives; the rest never will.
    await sleep(50)
    const lost = sent.filter(({ isAnswered }) => !isAnswered).map(({ act }) => act.key)
    return { waiting: lost.length, begun, committed: await count(client, committedOf, [lost]) }
  })
  return { ...seen, startMs: await server.start() }
}
