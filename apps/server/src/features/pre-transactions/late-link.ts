import type { preTransactionMatching } from '@khlang/contract/pre-transaction-matching.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { memberCash } from '@khlang/ledger/accounts.ts'
import { suspenseCleared } from '@khlang/ledger/deposits.ts'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { businessOn } from '../../platform/business-day.ts'
import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/db.ts'
import { balancesOf, postStrict } from '../../platform/ledger-store.ts'
import { writeTogether } from '../../platform/write-together.ts'
import { plainOutcome } from './decide-line.ts'
import { findLine, updateLine } from './intake-queries.ts'
import { judgeLink, type LinkedBy } from './link-evidence.ts'
import { assertNote } from './link-note.ts'
import { whoMayLink } from './link-approval.ts'
import { creditedBefore, type CreditedBefore } from './late-line.ts'
import type { StoredLine } from './stored-line.ts'

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
    ...(await judged(db, line, input.memberId, { actor, settings, nowMs: services.now() })),
    creditedBefore: await creditedBefore(db, line),
  }
}

/** What speaks for and against a link, and who would have to agree to it. */
async function judged(
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
 * A person says that a line is the money of a deposit credited before it came: suspense is cleared, the
 * wallet stays as it is. The line must be held by the transaction. There is no undo: nothing was credited.
 * @throws blocked for a line whose money is not proven; alreadyMatched when the deposit has got its line;
 * linkNoteNeeded
 */
export async function clearSuspense(
  { tx, input, actor, settings, services, record, announce }: Context<Matching['link']>,
  line: StoredLine,
  deposit: CreditedBefore,
) {
  if (line.state === 'waiting' || line.chain === 'hint')
    throw new ApiError('blocked', { details: { reason: line.chain } })
  if (deposit.member.id !== input.memberId) throw new ApiError('invalidValue', { field: 'depositId' })
  const judgement = await judgeLink(tx, line, input.memberId, { actor, settings, nowMs: services.now() })
  assertNote({ needsNote: judgement.hasDoubt }, input.remark)
  const { rows } = await sql<{ after: number }>`
    update deposits set statement_line_id = ${line.id}, version = version + 1
     where id = ${deposit.id} and state = 'credited' and statement_line_id is null
    returning credit_after_minor as after`.execute(tx)
  const kept = rows[0]
  if (!kept) throw new ApiError('alreadyMatched', { details: { reference: deposit.reference } })
  const outcome = { ...plainOutcome(line, 'manualMatched', 'lateLine'), handledBy: actor.id }
  await writeTogether(tx, [{ part: updateLine(line, outcome), rows: 1 }])
  const depositId = encodeId('deposit', deposit.id)
  const lineId = encodeId('statementLine', line.id)
  await record({
    entity: 'statementLine',
    entityId: lineId,
    action: 'suspenseCleared',
    reason: input.remark ?? null,
    before: { state: line.state },
    after: { state: 'manualMatched' },
    detail: { depositId, amountMinor: line.amount_minor },
  })
  await announce('statementLine', lineId, line.version + 1)
  await announce('deposit', depositId)
  const nowMs = services.now()
  const cause = {
    bankAccountId: encodeId('bankAccount', line.bank_account_id),
    amountMinor: line.amount_minor,
    businessOn: businessOn(settings, nowMs),
    valueOn: line.value_on,
  }
  await postStrict(tx, [suspenseCleared({ ...cause, sourceId: depositId })])
  return {
    state: 'linked' as const,
    approvalId: null,
    depositId: deposit.id,
    reference: deposit.reference,
    creditAfterMinor: kept.after,
    undoUntil: new Date(nowMs).toISOString(),
  }
}
