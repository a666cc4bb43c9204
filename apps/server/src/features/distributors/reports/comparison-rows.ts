import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import type { ReportMapping } from './report-layout.ts'

/** A report that somebody wants compared. */
export interface Comparing {
  readonly id: string
  readonly providerId: string
  readonly source: 'file' | 'log'
  readonly name: string
  readonly fromOn: string
  readonly toOn: string
  readonly privateFileId: string | null
  readonly sha256: string | null
  readonly mapping: ReportMapping | null
  readonly rowCount: number | null
  /** To the microsecond, so that it names who asked this time. */
  readonly askedAt: string
}

/** Null: it is not to be compared, or not any more. */
export async function findComparing(db: Reader, id: string): Promise<Comparing | null> {
  const { rows } = await sql<Comparing>`
    select id, provider_id as "providerId", source, name, from_on as "fromOn", to_on as "toOn",
           private_file_id as "privateFileId", sha256, mapping, row_count as "rowCount",
           asked_at::text as "askedAt"
      from provider_reports where id = ${id} and state = 'comparing'`.execute(db)
  return rows[0] ?? null
}

interface Asked {
  readonly name: string
  readonly fromOn: string
  readonly toOn: string
  readonly mapping: ReportMapping
  readonly rowCount: number
  readonly askedBy: string
}

/** Somebody wants a file compared that was brought. */
export async function beginComparison(tx: Tx, id: string, asked: Asked): Promise<void> {
  const { name, fromOn, toOn, mapping, rowCount, askedBy } = asked
  await sql`
    update provider_reports set state = 'comparing', name = ${name}, from_on = ${fromOn}, to_on = ${toOn},
           mapping = ${JSON.stringify(mapping)}::jsonb, row_count = ${rowCount}, asked_by = ${askedBy},
           asked_at = now()
     where id = ${id}`.execute(tx)
}

interface LogAsked {
  readonly id: string
  readonly providerId: string
  readonly fromOn: string
  readonly toOn: string
  /** Null: the system does. */
  readonly askedBy: string | null
}

/** Somebody wants a provider's log compared. The provider is held. @throws stateRefused while one is read */
export async function beginLogCheck(tx: Tx, asked: LogAsked): Promise<void> {
  const { id, providerId, fromOn, toOn, askedBy } = asked
  const { rows } = await sql`
    insert into provider_reports (id, provider_id, source, state, name, from_on, to_on, uploaded_by, asked_by,
      asked_at)
    select ${id}, ${providerId}, 'log', 'comparing', ${fromOn === toOn ? fromOn : `${fromOn} – ${toOn}`},
           ${fromOn}, ${toOn}, ${askedBy}, ${askedBy}, now()
     where not exists (select from provider_reports where provider_id = ${providerId} and source = 'log'
       and state = 'comparing') returning 1`.execute(tx)
  if (rows.length === 0) throw new ApiError('stateRefused', { details: { state: 'comparing' } })
}

/** Ends a comparison that comes to nothing: a file may be compared again. @returns false when it was over */
export async function endComparison(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update provider_reports set state = case source when 'file' then 'uploaded' else 'ended' end,
           asked_by = null, asked_at = null
     where id = ${id} and state = 'comparing' returning 1`.execute(tx)
  return rows.length > 0
}
