import { preTransactionSettlements } from '@khlang/contract/pre-transactions/partners/settlements.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { z } from 'zod'
import { ApiError } from '../../../platform/api-error.ts'
import { defineApproval } from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import { outsideIdSchema, uuidOf } from '../../../platform/db/outside-ids.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { owedBy } from '../../payment-gateways/settlements/gateway-dues.ts'
import { assertNotTypedSince } from '../credit-line.ts'
import { freeStates } from '../free-line.ts'
import { lockCollector, standingSettlement } from './queries.ts'
import { settle, settledState, unsettle } from './settle-line.ts'

const OfLine = {
  lineId: outsideIdSchema('statementLine'),
  /** The line as it was asked for: whatever changes it voids the request. */
  lineVersion: z.int(),
  state: z.string(),
  amountMinor: z.int(),
  gatewayId: outsideIdSchema('gateway'),
  /** What the gateway is called, as it was when this was asked for. */
  gateway: z.string(),
}

const daysOf = (from: string, to: string | null): string =>
  to === null || to === from ? from : `${from} – ${to}`

/** A line is what a gateway owed us. */
export const lineSettlement = defineApproval({
  kind: 'lineSettlement',
  requires: preTransactionSettlements.askSettlement.requires,
  document: z.strictObject({
    ...OfLine,
    payer: z.string(),
    /** What was due by the line's day, and the days of settlement that it pays, as they were then. */
    dueMinor: z.int(),
    coversFrom: z.string().nullable(),
    coversTo: z.string().nullable(),
    isPossibleDouble: z.boolean(),
  }),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document }) => [
    { field: 'lineState', before: document.state, after: settledState },
    { field: 'amountMinor', before: null, after: document.amountMinor },
    { field: 'gateway', before: null, after: document.gateway },
    { field: 'againstDueMinor', before: null, after: document.amountMinor - document.dueMinor },
    ...(document.coversFrom === null
      ? []
      : [{ field: 'coversDays', before: null, after: daysOf(document.coversFrom, document.coversTo) }]),
    { field: 'printedPayer', before: null, after: document.payer },
    ...(document.isPossibleDouble ? [{ field: 'isPossibleDouble', before: null, after: true }] : []),
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services, record } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, freeStates)
    await assertNotTypedSince(tx, line, request.id)
    const gatewayId = uuidOf('gateway', document.gatewayId)
    await lockCollector(tx, gatewayId)
    const owed = (await owedBy(tx, [gatewayId])).get(gatewayId) ?? 0
    if (line.amount_minor > owed) throw new ApiError('stateRefused', { details: { reason: 'aboveOwed' } })
    const on = businessOn(settings, services.now())
    await record({
      entity: 'statementLine',
      entityId: document.lineId,
      action: 'gatewaySettled',
      reason: request.reason,
      before: { state: line.state },
      after: { state: settledState },
      detail: {
        amountMinor: line.amount_minor,
        gateway: document.gateway,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    const { dueMinor, coversFrom, coversTo } = document
    const by = { makerId: request.makerId, approvalId: request.id, reason: request.reason }
    await settle(tx, line, { gatewayId, dueMinor, coversFrom, coversTo, ...by, on })
  },
})

/** A settlement is taken back. */
export const lineUnsettle = defineApproval({
  kind: 'lineUnsettle',
  requires: preTransactionSettlements.askUnsettle.requires,
  document: z.strictObject(OfLine),
  before: z.null(),
  subject: ({ lineId }) => ({ entity: 'statementLine', id: lineId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  differences: async (_db, { document: { state, amountMinor, gateway } }) => [
    { field: 'lineState', before: state, after: 'unmatched' },
    { field: 'amountMinor', before: null, after: amountMinor },
    { field: 'gateway', before: null, after: gateway },
  ],
  execute: async (context, { document, ...request }) => {
    const { tx, settings, services, record } = context
    const asked = { id: uuidOf('statementLine', document.lineId), version: document.lineVersion }
    const { line } = await lockLineFor(tx, asked, [settledState])
    const standing = await standingSettlement(tx, line.id)
    if (standing === undefined) throw new ApiError('stateRefused')
    const on = businessOn(settings, services.now())
    await record({
      entity: 'statementLine',
      entityId: document.lineId,
      action: 'settlementTakenBack',
      reason: request.reason,
      before: { state: line.state },
      after: { state: 'unlinked' },
      detail: {
        amountMinor: line.amount_minor,
        gateway: document.gateway,
        approvalId: encodeId('approval', request.id),
        askedBy: request.askedBy,
      },
    })
    const { id, gatewayId } = standing
    await unsettle(tx, line, { id, gatewayId, approvalId: request.id, on })
  },
})
