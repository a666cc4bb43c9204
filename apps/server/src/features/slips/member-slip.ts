import type { memberApi } from '@khlang/contract/member-api.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Context, Services } from '../../platform/call/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { keepSlip, slipOfTransfer, type ReadSlip } from './bring-slip.ts'
import { attachSlip, lockSlip } from './slip-writes.ts'

/** So many slips of one member are taken in an hour. */
const hourlyMax = 10

/** Before a picture is read: whether there is such a member, and whether they brought too many. */
export async function assertMayShow({ db, now }: Services, memberId: string): Promise<void> {
  const since = new Date(now() - 3_600_000).toISOString()
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from slips s where s.member_id = m.id and s.uploaded_by is null
              and s.created_at > ${since}::timestamptz) as count
      from members m where m.id = ${memberId}`.execute(db)
  const [member] = rows
  if (!member) throw new ApiError('memberNotFound')
  if (member.count >= hourlyMax) throw new ApiError('tooManyRequests', { retryAfterS: 3600 })
}

interface OpenDeposit {
  readonly id: string
  readonly reference: string
  readonly version: number
}

/** What a member waits for, held: of the amount that the bank told, else without a slip, else the newest. */
async function openDeposit(tx: Tx, memberId: string, toldMinor: number | null) {
  const { rows } = await sql<OpenDeposit>`
    select d.id, d.reference, d.version from deposits d
     where d.member_id = ${memberId} and d.state in ('created', 'pending')
     order by coalesce(d.amount_minor, d.amount_requested_minor)
         is not distinct from ${toldMinor}::bigint desc,
       not exists (select from slips s where s.deposit_id = d.id) desc, d.id desc
     limit 1 for update of d`.execute(tx)
  return rows[0]
}

/**
 * A slip that a member shows at the member site, with the deposit that they wait for. Nothing is credited:
 * from now on the deposit stands among the requests, and people look at it with what the bank says of the
 * slip (decisions 33).
 */
export async function showSlip(
  { tx, input, services, settings, picture, record, announce }: Context<typeof memberApi.showSlip>,
  read: ReadSlip,
) {
  const nowMs = services.now()
  const before = await slipOfTransfer(tx, read)
  if (before && before.memberId !== input.id) throw new ApiError('slipSeen')
  const memberId = encodeId('member', input.id)
  if (before?.depositId && before.depositReference) {
    const entityId = encodeId('slip', before.id)
    await record({ entity: 'slip', entityId, action: 'slipRead', detail: { memberId, isAgain: true } })
    return { state: before.state, deposit: { id: before.depositId, reference: before.depositReference } }
  }
  const told = read.answer?.state === 'verified' ? read.answer.told.amountMinor : null
  const deposit = await openDeposit(tx, input.id, before?.told?.amountMinor ?? told)
  if (!deposit) throw new ApiError('stateRefused', { details: { reason: 'noOpenDeposit' } })
  const kept = { read, picture, memberId: input.id, uploadedBy: null }
  const slip = await lockSlip(tx, before?.id ?? (await keepSlip(tx, services, kept)).id)
  if (!slip) throw new Error('a slip that was just kept is not there')
  await attachSlip(tx, slip, deposit.id, nowMs)
  // People have time to look, and its satang stay its own meanwhile.
  const until = new Date(nowMs + settings.notedDepositMinutes * 60_000).toISOString()
  await sql`update deposits set version = version + 1,
    expires_at = greatest(expires_at, ${until}::timestamptz)
    where id = ${deposit.id} and expires_at is not null`.execute(tx)
  const depositId = encodeId('deposit', deposit.id)
  await record({
    entity: 'slip',
    entityId: encodeId('slip', slip.id),
    action: 'slipRead',
    after: { state: slip.state, transRef: read.transRef },
    detail: { memberId, depositId, sha256: slip.sha256 },
  })
  await announce('deposit', depositId, deposit.version + 1)
  return { state: slip.state, deposit: { id: deposit.id, reference: deposit.reference } }
}
