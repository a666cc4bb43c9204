import { assertNotTypedSince } from '../credit-line.ts'
import { bookingCategories } from '@khlang/contract/pre-transactions/booking-words.ts'
import { preTransactionBookings } from '@khlang/contract/pre-transactions/bookings.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import { defineApproval } from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { freeStates } from '../free-line.ts'
import { book, bookedState, unbook } from './book-line.ts'
import { standingBooking } from './queries.ts'

const OfLine = {
  lineId: outsideIdSchema('statementLine'),
  /** The line as it was asked for: whatever changes it voids the request. */
  lineVersion: z.int(),
  state: z.string(),
  amountMinor: z.int(),
  category: z.enum(bookingCategories),
}

/** A line becomes the company's own. */
export const lineBooking = defineApproval({
  kind: 'lineBooking',
  requires: preTransactionBookings.bookLine.requires,
  document: z.strictObject({ ...OfLine, direction: z.enum(['in', 'out']), payer: z.string() }),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document: { state, direction, amountMinor, category, payer } }) => [
    { field: 'lineState', before: state, after: direction === 'in' ? 'income' : 'settled' },
    { field: 'amountMinor', before: null, after: amountMinor },
    { field: 'category', before: null, after: category },
    { field: 'printedPayer', before: null, after: payer },
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services, record } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, freeStates)
    if (line.direction === 'in') await assertNotTypedSince(tx, line, request.id)
    const on = businessOn(settings, services.now())
    await record({
      entity: 'statementLine',
      entityId: document.lineId,
      action: 'booked',
      reason: request.reason,
      before: { state: line.state },
      after: { state: bookedState(line) },
      detail: {
        amountMinor: line.amount_minor,
        category: document.category,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    const { category } = document
    const by = { makerId: request.makerId, ruleId: null, approvalId: request.id, reason: request.reason }
    await book(tx, line, { category, ...by, on })
  },
})

/** A booking is taken back. */
export const lineUnbook = defineApproval({
  kind: 'lineUnbook',
  requires: preTransactionBookings.askUnbook.requires,
  document: z.strictObject(OfLine),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document: { state, amountMinor, category } }) => [
    { field: 'lineState', before: state, after: 'unmatched' },
    { field: 'amountMinor', before: null, after: amountMinor },
    { field: 'category', before: null, after: category },
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services, record } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, ['income', 'settled'])
    const category = await standingBooking(tx, line.id)
    if (category === undefined) throw new ApiError('stateRefused')
    const on = businessOn(settings, services.now())
    await record({
      entity: 'statementLine',
      entityId: document.lineId,
      action: 'bookingTakenBack',
      reason: request.reason,
      before: { state: line.state },
      after: { state: line.direction === 'in' ? 'unlinked' : 'unmatched' },
      detail: {
        amountMinor: line.amount_minor,
        category,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    await unbook(tx, line, { category, approvalId: request.id, on })
  },
})
