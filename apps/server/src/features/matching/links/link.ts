import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Context } from '../../../platform/call/context.ts'
import type { CreditedBefore } from '../../bank-lines/intake/late-line.ts'
import { lineLink } from '../approval-kinds.ts'
import { assertMember, creditLine, depositBefore, linkable, lockRequest } from '../credit-line.ts'
import { clearSuspense, judgeClearing } from './late-link.ts'
import { assertIncoming, assertNotDouble } from '../free-line.ts'
import { assertNothingWaits } from '../asked-lines.ts'
import { judgeLink, type LinkJudgement } from './link-evidence.ts'
import { assertNote } from './link-note.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import { lockMaker } from '../../manual-credits/queries.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'

type Linking = Context<typeof preTransactionMatching.link>
interface Answer {
  readonly state: 'done' | 'waiting'
  readonly approvalId: string | null
}
const alreadyDone: Answer = { state: 'done', approvalId: null }

/**
 * Money in, and proven; of a provisional line without its line, or a line behind a hole, the person says so.
 */
function assertLinkable(line: StoredLine, isConfirmed: boolean): void {
  assertIncoming(line)
  const isUnproven = line.state === 'waiting' || line.chain === 'hint'
  if (isUnproven && !isConfirmed) throw new ApiError('blocked', { details: { reason: line.chain } })
  assertNotDouble(line, isConfirmed)
}

/** Asks a second person for a link (decisions 42); the line must be held by the transaction. */
async function askLink(
  { tx, input, ask }: Linking,
  line: StoredLine,
  judged: LinkJudgement,
  clears: CreditedBefore | null = null,
): Promise<Answer> {
  const { isConfirmed, isOtherMoney } = input
  const member = await tx
    .selectFrom('members')
    .select('username')
    .where('id', '=', input.memberId)
    .executeTakeFirstOrThrow()
  const memberId = encodeId('member', input.memberId)
  const { amount_minor: amountMinor } = line
  const { score, reasons, contradictions } = judged
  const document = {
    lineId: encodeId('statementLine', line.id),
    lineVersion: line.version,
    state: line.state,
    memberId,
    depositId: clears || input.depositId === undefined ? null : encodeId('deposit', input.depositId),
    clearsId: clears && encodeId('deposit', clears.id),
    amountMinor,
    score,
    reasons,
    contradictions,
    isConfirmed,
    isOtherMoney,
    name: member.username,
  }
  const audit = { detail: { memberId, amountMinor, score } }
  return ask(lineLink, document, { reason: input.remark ?? '', version: line.version, audit })
}

/** What the line did, as its rows say it now; of a link that waits there is nothing to say yet. */
async function answerOf(
  { tx, settings, services }: Linking,
  line: StoredLine,
  answer: Answer,
  undoMinutes = settings.undoMinutes,
) {
  if (answer.state === 'waiting')
    return { ...answer, depositId: null, reference: null, creditAfterMinor: null, undoUntil: null }
  const deposit = await tx
    .selectFrom('deposits')
    .select(['id', 'reference', 'credit_after_minor'])
    .where('statement_line_id', '=', line.id)
    .where('state', '=', 'credited')
    .executeTakeFirstOrThrow()
  return {
    ...answer,
    depositId: deposit.id,
    reference: deposit.reference,
    creditAfterMinor: deposit.credit_after_minor,
    // What was cleared credited nobody: there is nothing to undo.
    undoUntil: new Date(services.now() + undoMinutes * 60_000).toISOString(),
  }
}

/**
 * A person says that a line is the money of a deposit credited before it came: suspense is cleared and the
 * wallet stays as it is, or a second person is asked first, as for any link by hand.
 * @throws blocked for a line whose money is not proven; linkNoteNeeded
 */
async function askOrClear(context: Linking, line: StoredLine, deposit: CreditedBefore) {
  const { tx, input, actor, settings, services } = context
  if (line.state === 'waiting' || line.chain === 'hint')
    throw new ApiError('blocked', { details: { reason: line.chain } })
  if (deposit.member.id !== input.memberId) throw new ApiError('invalidValue', { field: 'depositId' })
  const judged = await judgeClearing(tx, line, deposit, { actor, settings, nowMs: services.now() })
  assertNote(judged, input.remark)
  if (judged.reasons.length > 0) return askLink(context, line, judged, deposit)
  const remark = input.remark ?? null
  await clearSuspense(context, { line, deposit, judged, by: actor, remark, approvalId: null })
  return alreadyDone
}

/**
 * Links an open line to a member: adopts their request or makes a deposit, and credits, in one transaction;
 * or asks a second person first (decisions 42). A line that may be the money of a deposit credited before it
 * came is held until the person says which.
 */
export async function link(context: Linking) {
  const { tx, input, actor, settings, services } = context
  const { line, feed } = await lockLineFor(tx, input, linkable)
  assertLinkable(line, input.isConfirmed)
  await assertNothingWaits(tx, line.id)
  const late = await depositBefore(tx, line, input)
  if (late) return answerOf(context, line, await askOrClear(context, line, late), 0)
  const { memberId, depositId = null, isConfirmed, isOtherMoney, remark = null } = input
  if (depositId !== null) await lockRequest(tx, depositId, memberId)
  await assertMember(tx, memberId, isConfirmed)
  // One link of a person at a time, so that two at once do not both fit under their limit of a day.
  await lockMaker(tx, actor.id)
  const judged = await judgeLink(tx, line, memberId, { actor, settings, nowMs: services.now() })
  if (judged.isOwnMember) throw new ApiError('fourEyes')
  assertNote(judged, input.remark)
  const order = { line, feed, memberId, depositId, isConfirmed, isOtherMoney, remark, judged }
  const by = { id: actor.id, name: actor.username, address: actor.address }
  if (judged.reasons.length > 0) return answerOf(context, line, await askLink(context, line, judged))
  await creditLine(context, { ...order, by, approvalId: null })
  return answerOf(context, line, alreadyDone)
}
