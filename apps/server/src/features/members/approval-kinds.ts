import { memberCare } from '@khlang/contract/members/care.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { defineApproval, type ExecutionContext } from '../../platform/approvals/approval-kinds.ts'
import { isOwnMember } from '../../platform/approvals/approval-levels.ts'
import type { Tx } from '../../platform/db/db.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { outsideIdSchema, uuidOf } from '../../platform/db/outside-ids.ts'
import * as queries from './queries.ts'
import { accountChangeKind, alsoNeededToDecide } from './waiting-changes.ts'

const accountShape = { bank: z.string(), accountNo: z.string(), accountName: z.string() }

export const masked = ({ bank, accountNo, accountName }: queries.BankAccount) => ({
  bank,
  accountNoMasked: maskAccountNo(accountNo),
  accountName,
})

/** @throws bankAccountInUse, blacklisted */
export async function assertUsable(tx: Tx, account: queries.BankAccount): Promise<void> {
  const taken = await queries.findTaken(tx, account)
  if (taken.account) throw new ApiError('bankAccountInUse', { field: 'accountNo' })
  const listed = await queries.findBlacklisted(tx, account)
  if (listed.length > 0)
    throw new ApiError('blacklisted', { field: 'accountNo', details: queries.kindsOf(listed) })
}

/** The old account stays as an alias a payer is still known by; withdrawals are held from this moment. */
async function changeNow(
  { tx, services, record, announce }: Pick<ExecutionContext, 'tx' | 'services' | 'record' | 'announce'>,
  memberId: string,
  { approvalId, askedBy }: { readonly approvalId: string; readonly askedBy: string },
  change: queries.BankAccount,
): Promise<void> {
  const now = new Date(services.now())
  const old = await tx
    .updateTable('member_bank_accounts')
    .set({ state: 'alias', until: now })
    .where('member_id', '=', memberId)
    .where('state', '=', 'primary')
    .returning(['bank', 'account_no', 'account_name'])
    .executeTakeFirst()
  await queries.insertAccount(tx, memberId, change, approvalId)
  const { version } = await tx
    .updateTable('members')
    .set({ account_changed_at: now, version: sql<number>`version + 1` })
    .where('id', '=', memberId)
    .returning('version')
    .executeTakeFirstOrThrow()
  await record({
    entity: 'member',
    entityId: encodeId('member', memberId),
    action: 'accountChanged',
    before: old
      ? masked({ bank: old.bank, accountNo: old.account_no, accountName: old.account_name })
      : null,
    after: masked(change),
    detail: { approvalId: encodeId('approval', approvalId), askedBy },
  })
  await announce('member', encodeId('member', memberId), version)
}

const whole = ({ bank, accountNo, accountName }: queries.BankAccount) => ({ bank, accountNo, accountName })

/** Another bank account of a member, frozen for its checker; the number is in clear. */
export const memberAccountChange = defineApproval({
  kind: accountChangeKind,
  requires: memberCare.changeAccount.requires,
  alsoNeeds: alsoNeededToDecide,
  log: { name: 'accountChange' },
  concerns: (actor) => isOwnMember(actor, sql`a.entity_id`),
  document: z.strictObject({
    memberId: outsideIdSchema('member'),
    ...accountShape,
    nameSimilarityBps: z.int().nullable(),
    /** The picture that proves it. */
    evidence: z.strictObject({ id: z.guid(), sha256: z.string() }).nullable(),
  }),
  before: z.strictObject(accountShape).nullable(),
  // Requests did not name their member at first, and those of before there were pictures name none.
  former: (stored, memberId) => ({ memberId, evidence: null, ...stored }),
  subject: ({ memberId }) => ({ entity: 'member', id: memberId }),
  differences: async (_db, { before, document }) => {
    const { nameSimilarityBps } = document
    const changed = { field: 'account', before: before && masked(before), after: masked(document) }
    if (nameSimilarityBps === null) return [changed]
    return [changed, { field: 'nameSimilarityBps', before: null, after: nameSimilarityBps }]
  },
  clear: ({ before, document }) => [
    { field: 'account', before: before && whole(before), after: whole(document) },
  ],
  evidence: ({ evidence }) => evidence,
  execute: async (context, { id: approvalId, askedBy, document }) => {
    const memberId = uuidOf('member', document.memberId)
    await queries.lockMember(context.tx, memberId)
    await assertUsable(context.tx, document)
    await changeNow(context, memberId, { approvalId, askedBy }, document)
  },
})
