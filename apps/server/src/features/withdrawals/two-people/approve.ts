import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Ask } from '../../../platform/approvals/ask-approval.ts'
import type { ExecutionContext } from '../../../platform/approvals/approval-kinds.ts'
import { decideRequest } from '../../../platform/approvals/decide-request.ts'
import { isSoleOwner } from '../../../platform/approvals/checkers.ts'
import { endRequest, type WaitingRequest } from '../../../platform/approvals/waiting-request.ts'
import { nameOf, secondApprovalOf, withdrawalApproval } from '../approval-kinds.ts'
import { approveAgreed } from './approve-agreed.ts'
import { assertClaim, assertState, assertVersion } from '../claims.ts'
import { actOn, assertMemberMayBePaid, assertSource, assertWithinLimit, iso } from '../decisions.ts'
import { countedFirst, hasPart, lockBoth, secondApprovalKind } from './first-approval.ts'
import { changeWithdrawal, ownPartIn, type LockedWithdrawal } from '../queries.ts'

type Context = ExecutionContext & { readonly ask: Ask }

interface Wanted {
  readonly id: string
  readonly version: number
  readonly accountId?: string | undefined
  readonly remark?: string | undefined
}

interface Approved {
  readonly version: number
  readonly state: 'approved' | 'awaitingSecond'
}

/** A withdrawal that this person may approve at this moment, held with the request that waits for it. */
interface Judged {
  readonly row: LockedWithdrawal
  readonly request: WaitingRequest | null
  /** The same where its maker counts as the first of two. */
  readonly first: WaitingRequest | null
  readonly isAlone: boolean
}

async function judged(context: Context, wanted: Wanted): Promise<Judged> {
  const { tx, actor, settings, services } = context
  const nowMs = services.now()
  const { row, request } = await lockBoth(tx, wanted.id)
  assertState(row, ['review'])
  assertVersion(row, wanted.version)
  assertClaim(row, actor, nowMs)
  assertWithinLimit(actor, row.amount_minor)
  await assertMemberMayBePaid(tx, row)
  await assertSource(tx, row, { accountId: wanted.accountId, actor, settings, nowMs })
  const isOfTwo = row.band === 'twoPeople'
  const first = isOfTwo ? await countedFirst(tx, row, request) : null
  const own = await ownPartIn(tx, row.id, actor.id)
  const isOwn = hasPart(own) || (own.approvedFirst && (first !== null || !isOfTwo))
  const act = { kind: secondApprovalKind, actor, requires: requestUpdate }
  const isAlone = (isOwn || (isOfTwo && first === null)) && (await isSoleOwner(tx, act))
  if (isOwn && !isAlone) throw new ApiError('fourEyes')
  return { row, request, first, isAlone }
}

/**
 * Approves a withdrawal under review. From the two-person limit the first approval is a request, which a
 * second person agrees to; nobody approves what they typed in themselves, nor pays out a member to whom they
 * alone gave money shortly before, nor is the first to pay out whom they registered. The sole owner of a
 * new brand may act alone, marked.
 * @throws notFound, alreadyHandled {by, at, state}, stale, claimedByOther, overApprovalLimit, fourEyes,
 * blocked, stateRefused
 */
export async function approveWithdrawal(context: Context, wanted: Wanted): Promise<Approved> {
  const { row, request, first, isAlone } = await judged(context, wanted)
  if (first !== null && !isAlone) return agree(context, { row, first, wanted })
  if (request !== null) await endRequest(context.tx, request, 'firstApprovalLapsed')
  if (row.band === 'twoPeople') return askSecond(context, { row, wanted, isAlone })
  return approveByOne(context, { row, wanted, isAlone })
}

interface Approving {
  readonly row: LockedWithdrawal
  readonly wanted: Wanted
  readonly isAlone: boolean
}

/** What an approval writes besides itself: the claim ends, and what was said of account and reason. */
const sharedOf = ({ accountId, remark }: Wanted) => ({
  claimed_by: null,
  claimed_until: null,
  ...(accountId === undefined ? {} : { bank_account_id: accountId }),
  ...(remark === undefined ? {} : { remark_staff: remark }),
})

/** The first of two asks for the second; who is alone has done it with that. */
async function askSecond(context: Context, { row, wanted, isAlone }: Approving): Promise<Approved> {
  const { tx, actor, services } = context
  const first = { first_approved_by: actor.id, first_approved_at: iso(services.now()) }
  const version = isAlone
    ? row.version + 1
    : await changeWithdrawal(tx, row.id, { ...sharedOf(wanted), ...first })
  const decided = { before: row, version, isSoleOwner: isAlone }
  const { before, after, detail } = actOn('approve', decided, isAlone ? 'approved' : 'review', {
    isFirstOfTwo: !isAlone,
  })
  const document = secondApprovalOf(row, wanted.accountId)
  const asking = { reason: wanted.remark ?? '', version, audit: { before, after, detail } }
  const { state } = await context.ask(withdrawalApproval, document, asking)
  return { version, state: state === 'done' ? 'approved' : 'awaitingSecond' }
}

/** The second of two agrees to what the first one asked for. */
async function agree(
  context: Context,
  { row, first, wanted }: Pick<Approving, 'row' | 'wanted'> & { readonly first: WaitingRequest },
): Promise<Approved> {
  const comment = wanted.remark ?? ''
  const deciding = { id: first.id, isApproved: true, comment, entityName: nameOf(row) }
  const decided = await decideRequest(context, withdrawalApproval, deciding)
  const { about, document, before, ...agreed } = decided
  const stored = { entity: about.entity, entity_id: about.entityId, document, before }
  const request = { ...withdrawalApproval.frozen(stored), ...agreed, comment, isAlone: false }
  const version = await approveAgreed(context, request, wanted.accountId)
  return { version, state: 'approved' }
}

async function approveByOne(context: Context, { row, wanted, isAlone }: Approving): Promise<Approved> {
  const { tx, actor, services, record, announce } = context
  const version = await changeWithdrawal(tx, row.id, {
    ...sharedOf(wanted),
    state: 'approved',
    decided_by: actor.id,
    decided_at: iso(services.now()),
    decision_kind: 'employee',
    is_sole_owner: isAlone,
  })
  const decided = { before: row, version, isSoleOwner: isAlone }
  await record(actOn('approve', decided, 'approved', { isFirstOfTwo: false }))
  await announce('withdrawal', encodeId('withdrawal', row.id), version)
  return { version, state: 'approved' }
}
