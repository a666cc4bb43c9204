import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql, type RawBuilder } from 'kysely'

/** What a member played, as a withdrawal is judged by; amounts in minor units. */
export interface PlayFacts {
  /** Bets that run, and what is staked in them. */
  readonly openCount: number
  readonly openMinor: number
  /** The oldest of them, as the outside knows it. */
  readonly openBetId: string | null
  /** Since the last withdrawal that was paid: money in, what was played, and what of it counts. */
  readonly depositedMinor: number
  readonly validMinor: number
  readonly countedMinor: number
  /** Of this business day: money in, and what bets brought less what they cost. */
  readonly depositedTodayMinor: number
  readonly wonTodayMinor: number
  /**
   * Since the last withdrawal that was paid: days on which bets with a provider ended, each provider by
   * itself, how many of them were compared with the provider, and rounds that differ and are undecided.
   */
  readonly playedDays: number
  readonly comparedDays: number
  readonly openRounds: number
}

type Verdict = readonly [
  'pass' | 'warn' | 'review' | 'block' | 'notApplicable',
  Record<string, string | number | boolean | null>,
]
export type PlayRule = (play: PlayFacts, settings: BrandSettings) => Verdict

const hundredth = 100

/** Bets that run may still take or bring money; a person looks before it leaves. */
export const openBets: PlayRule = ({ openCount, openMinor, openBetId }) =>
  openMinor === 0
    ? ['pass', { openCount, openMinor }]
    : ['warn', { reason: 'running', openCount, openMinor, betId: openBetId }]

/** What must be played of each deposit before anything leaves. */
export const turnover: PlayRule = (
  { depositedMinor, countedMinor },
  { normalDepositTurnoverX100: x100 },
) => {
  if (x100 === 0) return ['notApplicable', { reason: 'noTurnoverAsked', countedMinor }]
  const neededMinor = Math.ceil((depositedMinor * x100) / hundredth)
  const detail = { neededMinor, countedMinor, leftMinor: Math.max(neededMinor - countedMinor, 0), x100 }
  return [countedMinor >= neededMinor ? 'pass' : 'block', detail]
}

/** A win that is out of all proportion to what came in today. */
export const profitRatio: PlayRule = (
  { wonTodayMinor, depositedTodayMinor },
  { profitRatioX100: x100 },
) => {
  const limitMinor = Math.floor((depositedTodayMinor * x100) / hundredth)
  const detail = { wonMinor: wonTodayMinor, depositedMinor: depositedTodayMinor, limitMinor, x100 }
  return [wonTodayMinor > 0 && wonTodayMinor > limitMinor ? 'review' : 'pass', detail]
}

/** Money that comes in and leaves again with little play in between. */
export const lowPlay: PlayRule = ({ depositedMinor, validMinor }, { lowPlayX100: x100 }) => {
  if (x100 === 0) return ['notApplicable', { reason: 'switchedOff', validMinor, depositedMinor }]
  const neededMinor = Math.ceil((depositedMinor * x100) / hundredth)
  return [validMinor < neededMinor ? 'review' : 'pass', { validMinor, depositedMinor, neededMinor, x100 }]
}

/** What the provider has otherwise than we do; where it was not asked yet nothing is known. */
export const providerCheck: PlayRule = ({ playedDays, comparedDays, openRounds }) => {
  const detail = { playedDays, comparedDays, openRounds }
  if (openRounds > 0) return ['warn', detail]
  return comparedDays === 0 ? ['notApplicable', { reason: 'notCompared', ...detail }] : ['pass', detail]
}

interface Of {
  readonly memberId: string
  readonly businessOn: string
}

/**
 * The facts as one JSON column; null where no provider was ever in use. `past.last_at`, when the last
 * withdrawal that was paid was asked for, stands in the statement around it. Sums are read from what became
 * of the member's bets, not from the figures, which may be a second behind.
 */
export const playColumn = ({ memberId, businessOn }: Of): RawBuilder<PlayFacts | null> => sql`(
  select json_build_object('openCount', o.count, 'openMinor', o.stake, 'openBetId', o.oldest,
           'depositedMinor', d.since, 'depositedTodayMinor', d.today,
           'validMinor', p.valid, 'countedMinor', p.counted, 'wonTodayMinor', p.won,
           'playedDays', c.played, 'comparedDays', c.compared, 'openRounds', c.open)
    from (select count(*) as count, coalesce(sum(stake_minor), 0)::bigint as stake,
                 min(id::text) as oldest
            from bets where member_id = ${memberId} and state = 'running') o,
         (select coalesce(sum(amount_minor) filter (where past.last_at is null or credited_at > past.last_at),
                   0)::bigint as since,
                 coalesce(sum(amount_minor) filter (where business_on = ${businessOn}), 0)::bigint as today
            from deposits where member_id = ${memberId} and state = 'credited') d,
         (select coalesce(sum(valid_minor) filter (where past.last_at is null or told_at > past.last_at),
                   0)::bigint as valid,
                 coalesce(sum(counted_minor) filter (where past.last_at is null or told_at > past.last_at),
                   0)::bigint as counted,
                 coalesce(sum(payout_minor - stake_minor) filter (where business_on = ${businessOn}),
                   0)::bigint as won
            from bet_outcomes where member_id = ${memberId}
             and business_on >= coalesce(past.last_at::date - 1, '-infinity')) p,
         (with own as (
              select bet_id, business_on, provider_id from bet_outcomes
               where member_id = ${memberId} and (past.last_at is null or told_at > past.last_at)
                 and business_on >= coalesce(past.last_at::date - 1, '-infinity')),
            days as (select business_on, provider_id from own group by 1, 2)
          select (select count(*) from days) as played,
                 (select count(report_of(provider_id, business_on)) from days) as compared,
                 (select count(distinct f.bet_id) from own
                    join provider_report_differences f on f.bet_id = own.bet_id and f.state = 'open'
                   where f.report_id = report_of(own.provider_id, f.business_on)) as open) c
   where exists (select from game_providers))`

/** With the id as the outside knows it. */
export const shownPlay = (row: PlayFacts | null): PlayFacts | null =>
  row && { ...row, openBetId: row.openBetId === null ? null : encodeId('bet', row.openBetId) }
