import type { members } from '@khlang/contract/members.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import { prepared, type Handlers, type Services } from '../../platform/call/context.ts'
import { newPassword } from '../../platform/security/passwords.ts'
import { assertMayReveal } from '../../platform/people/reveals.ts'
import { activityPage, loginPage, notePage } from './care-queries.ts'
import * as queries from './queries.ts'
import type { BankAccount } from './queries.ts'

/** The two numbers of a change of account that waits, in clear. */
function numbersOf(change: { readonly id: string; readonly document: unknown; readonly before: unknown }) {
  const [before, after] = [change.before, change.document] as [BankAccount | null, BankAccount]
  return { id: change.id, before: before?.accountNo ?? null, after: after.accountNo }
}

/** Made before the transaction: to hash takes long, and no connection may wait for it. */
export const withNewPassword = ({ services }: { readonly services: Services }) =>
  newPassword(services.secrets)

export const careHandlers: Pick<
  Handlers<typeof members>,
  'changePassword' | 'reveal' | 'notes' | 'addNote' | 'logins' | 'activity'
> = {
  changePassword: prepared(withNewPassword, async (context, { password, hash }) => {
    const { input, tx, record, announce } = context
    const { version } = await tx
      .updateTable('members')
      .set({ password_hash: hash, version: sql<number>`version + 1` })
      .where('id', '=', input.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    const entityId = encodeId('member', input.id)
    await record({ entity: 'member', entityId, action: 'passwordChanged', reason: input.reason })
    await announce('member', entityId, version)
    return { password }
  }),

  reveal: async ({ input, actor, tx, record }) => {
    if (!actor.role.abilities.revealPii) throw new ApiError('forbidden')
    await assertMayReveal(tx, actor.id)
    const member = await queries.findMember(tx, input.id, actor)
    if (!member) throw new ApiError('notFound')
    const accounts = await queries.accountsOf(tx, input.id)
    const change = await queries.pendingChangeOf(tx, input.id)
    const entityId = encodeId('member', input.id)
    await record({ entity: 'member', entityId, action: 'revealed', reason: input.reason })
    return {
      phone: member.phone,
      accounts: accounts.map((account) => ({ id: account.id, accountNo: account.account_no })),
      pending: change ? numbersOf(change) : null,
    }
  },

  notes: ({ input, actor, services, db }) => notePage(db, { input, actor, secrets: services.secrets }),
  logins: ({ input, actor, services, db }) => loginPage(db, { input, actor, secrets: services.secrets }),
  activity: ({ input, actor, services, db }) =>
    activityPage(db, { input, actor, secrets: services.secrets }),

  addNote: async ({ input, actor, tx, record, announce }) => {
    const { id, body, isPinned } = input
    await queries.insertNote(tx, { memberId: id, body, isPinned, authorId: actor.id })
    const entityId = encodeId('member', id)
    await record({ entity: 'member', entityId, action: 'noteAdded', after: { body, isPinned } })
    await announce('member', entityId)
    return {}
  },
}
