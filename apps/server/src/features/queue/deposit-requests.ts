import type { preTransactionQueue } from '@khlang/contract/pre-transactions/queue.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Context } from '../../platform/call/context.ts'
import { seesSubject, visibleTo } from '../../platform/people/visibility.ts'
import { attachSlip } from '../slips/slip-writes.ts'
import { takeSlip } from '../slips/take-slip.ts'

type Queue = typeof preTransactionQueue

/** The reference a deposit of this business date gets: `D2611-000042`. Gaps are allowed (decisions 13). */
const depositReference = (on: string) => sql<string>`
  (select 'D' || ${on.slice(2, 4) + on.slice(5, 7)} || '-' || lpad(n, greatest(6, length(n)), '0')
     from (select nextval('deposit_reference')::text as n) drawn)`

/** Notes money that a member says they sent; it waits for its line a while and credits nothing by itself. */
export async function createPending(context: Context<Queue['createPending']>) {
  const { tx, input, actor, settings, services } = context
  const { rows } = await sql<{ state: string }>`
    select m.state from members m where m.id = ${input.memberId} and ${visibleTo(actor)} for share`.execute(
    tx,
  )
  const member = rows[0]
  if (!member) throw new ApiError('memberNotFound')
  if (member.state === 'blacklisted') throw new ApiError('blocked', { details: { reason: 'blacklisted' } })
  if (input.accountId !== undefined && !(await seesSubject(tx, actor, 'bankAccount', input.accountId)))
    throw new ApiError('invalidValue', { field: 'accountId' })
  const nowMs = services.now()
  const { slipId, memberId, amountMinor } = input
  const slip = slipId === undefined ? null : await takeSlip(tx, { slipId, memberId, amountMinor, nowMs })
  const on = businessOn(settings, nowMs)
  const slaEndsAt = new Date(services.now() + settings.depositSlaSeconds * 1000).toISOString()
  const expiresAt = new Date(services.now() + settings.notedDepositMinutes * 60_000).toISOString()
  const made = await sql<{ id: string; reference: string }>`
    insert into deposits (reference, member_id, state, method, amount_requested_minor, bank_account_id,
      by_kind, by_id,
      remark_staff, sla_ends_at, expires_at, business_on)
    values (${depositReference(on)}, ${input.memberId}, 'pending', ${slip ? 'slip' : 'bank'},
      ${input.amountMinor},
      ${input.accountId ?? null}, 'employee', ${actor.id}, ${input.remark}, ${slaEndsAt}, ${expiresAt}, ${on})
    returning id, reference`.execute(tx)
  const deposit = made.rows[0]
  if (!deposit) throw new ApiError('internal')
  if (slip) await attachSlip(tx, slip, deposit.id, nowMs)
  const depositId = encodeId('deposit', deposit.id)
  await context.record({
    entity: 'deposit',
    entityId: depositId,
    action: 'pendingNoted',
    reason: input.remark,
    after: { state: 'pending', amountMinor: input.amountMinor },
    detail: {
      memberId: encodeId('member', input.memberId),
      ...(slip && { slipId: encodeId('slip', slip.id) }),
    },
  })
  await context.announce('deposit', depositId, 1)
  return { depositId: deposit.id, reference: deposit.reference }
}

/** Refuses a deposit that waits. */
export async function rejectDeposit(context: Context<Queue['rejectDeposit']>) {
  const { tx, input, actor } = context
  const { rows } = await sql<{ state: string; version: number; by: string | null }>`
    select d.state, d.version, (select display_name from employees where id = d.by_id) as by
      from deposits d where d.id = ${input.id} for update of d`.execute(tx)
  const deposit = rows[0]
  if (!deposit) throw new ApiError('notFound')
  const { state, version, by } = deposit
  if (state !== 'created' && state !== 'pending')
    throw new ApiError('stateRefused', { details: { state, by, version } })
  if (version !== input.version) throw new ApiError('stale', { details: { state, by, version } })
  await sql`update deposits set state = 'rejected', reason_code = ${input.reasonCode},
    remark_staff = ${input.remark},
    by_kind = 'employee', by_id = ${actor.id}, version = version + 1 where id = ${input.id}`.execute(tx)
  const depositId = encodeId('deposit', input.id)
  await context.record({
    entity: 'deposit',
    entityId: depositId,
    action: 'rejected',
    reason: input.remark,
    before: { state },
    after: { state: 'rejected', reasonCode: input.reasonCode },
  })
  await context.announce('deposit', depositId, version + 1)
  return { version: version + 1 }
}
