import type { preTransactionMatching } from '@khlang/contract/pre-transactions/matching.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { suspenseCleared } from '@khlang/ledger/deposits.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../../platform/people/actor.ts'
import type { ExecutionContext } from '../../../platform/approvals/approval-kinds.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Context } from '../../../platform/call/context.ts'
import type { Reader, Tx } from '../../../platform/db/db.ts'
import { balancesOf, postStrict } from '../../../platform/posting/ledger-store.ts'
import { writeRow } from '../../../platform/db/write-together.ts'
import { plainOutcome } from '../../bank-lines/decide-line.ts'
import { findLine, updateLine } from '../../bank-lines/intake/intake-queries.ts'
import { judgeLink, type LinkedBy, type LinkJudgement, type LinkReason } from './link-evidence.ts'
import { whoMayLink } from './link-approval.ts'
import { creditedBefore, type CreditedBefore } from '../../bank-lines/intake/late-line.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'

type Matching = typeof preTransactionMatching

/** What a link would do; it needs the same right as the link. */
export async function previewLink({
  db,
  input,
  actor,
  settings,
  services,
}: Context<Matching['previewLink']>) {
  const line = await findLine(db, input.id)
  if (!line) throw new ApiError('notFound')
  const member = await sql`select from members where id = ${input.memberId}`.execute(db)
  if (member.rows.length === 0) throw new ApiError('memberNotFound')
  const cash = memberCash(encodeId('member', input.memberId)).code
  const beforeMinor = (await balancesOf(db, [cash])).get(cash) ?? 0
  return {
    beforeMinor,
    afterMinor: beforeMinor + line.amount_minor,
    ...(await shownJudgement(db, line, input.memberId, { actor, settings, nowMs: services.now() })),
    creditedBefore: await creditedBefore(db, line),
  }
}

/** What speaks for and against a link, and who would have to agree to it. */
async function shownJudgement(
  db: Reader,
  line: StoredLine,
  memberId: string,
  by: LinkedBy & { readonly actor: EmployeeActor },
) {
  const { signals: _, hasDoubt: __, ...found } = await judgeLink(db, line, memberId, by)
  const isHeld = found.reasons.length > 0
  const who = isHeld ? await whoMayLink(db, by.actor, memberId, line.amount_minor) : null
  return {
    ...found,
    needsApproval: isHeld && who?.isAlone !== true,
    isAlone: who?.isAlone === true,
    checkers: who?.checkers ?? [],
  }
}

/**
 * How well a line fits a deposit that was credited before it came: as a link by hand, and whoever typed the
 * deposit, or saw the line before it was typed, is no witness alone.
 */
export async function judgeClearing(
  tx: Tx,
  line: StoredLine,
  deposit: CreditedBefore,
  by: LinkedBy,
): Promise<LinkJudgement> {
  const judged = await judgeLink(tx, line, deposit.member.id, by)
  if (judged.isOwnMember) throw new ApiError('fourEyes')
  const { rows } = await sql<{ reasons: LinkReason[] }>`
    select clearing_reasons(${line.id}, ${deposit.id}, ${by.actor.id}) as reasons`.execute(tx)
  const reasons = [...new Set([...judged.reasons, ...(rows[0]?.reasons ?? [])])]
  return { ...judged, reasons, needsNote: judged.needsNote || reasons.length > 0 }
}

interface ClearOrder {
  readonly line: StoredLine
  readonly deposit: CreditedBefore
  readonly judged: LinkJudgement
  readonly by: { readonly id: string }
  readonly remark: string | null
  readonly approvalId: string | null
}

/**
 * The line must be held by the transaction. There is no undo: nothing was credited.
 * @throws alreadyMatched when the deposit has got its line
 */
export async function clearSuspense(
  { tx, settings, services, record, announce }: Omit<ExecutionContext, 'actor'>,
  { line, deposit, judged, by, remark, approvalId }: ClearOrder,
): Promise<void> {
  const { rows } = await sql`
    update deposits set statement_line_id = ${line.id}, link_approval_id = ${approvalId},
      version = version + 1
     where id = ${deposit.id} and state = 'credited' and statement_line_id is null
    returning id`.execute(tx)
  if (rows.length === 0) throw new ApiError('alreadyMatched', { details: { reference: deposit.reference } })
  const { score, reasons } = judged
  const evidence = { decision: 'manual', memberId: deposit.member.id, score, linkReasons: reasons }
  const outcome = {
    ...plainOutcome(line, 'manualMatched', 'lateLine'),
    score,
    evidence,
    handledBy: by.id,
  }
  await writeRow(tx, updateLine(line, outcome))
  const depositId = encodeId('deposit', deposit.id)
  const lineId = encodeId('statementLine', line.id)
  await record({
    entity: 'statementLine',
    entityId: lineId,
    action: 'suspenseCleared',
    reason: remark,
    before: { state: line.state },
    after: { state: 'manualMatched' },
    detail: {
      depositId,
      amountMinor: line.amount_minor,
      ...(approvalId === null ? {} : { approvalId: encodeId('approval', approvalId) }),
    },
  })
  await announce('statementLine', lineId, line.version + 1)
  await announce('deposit', depositId)
  const cause = {
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    amountMinor: line.amount_minor,
    businessOn: businessOn(settings, services.now()),
    valueOn: line.value_on,
  }
  await postStrict(tx, [suspenseCleared({ ...cause, sourceId: depositId })])
}
