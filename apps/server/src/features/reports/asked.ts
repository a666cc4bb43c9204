import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Reader } from '../../platform/db/db.ts'
import { isReadable } from './member-counts.ts'
import { periodBefore, periodOf, spansOf, todayOf, type PeriodFilter } from './period.ts'
import type { Asked, GameFilter } from './play-sums.ts'
import { withWhose, type WhoseFilter } from './users/whose.ts'
import type { UsersAsked } from './users/user-members.ts'

type Filter = GameFilter &
  Omit<WhoseFilter, 'isOfMany'> &
  PeriodFilter & {
    readonly search?: string | undefined
    readonly who?: UsersAsked['filter']['who'] | undefined
  }
interface Asking {
  readonly filter: Filter
  readonly actor: EmployeeActor
  readonly settings: BrandSettings
  readonly nowMs: number
}

/** What a report is asked, with the period that its filter means. @throws dateRange */
export function askedOf({ filter, actor, settings, nowMs }: Asking): Asked {
  const { type, providerId, gameId, sellerId, level } = filter
  const today = todayOf(settings, nowMs)
  const period = periodOf(filter, today)
  return {
    actor,
    period,
    spans: spansOf(period, today),
    isAsOf: filter.asOf !== undefined,
    filter: { type, providerId, gameId, sellerId, level },
  }
}

/**
 * The same of the report by day.
 * @param hasBefore whether as many days before are asked for, too
 * @throws dateRange; reportTooLarge where some members are asked for and too much was played to go through
 */
export async function dailyAskedOf(
  db: Reader,
  asking: Asking,
  { hasBefore = false }: { readonly hasBefore?: boolean } = {},
): Promise<Asked> {
  const asked = await withWhose(db, askedOf(asking))
  const { from } = hasBefore ? askedBefore(asked).period : asked.period
  if (!(await isReadable(db, { ...asked, period: { from, to: asked.period.to } })))
    throw new ApiError('reportTooLarge', { field: 'from' })
  return asked
}

/** The same of as many days before. */
export function askedBefore(asked: Asked): Asked {
  const period = periodBefore(asked.period)
  // It ends before the other begins, so that no month of it still runs.
  return { ...asked, period, spans: spansOf(period, asked.period.from) }
}

/** The same of the report by member. @throws dateRange */
export async function usersAskedOf(db: Reader, asking: Asking): Promise<UsersAsked> {
  const asked = await withWhose(db, askedOf(asking))
  const { search, who = 'played' } = asking.filter
  return { ...asked, filter: { ...asked.filter, search, who } }
}
