import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import type { preTransactionReconcile } from '@khlang/contract/pre-transactions/reconcile.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Context } from '../../platform/call/context.ts'
import { link } from '../matching/links/link.ts'
import { ignoreLine } from '../matching/set-aside.ts'
import { actOn } from '../withdrawals/decisions.ts'
import { resolveUnknown } from '../withdrawals/resolve-unknown.ts'
import { reconcileForceDeposit, reconcileForceWithdraw } from './approval-kinds.ts'
import { findRow, type DayRowOf } from './find-row.ts'
import { mayMake } from './may-decide.ts'
import { uuidOfRow } from './read-day.ts'

type Deciding = Context<typeof preTransactionReconcile.reconcileDepositDecide>
interface Outcome {
  readonly state: 'done' | 'waiting'
  readonly approvalId: string | null
}
const done: Outcome = { state: 'done', approvalId: null }

/** Leaves a note on a row. */
async function addNote(
  { tx, actor, record }: Pick<Deciding, 'tx' | 'actor' | 'record'>,
  { accountId, on, row }: DayRowOf,
  body: string,
  kind: 'note' | 'fee' = 'note',
): Promise<void> {
  await tx
    .insertInto('reconcile_notes')
    .values({ bank_account_id: accountId, day_on: on, row_id: row.id, body, kind, by_id: actor.id })
    .execute()
  const about = { entity: 'bankAccount', entityId: encodeId('bankAccount', accountId) } as const
  await record({ ...about, action: 'reconcileNoted', reason: body, detail: { row: row.id, on } })
}

/** Asks a second person to sign the row as explained. @throws stale, stateRefused, conflict */
async function askForce(
  { ask }: Pick<Deciding, 'ask'>,
  { accountId, account, on, side, row }: DayRowOf,
  reason: string,
): Promise<{ readonly state: 'done' | 'waiting'; readonly approvalId: string }> {
  return ask(
    side === 'deposit' ? reconcileForceDeposit : reconcileForceWithdraw,
    {
      accountId: encodeId('bankAccount', accountId),
      account,
      on,
      side,
      rowId: row.id as never,
      reference: row.record?.reference ?? '',
      class: row.class,
      theirsMinor: row.theirsMinor,
      oursMinor: row.oursMinor,
    },
    { reason },
  )
}

/** Sets the line aside, by the act of the matching screen. */
async function setAside(context: Deciding, { row }: DayRowOf, remark: string): Promise<void> {
  if (!row.line) throw new ApiError('stateRefused')
  const input = { id: row.line.id, version: row.line.version, reason: remark }
  await ignoreLine({ ...context, input } as Context<typeof preTransactionMatching.ignoreLine>)
}

/** The line is the money of this record: a member is credited by it, or a payment is proven by it. */
async function tie(context: Deciding, { row }: DayRowOf, remark: string): Promise<Outcome> {
  const { line, record } = row
  if (!line || !record) throw new ApiError('stateRefused')
  if (record.kind === 'deposit' && record.member) {
    const input = {
      id: line.id,
      version: line.version,
      memberId: record.member.id,
      depositId: uuidOfRow(record.id) ?? undefined,
      remark,
      isConfirmed: false,
      isOtherMoney: false,
    }
    const { state, approvalId } = await link({ ...context, input } as Context<
      typeof preTransactionMatching.link
    >)
    return { state, approvalId }
  }
  if (record.kind !== 'withdrawal') throw new ApiError('stateRefused')
  const { tx, actor, settings, services, record: log, announce } = context
  const id = uuidOfRow(record.id) ?? ''
  const input = { id, version: record.version, lineId: line.id, remark, actor, settings }
  const decided = await resolveUnknown(tx, { ...input, nowMs: services.now() })
  const lineId = encodeId('statementLine', line.id)
  await log({ ...actOn('resolve', decided, 'paid', { lineId }), reason: remark })
  await announce('withdrawal', encodeId('withdrawal', id), decided.version)
  await announce('statementLine', lineId)
  return done
}

/**
 * Makes one decision on a row by the act that any screen makes it by, under the same judges.
 * @throws stale when the row is not what was decided on; forbidden; what the act throws
 */
export async function decideRow(context: Deciding, side: DayRowOf['side']): Promise<Outcome> {
  const { tx, input, actor, settings, services } = context
  const found = await findRow(tx, { ...input, side }, { actor, settings, nowMs: services.now() })
  if (found.row.facts !== input.facts) throw new ApiError('stale')
  const { decision, remark } = input
  if (!found.row.decisions.includes(decision)) throw new ApiError('stateRefused')
  if (!mayMake(actor, decision, side)) throw new ApiError('forbidden')
  switch (decision) {
    case 'note':
      await addNote(context, found, remark)
      return done
    case 'force':
      return askForce(context, found, remark)
    case 'link':
      return tie(context, found, remark)
    case 'ignore':
    case 'fee':
      await setAside(context, found, remark)
      await addNote(context, found, remark, decision === 'fee' ? 'fee' : 'note')
      return done
  }
}
