import type { distributorInvoices } from '@khlang/contract/play/distributor-invoices.ts'
import type { distributors } from '@khlang/contract/play/distributors.ts'
import type { providerReports } from '@khlang/contract/play/provider-reports.ts'
import type { Handlers } from '../../platform/call/context.ts'
import { numberedPageOf } from '../../platform/db/numbered-page.ts'
import { exportRows, fileAskOf } from '../../platform/files/exports.ts'
import { askForContract, askForDistributor, askForEnd, askForTerms } from './ask-terms.ts'
import { invoiceHandlers } from './invoices/invoice-handlers.ts'
import { entriesOf, statementOfDistributor } from './invoices/statement.ts'
import { monthOf } from './month-queries.ts'
import * as queries from './queries.ts'
import { reportHandlers } from './reports/report-handlers.ts'

type OfTerms = Omit<
  Handlers<typeof distributors>,
  keyof typeof distributorInvoices | keyof typeof providerReports
>

const termHandlers: OfTerms = {
  list: async ({ db, input, settings, services }) => {
    const month = monthOf(settings, services.now(), input.month)
    const { records, totalRecords } = await queries.listDistributors(db, input, month)
    return numberedPageOf(input, records, totalRecords)
  },

  get: ({ db, input, settings, services }) =>
    queries.findDistributor(db, input.id, monthOf(settings, services.now(), input.month)),

  statement: async ({ db, input }) => {
    const { page, size, id } = input
    await queries.assertKnown(db, id)
    const { records, totalRecords } = await entriesOf(db, id, { limit: size, offset: (page - 1) * size })
    return numberedPageOf(input, records, totalRecords)
  },

  exportStatement: async (context) => {
    await queries.assertKnown(context.tx, context.input.id)
    return exportRows(context, statementOfDistributor(fileAskOf(context)))
  },

  create: askForDistributor,
  update: askForTerms,
  addContract: askForContract,
  endContract: askForEnd,
}

export const distributorHandlers: Handlers<typeof distributors> = {
  ...termHandlers,
  ...invoiceHandlers,
  ...reportHandlers,
}
