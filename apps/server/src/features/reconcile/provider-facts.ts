import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import { prizesCode } from '../play/adapters/adapter.ts'
import type { SheetRow } from './day-shapes.ts'
import type { ProviderDay, ReportedDay } from './provider-sheet.ts'

interface Row {
  readonly id: string
  readonly nameTh: string
  readonly nameEn: string
  readonly bets: number
  readonly stakeMinor: number
  readonly payoutMinor: number
  readonly prizesCount: number
  readonly prizesMinor: number
  readonly heldMinor: number | null
  readonly reported: ReportedDay | null
}

/**
 * What was played with each provider on a day: as it was taken out of their books, else by the figures; and
 * what the report says that was compared last of those that are about the day.
 */
export async function providerDays(db: Reader, on: string): Promise<ProviderDay[]> {
  const { rows } = await sql<Row>`
    with won as (
      select c.provider_id, sum(c.bets)::int as bets, sum(c.stake_minor)::bigint as stake,
             sum(c.payout_minor)::bigint as payout
        from ggr_closings c where c.business_on = ${on}::date group by 1
      union all
      select g.provider_id, sum(f.bets)::int, sum(f.stake_minor)::bigint, sum(f.payout_minor)::bigint
        from play_games f join games g on g.id = f.game_id
       where f.business_on = ${on}::date and not exists (select from ggr_days where business_on = ${on}::date)
       group by 1)
    select p.id, p.name_th as "nameTh", p.name_en as "nameEn", coalesce(w.bets, 0) as bets,
           coalesce(w.stake, 0) as "stakeMinor", coalesce(w.payout, 0) as "payoutMinor",
           coalesce(z.bets, 0)::int as "prizesCount", coalesce(z.payout_minor, 0) as "prizesMinor",
           case when p.api_address is not null
             then held_on(p.id, ${on}::date) end as "heldMinor",
           (select json_build_object('reportId', r.id, 'name', r.name, 'theirsCount', d.theirs_count,
                     'theirsStakeMinor', d.theirs_stake_minor, 'theirsPayoutMinor', d.theirs_payout_minor,
                     'oursStakeMinor', d.ours_stake_minor, 'oursPayoutMinor', d.ours_payout_minor,
                     'causes', (select coalesce(json_agg(json_build_object('kind', c.kind,
                         'rounds', c.rounds, 'beyondMinor', c.beyond_minor, 'apartMinor', c.apart_minor)
                         order by c.kind), '[]') from provider_report_causes c
                       where c.report_id = r.id and c.business_on = ${on}::date))
              from provider_report_days d join provider_reports r on r.id = d.report_id
             where d.business_on = ${on}::date and r.id = report_of(p.id, ${on}::date)) as reported
      from game_providers p left join won w on w.provider_id = p.id
      left join games g on g.provider_id = p.id and g.code = ${prizesCode}
      left join play_games z on z.game_id = g.id and z.business_on = ${on}::date
     order by p.position, p.name_en, p.id`.execute(db)
  return rows.map(({ nameTh, nameEn, ...day }) => ({
    ...day,
    name: nameTh === nameEn ? nameEn : `${nameEn} · ${nameTh}`,
  }))
}

/** Whether bets of a day were settled at a provider of whom no report of that day was compared. */
export const isNotCompared = (on: RawBuilder<unknown>) => sql<boolean>`exists (
  select from game_providers p
   where report_of(p.id, ${on}) is null and (exists (select from ggr_closings c
       where c.business_on = ${on} and c.provider_id = p.id
         and (c.stake_minor <> 0 or c.bets <> coalesce((select f.bets from games g
           join play_games f on f.game_id = g.id and f.business_on = c.business_on
          where g.provider_id = p.id and g.code = ${prizesCode} and g.type = c.game_type), 0)))
     or not exists (select from ggr_days d where d.business_on = ${on})
       and exists (select from play_games f join games g on g.id = f.game_id
         where f.business_on = ${on} and g.provider_id = p.id and g.code <> ${prizesCode}
           and (f.bets <> 0 or f.stake_minor <> 0))))`

interface KeptReport extends NonNullable<SheetRow['kept']> {
  readonly providerId: string
}

/**
 * Of each provider the report of a day that is kept and not compared: one that is being compared, else one
 * that has lines of the day, else one whose lines tell no time and that was brought on the day or later.
 */
async function keptReports(db: Reader, on: string): Promise<readonly KeptReport[]> {
  const { rows } = await sql<KeptReport>`
    select distinct on (r.provider_id) r.provider_id as "providerId", r.id,
           r.state = 'comparing' as "isComparing", r.from_on is not null as "isOfDay"
      from provider_reports r
     where r.state in ('uploaded', 'comparing')
       and (r.from_on <= ${on}::date and r.to_on >= ${on}::date
         or r.from_on is null and business_day_of(r.uploaded_at) >= ${on}::date)
     order by 1, 3 desc, 4 desc, r.id desc`.execute(db)
  return rows
}

/** Rows of a day with the reports that could be compared with them: of now, so no part of what is closed. */
export async function withKept(
  db: Reader,
  on: string,
  rows: readonly SheetRow[],
): Promise<readonly SheetRow[]> {
  if (!rows.some(({ status }) => status === 'notCompared')) return rows
  const reports = new Map(
    (await keptReports(db, on)).map(({ providerId, ...kept }) => [providerId, kept] as const),
  )
  return rows.map((row) => {
    const kept = row.status === 'notCompared' ? reports.get(row.providerId ?? '') : undefined
    return kept === undefined ? row : { ...row, kept }
  })
}
