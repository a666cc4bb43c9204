import type { FaultRunName } from '@khlang/contract/values/value-lists.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/db/db.ts'
import type { ProofCode } from './checks.ts'

interface CheckRow {
  readonly code: ProofCode
  readonly checkedAt: string
  readonly tookMs: number
  readonly found: number | null
  readonly example: string | null
}

export async function keptChecks(db: Reader): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select code, checked_at as "checkedAt", took_ms as "tookMs", found, example
      from proof_checks order by code`.execute(db)
  return rows
}

/** The last day that the ledger has closed. */
export async function lastClosedDay(db: Reader) {
  const { rows } = await sql<{
    businessOn: string
    closedAt: string
    digest: string
    transferCount: number
  }>`
    select business_on as "businessOn", closed_at as "closedAt", encode(digest, 'hex') as digest,
           transfer_count as "transferCount"
      from day_closings where closed_at is not null order by business_on desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** How far the activity log is sealed and signed, and what its last whole check found. */
export async function chainNow(db: Reader) {
  const { rows } = await sql<{
    sealedSeq: number
    sealedAt: string | null
    head: string | null
    signedSeq: number
    signedAt: string | null
    verifiedAt: string | null
    findings: number | null
  }>`
    select coalesce(s.seq, 0) as "sealedSeq", s.sealed_at as "sealedAt", encode(s.link, 'hex') as head,
           coalesce(c.seq, 0) as "signedSeq", c.at as "signedAt", v.at as "verifiedAt",
           jsonb_array_length(v.findings)::bigint as findings
      from (select 1) one
      left join lateral (select * from activity_seals order by seq desc limit 1) s on true
      left join lateral (select * from activity_checkpoints order by seq desc limit 1) c on true
      left join lateral (select * from activity_verifications order by at desc limit 1) v on true`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('one row was asked for')
  return row
}

export async function lastRestore(db: Reader) {
  const { rows } = await sql<{ restoredTo: string; restoredAt: string; releasedAt: string | null }>`
    select restored_to as "restoredTo", restored_at as "restoredAt", released_at as "releasedAt"
      from restores order by restored_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** The last run of each kind of fault that `npm run prove` kept here. */
export async function lastFaultRuns(db: Reader) {
  const { rows } = await sql<{
    name: FaultRunName
    version: string
    beganAt: string
    endedAt: string
    rounds: number
    broken: number
    example: string | null
  }>`
    select distinct on (name) name, version, began_at as "beganAt", ended_at as "endedAt", rounds, broken,
           example
      from fault_runs order by name, ended_at desc, id desc`.execute(db)
  return rows
}

/** Our accounts, those that are closed too: what they held once is asked for. */
export const accountsToAsk = (db: Reader) =>
  db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'label'])
    .orderBy('priority')
    .orderBy('label')
    .execute()
