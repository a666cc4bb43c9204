import { gameTypes } from '@khlang/contract/values/play-values.ts'
import { sql, type RawBuilder } from 'kysely'
import { addDays } from '../../platform/business-day.ts'
import type { Reader } from '../../platform/db/db.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { seesBrand } from '../../platform/people/visibility.ts'
import { prizesCode } from '../play/adapters/adapter.ts'
import { daysBack, monthEnd, type Period, type Spans } from './period.ts'
import { gameDays, gamesOn, gamesUnclosed, memberPlay, type Asked } from './play-sums.ts'
import { isOfAll } from './users/whose.ts'

/** What is paid for the games of a provider: of one type, or of those that have no contract of their own. */
export interface Contract {
  readonly providerId: string
  readonly gameType: string
  readonly feeBps: number
  readonly validFrom: string
  readonly validUntil: string
}

/** Days on which the games of a provider and type cost one and the same share. */
export interface FeeSpan extends Period {
  readonly providerId: string
  readonly type: string
  readonly feeBps: number
}

const isOn = ({ validFrom, validUntil }: Contract, on: string): boolean =>
  validFrom <= on && on <= validUntil

/** The days of a period on which another contract of a provider may count, each first one. Pure. */
function turns(contracts: readonly Contract[], { from, to }: Period): string[] {
  const all = contracts.flatMap(({ validFrom, validUntil }) => [
    validFrom,
    ...(validUntil < to ? [addDays(validUntil, 1)] : []),
  ])
  return [from, ...new Set(all.filter((on) => on > from && on <= to))].toSorted()
}

/** What each provider costs by type and days; a contract of the type goes before that of all types. Pure. */
export function feeSpans(contracts: readonly Contract[], period: Period): FeeSpan[] {
  const byProvider = Map.groupBy(contracts, ({ providerId }) => providerId)
  return [...byProvider].flatMap(([providerId, own]) => {
    const starts = turns(own, period)
    return starts.flatMap((from, at) => {
      const next = starts[at + 1]
      const to = next === undefined ? period.to : addDays(next, -1)
      const standing = own.filter((contract) => isOn(contract, from))
      return gameTypes.flatMap((type) => {
        const found =
          standing.find(({ gameType }) => gameType === type) ??
          standing.find(({ gameType }) => gameType === 'all')
        return found && found.feeBps > 0 ? [{ providerId, type, from, to, feeBps: found.feeBps }] : []
      })
    })
  })
}

async function contractsIn(db: Reader, { from, to }: Period): Promise<Contract[]> {
  const { rows } = await sql<Contract>`
    select provider_id as "providerId", game_type as "gameType", fee_bps as "feeBps",
           valid_from as "validFrom", valid_until as "validUntil"
      from distributor_contracts
     where valid_from <= ${to}::date and valid_until >= ${from}::date`.execute(db)
  return rows
}

interface Of {
  readonly actor: EmployeeActor
  readonly period: Period
  /** Aliased p: a key, business_on, provider_id, type, stake_minor and payout_minor. */
  readonly won: RawBuilder<unknown>
}

/**
 * What providers are owed by contract for what the company won, by key: a share of each win less the same of
 * each loss, so that days add up to their month. An invoice has its own bottom: no month costs less than
 * nothing, or than the minimum.
 * @returns null for whom it is not to know
 */
async function feesOf(db: Reader, { actor, period, won }: Of): Promise<ReadonlyMap<string, number> | null> {
  if (!seesBrand(actor)) return null
  const spans = feeSpans(await contractsIn(db, period), period)
  if (spans.length === 0) return new Map()
  const of = (name: keyof FeeSpan) => spans.map((span) => span[name])
  const { rows } = await sql<{ key: string; fee: number }>`
    select p.key::text as key,
           round(sum((p.stake_minor - p.payout_minor)::numeric * s.fee) / 10000)::bigint as fee
      from (${won}) p
      join unnest(${of('providerId')}::uuid[], ${of('type')}::text[], ${of('from')}::date[],
        ${of('to')}::date[], ${of('feeBps')}::integer[]) s (provider_id, type, starts, ends, fee)
        on s.provider_id = p.provider_id and s.type = p.type and p.business_on between s.starts and s.ends
     group by 1`.execute(db)
  return new Map(rows.map((row) => [row.key, row.fee]))
}

/** Of games aliased g: prizes are no play, so no share is agreed of them. */
const isPlay = sql`g.code <> ${prizesCode}`

/**
 * The same.
 * @param from figures of games by day aliased p, with their condition
 * @param key an expression on p and games aliased g
 */
export const feesBy = (
  db: Reader,
  actor: EmployeeActor,
  { period, from, key }: { period: Period; from: RawBuilder<unknown>; key: RawBuilder<unknown> },
) =>
  feesOf(db, {
    actor,
    period,
    won: sql`
      select ${key} as key, p.business_on, g.provider_id, g.type, p.stake_minor, p.payout_minor
        from (select p.* from ${from}) p join games g on g.id = p.game_id and ${isPlay}`,
  })

/** The same by day: what was won on days that are over stands by provider and type since they were closed. */
export function feesByDay(
  db: Reader,
  { actor, period, filter }: Pick<Asked, 'actor' | 'period' | 'filter'>,
): Promise<ReadonlyMap<string, number> | null> {
  const key = sql`p.business_on`
  if (!isOfAll(actor, filter))
    return feesBy(db, actor, { period, from: memberPlay(actor, period, filter), key })
  if (filter.gameId !== undefined) return feesBy(db, actor, { period, from: gameDays(period, filter), key })
  const { type, providerId } = filter
  const within = (typed: RawBuilder<unknown>) => sql`
    business_on between ${period.from}::date and ${period.to}::date
       ${type === undefined ? sql`` : sql`and ${typed} = any(${[...type]}::text[])`}
       ${providerId === undefined ? sql`` : sql`and provider_id = any(${[...providerId]}::uuid[])`}`
  const won = sql`
    select business_on as key, business_on, provider_id, game_type as type, stake_minor, payout_minor
      from ggr_closings where ${within(sql`game_type`)}
    union all
    select business_on, business_on, provider_id, g.type, -stake_minor, -payout_minor
      from games g join play_games p on p.game_id = g.id
     where not (${isPlay}) and ${within(sql`g.type`)}
       and business_on in (select c.business_on from ggr_days c)
    union all
    select p.business_on, p.business_on, g.provider_id, g.type, p.stake_minor, p.payout_minor
      from (select p.* from ${gamesUnclosed(period, filter)}) p
      join games g on g.id = p.game_id and ${isPlay}`
  return feesOf(db, { actor, period, won })
}

/**
 * Months on whose every day a provider and type cost one share, and the days of the rest. A month's
 * sum, dated by its first day, costs what that day does. Pure.
 */
export function steadySpans(
  fees: readonly FeeSpan[],
  { period, spans }: Pick<Asked, 'period' | 'spans'>,
): Spans {
  const changes = new Set(fees.flatMap(({ from, to }) => [from, addDays(to, 1)]))
  // A month that still runs ends with the period.
  const lastOf = (on: string): string => (monthEnd(on) < period.to ? monthEnd(on) : period.to)
  const isSteady = (on: string): boolean =>
    daysBack({ from: on, to: lastOf(on) }).every((day) => day === on || !changes.has(day))
  const split = spans.months.filter((on) => !isSteady(on))
  return {
    days: [...spans.days, ...split.flatMap((on) => daysBack({ from: on, to: lastOf(on) }))],
    months: spans.months.filter(isSteady),
  }
}

/** The same by what rows of games, aliased g, are put together by; whole months from their sums. */
export async function feesByPart(
  db: Reader,
  asked: Pick<Asked, 'actor' | 'period' | 'spans' | 'filter'>,
  key: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, number> | null> {
  const { actor, period, filter } = asked
  if (!isOfAll(actor, filter))
    return feesBy(db, actor, { period, from: memberPlay(actor, period, filter), key })
  const steady = steadySpans(feeSpans(await contractsIn(db, period), period), asked)
  return feesBy(db, actor, { period, from: gamesOn(steady, filter), key })
}

/** The fee of a row and what stays of the company's win; null where it is not to know. Pure. */
export function costsOf(
  companyMinor: number,
  { feeMinor, bonusMinor }: { readonly feeMinor: number | null; readonly bonusMinor: number | null },
) {
  return {
    feeMinor,
    ngrMinor: feeMinor === null || bonusMinor === null ? null : companyMinor - feeMinor - bonusMinor,
  }
}
