import type { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { depositReversed } from '@khlang/ledger/deposits.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db.ts'
import { postStrict } from '../../platform/ledger-store.ts'
import { lockLineFor } from './line-locks.ts'
import { normaliseName } from './names.ts'
import { payerKeyOf } from './stored-line.ts'

interface CreditTransfer {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly to_id: number
  readonly to_version: number
  readonly amount: number
  readonly currency: string
}

async function creditOf(tx: Tx, key: string): Promise<CreditTransfer> {
  const { rows } = await sql<CreditTransfer>`
    select t.id, f.code as from, o.code as to, t.to_id, t.to_version, t.amount_minor as amount, t.currency
      from transfers t join accounts f on f.id = t.from_id join accounts o on o.id = t.to_id
     where t.key = ${key}`.execute(tx)
  const transfer = rows[0]
  if (!transfer) throw new Error(`No transfer ${key}.`)
  return transfer
}

/** The line and the deposit it credited, both held; refused when it is not one's own or the time is over. */
async function lockOwnLink(context: Context<typeof preTransactionMatching.undoLink>) {
  const { tx, input, actor, settings, services } = context
  const { line } = await lockLineFor(tx, input, ['manualMatched']).catch((error: unknown) => {
    // A line that nobody linked by hand is not "taken by another": there is nothing of one's own to undo.
    if (error instanceof ApiError && error.code === 'alreadyMatched')
      throw new ApiError('forbidden', { details: error.details })
    throw error
  })
  const { rows } = await sql<{
    id: string
    member_id: string
    credits: number
    handled_by: string | null
    handled_at: string
  }>`
    select d.id, d.member_id, d.credits, l.handled_by, l.handled_at
      from deposits d join statement_lines l on l.id = d.statement_line_id
     where l.id = ${line.id} and d.state = 'credited' and d.method <> 'manual' for update of d`.execute(tx)
  const deposit = rows[0]
  if (!deposit) throw new ApiError('stateRefused')
  if (deposit.handled_by !== actor.id) throw new ApiError('forbidden')
  if (services.now() > Date.parse(deposit.handled_at) + settings.undoMinutes * 60_000)
    throw new ApiError('undoTooLate', { details: { reason: 'time' } })
  return { line, deposit }
}

/** Reverses the credit, last in the transaction; refused when money has left the wallet since. */
async function reverseCredit(
  context: Context<typeof preTransactionMatching.undoLink>,
  { line, deposit }: Awaited<ReturnType<typeof lockOwnLink>>,
): Promise<void> {
  const { tx, settings, services } = context
  const depositId = encodeId('deposit', deposit.id)
  const credited = await creditOf(tx, `deposit.credited:${depositId}:${deposit.credits}`)
  const leg = {
    from: credited.from,
    to: credited.to,
    amountMinor: credited.amount,
    currency: credited.currency,
  }
  const reversal = depositReversed({
    sourceId: depositId,
    occurrence: deposit.credits,
    memberId: encodeId('member', deposit.member_id),
    businessOn: businessOn(settings, services.now()),
    valueOn: line.value_on,
    credited: { legs: [leg], transferIds: [credited.id] },
  })
  const [result] = await postStrict(tx, [reversal])
  // Asked under the wallet's lock, so nothing can leave between the question and the reversal.
  const left = await sql<{ left: boolean }>`
    select exists (select from transfers where from_id = ${credited.to_id}
      and from_version > ${credited.to_version}
       and id <> all(${[...(result?.transferIds ?? [])]}::bigint[])) as left`.execute(tx)
  if (left.rows[0]?.left === true) throw new ApiError('undoTooLate', { details: { reason: 'moneyLeft' } })
}

/**
 * Takes one's own link back within ten minutes, while nothing has left the wallet since (decisions 31): the
 * credit is reversed, the line is open again, what was learnt of the payer is forgotten.
 */
export async function undoLink(context: Context<typeof preTransactionMatching.undoLink>) {
  const { tx, input } = context
  const { line, deposit } = await lockOwnLink(context)
  const depositId = encodeId('deposit', deposit.id)
  const memberId = encodeId('member', deposit.member_id)
  const lineId = encodeId('statementLine', line.id)
  const version = line.version + 1
  await sql`update statement_lines set state = 'unmatched', reason = 'undone', handled_by = null,
    handled_at = null,
    best_member_id = null, version = ${version} where id = ${line.id}`.execute(tx)
  await sql`update deposits set state = 'reversed', version = version + 1 where id = ${deposit.id}`.execute(
    tx,
  )
  await sql`insert into member_facts_stale (member_id) values (${deposit.member_id})`.execute(tx)
  const payerKey = payerKeyOf(line, line.payer_name === null ? '' : normaliseName(line.payer_name))
  await sql`update payer_aliases set hits = greatest(0, hits - 1) where payer_key = ${payerKey}
     and member_id = ${deposit.member_id}`.execute(tx)
  await context.record({
    entity: 'statementLine',
    entityId: lineId,
    action: 'linkUndone',
    reason: input.reason,
    before: { state: 'manualMatched' },
    after: { state: 'unmatched' },
    detail: { depositId, memberId, amountMinor: line.amount_minor },
  })
  await context.announce('statementLine', lineId, version)
  await context.announce('deposit', depositId)
  await context.announce('member', memberId)
  await context.announce('transfer', depositId)

  await reverseCredit(context, { line, deposit })
  return { version }
}
