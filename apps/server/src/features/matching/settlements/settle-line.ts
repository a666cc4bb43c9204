import { encodeId } from '@khlang/contract/values/values.ts'
import { gatewaySettled } from '@khlang/ledger/gateways.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import { writeRow } from '../../../platform/db/write-together.ts'
import { announce } from '../../../platform/live/live.ts'
import { postStrict } from '../../../platform/posting/ledger-store.ts'
import { reversalOfPosting, timesIn } from '../../bank-lines/receipts.ts'
import { plainOutcome } from '../../bank-lines/decide-line.ts'
import { updateLine } from '../../bank-lines/intake/intake-queries.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { openAgain } from '../open-again.ts'

/** A gateway holds money of ours as a bank does: what it pays out to us is an own transfer (decision 52). */
export const settledState = 'internalTransfer'

interface Settlement {
  readonly gatewayId: string
  readonly dueMinor: number
  readonly coversFrom: string | null
  readonly coversTo: string | null
  readonly makerId: string
  readonly approvalId: string
  readonly reason: string
  readonly on: string
}

const postingOf = (line: StoredLine, of: { gatewayId: string; on: string; occurrence: number }) =>
  gatewaySettled({
    sourceId: encodeId('statementLine', line.id),
    occurrence: of.occurrence,
    gatewayId: encodeId('gateway', of.gatewayId),
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    amountMinor: line.amount_minor,
    businessOn: of.on,
    valueOn: line.value_on,
  })

/** A held, open line becomes what a gateway owed; the database judges by whose word, and if it owes that. */
export async function settle(tx: Tx, line: StoredLine, { on, ...settlement }: Settlement): Promise<void> {
  const lineId = encodeId('statementLine', line.id)
  await tx
    .insertInto('gateway_settlements')
    .values({
      line_id: line.id,
      gateway_id: settlement.gatewayId,
      amount_minor: line.amount_minor,
      due_minor: settlement.dueMinor,
      covers_from: settlement.coversFrom,
      covers_to: settlement.coversTo,
      maker_id: settlement.makerId,
      approval_id: settlement.approvalId,
      reason: settlement.reason,
      value_on: line.value_on,
      business_on: on,
    })
    .execute()
  const outcome = {
    ...plainOutcome(line, settledState, 'gatewaySettled'),
    handledBy: settlement.makerId,
  }
  await writeRow(tx, updateLine(line, outcome))
  await announce(tx, 'statementLine', lineId, line.version + 1)
  await announce(tx, 'gateway', encodeId('gateway', settlement.gatewayId))
  const occurrence = await timesIn(tx, 'gateway_settlements', line.id)
  await postStrict(tx, [postingOf(line, { gatewayId: settlement.gatewayId, on, occurrence })])
}

/** A settlement that two agreed to take back: the gateway owes it again, and its line is open. */
export async function unsettle(
  tx: Tx,
  line: StoredLine,
  { id, gatewayId, approvalId, on }: { id: string; gatewayId: string; approvalId: string; on: string },
): Promise<void> {
  await sql`update gateway_settlements set reversed_at = now(), reversal_approval_id = ${approvalId}
    where id = ${id}`.execute(tx)
  await openAgain(tx, line)
  await announce(tx, 'gateway', encodeId('gateway', gatewayId))
  const posted = postingOf(line, {
    gatewayId,
    on,
    occurrence: await timesIn(tx, 'gateway_settlements', line.id),
  })
  await postStrict(tx, [await reversalOfPosting(tx, line, { posted, on })])
}
