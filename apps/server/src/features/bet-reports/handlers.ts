import type { betReports } from '@khlang/contract/play/bet-reports.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { exportRows } from '../../platform/files/exports.ts'
import { betFile } from './bet-file.ts'
import * as queries from './queries.ts'

export const betReportHandlers: Handlers<typeof betReports> = {
  list: ({ input, actor, settings, services: { listDb, secrets } }) => {
    const { size: _size, after: _after, before: _before, ...filter } = input
    return queries.pageOfBets(listDb, { actor, settings, filter }, { input, actor, secrets })
  },

  totals: ({ input, actor, settings, services: { listDb } }) =>
    queries.sumBets(listDb, { actor, settings, filter: input }),

  exportList: (context) => {
    const { input, actor, settings, services } = context
    const { format: _, columns: __, ...filter } = input
    const { secrets } = services
    return exportRows(context, betFile({ actor, settings, secrets, nowMs: services.now(), filter }))
  },

  get: async ({ db, input }) => {
    const bet = await queries.findBet(db, input.id)
    if (!bet) throw new ApiError('notFound')
    return bet
  },
}
