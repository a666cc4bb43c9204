import type { members } from '@khlang/contract/members.ts'
import { encodeId } from '@khlang/contract/values.ts'
import { sql } from 'kysely'
import { ApiError } from '../../platform/api-error.ts'
import type { Handlers } from '../../platform/context.ts'
import { hashPassword, randomPassword } from '../../platform/passwords.ts'
import { activityPage, loginPage, notePage } from './care-queries.ts'
import * as queries from './queries.ts'
import type { BankAccount } from './queries.ts'

/** How often one person may have numbers shown in clear within an hour. Source: safety.md S4. */
const revealsPerHour = 30

/** The two numbers of a change of account that waits, in clear. */
function numbersOf(change: { readonly id: string; readonly document: unknown; readonly before: unknown }) {
  const [before, after] = [change.before, change.document] as [BankAccount | null, BankAccount]
  return { id: change.id, before: before?.accountNo ?? null, after: after.accountNo }
}

export const careHandlers: Pick<
  Handlers<typeof members>,
  'changePassword' | 'reveal' | 'notes' | 'addNote' | 'logins' | 'activity'
> = {
  changePassword: async ({ input, tx, services, record, announce }) => {
    const password = randomPassword()
    const { version } = await tx
      .updateTable('members')
      .set({
        password_hash: await hashPassword(services.secrets, password),
        version: sql<number>`version + 1`,
      })
      .where('id', '=', input.id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await record({ entity: 'member', entityId: input.id, action: 'passwordChanged', reason: input.reason })
    await announce('member', encodeId('member', input.id), version)
    return { password }
  },

  reveal: async ({ input, actor, tx, record }) => {
    if (!actor.role.abilities.revealPii) throw new ApiError('forbidden')
    // One at a time per person, or thirty requests at once would each find the thirtieth free.
    await sql`select pg_advisory_xact_lock(hashtext(${`reveal:${actor.id}`}))`.execute(tx)
    if ((await queries.revealsInHour(tx, actor.id)) >= revealsPerHour) {
      throw new ApiError('tooManyRequests', { retryAfterS: 3600 })
    }
    const member = await queries.findMember(tx, input.id, actor)
    if (!member) throw new ApiError('notFound')
    const accounts = await queries.accountsOf(tx, input.id)
    const change = await queries.pendingChangeOf(tx, input.id)
    await record({ entity: 'member', entityId: input.id, action: 'revealed', reason: input.reason })
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
    await record({ entity: 'member', entityId: id, action: 'noteAdded', after: { body, isPinned } })
    await announce('member', encodeId('member', id))
    return {}
  },
}
