import type { HandlerInput } from '@khlang/contract/kit/define.ts'
import type { members } from '@khlang/contract/members.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { accountsOfMember, memberCash, memberLocked } from '@khlang/ledger/accounts.ts'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Activity } from '../../platform/people/activity.ts'
import { ApiError } from '../../platform/api-error.ts'
import { prepared, type Handlers } from '../../platform/call/context.ts'
import { exportRows, fileAskOf } from '../../platform/files/exports.ts'
import { balancesOf, openAccounts } from '../../platform/posting/ledger-store.ts'
import { maskAccountNo, maskPhone } from '../../platform/people/masks.ts'
import { countNumberSearch } from '../../platform/call/number-searches.ts'
import { noteReading } from '../../platform/call/readings.ts'
import { seesBrand, visibleTo } from '../../platform/people/visibility.ts'
import { accountChangeHandlers } from './account-change.ts'
import { careHandlers, withNewPassword } from './care-handlers.ts'
import { listMembers, totalMembers } from './list/list-queries.ts'
import { memberFile } from './member-file.ts'
import * as queries from './queries.ts'
import { assertAdult, assertBank, assertLimits, assertTransition } from './rules.ts'
import { memberDetail, memberRow } from './shapes.ts'
import { suggestUsername, updateFlags, updateState } from './writes.ts'

type Calls = typeof members

const listHandlers: Pick<Handlers<Calls>, 'list' | 'totals' | 'get' | 'exportList'> = {
  list: async ({ input, actor, settings, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    const page = await listMembers(services.listDb, input, { actor, settings }, services.secrets)
    return { ...page, records: page.records.map(memberRow) }
  },

  totals: async ({ input, actor, settings, services, requestId }) => {
    await countNumberSearch({ services, actor, requestId, input })
    return totalMembers(services.listDb, input, { actor, settings })
  },

  get: async ({ input, actor, settings, services, db }) => {
    const row = await queries.findMember(db, input.id, actor)
    if (!row) throw new ApiError('notFound')
    const outside = encodeId('member', input.id)
    const [cash, locked] = [memberCash(outside).code, memberLocked(outside).code]
    const [balances, accounts, pending] = await Promise.all([
      balancesOf(db, [cash, locked]),
      queries.accountsOf(db, input.id),
      queries.pendingChangeOf(db, input.id),
    ])
    return memberDetail(row, {
      cashMinor: balances.get(cash) ?? 0,
      lockedMinor: balances.get(locked) ?? 0,
      accounts,
      pending,
      settings,
      now: services.now(),
    })
  },

  exportList: async (context) => {
    await countNumberSearch(context)
    return exportRows(context, memberFile(fileAskOf(context)))
  },
}

/** An agent would not see whom they add; their line comes with agents. @throws forbidden */
function assertMayAdd(actor: EmployeeActor): void {
  if (actor.type === 'agent') throw new ApiError('forbidden')
}

/** What the log says of a look-up: numbers masked; of a name and a user name only that it was asked. */
function lookUpOf({ phone, accountNo, ...rest }: HandlerInput<Calls['checkDuplicate']>): Activity {
  const detail = {
    asked: Object.entries({ phone, accountNo, ...rest }).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    ),
    ...(phone === undefined ? {} : { phone: maskPhone(phone) }),
    ...(accountNo === undefined ? {} : { accountNo: maskAccountNo(accountNo) }),
  }
  return { entity: 'member', action: 'duplicateChecked', detail }
}

const writeHandlers: Pick<Handlers<Calls>, 'checkDuplicate' | 'create' | 'update' | 'setState'> = {
  checkDuplicate: async ({ input, db, actor, services, requestId }) => {
    assertMayAdd(actor)
    await noteReading(services, actor, requestId, lookUpOf(input))
    const [taken, blacklisted, suggestedUsername] = await Promise.all([
      queries.findTaken(db, input, visibleTo(actor)),
      queries.findBlacklisted(db, input),
      suggestUsername(db, input.phone),
    ])
    return {
      taken: [
        ...(taken.phone ? (['phone'] as const) : []),
        ...(taken.username ? (['username'] as const) : []),
        ...(taken.account ? (['bankAccount'] as const) : []),
      ],
      similarNames: taken.names,
      // Why somebody is listed is written by staff for staff.
      blacklisted: blacklisted.map(({ kind, reason }) => ({
        kind,
        reason: seesBrand(actor) ? reason : '',
      })),
      suggestedUsername,
    }
  },

  create: prepared(withNewPassword, async (context, { password, hash }) => {
    const { input, actor, tx, services, record, announce } = context
    assertMayAdd(actor)
    assertBank(input.bank)
    assertAdult(input.birthOn, services.now())
    const listed = await queries.findBlacklisted(tx, input)
    if (listed.length > 0) throw new ApiError('blacklisted', { details: queries.kindsOf(listed) })
    const id = await queries.insertMember(tx, {
      ...input,
      passwordHash: hash,
      sellerId: actor.type === 'seller' ? actor.id : null,
      createdBy: actor.id,
    })
    if (input.note?.trim()) {
      await queries.insertNote(tx, { memberId: id, body: input.note, isPinned: false, authorId: actor.id })
    }
    await openAccounts(tx, accountsOfMember(encodeId('member', id)))
    await record({
      entity: 'member',
      entityId: encodeId('member', id),
      action: 'created',
      after: {
        username: input.username,
        phone: maskPhone(input.phone),
        bank: input.bank,
        accountNo: maskAccountNo(input.accountNo),
      },
    })
    await announce('member', encodeId('member', id), 1)
    return { id, username: input.username, password }
  }),

  update: async ({ input, tx, record, announce }) => {
    assertLimits(input)
    const changed = await updateFlags(tx, input)
    await record({
      entity: 'member',
      entityId: encodeId('member', input.id),
      action: 'updated',
      reason: input.reason,
      before: changed.before,
      after: changed.after,
    })
    await announce('member', encodeId('member', input.id), changed.version)
    return { version: changed.version }
  },

  setState: async ({ input, tx, record, announce }) => {
    const member = await queries.lockMember(tx, input.id)
    if (member.version !== input.version) {
      throw new ApiError('stale', {
        details: { version: member.version, last: await queries.lastChange(tx, input.id) },
      })
    }
    assertTransition(member.state, input.state)
    const version = await updateState(tx, input)
    await record({
      entity: 'member',
      entityId: encodeId('member', input.id),
      action: 'stateSet',
      reason: input.reason,
      before: { state: member.state },
      after: { state: input.state },
    })
    await announce('member', encodeId('member', input.id), version)
    return { version }
  },
}

export const memberHandlers: Handlers<Calls> = {
  ...listHandlers,
  ...writeHandlers,
  ...careHandlers,
  ...accountChangeHandlers,
}
