import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import { ApiError } from '../../platform/api-error.ts'
import { addDays, businessOn } from '../../platform/business-day.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { exportRows, fileAskOf } from '../../platform/files/exports.ts'
import { betActHandlers } from './act-handlers.ts'
import { assertAmountDay } from './bet-conditions.ts'
import { findBet } from './bet-detail.ts'
import { betArchiveHandlers } from './archive/archive-handlers.ts'
import { betFile } from './bet-file.ts'
import { choicesOf } from './choices.ts'
import { groupsOf } from './groups.ts'
import { betsOfMember } from './member-bets.ts'
import * as queries from './queries.ts'

export const betReportHandlers: Handlers<typeof betReports> = {
  ...betArchiveHandlers,

  list: ({ input, actor, settings, services: { listDb, secrets } }) => {
    const { size: _size, after: _after, before: _before, ...filter } = input
    assertAmountDay(filter)
    return queries.pageOfBets(listDb, { actor, settings, filter }, { input, actor, secrets })
  },

  totals: ({ input, actor, settings, services: { listDb } }) => {
    assertAmountDay(input)
    return queries.sumBets(listDb, { actor, settings, filter: input })
  },

  choices: ({ db, actor, input }) => choicesOf(db, actor, input),

  groups: ({ input, actor, settings, services: { listDb, now } }) => {
    const { by, on = businessOn(settings, now()), ...filter } = input
    return groupsOf(listDb, actor, { by, on, ...filter })
  },

  ofMember: ({ input, actor, settings, services: { listDb, now } }) => {
    const to = businessOn(settings, now())
    return betsOfMember(listDb, actor, { memberId: input.id, from: addDays(to, -29), to })
  },

  exportList: (context) => {
    assertAmountDay(context.input)
    return exportRows(context, betFile(fileAskOf(context)))
  },

  get: async ({ db, input, actor }) => {
    const bet = await findBet(db, actor, input.id)
    if (!bet) throw new ApiError('notFound')
    return bet
  },

  ...betActHandlers,
}
