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
 * What providers that keep wallets hold at the end of a day: what came in less what came out, by the days on
 * which the book has it, less what was lost there by their logs.
 */
const heldAt = (on: string) => sql`
  case when p.api_address is not null then
    (coalesce((select sum(case when t.direction = 'in' then t.amount_minor else -t.amount_minor end)
                 from game_transfers t where t.provider_id = p.id
                  and case t.direction
                    when 'in' then t.business_on <= ${on}::date and not (t.state = 'failed'
                      and business_day_of(t.settled_at) <= ${on}::date)
                    else t.state = 'done' and business_day_of(t.settled_at) <= ${on}::date end), 0)
     - coalesce((select sum(c.stake_minor - c.payout_minor) from ggr_closings c
                  where c.provider_id = p.id and c.business_on <= ${on}::date), 0))::bigint end`

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
           ${heldAt(on)} as "heldMinor",
           (select json_build_object('reportId', r.id, 'name', r.name, 'theirsCount', d.theirs_count,
                     'theirsStakeMinor', d.theirs_stake_minor, 'theirsPayoutMinor', d.theirs_payout_minor,
                     'oursStakeMinor', d.ours_stake_minor, 'oursPayoutMinor', d.ours_payout_minor,
                     'causes', (select coalesce(json_agg(json_build_object('kind', c.kind,
                         'rounds', c.rounds, 'beyondMinor', c.beyond_minor, 'apartMinor', c.apart_minor)
                         order by c.kind), '[]') from provider_report_causes c
                       where c.report_id = r.id and c.business_on = ${on}::date))
              from provider_report_days d join provider_reports r on r.id = d.report_id
             where d.business_on = ${on}::date and r.provider_id = p.id and r.state = 'compared'
             order by r.compared_at desc limit 1) as reported
      from game_providers p left join won w on w.provider_id = p.id
     order by p.position, p.name_en, p.id`.execute(db)
  return rows.map(({ nameTh, nameEn, ...day }) => ({
    ...day,
    name: nameTh === nameEn ? nameEn : `${nameEn} · ${nameTh}`,
  }))
}
