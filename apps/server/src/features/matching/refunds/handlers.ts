import type { preTransactionRefunds } from '@khlang/contract/pre-transactions/refunds.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../../platform/api-error.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Handlers } from '../../../platform/call/context.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { writeRow } from '../../../platform/db/write-together.ts'
import { seesBalances } from '../../../platform/people/visibility.ts'
import { plainOutcome } from '../../bank-lines/decide-line.ts'
import { updateLine } from '../../bank-lines/intake/intake-queries.ts'
import { assertOpen, lockLineFor } from '../../bank-lines/line-locks.ts'
import { linesWhere } from '../../bank-lines/line-queries.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { lockAccounts } from '../../withdrawals/queries.ts'
import { assertNothingWaits } from '../asked-lines.ts'
import { depositBefore } from '../credit-line.ts'
import { assertIncoming, assertNotDouble, freeStates, printedPayer } from '../free-line.ts'
import { lineRefund } from './approval-kind.ts'
import { closeWith } from './close-refund.ts'
import { fitsPayee, isOurs, isOwnMembers, lockRefundOf, mayHavePaid, sourceOf } from './queries.ts'
import { isFitting, whyNotFrom, type Payee } from './rules.ts'

type Why = NonNullable<ReturnType<typeof whyNotFrom>>
const refused = (
  reason: Why | 'payerContradicts' | 'ownAccount' | 'unproven' | 'tooMuch' | 'notFitting' | 'refundSeen',
) => new ApiError('refundRefused', { details: { reason } })

/** @throws lineNotOpen, blocked, refundRefused: it is not proven to be money of nobody that may go there */
async function assertRefundable(
  tx: Tx,
  line: StoredLine,
  to: Payee,
  { isConfirmed, actorId }: { readonly isConfirmed: boolean; readonly actorId: string },
): Promise<void> {
  assertIncoming(line)
  if (line.chain === 'hint') throw refused('unproven')
  assertNotDouble(line, isConfirmed)
  await depositBefore(tx, line, { isOtherMoney: isConfirmed })
  if (!isFitting({ bank: line.payer_bank, mask: line.payer_mask }, to)) throw refused('payerContradicts')
  if (await isOurs(tx, to.bank, to.accountNo)) throw refused('ownAccount')
  if (await isOwnMembers(tx, to.accountNo, actorId)) throw new ApiError('fourEyes')
}

const labelOf = async (db: Reader, accountId: string): Promise<string> => {
  const row = await db
    .selectFrom('bank_accounts')
    .select('label')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.label ?? ''
}

/** Money that goes back to its payer. */
export const refundHandlers: Handlers<typeof preTransactionRefunds> = {
  askRefund: async ({ tx, input, actor, settings, services, ask }) => {
    const { bank, accountNo, accountName, reason, isConfirmed } = input
    const { line } = await lockLineFor(tx, input, freeStates)
    await assertNothingWaits(tx, line.id)
    await assertRefundable(tx, line, input, { isConfirmed, actorId: actor.id })
    await lockAccounts(tx, [line.bank_account_id])
    const source = await sourceOf(tx, line.bank_account_id, businessOn(settings, services.now()))
    const why = whyNotFrom(source, line.amount_minor)
    const isTold = seesBalances(actor) || (why !== 'balance' && why !== 'dayLimit')
    if (why !== null) throw refused(isTold ? why : 'tooMuch')
    const document = {
      lineId: encodeId('statementLine', line.id),
      lineVersion: line.version,
      accountId: encodeId('bankAccount', line.bank_account_id),
      from: await labelOf(tx, line.bank_account_id),
      amountMinor: line.amount_minor,
      toBank: bank,
      toAccountNo: accountNo,
      toName: accountName.trim(),
      payer: printedPayer(line),
      isPossibleDouble: line.possible_double_of !== null,
    }
    const audit = { detail: { amountMinor: line.amount_minor } }
    return ask(lineRefund, document, { reason, version: line.version, audit })
  },

  refundLines: async ({ db, input, actor }) => {
    const where = sql`l.id in (select o.id from line_refunds r join statement_lines o on ${mayHavePaid}
      where r.line_id = ${input.id} and r.state = 'approved'
        and ${fitsPayee('r')})`
    return { records: await linesWhere(db, where, 20, seesBalances(actor)) }
  },

  closeRefund: async ({ tx, input, actor, settings, services, record }) => {
    const refund = await lockRefundOf(tx, input.id)
    // Both in the order of their ids, as whoever closes a transfer.
    await sql`select id from statement_lines where id in (${input.id}, ${input.outId}) order by id
      for update`.execute(tx)
    const line = await assertOpen(tx, input, ['refundPending'])
    const { rows } = await sql<{ version: number }>`
      select o.version from line_refunds r join statement_lines o on ${mayHavePaid}
       where r.id = ${refund?.id ?? null} and o.id = ${input.outId}
         and ${fitsPayee('r')}`.execute(tx)
    const [found] = rows
    if (!refund || !found) throw refused('notFitting')
    const out = await assertOpen(tx, { id: input.outId, version: found.version }, ['unmatched'])
    const on = businessOn(settings, services.now())
    await record({
      entity: 'statementLine',
      entityId: encodeId('statementLine', line.id),
      action: 'refunded',
      before: { state: line.state },
      after: { state: 'refunded' },
      detail: { outLineId: encodeId('statementLine', out.id), amountMinor: line.amount_minor },
    })
    await closeWith(tx, { refund, line, out }, { handledBy: actor.id, on })
    return { version: line.version + 1 }
  },

  cancelRefund: async ({ tx, input, actor, record, announce }) => {
    const refund = await lockRefundOf(tx, input.id)
    const line = await assertOpen(tx, input, ['refundPending'])
    if (!refund) throw new ApiError('notFound')
    const { rows } = await sql`select from line_refunds r join statement_lines o on ${mayHavePaid}
      where r.id = ${refund.id} limit 1`.execute(tx)
    // Somebody may have paid it: a person says which line it was, or sets that one aside first.
    if (rows.length > 0) throw refused('refundSeen')
    await sql`update line_refunds set state = 'cancelled', ended_at = now(), ended_by = ${actor.id}
      where id = ${refund.id}`.execute(tx)
    const outcome = { ...plainOutcome(line, 'unmatched', 'refundCancelled'), handledBy: actor.id }
    await writeRow(tx, updateLine(line, outcome))
    const lineId = encodeId('statementLine', line.id)
    await record({
      entity: 'statementLine',
      entityId: lineId,
      action: 'refundCancelled',
      reason: input.reason,
      before: { state: line.state },
      after: { state: 'unmatched' },
      detail: { amountMinor: line.amount_minor },
    })
    await announce('statementLine', lineId, line.version + 1)
    return { version: line.version + 1 }
  },
}
