import { sql } from 'kysely'
import type { Reader } from '../../platform/db/db.ts'
import type { ProviderDay, ReportedDay } from './provider-sheet.ts'

interface Row {
  readonly id: string
  readonly nameTh: string
  readonly nameEn: string
  readonly bets: number
  readonly stakeMinor: number
  readonly payoutMinor: number
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
     order by p.position, p.name_en, p.id`.execute(db)
  return rows.map(({ nameTh, nameEn, ...day }) => ({
    ...day,
    name: nameTh === nameEn ? nameEn : `${nameEn} · ${nameTh}`,
  }))
}
