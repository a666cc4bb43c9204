import type { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { keysetOf } from '../../../platform/db/cursor.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import { withoutBalances } from '../../matching/message-text.ts'
import * as queries from './queries.ts'

type Reads = Pick<Handlers<typeof paymentAutos>, 'lines' | 'lineTotals' | 'line'>

/** The statement of one own account. */
export const transactionHandlers: Reads = {
  lines: ({ db, input, actor, services }) => {
    const byDay = queries.isOfDays(input) ? [{ by: sql`l.value_on`, type: 'date' as const }] : []
    const sort = [...byDay, { by: sql`l.id`, type: 'uuid' as const }]
    const page = keysetOf({ list: 'paymentAutos.lines', sort, input, actor, secrets: services.secrets })
    return queries.pageOfStatement(db, input, page, seesBalances(actor))
  },

  lineTotals: ({ db, input }) => queries.totalsOfStatement(db, input),

  line: async ({ db, input, actor }) => {
    const maySee = seesBalances(actor)
    const line = await queries.findStatementLine(db, input.id, maySee)
    if (!line) throw new ApiError('notFound')
    const messages = await queries.messagesOf(db, input.id)
    const movedMinor = Math.abs(line.amountMinor)
    return {
      ...line,
      messages: maySee
        ? messages
        : messages.map((each) => ({ ...each, text: withoutBalances(each.text, movedMinor) })),
    }
  },
}
