import type { approvals } from '@khlang/contract/approvals.ts'
import { ApiError } from '../../platform/api-error.ts'
import {
  checkerNeeds,
  type ApprovalKind,
  type ApprovalKinds,
  type ExecutionContext,
  type ReadRequest,
} from '../../platform/approvals/approval-kinds.ts'
import { cancelApproval } from '../../platform/approvals/approvals.ts'
import { auditOf, decideRequest } from '../../platform/approvals/decide-request.ts'
import { rolesThatMay } from '../../platform/approvals/checkers.ts'
import type { Context, Handlers } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { outsideId, thingOf } from '../../platform/db/outside-ids.ts'
import { proveFactor } from '../auth/authenticate.ts'
import { proofHandlers } from './proof-handlers.ts'
import * as queries from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof queries.findApproval>>>

function toRow(
  row: Omit<Row, 'document' | 'before' | 'document_hash' | 'makerId' | 'makerUsername' | 'mayLook'>,
  names: ReadonlyMap<string, string>,
) {
  const { entity_id: id, frozenName, ...rest } = row
  return {
    ...rest,
    entityId: outsideId(row.entity, id),
    entityName: names.get(`${row.entity}:${id}`) ?? frozenName ?? '',
  }
}

/** How the thing is called that a request is about. */
async function nameOf(db: Reader, row: Row): Promise<string | null> {
  const names = await queries.namesOf(db, [row])
  return names.get(`${row.entity}:${row.entity_id}`) ?? row.frozenName
}

/** A request with what it would change and who may approve it. */
async function detailed(db: Reader, kind: ApprovalKind, found: Row) {
  const {
    document: _d,
    before: _b,
    document_hash: hash,
    makerId,
    makerUsername: _u,
    mayLook,
    ...row
  } = found
  const act = { requires: checkerNeeds(kind), amountMinor: row.amountMinor ?? 0 }
  const request = kind.read(found)
  return {
    ...toRow(row, await queries.namesOf(db, [row])),
    documentHash: hash.toString('hex'),
    differences: [...(await request.differences(db))],
    mayReveal: row.mayDecide && request.clear !== null,
    evidenceSha256: (mayLook ? request.evidence?.sha256 : null) ?? null,
    approverRoles: row.state === 'pending' ? await rolesThatMay(db, { ...act, exceptId: makerId }) : [],
  }
}

/**
 * The second factor, over other connections than the one that waits for it: with as many deciding at once
 * as there are connections they would wait for one another.
 */
function proveApart(context: Context<typeof approvals.decide>): Promise<void> {
  const { services, actor, input, settings, requestId } = context
  const apart = { ...services, db: services.machineDb }
  const proving = { services: apart, actor, requestId, call: 'settle' }
  const { code, password } = input
  return proveFactor(proving, { code, password }, settings.acceptsPreviousOtpStep)
}

/** Nobody agreed: the kind takes back what the asking has left, or the thing is only told of. */
async function lapse(context: ExecutionContext, found: Row, request: ReadRequest): Promise<void> {
  if (request.lapse) await request.lapse(context, { makerId: found.makerId })
  else await context.announce(found.entity, outsideId(found.entity, found.entity_id))
}

/** One way to decide every kind of act; the kinds say what each one means. */
export const approvalHandlers = (kinds: ApprovalKinds): Handlers<typeof approvals> => ({
  list: async ({ db, input, actor, services }) => {
    const page = await queries.listApprovals(db, { kinds, actor }, input, services.secrets)
    const names = await queries.namesOf(db, page.records)
    return { ...page, records: page.records.map((row) => toRow(row, names)) }
  },

  count: ({ db, actor }) => queries.countApprovals(db, { kinds, actor }),

  get: async ({ db, input, actor }) => {
    const found = await queries.findApproval(db, { kinds, actor }, input.id)
    const kind = found && kinds[found.kind]
    if (!found || !kind) throw new ApiError('notFound')
    return detailed(db, kind, found)
  },

  ...proofHandlers(kinds),

  decide: async (context) => {
    const { tx, input, actor, announce } = context
    const found = await queries.findApproval(tx, { kinds, actor }, input.id)
    const kind = found && kinds[found.kind]
    if (!found || !kind) throw new ApiError('notFound')
    const { id, isApproved, comment, documentHash } = input
    const entityName = await nameOf(tx, found)
    const prove = () => proveApart(context)
    const wanted = { id, isApproved, comment, documentHash, prove, entityName }
    const decided = await decideRequest(context, kind, wanted)
    const { state, document, before, ...agreed } = decided
    // Of what was held and its hash compared, not of what was read before.
    const read = () => kind.read({ ...found, document, before })
    if (state === 'approved') await read().execute(context, { ...agreed, comment, isAlone: false })
    else if (state === 'rejected') await lapse(context, found, read())
    else await announce(found.entity, outsideId(found.entity, found.entity_id))
    return { state }
  },

  cancel: async (context) => {
    const { tx, input, actor, record } = context
    const { id, comment = null } = input
    const found = await queries.findApproval(tx, { kinds, actor }, id)
    const kind = found && kinds[found.kind]
    if (!found || !kind) throw new ApiError('notFound')
    await cancelApproval(tx, { id, actor, kinds: [found.kind], comment })
    const { amountMinor, reason, makerUsername: askedBy } = found
    await record({
      ...thingOf(found.entity, found.entity_id),
      action: `${kind.log.name}Withdrawn`,
      reason: comment,
      detail: auditOf({ id, amountMinor, entityName: await nameOf(tx, found), askedBy, reason }),
    })
    await lapse(context, found, kind.read(found))
    return { state: 'withdrawn' }
  },
})
