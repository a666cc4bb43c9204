import { assertNotTypedSince } from '../credit-line.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { depositCredited } from '@khlang/ledger/deposits.ts'
import { sql } from 'kysely'
import { randomUUIDv7 } from 'node:crypto'
import { ApiError } from '../../../platform/api-error.ts'
import type { Agreed, ExecutionContext } from '../../../platform/approvals/approval-kinds.ts'
import { businessOn } from '../../../platform/business-day.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { OutsideId } from '@khlang/contract/values/id-kinds.ts'
import { uuidOf } from '../../../platform/db/outside-ids.ts'
import { referenceOf } from '../../../platform/db/reference.ts'
import { alarmCleared } from '../../../platform/db/alarms.ts'
import { writeRow } from '../../../platform/db/write-together.ts'
import { newCredit, postCredits, type Credit } from '../../bank-lines/credit-deposit.ts'
import { plainOutcome } from '../../bank-lines/decide-line.ts'
import { updateLine } from '../../bank-lines/intake/intake-queries.ts'
import { lockLineFor } from '../../bank-lines/line-locks.ts'
import type { StoredLine } from '../../bank-lines/stored-line.ts'
import { assertMember } from '../credit-line.ts'
import { watchLinks } from '../links/link-report.ts'
import { openOf } from './queries.ts'
import { whyNotSplit } from './rules.ts'

/** Lines that can be given out: nobody has them, or a part of them was taken back. */
export const splittable = ['suggested', 'unmatched', 'unlinked', 'manualMatched']

interface SplitDocument {
  readonly lineId: OutsideId<'statementLine'>
  readonly lineVersion: number
  readonly amountMinor: number
  readonly isConfirmed: boolean
  readonly parts: readonly {
    readonly memberId: OutsideId<'member'>
    readonly name: string
    readonly amountMinor: number
    readonly score: number
    readonly doubts: readonly string[]
  }[]
}

/** The line is several people's now, or stays so with one more change. */
async function writeLine(tx: Tx, line: StoredLine, document: SplitDocument, byId: string): Promise<void> {
  if (line.state === 'manualMatched') {
    await sql`update statement_lines set version = version + 1 where id = ${line.id}`.execute(tx)
    return
  }
  const evidence = { decision: 'manual', parts: document.parts }
  const outcome = { ...plainOutcome(line, 'manualMatched', 'split'), evidence, handledBy: byId }
  await writeRow(tx, updateLine(line, outcome))
}

/** The deposit of one part. */
async function writePart(
  tx: Tx,
  credit: Credit,
  of: { readonly splitId: string; readonly byId: string },
): Promise<void> {
  const { line } = credit
  await tx
    .insertInto('deposits')
    .values({
      id: credit.depositId,
      reference: await referenceOf(tx, 'deposit', credit.businessOn),
      member_id: credit.memberId,
      state: 'credited',
      method: line.payer_bank === 'TMW' ? 'truewallet' : 'bank',
      amount_minor: line.amount_minor,
      bank_account_id: line.bank_account_id,
      statement_line_id: line.id,
      from_bank: line.payer_bank,
      from_account_no: line.payer_mask,
      by_kind: 'employee',
      by_id: of.byId,
      remark_staff: credit.remark,
      split_id: of.splitId,
      credited_at: sql`now()`,
      business_on: credit.businessOn,
      credits: 1,
    })
    .execute()
}

/** The money of each part; that it was received was posted when the line came. */
const creditPostingsOf = (credits: readonly Credit[], line: StoredLine, on: string) =>
  credits.map((credit) =>
    depositCredited({
      sourceId: encodeId('deposit', credit.depositId),
      bankAccountId: encodeId('bankAccount', line.bank_account_id),
      memberId: encodeId('member', credit.memberId),
      amountMinor: credit.line.amount_minor,
      businessOn: on,
      valueOn: line.value_on,
    }),
  )

/** Members in the order in which they are locked. @throws memberNotActive */
async function assertMembers(
  tx: Tx,
  parts: readonly { readonly memberId: string }[],
  isConfirmed: boolean,
): Promise<void> {
  for (const { memberId } of parts.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1)))
    await assertMember(tx, memberId, isConfirmed)
}

/** Gives a line out as it was agreed to: its parts are judged by the database, which counts them, too. */
export async function splitNow(
  context: ExecutionContext,
  { document, ...request }: Agreed<SplitDocument>,
): Promise<void> {
  const { tx, settings, services, record, announce, requestId } = context
  const id = uuidOf('statementLine', document.lineId)
  const { line } = await lockLineFor(tx, { id, version: document.lineVersion }, splittable)
  const { openMinor, isRest } = await openOf(tx, line.id)
  const parts = document.parts.map((part) => ({ ...part, memberId: uuidOf('member', part.memberId) }))
  if (openMinor === 0 || whyNotSplit(parts, openMinor, isRest) !== null)
    throw new ApiError('alreadyMatched')
  if (!isRest) await assertNotTypedSince(tx, line, request.id)
  await assertMembers(tx, parts, document.isConfirmed)
  await writeLine(tx, line, document, request.makerId)
  const splitId = randomUUIDv7()
  await tx
    .insertInto('line_splits')
    .values({
      id: splitId,
      line_id: line.id,
      amount_minor: openMinor,
      maker_id: request.makerId,
      approval_id: request.id,
      reason: request.reason,
    })
    .execute()
  const on = businessOn(settings, services.now())
  const actor = {
    kind: 'employee' as const,
    id: request.makerId,
    name: request.askedBy,
    address: '',
    requestId,
  }
  const credits = parts.map(({ memberId, amountMinor }) =>
    newCredit({
      line: { ...line, amount_minor: amountMinor },
      memberId,
      requestId: null,
      businessOn: on,
      actor,
      mustBeActive: !document.isConfirmed,
      remark: request.reason,
    }),
  )
  for (const credit of credits) await writePart(tx, credit, { splitId, byId: request.makerId })
  await alarmCleared('bank.splitOpen', document.lineId).execute(tx)
  await record({
    entity: 'statementLine',
    entityId: document.lineId,
    action: 'split',
    reason: request.reason,
    before: { state: line.state },
    after: { state: 'manualMatched' },
    detail: {
      amountMinor: openMinor,
      parts: document.parts.map(({ name, amountMinor }) => `${name}: ${String(amountMinor)}`),
      approvalId: encodeId('approval', request.id),
      askedBy: request.askedBy,
    },
  })
  await announce('statementLine', document.lineId, line.version + 1)
  for (const credit of credits) {
    await announce('deposit', encodeId('deposit', credit.depositId))
    await announce('member', encodeId('member', credit.memberId))
    await announce('transfer', encodeId('deposit', credit.depositId))
  }
  await watchLinks(tx, request.makerId, settings)
  await postCredits(tx, creditPostingsOf(credits, line, on), credits)
}
