import type { preTransactionSettlements } from '@khlang/contract/pre-transactions/partners/settlements.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import { findLine } from '../../bank-lines/intake/intake-queries.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { assertNothingWaits } from '../asked-lines.ts'
import { depositBefore } from '../credit-line.ts'
import { assertIncoming, assertNotDouble, freeStates, printedPayer } from '../free-line.ts'
import { lineSettlement, lineUnsettle } from './approval-kinds.ts'
import { duesFor, lockCollector, optionsOf, standingSettlement, tellingOf } from './queries.ts'
import { settledState } from './settle-line.ts'

/** @throws lineNotOpen, blocked, settlementRefused: it is not proven to be money that came, of nobody else */
async function assertSettleable(tx: Tx, line: StoredLine, isConfirmed: boolean): Promise<void> {
  assertIncoming(line)
  if (line.chain === 'hint') throw new ApiError('settlementRefused', { details: { reason: 'unproven' } })
  assertNotDouble(line, isConfirmed)
  await depositBefore(tx, line, { isOtherMoney: isConfirmed })
}

/** Lines by which a gateway pays what it owes us. */
export const settlementHandlers: Handlers<typeof preTransactionSettlements> = {
  settlementOptions: async ({ db, input, actor }) => {
    const line = await findLine(db, input.id)
    if (!line) throw new ApiError('notFound')
    if (line.direction !== 'in') return { records: [] }
    return { records: await optionsOf(db, line, seesBalances(actor)) }
  },

  askSettlement: async ({ tx, input, actor, ask }) => {
    const { line } = await lockLineFor(tx, input, freeStates)
    await assertNothingWaits(tx, line.id)
    await assertSettleable(tx, line, input.isConfirmed)
    const gateway = await lockCollector(tx, input.gatewayId)
    if (!gateway) throw new ApiError('notFound', { field: 'gatewayId' })
    const dues = await duesFor(tx, gateway.id, line)
    const overMinor = line.amount_minor - dues.owedMinor
    if (overMinor > 0) {
      const told = seesBalances(actor) ? overMinor : null
      throw new ApiError('settlementRefused', { details: { reason: 'aboveOwed', overMinor: told } })
    }
    const document = {
      lineId: encodeId('statementLine', line.id),
      lineVersion: line.version,
      state: line.state,
      amountMinor: line.amount_minor,
      gatewayId: encodeId('gateway', gateway.id),
      gateway: gateway.name,
      payer: printedPayer(line),
      ...tellingOf(dues, line),
      isPossibleDouble: line.possible_double_of !== null,
    }
    const detail = { amountMinor: line.amount_minor, gateway: gateway.name }
    const { reason } = input
    return ask(lineSettlement, document, { reason, version: line.version, audit: { detail } })
  },

  askUnsettle: async ({ tx, input, ask }) => {
    const { line } = await lockLineFor(tx, input, [settledState])
    await assertNothingWaits(tx, line.id)
    const standing = await standingSettlement(tx, line.id)
    if (standing === undefined) throw new ApiError('stateRefused')
    const document = {
      lineId: encodeId('statementLine', line.id),
      lineVersion: line.version,
      state: line.state,
      amountMinor: line.amount_minor,
      gatewayId: encodeId('gateway', standing.gatewayId),
      gateway: standing.gateway,
    }
    const detail = { amountMinor: line.amount_minor, gateway: standing.gateway }
    return ask(lineUnsettle, document, { reason: input.reason, version: line.version, audit: { detail } })
  },
}
