import type { reports } from '@khlang/contract/play/reports.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { countNumberSearch } from '../../platform/call/number-searches.ts'
import { exportRows } from '../../platform/files/exports.ts'
import { askedOf, usersAskedOf } from './asked.ts'
import { boardOf, boardPeriodOf } from './board.ts'
import { choicesOf } from './choices.ts'
import { dailyPage } from './daily.ts'
import { dailyTotals } from './daily-totals.ts'
import { todayOf } from './period.ts'
import { dailyFile, usersFile } from './report-files.ts'
import { gamesOfMember, userTotals, usersPage } from './users.ts'

export const reportHandlers: Handlers<typeof reports> = {
  daily: ({ input, actor, settings, services: { listDb, now } }) =>
    dailyPage(listDb, askedOf({ filter: input, actor, settings, nowMs: now() }), input),

  dailyTotals: ({ input, actor, settings, services: { listDb, now } }) =>
    dailyTotals(listDb, askedOf({ filter: input, actor, settings, nowMs: now() }), input.by),

  users: async ({ input, actor, settings, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    const asked = usersAskedOf({ filter: input, actor, settings, nowMs: services.now() })
    return usersPage(services.listDb, asked, { input, secrets: services.secrets })
  },

  userTotals: async ({ input, actor, settings, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    return userTotals(
      services.listDb,
      usersAskedOf({ filter: input, actor, settings, nowMs: services.now() }),
    )
  },

  memberGames: ({ input, actor, settings, services: { listDb, now } }) =>
    gamesOfMember(listDb, usersAskedOf({ filter: input, actor, settings, nowMs: now() }), input.memberId),

  choices: ({ db, actor, input }) => choicesOf(db, actor, input),

  exportDaily: (context) => {
    const { input, actor, settings, services } = context
    const { format: _, columns: __, ...filter } = input
    const { secrets } = services
    return exportRows(context, dailyFile({ actor, settings, secrets, nowMs: services.now(), filter }))
  },

  exportUsers: async (context) => {
    const { input, actor, settings, services, requestId, tx } = context
    await countNumberSearch({ services, actor, requestId, input, tx })
    const { format: _, columns: __, ...filter } = input
    const { secrets } = services
    return exportRows(context, usersFile({ actor, settings, secrets, nowMs: services.now(), filter }))
  },

  board: ({ input, actor, settings, services: { listDb, now } }) =>
    boardOf(listDb, actor, input.by, boardPeriodOf(input.period, todayOf(settings, now()))),
}
