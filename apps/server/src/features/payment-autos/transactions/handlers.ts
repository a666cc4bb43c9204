import type { paymentAutos } from '@khlang/contract/payments/payment-autos.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import { exportRows, fileAskOf } from '../../../platform/files/exports.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import { withoutBalances } from '../../matching/message-text.ts'
import * as queries from './queries.ts'
import { pageOf, statementFile } from './statement-file.ts'

type Reads = Pick<Handlers<typeof paymentAutos>, 'lines' | 'lineTotals' | 'line' | 'exportLines'>

/** The statement of one own account. */
export const transactionHandlers: Reads = {
  lines: ({ db, input, actor, services: { secrets } }) => pageOf(db, input, { actor, secrets }),

  lineTotals: ({ db, input }) => queries.totalsOfStatement(db, input),

  line: async ({ db, input, actor }) => {
    const maySee = seesBalances(actor)
    const line = await queries.findStatementLine(db, input.id, maySee)
    if (!line) throw new ApiError('notFound')
    const messages = await queries.messagesOf(db, input.id)
    const fileRows = await queries.fileRowsOf(db, input.id)
    const movedMinor = Math.abs(line.amountMinor)
    return {
      ...line,
      fileRows: fileRows.map(({ cells, text, ...row }) => ({
        ...row,
        text: maySee ? (cells ?? text) : withoutBalances(text, movedMinor),
      })),
      messages: maySee
        ? messages
        : messages.map((each) => ({ ...each, text: withoutBalances(each.text, movedMinor) })),
    }
  },

  exportLines: async (context) => exportRows(context, await statementFile(context.tx, fileAskOf(context))),
}
