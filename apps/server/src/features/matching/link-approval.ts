import { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import { decodeId, encodeId } from '@khlang/contract/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { requestApproval, type Asked } from '../../platform/approvals.ts'
import { rolesThatMay, wouldBeAlone } from '../../platform/checkers.ts'
import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/db.ts'
import { balancesOf } from '../../platform/ledger-store.ts'
import { isWaitingApproval } from '../../platform/waiting.ts'
import type { CreditedBefore } from '../bank-lines/late-line.ts'
import type { LinkJudgement, LinkReason } from './link-evidence.ts'
import type { Contradiction } from '../bank-lines/scoring/scoring.ts'
import type { StoredLine } from '../bank-lines/stored-line.ts'

export const linkKind = 'lineLink'

/** A link that waits for a second person, frozen; ids as the outside sees them. */
export interface LinkDocument {
  readonly lineId: string
  /** The line as it was asked for: whatever changes it voids the request. */
  readonly lineVersion: number
  readonly state: string
  readonly memberId: string
  /** The open request that it would close. */
  readonly depositId: string | null
  /** The deposit credited before it came whose suspense it would clear; then nobody is credited. */
  readonly clearsId?: string | null
  readonly amountMinor: number
  readonly score: number
  readonly reasons: readonly LinkReason[]
  readonly contradictions: readonly Contradiction[]
  readonly isConfirmed: boolean
  readonly isOtherMoney: boolean
  /** For people who read of it: whose money it would be. */
  readonly name: string
}

const { requires } = preTransactionMatching.link

/** Who would have to agree to this person's link; `isAlone`: nobody else ever could. */
export async function whoMayLink(
  db: Reader,
  actor: EmployeeActor,
  memberId: string,
  amountMinor: number,
): Promise<{ isAlone: boolean; checkers: string[] }> {
  const act = { kind: linkKind, actor, requires }
  if (await wouldBeAlone(db, act)) return { isAlone: true, checkers: [] }
  const concerns = sql<boolean>`(${memberId}::uuid in (select own_members(e.id)))`
  return {
    isAlone: false,
    checkers: await rolesThatMay(db, { requires, amountMinor, exceptId: actor.id, concerns }),
  }
}

/** The request to link this line that waits. */
export const waitingLink = (db: Reader, lineId: string) =>
  db
    .selectFrom('approvals as p')
    .innerJoin('employees as e', 'e.id', 'p.maker_id')
    .select(['p.id', 'p.maker_id', 'p.reason', 'p.document', 'e.display_name as maker'])
    .where('p.kind', '=', linkKind)
    .where('p.entity_id', '=', encodeId('statementLine', lineId))
    .where(isWaitingApproval('p'))
    .executeTakeFirst()

/** Nobody links a line while a link of it waits. @throws conflict with who asked */
export async function assertNoWaitingLink(db: Reader, lineId: string): Promise<void> {
  const waiting = await waitingLink(db, lineId)
  if (!waiting) return
  const details = {
    reason: 'approvalPending',
    by: waiting.maker,
    approvalId: encodeId('approval', waiting.id),
  }
  throw new ApiError('conflict', { details })
}

/** Asks a second person for a link (decisions 42); the line must be held by the transaction. */
export async function askLink(
  { tx, input, actor, settings, record, announce }: Context<typeof preTransactionMatching.link>,
  line: StoredLine,
  judged: LinkJudgement,
  clears: CreditedBefore | null = null,
): Promise<Asked> {
  const lineId = encodeId('statementLine', line.id)
  const member = await tx
    .selectFrom('members')
    .select('username')
    .where('id', '=', input.memberId)
    .executeTakeFirstOrThrow()
  const document: LinkDocument = {
    lineId,
    lineVersion: line.version,
    state: line.state,
    memberId: encodeId('member', input.memberId),
    depositId: clears || input.depositId === undefined ? null : encodeId('deposit', input.depositId),
    clearsId: clears && encodeId('deposit', clears.id),
    amountMinor: line.amount_minor,
    score: judged.score,
    reasons: judged.reasons,
    contradictions: judged.contradictions,
    isConfirmed: input.isConfirmed,
    isOtherMoney: input.isOtherMoney,
    name: member.username,
  }
  const reason = input.remark ?? ''
  const asked = await requestApproval(tx, {
    kind: linkKind,
    entity: 'statementLine',
    entityId: lineId,
    document,
    amountMinor: line.amount_minor,
    reason,
    actor,
    settings,
    requires,
  })
  await record({
    entity: 'statementLine',
    entityId: lineId,
    action: 'lineLinkAsked',
    reason,
    detail: {
      approvalId: encodeId('approval', asked.id),
      memberId: document.memberId,
      amountMinor: line.amount_minor,
      score: judged.score,
      isSoleOwner: asked.isSoleOwner,
    },
  })
  if (asked.state === 'pending') await announce('statementLine', lineId, line.version)
  return asked
}

/** What the second person sees of a link: the wallet, the points, and why it is theirs to look at. */
export async function linkDifferences(db: Reader, document: LinkDocument) {
  const { memberId, amountMinor, state, score, reasons, contradictions, name } = document
  const { code } = memberCash(memberId)
  const before = (await balancesOf(db, [code])).get(code) ?? 0
  const request = await referenceOf(db, document.depositId)
  const cleared = await referenceOf(db, document.clearsId ?? null)
  return [
    { field: 'lineState', before: state, after: 'manualMatched' },
    { field: 'balanceMinor', before, after: cleared === null ? before + amountMinor : before },
    { field: 'member', before: null, after: name },
    { field: 'score', before: null, after: score },
    { field: 'linkReasons', before: null, after: reasons.join(',') },
    ...(contradictions.length === 0
      ? []
      : [{ field: 'contradictions', before: null, after: contradictions.join(',') }]),
    ...(request === null ? [] : [{ field: 'closesRequest', before: null, after: request }]),
    ...(cleared === null ? [] : [{ field: 'clearsDeposit', before: null, after: cleared }]),
  ]
}

async function referenceOf(db: Reader, depositId: string | null): Promise<string | null> {
  if (depositId === null) return null
  const row = await db
    .selectFrom('deposits')
    .select('reference')
    .where('id', '=', decodeId('deposit', depositId) ?? '')
    .executeTakeFirst()
  return row?.reference ?? null
}
