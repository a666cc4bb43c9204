import { randomUUID } from 'node:crypto'
import { decodeId, encodeId } from '@khlang/contract/values.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approvalKinds } from './approval-kinds.ts'
import { bankPhone } from '../testing/bank-phone.ts'
import { newMember } from '../testing/members.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../testing/money-out.ts'
import { raiseAlarm } from '../platform/alarms.ts'
import type { Person } from '../testing/server.ts'
import { settlePassword } from '../testing/settle.ts'

// Every act that needs a second person, tried by its maker: with a raw client, from another session, with
// another account of his, as an admin; and in the database. Each kind that is added needs its row here.

let world: MoneyOutWorld
let maker: Person
/** Another account of the maker: the same phone in another spelling. */
let twin: Person
let checker: Person
/** The maker's session at another computer. */
let otherSession: string
beforeAll(async () => {
  world = await createMoneyOutWorld()
  maker = await world.cashier({ isAdmin: true })
  twin = await world.cashier({ isAdmin: true })
  checker = await world.cashier({ isAdmin: true })
  const phones = [maker.id, twin.id, '0812223344', '66812223344']
  await world.factory.query(
    `update employees set phone = case id when $1 then $3 else $4 end where id in ($1, $2)`,
    phones,
  )
  const { username } = maker
  otherSession = await world.server.as(null)('auth.login', { username, password: settlePassword })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

interface Asked {
  readonly approvalId: string | null
}
const reason = 'asked by the one it is about'

/** How a maker asks for each kind of act. */
const asks: { readonly [K in keyof typeof approvalKinds]: () => Promise<Asked> } = {
  employeeRole: async () => {
    const person = await world.server.person()
    const role = await world.server.person({ permissions: { dashboard: ['isRead'] } })
    const roleId = await roleOf(role)
    return maker.call('employees.setRole', { id: encodeId('employee', person.id), roleId, reason })
  },
  roleChange: async () => {
    const id = await roleOf(await world.server.person())
    const { version, permission, isAdmin, abilities, roleName, description } = await maker.call(
      'roles.get',
      {
        id,
      },
    )
    const changed = { ...permission, dashboard: { ...permission.dashboard, isRead: true } }
    const input = { id, version, roleName, description, isAdmin, abilities, permission: changed, reason }
    return maker.call('roles.update', input)
  },
  otpReset: async () => {
    const person = await world.server.person()
    await world.server.database.plant('update employees set otp_confirmed_at = now() where id = $1', [
      person.id,
    ])
    return maker.call('employees.resetOtp', { id: encodeId('employee', person.id), reason })
  },
  memberAccountChange: async () => {
    const { outside: id } = await world.factory.member()
    const { bank, accountNo, accountName } = newMember()
    return maker.call('members.changeAccount', { id, bank, accountNo, accountName, reason }, once())
  },
  manualDeposit: async () => {
    const [member, account] = [await world.factory.member(), await world.factory.account()]
    return deposit(member.outside, { kind: 'realDeposit', accountId: account.outside })
  },
  manualCredit: async () => deposit((await world.factory.member()).outside, { kind: 'goodwill' }),
  depositUnlink: async () => {
    const phone = await bankPhone(world.factory, await world.factory.account({ bank: 'SCB' }))
    const id = (await phone.receives({ amountMinor: 12_300 })).body.data?.lineId ?? ''
    const { outside: memberId } = await world.factory.member()
    await checker.call('preTransactions.link', { id, version: 1, memberId }, once())
    return maker.call('preTransactions.askUnlink', { id, version: 2, reason }, once())
  },
  payoutFuse: async () => {
    const alarm = { code: 'payoutFuse', entity: 'brand', entityId: 'brand', detail: { limitMinor: 1 } }
    await world.server.services.db.transaction().execute((tx) => raiseAlarm(tx, alarm))
    await maker.call('dashboard.resumePayouts', { reason }, once())
    const own = await maker.call('approvals.list', { scope: 'own' })
    return { approvalId: own.records.find(({ kind }) => kind === 'payoutFuse')?.id ?? null }
  },
}

const once = () => ({ idempotencyKey: key() })
const roleOf = async ({ id }: Person): Promise<string> => {
  const [row] = await world.factory.query<{ id: string }>(
    'select role_id as id from employees where id = $1',
    [id],
  )
  return encodeId('role', row?.id ?? '')
}
const deposit = (memberId: string, kind: { kind: 'realDeposit' | 'goodwill'; accountId?: string }) =>
  maker.call(
    'preTransactions.createDeposit',
    { memberId, amountMinor: 600_000, reasonCode: 'compensation', remarkStaff: reason, ...kind },
    once(),
  )

/** As a program of somebody's own would: the path of the published document, a token, JSON. */
async function settleRaw(token: string, approvalId: string, documentHash: string) {
  const path = `/api/v1/approval/settle/${approvalId}`
  const answer = await world.server.fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ isApproved: true, comment: reason, documentHash, password: settlePassword }),
  })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return `${answer.status} ${error?.code ?? 'done'}`
}

describe.each(Object.keys(approvalKinds) as (keyof typeof approvalKinds)[])('%s', (kind) => {
  test('is settled by nobody who asked for it, admin or not, and by no row of the database', async () => {
    const { approvalId } = await asks[kind]()
    const id = approvalId ?? ''
    const { documentHash, state } = await checker.call('approvals.get', { id })
    expect(state).toBe('pending')
    for (const token of [maker.token, otherSession, twin.token]) {
      expect(await settleRaw(token ?? '', id, documentHash)).toBe('403 fourEyes')
    }
    for (const person of [maker, twin]) {
      const bySql = world.server.services.pool.query(
        `update approvals set state = 'approved', checker_id = $2, settled_at = now() where id = $1`,
        [decodeId('approval', id), person.id],
      )
      await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
    }
    expect(await settleRaw(checker.token ?? '', id, documentHash)).toBe('200 done')
  })
})

test('a change of a person’s role is approved by himself under no account, not by SQL either', async () => {
  const person = await world.server.person()
  const again = await world.server.person()
  await world.server.database.plant('update employees set phone = $2 where id = any($1)', [
    [person.id, again.id],
    '0810000777',
  ])
  const roleId = await roleOf(await world.server.person({ permissions: { dashboard: ['isRead'] } }))
  const asked = { id: encodeId('employee', person.id), roleId, reason }
  const { approvalId } = await maker.call('employees.setRole', asked)
  for (const { id } of [person, again]) {
    const bySql = world.server.services.pool.query(
      `update approvals set state = 'approved', checker_id = $2, settled_at = now() where id = $1`,
      [decodeId('approval', approvalId ?? ''), id],
    )
    await expect(bySql).rejects.toMatchObject({ code: 'KL105' })
  }
})

test('no call of the document that decides about money is without its judgement here', async () => {
  const document = (await (await world.server.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string; 'x-money': string }>>
  }
  const deciding = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .filter((operation) => operation['x-money'] === 'checker')
    .map(({ operationId }) => operationId)
  expect(deciding.toSorted()).toEqual([...fourEyes, ...onePerson].toSorted())
})

/** Refused to who asked: above, and for withdrawals in same-person.test.ts. */
const fourEyes = [
  'approvals.settle',
  'preTransactions.approve',
  'preTransactions.retry',
  'preTransactions.resolveUnknown',
]
/** One person's by the table of domain 0: the member asked, or the line is the proof. */
const onePerson = [
  'preTransactions.link',
  'preTransactions.undoLink',
  'preTransactions.ignoreLine',
  'preTransactions.reopenLine',
  'preTransactions.internalTransfer',
  'preTransactions.rejectDeposit',
  'preTransactions.reject',
]
