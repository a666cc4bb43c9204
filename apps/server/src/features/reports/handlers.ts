import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { reports } from '@khlang/contract/play/reports.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Handlers, Services } from '../../platform/call/context.ts'
import { countNumberSearch } from '../../platform/call/number-searches.ts'
import { boardOf, boardPeriodOf } from './board.ts'
import { choicesOf } from './choices.ts'
import { dailyPage, type Asked } from './daily.ts'
import { dailyTotals } from './daily-totals.ts'
import { periodOf, spansOf, todayOf } from './period.ts'
import type { GameFilter } from './play-sums.ts'
import type { UsersAsked } from './user-members.ts'
import { gamesOfMember, userTotals, usersPage } from './users.ts'

interface Asking<I> {
  readonly input: I
  readonly actor: EmployeeActor
  readonly settings: BrandSettings
  readonly services: Pick<Services, 'now'>
}
type Input = GameFilter & {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly search?: string | undefined
}

const filterOf = ({ type, providerId, gameId }: GameFilter): GameFilter => ({ type, providerId, gameId })

function askedOf({ input, actor, settings, services }: Asking<Input>): Asked {
  const period = periodOf(input, todayOf(settings, services.now()))
  return { actor, period, filter: filterOf(input) }
}

function usersAskedOf(asking: Asking<Input>): UsersAsked {
  const { actor, period, filter } = askedOf(asking)
  const spans = spansOf(period, todayOf(asking.settings, asking.services.now()))
  return { actor, period, spans, filter: { ...filter, search: asking.input.search } }
}

export const reportHandlers: Handlers<typeof reports> = {
  daily: (context) => dailyPage(context.services.listDb, askedOf(context), context.input),

  dailyTotals: (context) => dailyTotals(context.services.listDb, askedOf(context), context.input.by),

  users: async (context) => {
    await countNumberSearch(context)
    const { listDb, secrets } = context.services
    return usersPage(listDb, usersAskedOf(context), { input: context.input, secrets })
  },

  userTotals: async (context) => {
    await countNumberSearch(context)
    return userTotals(context.services.listDb, usersAskedOf(context))
  },

  memberGames: (context) =>
    gamesOfMember(context.services.listDb, usersAskedOf(context), context.input.memberId),

  choices: ({ db, input }) => choicesOf(db, input),

  board: ({ input, actor, settings, services }) =>
    boardOf(
      services.listDb,
      actor,
      input.by,
      boardPeriodOf(input.period, todayOf(settings, services.now())),
    ),
}
