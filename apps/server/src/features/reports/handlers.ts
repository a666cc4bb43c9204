import type { reports } from '@khlang/contract/play/reports.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { countNumberSearch } from '../../platform/call/number-searches.ts'
import { exportRows, fileAskOf } from '../../platform/files/exports.ts'
import { assertClosed, changedSince, closedDays } from './as-of.ts'
import { askedOf, dailyAskedOf, usersAskedOf } from './asked.ts'
import { boardOf, boardPeriodOf, providerCallsOf } from './board.ts'
import { choicesOf } from './choices.ts'
import { dailyPage } from './daily.ts'
import { dailyTotals } from './daily-totals.ts'
import { todayOf } from './period.ts'
import { playDay } from './play-day.ts'
import { dailyFile, usersFile } from './report-files.ts'
import { gamesOfMember, userTotals, usersPage } from './users/users.ts'
import { withWhose } from './users/whose.ts'

export const reportHandlers: Handlers<typeof reports> = {
  daily: async ({ input, actor, settings, services: { listDb, now } }) => {
    await assertClosed(listDb, input.asOf)
    return dailyPage(
      listDb,
      await dailyAskedOf(listDb, { filter: input, actor, settings, nowMs: now() }),
      input,
    )
  },

  dailyTotals: async ({ input, actor, settings, services: { listDb, now } }) => {
    await assertClosed(listDb, input.asOf)
    const asking = { filter: input, actor, settings, nowMs: now() }
    const asked = await dailyAskedOf(listDb, asking, { hasBefore: true })
    return dailyTotals(listDb, asked, input.by)
  },

  asOf: async ({ input, actor, settings, services: { listDb, now } }) => {
    await assertClosed(listDb, input.asOf)
    const asked = await withWhose(listDb, askedOf({ filter: input, actor, settings, nowMs: now() }))
    const [days, since] = await Promise.all([
      closedDays(listDb),
      input.asOf === undefined ? null : changedSince(listDb, asked, input.asOf),
    ])
    return { days, since }
  },

  users: async ({ input, actor, settings, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    await assertClosed(services.listDb, input.asOf)
    const asked = await usersAskedOf(services.listDb, {
      filter: input,
      actor,
      settings,
      nowMs: services.now(),
    })
    return usersPage(services.listDb, asked, { input, secrets: services.secrets })
  },

  userTotals: async ({ input, actor, settings, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    await assertClosed(services.listDb, input.asOf)
    const { listDb, now } = services
    return userTotals(listDb, await usersAskedOf(listDb, { filter: input, actor, settings, nowMs: now() }))
  },

  memberGames: async ({ input, actor, settings, services: { listDb, now } }) => {
    await assertClosed(listDb, input.asOf)
    const asked = askedOf({ filter: input, actor, settings, nowMs: now() })
    return gamesOfMember(listDb, asked, input.memberId)
  },

  choices: ({ db, actor, input }) => choicesOf(db, actor, input),

  exportDaily: async (context) => {
    await assertClosed(context.tx, context.input.asOf)
    return exportRows(context, dailyFile(fileAskOf(context)))
  },

  exportUsers: async (context) => {
    await countNumberSearch(context)
    await assertClosed(context.tx, context.input.asOf)
    return exportRows(context, usersFile(fileAskOf(context)))
  },

  board: ({ input, actor, settings, services: { listDb, now } }) =>
    boardOf(listDb, actor, input.by, boardPeriodOf(input.period, todayOf(settings, now()))),

  day: ({ input, actor, settings, services: { listDb, reads, now } }) => {
    const on = input.on ?? todayOf(settings, now())
    return reads.forBrand(actor, `games ${on}`, () => playDay(listDb, actor, on))
  },

  providerCalls: ({ input: { providerId, period }, settings, services: { listDb, now } }) =>
    providerCallsOf(listDb, providerId, boardPeriodOf(period, todayOf(settings, now()))),
}
