import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Asked } from './daily.ts'
import { periodOf, spansOf, todayOf, type PeriodFilter } from './period.ts'
import type { GameFilter } from './play-sums.ts'
import type { UsersAsked } from './user-members.ts'

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
  return {
    actor,
    period: periodOf(filter, todayOf(settings, nowMs)),
    isAsOf: filter.asOf !== undefined,
    filter: { type, providerId, gameId },
  }
}

/** The same of the report by member. @throws dateRange */
export function usersAskedOf(asking: Asking): UsersAsked {
  const { actor, period, filter, isAsOf } = askedOf(asking)
  const spans = spansOf(period, todayOf(asking.settings, asking.nowMs))
  const { search, sellerId, who = 'played' } = asking.filter
  return { actor, period, isAsOf, spans, filter: { ...filter, search, sellerId, who } }
}
