import { memberCare } from '@khlang/contract/member-care.ts'
import { decodeId, encodeId } from '@khlang/contract/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Carrying, FormerKind } from '../../platform/former-kinds.ts'
import { isOwnMember } from '../../platform/approval-tiers.ts'
import type { Tx } from '../../platform/db.ts'
import { maskAccountNo } from '../../platform/masks.ts'
import type { NamedFile } from '../../platform/private-files.ts'
import * as queries from './queries.ts'
import { alsoNeededToSettle } from './waiting-changes.ts'

/** The account a member wants from now on, frozen for its checker; the number is in clear. */
export interface AccountChange extends queries.BankAccount {
  readonly nameSimilarityBps: number | null
  /** The picture that proves it. Requests from before there were pictures name none. */
  readonly evidence?: NamedFile | null
}

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
    throw new ApiError('blacklisted', { field: 'accountNo', details: { kinds: listed } })
}

/** The old account stays as an alias a payer is still known by; withdrawals are held from this moment. */
export async function changeNow(
  { tx, services, record, announce }: Pick<Carrying, 'tx' | 'services' | 'record' | 'announce'>,
  memberId: string,
  { approvalId, askedBy }: { readonly approvalId: string; readonly askedBy: string },
  change: AccountChange,
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

/** Another bank account of a member. */
export const memberAccountChange: FormerKind = {
  requires: memberCare.changeAccount.requires,
  alsoNeeds: alsoNeededToSettle,
  log: { name: 'accountChange' },
  concerns: (actor) => isOwnMember(actor, sql`a.entity_id`),
  differences: async (_db, { before, document }) => {
    const { nameSimilarityBps, evidence: _, ...after } = document as AccountChange
    const old = before as queries.BankAccount | null
    const account = { field: 'account', before: old && masked(old), after: masked(after) }
    if (nameSimilarityBps === null) return [account]
    return [account, { field: 'nameSimilarityBps', before: null, after: nameSimilarityBps }]
  },
  clear: ({ before, document }) => {
    const whole = ({ bank, accountNo, accountName }: queries.BankAccount) => ({
      bank,
      accountNo,
      accountName,
    })
    const old = before as queries.BankAccount | null
    return [{ field: 'account', before: old && whole(old), after: whole(document as AccountChange) }]
  },
  evidence: (document) => (document as AccountChange).evidence ?? null,
  carryOut: async (carrying, { id, about, askedBy, document }) => {
    const { tx } = carrying
    const memberId = decodeId('member', about.entityId) ?? ''
    await queries.lockMember(tx, memberId)
    const change = document as AccountChange
    await assertUsable(tx, change)
    await changeNow(carrying, memberId, { approvalId: id, askedBy }, change)
  },
}
