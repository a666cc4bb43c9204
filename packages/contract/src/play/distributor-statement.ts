import { z } from 'zod'
import { defineCalls } from '../kit/define.ts'
import { none } from '../kit/error-details.ts'
import { Exported, exportChoice } from '../exports.ts'
import { numberedList, numberedPage } from '../kit/paging.ts'
import { distributorEntryKinds } from './distributor-values.ts'
import { distributorStatementColumns } from '../values/export-columns.ts'
import { DateOn, Instant, SignedMinor, idOf } from '../values/values.ts'

const id = idOf('distributor')
const read = {
  requires: 'token',
  scope: 'what the brand pays its distributors: of everyone of the house, of no seller and no agent',
  isOfStaff: true,
  subject: 'distributor',
} as const

const Entry = z.strictObject({
  /** Two entries of an invoice have two. */
  id: z.string(),
  at: Instant,
  kind: z.enum(distributorEntryKinds),
  /** The month that it is for; of money that is sent ahead: in which it was asked for. */
  month: DateOn,
  invoiceId: idOf('providerInvoice'),
  /** The bank line that moved the money; null: none did. */
  lineId: idOf('statementLine').nullable(),
  /** What a fee costs is below 0, what was sent to the distributor above. */
  amountMinor: SignedMinor,
  /** After it: what the distributor keeps of ours, or below 0 what it is owed. */
  balanceMinor: SignedMinor,
})

/** What was booked with a distributor, entry by entry, with the balance after each. */
export const distributorStatement = defineCalls({
  statement: {
    method: 'GET',
    path: '/api/v1/distributor/provider/{id}/statement',
    ...read,
    summary: 'Fees that were booked for a distributor and money that was sent to it, newest first.',
    input: z.strictObject({ id, ...numberedPage }),
    output: numberedList(Entry),
  },
  exportStatement: {
    method: 'POST',
    path: '/api/v1/distributor/provider/{id}/statement/export',
    ...read,
    rate: 'export',
    stepUp: 'recent',
    summary: 'The same as a file; needs exportData, is logged.',
    input: z.strictObject({ id, ...exportChoice(distributorStatementColumns) }),
    output: Exported,
    errors: { forbidden: none, stepUpRequired: none },
  },
})
