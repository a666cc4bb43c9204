import type { distributors } from '@khlang/contract/play/distributors.ts'
import type { HandlerInput, HandlerOutput } from '@khlang/contract/kit/define.ts'
import { sql, type RawBuilder } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { keysetOf, type Keyset, type KeysetRequest, type SortColumn } from '../../../platform/db/cursor.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { idAndNames } from '../../../platform/db/named.ts'

type Report = HandlerOutput<typeof distributors.reports>['records'][number]
export type Difference = HandlerOutput<typeof distributors.reportDifferences>['records'][number]
type Kind = HandlerOutput<typeof distributors.report>['kinds'][number]

export const newestReports: SortColumn[] = [{ by: sql.ref('r.id'), type: 'uuid' }]
const inOrder: SortColumn[] = [{ by: sql.ref('f.id'), type: 'uuid', isAscending: true }]

/** What they count as won by the house beyond what we do. */
const beyond = sql`(coalesce(f.theirs_stake_minor - f.theirs_payout_minor, 0)
  - coalesce(f.ours_stake_minor - f.ours_payout_minor, 0))`

const reportsOf = (more: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<
  Report & { keysetKey: string[] }
>`
  select r.id, r.source, ${idAndNames('p')} as provider,
         r.state, r.name, r.from_on as "fromOn", r.to_on as "toOn", r.line_count as "lineCount",
         r.agreed_count as "agreedCount",
         case when r.state = 'compared' then json_build_object('count', r.round_count,
           'stakeMinor', r.stake_minor, 'payoutMinor', r.payout_minor) end as theirs,
         case when r.state = 'compared' then json_build_object('count', r.ours_count,
           'stakeMinor', r.ours_stake_minor, 'payoutMinor', r.ours_payout_minor) end as ours,
         (r.stake_minor - r.payout_minor) - (r.ours_stake_minor - r.ours_payout_minor)
           as "differenceMinor",
         n.count as "differenceCount", n.open as "openCount", u.display_name as "uploadedBy",
         r.uploaded_at as "uploadedAt", c.display_name as "comparedBy", r.compared_at as "comparedAt",
         case when r.state = 'comparing' then json_build_object(
           'done', case j.state when 'running' then j.progress_done else 0 end, 'total', r.row_count,
           'isWaiting', j.state is distinct from 'running') end as progress,
         case when r.told_held_minor is not null then json_build_object('toldMinor', r.told_held_minor,
           'oursMinor', r.ours_held_minor) end as held ${more}
    from provider_reports r join game_providers p on p.id = r.provider_id
    left join employees u on u.id = r.uploaded_by left join employees c on c.id = r.compared_by
    left join background_jobs j on j.kind = 'reportComparison' and j.subject_id = r.id
   cross join lateral (select count(*)::int as count, count(*) filter (where f.state = 'open')::int as open
      from provider_report_differences f where f.report_id = r.id and r.state = 'compared') n
   ${rest}`

export async function pageOfReports(db: Reader, providerId: string | undefined, keyset: Keyset) {
  const { rows } = await reportsOf(
    sql`, ${keyset.key} as "keysetKey"`,
    sql`where (${providerId ?? null}::uuid is null or r.provider_id = ${providerId ?? null}::uuid)
      ${keyset.where === null ? sql`` : sql`and ${keyset.where}`}
      order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`,
  ).execute(db)
  return keyset.pageOf(rows)
}

/** @throws notFound */
export async function findReport(db: Reader, id: string): Promise<Report & { kinds: Kind[] }> {
  const { rows } = await reportsOf(sql`, array[]::text[] as "keysetKey"`, sql`where r.id = ${id}`).execute(
    db,
  )
  if (!rows[0]) throw new ApiError('notFound')
  const { keysetKey: _key, ...report } = rows[0]
  const { rows: kinds } = await sql<Kind>`
    select f.kind, count(*)::int as count, count(*) filter (where f.state = 'open')::int as "openCount",
           sum(${beyond})::bigint as "differenceMinor"
      from provider_report_differences f
     where f.report_id = ${id} and ${report.state} = 'compared' group by 1 order by 1`.execute(db)
  return { ...report, kinds }
}

type DifferenceFilter = Pick<
  HandlerInput<typeof distributors.reportDifferences>,
  'id' | 'kind' | 'state' | 'on'
>

/** Rounds of a report that differ, in the order in which they were found. */
export async function differencesOf(
  db: Reader,
  { id, kind, state, on }: DifferenceFilter,
  request: Omit<KeysetRequest, 'list' | 'sort'>,
) {
  const keyset = keysetOf({ list: 'distributors.reportDifferences', sort: inOrder, ...request })
  const { rows } = await sql<Difference & { keysetKey: string[] }>`
    select f.id, f.report_id as "reportId", f.kind, f.round_ref as "roundRef",
           f.bet_id as "betId", f.player, f.at, f.business_on as "businessOn",
           case when f.ours_stake_minor is not null then json_build_object(
             'stakeMinor', f.ours_stake_minor, 'payoutMinor', f.ours_payout_minor) end as ours,
           case when f.theirs_stake_minor is not null then json_build_object(
             'stakeMinor', f.theirs_stake_minor, 'payoutMinor', f.theirs_payout_minor) end as theirs,
           ${beyond} as "differenceMinor",
           f.state, f.reason, e.display_name as "decidedBy", f.decided_at as "decidedAt",
           ${keyset.key} as "keysetKey"
      from provider_report_differences f left join employees e on e.id = f.decided_by
     where f.report_id = ${id} and (${kind ?? null}::text is null or f.kind = ${kind ?? null})
       and (${state ?? null}::text is null or f.state = ${state ?? null})
       and (${on ?? null}::date is null or f.business_on = ${on ?? null}::date)
       and exists (select from provider_reports r where r.id = f.report_id and r.state = 'compared')
       ${keyset.where === null ? sql`` : sql`and ${keyset.where}`}
     order by ${keyset.orderBy} limit ${sql.lit(keyset.limit)}`.execute(db)
  return keyset.pageOf(rows)
}

export interface KeptReport {
  readonly id: string
  readonly providerId: string
  readonly privateFileId: string | null
  readonly sha256: string | null
  readonly state: Report['state']
}

const kept = (id: string) => sql<KeptReport>`
  select id, provider_id as "providerId", private_file_id as "privateFileId", sha256, state
    from provider_reports where id = ${id}`

/** @throws notFound */
export async function keptReport(db: Reader, id: string): Promise<KeptReport> {
  const { rows } = await kept(id).execute(db)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

/** The same, held. @throws notFound */
export async function lockReport(tx: Tx, id: string): Promise<KeptReport> {
  const { rows } = await sql<KeptReport>`${kept(id)} for update`.execute(tx)
  if (!rows[0]) throw new ApiError('notFound')
  return rows[0]
}

export async function providerNames(db: Reader) {
  const { rows } = await sql<HandlerOutput<typeof distributors.reportProviders>['records'][number]>`
    select id, json_build_object('th', name_th, 'en', name_en) as name, api_address is not null as "hasLog"
      from game_providers order by position, name_en, id`.execute(db)
  return rows
}
