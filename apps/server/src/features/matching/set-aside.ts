import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { alarmCleared } from '../../platform/db/alarms.ts'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Context } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { writeRow } from '../../platform/db/write-together.ts'
import { closePair, lockTransferOf } from '../bank-lines/close-pair.ts'
import { plainOutcome } from '../bank-lines/decide-line.ts'
import { updateLine, waitingLines } from '../bank-lines/intake/intake-queries.ts'
import { assertOpen, lockLineFor, type NotOpen } from '../bank-lines/line-locks.ts'
import { LineWork } from '../bank-lines/line-work.ts'
import { acceptHole, intakeOf } from './credit-line.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'

type Matching = typeof preTransactionMatching

/** Ends the alarm of a broken chain when nothing waits behind the hole any more. */
async function endGap(tx: Tx, line: StoredLine): Promise<void> {
  const waiting = await waitingLines(tx, line.bank_account_id)
  if (waiting.some((other) => other.chain === 'afterHole')) return
  await sql`update bank_account_feeds set is_broken = false
    where bank_account_id = ${line.bank_account_id}`.execute(tx)
  await alarmCleared('bank.chainGap', encodeId('bankAccount', line.bank_account_id)).execute(tx)
}

/**
 * Sets a line aside. What was never posted is rejected as not real, the rest stays in the unmatched money.
 */
export async function ignoreLine(context: Context<Matching['ignoreLine']>) {
  const { tx, input, actor } = context
  const { line } = await lockLineFor(tx, input, [
    'suggested',
    'unmatched',
    'unlinked',
    'waiting',
    'quarantined',
  ])
  const isUnposted = line.state === 'waiting' || line.state === 'quarantined'
  const state = isUnposted ? 'rejected' : 'ignored'
  const lineId = encodeId('statementLine', line.id)
  const outcome = { ...plainOutcome(line, state, 'setAside'), handledBy: actor.id }
  await writeRow(tx, updateLine(line, outcome))
  await alarmCleared('bank.chainContradiction', lineId).execute(tx)
  await alarmCleared('bank.outgoingUnknown', lineId).execute(tx)
  if (line.chain === 'afterHole') await endGap(tx, line)
  await context.record({
    entity: 'statementLine',
    entityId: lineId,
    action: 'setAside',
    reason: input.reason,
    before: { state: line.state },
    after: { state },
  })
  await context.announce('statementLine', lineId, line.version + 1)
  return { version: line.version + 1 }
}

/** Takes a line back to the open ones: its money is posted as received, and it is suggested at most. */
export async function reopenLine(context: Context<Matching['reopenLine']>) {
  const { tx, input, actor, settings, services, requestId } = context
  const states = ['ignored', 'rejected', 'quarantined', 'waiting']
  const notOpen: NotOpen = (details) => new ApiError('stateRefused', { details })
  const { line: locked, feed } = await lockLineFor(tx, input, states, notOpen)
  const lineId = encodeId('statementLine', locked.id)
  const isHole = locked.chain === 'afterHole'
  const line: StoredLine = isHole ? { ...locked, chain: 'linked' } : locked
  const intake = await intakeOf(tx, locked, { settings, nowMs: services.now(), requestId })
  const work = new LineWork(intake, [])
  await work.decide(line, {
    isNew: false,
    mayCredit: false,
    handledBy: actor.id,
    with: [{ part: alarmCleared('bank.chainContradiction', lineId) }],
  })
  if (isHole) await acceptHole(work, feed, line)
  await context.record({
    entity: 'statementLine',
    entityId: lineId,
    action: 'reopened',
    reason: input.reason,
    before: { state: locked.state },
    after: { state: work.stateOf(line.id) ?? 'unmatched' },
  })
  await work.finish()
  return { version: line.version + 1 }
}

/** Closes an outgoing and an incoming line of two own accounts as one transfer between them. */
export async function internalTransfer(context: Context<Matching['internalTransfer']>) {
  const { tx, input, actor, settings, services } = context
  const transferId = await lockTransferOf(tx, [input.id, input.oppositeId])
  // Both lines in the order of their ids, so that two people closing the same pair do not wait for each
  // other.
  await sql`select id from statement_lines where id in (${input.id}, ${input.oppositeId})
    order by id for update`.execute(tx)
  const opposite = await sql<{ version: number }>`
    select version from statement_lines where id = ${input.oppositeId}`.execute(tx)
  const version = opposite.rows[0]?.version
  if (version === undefined) throw new ApiError('notFound', { field: 'oppositeId' })
  const open = ['suggested', 'unmatched', 'unlinked']
  const one = await assertOpen(tx, input, open)
  const other = await assertOpen(tx, { id: input.oppositeId, version }, open)
  const [into, outOf] = one.direction === 'in' ? [one, other] : [other, one]
  if (
    into.direction !== 'in' ||
    outOf.direction !== 'out' ||
    into.amount_minor !== outOf.amount_minor ||
    into.bank_account_id === outOf.bank_account_id
  )
    throw new ApiError('stateRefused', { details: { reason: 'notOpposite' } })
  const on = businessOn(settings, services.now())
  await closePair(tx, { into, outOf }, { handledBy: actor.id, on, transferId })
  await context.record({
    entity: 'statementLine',
    entityId: encodeId('statementLine', into.id),
    action: 'internalTransfer',
    detail: { outgoingId: encodeId('statementLine', outOf.id), amountMinor: into.amount_minor },
  })
  return { version: one.version + 1 }
}
