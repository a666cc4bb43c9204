import { proofChecks } from '@khlang/contract/values/value-lists.ts'
import { sql } from 'kysely'
import { clearAlarm, raiseAlarm } from '../../../platform/db/alarms.ts'
import type { Services } from '../../../platform/call/context.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import { checks, type ProofCode } from './checks.ts'

/** A check that takes longer is left for this time and shown as not looked at. */
const limitMs = 20_000

const alarmOf = (code: ProofCode) => `proof.${code}`

interface Looked {
  readonly tookMs: number
  readonly found: number | null
  readonly example: string | null
}

/** Looks at one promise, in a transaction that writes nothing. */
async function look(db: Database, code: ProofCode): Promise<Looked> {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(limitMs)}`.execute(tx)
        const { rows } = await sql<Record<string, unknown>>`${checks[code]} limit 100`.execute(tx)
        const [first] = rows
        return { tookMs: took(), found: rows.length, example: first ? JSON.stringify(first) : null }
      })
  } catch (error) {
    const isOverdue = error instanceof Error && 'code' in error && error.code === '57014'
    if (!isOverdue) throw error
    return { tookMs: took(), found: null, example: null }
  }
}

/** Looks at every promise of the book, keeps what was seen, and tells of what is broken. */
export async function runChecks({ db }: Pick<Services, 'db'>, stopping?: AbortSignal): Promise<void> {
  for (const code of proofChecks) {
    if (stopping?.aborted) return
    const { tookMs, found, example } = await look(db, code)
    await sql`insert into proof_checks (code, checked_at, took_ms, found, example)
      values (${code}, now(), ${tookMs}::integer, ${found}::bigint, ${example})
      on conflict (code) do update set checked_at = excluded.checked_at, took_ms = excluded.took_ms,
        found = excluded.found, example = excluded.example`.execute(db)
    if (found === 0) await clearAlarm(db, alarmOf(code), code)
    else if (found !== null)
      await raiseAlarm(db, {
        code: alarmOf(code),
        entity: 'book',
        entityId: code,
        detail: { found, example: example ?? '' },
      })
  }
}

export const proofWork: PeriodicWork = {
  name: 'proof',
  everyMs: 10 * 60_000,
  limitMs: proofChecks.length * limitMs + 60_000,
  run: runChecks,
}
