import { requestUpdate } from '@khlang/contract/pre-transactions/shapes.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { defineApproval } from '../../platform/approvals/approval-kinds.ts'
import { uuidOf } from '../../platform/db/outside-ids.ts'
import { maskAccountNo } from '../../platform/people/masks.ts'
import { isSamePerson } from '../../platform/people/same-person.ts'
import { approveAgreed, SecondApproval } from './two-people/approve-agreed.ts'
import { locked, secondApprovalKind } from './two-people/first-approval.ts'
import { changeWithdrawal, type LockedWithdrawal } from './queries.ts'

/** How people call a withdrawal: its number, and whose it is. */
export const nameOf = (row: LockedWithdrawal): string => `${row.reference} · ${row.memberUsername}`

/** What is frozen of a withdrawal that its first of two approves. */
export const secondApprovalOf = (row: LockedWithdrawal, accountId: string | undefined): SecondApproval => ({
  withdrawalId: encodeId('withdrawal', row.id),
  memberId: encodeId('member', row.member_id),
  amountMinor: row.amount_minor,
  toBank: row.to_bank,
  toAccountNo: row.to_account_no,
  toAccountName: row.to_account_name,
  accountId: accountId === undefined ? null : encodeId('bankAccount', accountId),
  name: nameOf(row),
})

const payee = ({ toBank: bank, toAccountName: accountName }: SecondApproval) => ({ bank, accountName })

/** The second approval of a withdrawal; whoever approves first is its maker. */
export const withdrawalApproval = defineApproval({
  kind: secondApprovalKind,
  requires: requestUpdate,
  // Nobody decides what is not found waiting, by its maker. Rows of one maker that wait are few, so that the
  // ids are compared as the outside spells them.
  concerns: ({ id }) => sql<boolean>`not exists (select from withdrawals w
    where w.state = 'review' and w.band = 'twoPeople' and w.first_approved_by = a.maker_id
      and outside_id('wdr', w.id) = a.entity_id and ${isSamePerson(sql`w.requested_by`, id)} is not true
      and w.member_id not in (select own_members(${id}))
      and not gave_alone(${id}, w.member_id) and not is_first_of_own(${id}, w.member_id))`,
  document: SecondApproval,
  before: z.null(),
  subject: ({ withdrawalId }) => ({ entity: 'withdrawal', id: withdrawalId }),
  amountMinor: ({ amountMinor }) => amountMinor,
  waitsInNewsOf: 'thing',
  // As the first approval has always stood in the log.
  log: { name: secondApprovalKind, asked: 'approve' },
  differences: async (_db, { document }) => [
    {
      field: 'account',
      before: null,
      after: { ...payee(document), accountNoMasked: maskAccountNo(document.toAccountNo) },
    },
  ],
  clear: ({ document }) => [
    { field: 'account', before: null, after: { ...payee(document), accountNo: document.toAccountNo } },
  ],
  execute: async (context, request) => {
    await approveAgreed(context, request)
  },
  lapse: async ({ tx, announce }, { document, makerId }) => {
    const row = await locked(tx, uuidOf('withdrawal', document.withdrawalId))
    const isFirst = row.state === 'review' && row.first_approved_by === makerId
    const none = { first_approved_by: null, first_approved_at: null }
    const version = isFirst ? await changeWithdrawal(tx, row.id, none) : row.version
    await announce('withdrawal', document.withdrawalId, version)
  },
})
