import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import { periodBefore, periodOf, spansOf, todayOf, type PeriodFilter } from './period.ts'
import type { Asked, GameFilter } from './play-sums.ts'
import type { UsersAsked } from './users/user-members.ts'

type Filter = GameFilter &
  PeriodFilter & {
    readonly search?: string | undefined
    readonly sellerId?: readonly string[] | undefined
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
  const { type, providerId, gameId } = filter
  const today = todayOf(settings, nowMs)
  const period = periodOf(filter, today)
  return {
    actor,
    period,
    spans: spansOf(period, today),
    isAsOf: filter.asOf !== undefined,
    filter: { type, providerId, gameId },
  }
}

/** The same of as many days before. */
export function askedBefore(asked: Asked): Asked {
  const period = periodBefore(asked.period)
  // It ends before the other begins, so that no month of it still runs.
  return { ...asked, period, spans: spansOf(period, asked.period.from) }
}

/** The same of the report by member. @throws dateRange */
export function usersAskedOf(asking: Asking): UsersAsked {
  const asked = askedOf(asking)
  const { search, sellerId, who = 'played' } = asking.filter
  return { ...asked, filter: { ...asked.filter, search, sellerId, who } }
}
