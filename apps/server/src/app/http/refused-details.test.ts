import { CallError } from '@khlang/contract/derived/client.ts'
import type { CallName } from '@khlang/contract/calls.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, key, newMember } from '../../testing/world/members.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'

// What a caller reads of a refusal, over HTTP, to the last fact: what another screen builds its words on.

let world: MoneyOutWorld
let cashier: Person
let manager: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  cashier = await world.cashier()
  manager = await world.server.person({ isAdmin: true, hasStepUp: true })
})
afterAll(() => world.stop())

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? { [error.code]: error.details } : String(error)),
  )
const asking = <I extends object>(by: Person, name: CallName, input: I) =>
  refusal(by.call(name, input as never, key()))
/** A withdrawal under review: the first of a new member. */
const review = async () => {
  const member = await world.factory.member()
  await world.fund(member, 60_000)
  const { body } = await world.withdraw(member, 50_000)
  return { id: body.data?.id ?? '', member }
}

test('of a withdrawal: which checks refuse it, as the member site reads them', async () => {
  const { member } = await review()
  const { error } = (await world.withdraw(member, 10_000)).body
  const facts = { state: 'active', canWithdraw: true, hasOpenWithdrawal: true }
  expect([error?.code, error?.details]).toEqual([
    'openWithdrawalExists',
    { checks: [{ code: 'memberState', detail: { reason: 'openWithdrawal', ...facts } }] },
  ])
})

test('of a withdrawal: its version and state, who has it, from which state an act is possible', async () => {
  const { id } = await review()
  expect(await asking(cashier, 'preTransactions.approve', { id, version: 7 })).toEqual({
    stale: { version: 1, state: 'review' },
  })
  expect(await asking(cashier, 'preTransactions.retry', { id, version: 1 })).toEqual({
    stateRefused: { state: 'review', allowed: ['failed'] },
  })
  const small = await world.cashier({ abilities: { approvalLimitMinor: 10_000 } })
  expect(await asking(small, 'preTransactions.approve', { id, version: 1 })).toEqual({
    overApprovalLimit: { limitMinor: 10_000, amountMinor: 50_000 },
  })
  const { claimedUntil } = await cashier.call('preTransactions.claim', { id, isTakeover: false })
  const other = await world.cashier()
  expect(await asking(other, 'preTransactions.claim', { id, isTakeover: false })).toEqual({
    claimedByOther: { by: cashier.username, until: claimedUntil },
  })
  const no = { id, version: 2, reasonCode: 'other', remarkStaff: 'not this time' } as const
  await cashier.call('preTransactions.reject', no, key())
  expect(await asking(other, 'preTransactions.claim', { id, isTakeover: false })).toEqual({
    alreadyHandled: { by: cashier.username, at: expect.any(String), state: 'rejected' },
  })
})

test('of a member: the states to go to, and the version with the last change', async () => {
  const { id } = await addMember(cashier)
  const change = { id, state: 'suspended', reason: 'ขอพักบัญชี' }
  expect(await asking(manager, 'members.setState', { ...change, version: 9 })).toEqual({
    stale: { version: 1, last: null },
  })
  expect(await asking(manager, 'members.setState', { ...change, version: 1, state: 'active' })).toEqual({
    stateRefused: { state: 'active', allowed: ['suspended', 'locked'] },
  })
  await manager.call('members.setState', { ...change, version: 1 } as never, key())
  expect(await asking(manager, 'members.setState', { ...change, version: 1 })).toEqual({
    stale: {
      version: 2,
      last: { by: manager.username, at: expect.any(String), after: { state: 'suspended' } },
    },
  })
})

test('of somebody on the list of those not served: by what, never why', async () => {
  const wanted = newMember()
  await world.server.database.asAdmin(
    `insert into blacklist (kind, value, source, reason) values ('phone', $1, 'own', 'แก๊งบัญชีม้า')`,
    [wanted.phone],
  )
  expect(await asking(cashier, 'members.create', wanted)).toEqual({ blacklisted: { kinds: ['phone'] } })
})

test('of a person and a role: the version, the state, what the own rights lack', async () => {
  const person = await world.server.person()
  const id = encodeId('employee', person.id)
  const stated = { id, state: 'locked', reason: 'ลาพัก' }
  expect(await asking(manager, 'employees.setState', { ...stated, version: 9 })).toEqual({
    stale: { version: 1 },
  })
  await manager.call('employees.setState', { ...stated, version: 1 } as never, key())
  expect(await asking(manager, 'employees.resetPassword', { id, reason: 'ลืมรหัส' })).toEqual({
    stateRefused: { state: 'locked' },
  })
  const hr = await world.server.person({
    hasStepUp: true,
    permissions: { employeeManagement: ['isRead', 'isUpdate'] },
  })
  const boss = await world.server.person({ permissions: { dashboard: ['isRead'] } })
  const reset = { id: encodeId('employee', boss.id), reason: 'ลืมรหัส' }
  expect(await asking(hr, 'employees.endSessions', reset)).toEqual({
    beyondOwnRights: { missing: ['dashboard.isRead'] },
  })
})

test('of a saved view: its version', async () => {
  const view = { name: 'ของฉัน', scope: 'private' as const, filters: { state: ['active'] } }
  const { id } = await manager.call('listViews.create', { list: 'members', ...view })
  expect(await asking(manager, 'listViews.update', { id, version: 4, ...view })).toEqual({
    stale: { version: 1 },
  })
})

test('of a group: the events that its maker may not read', async () => {
  const clerk = await world.server.person()
  const group = {
    name: 'ห้อง',
    channel: 'line',
    target: 'C0123456789',
    events: ['withdraw.large'],
    credential: 'a secret token',
  }
  expect(await asking(clerk, 'groupNotifications.create', group)).toEqual({
    invalidValue: { events: ['withdraw.large'] },
  })
})

test('of an account that was changed a moment ago: from when it may change again', async () => {
  await world.server.set({ accountChangeEvidence: 'optional' })
  const { id } = await addMember(cashier)
  const account = { bank: 'SCB', accountNo: '9988776655', accountName: 'สมชาย ใจดี', reason: 'ย้ายบัญชี' }
  await manager.call('members.changeAccount', { id, ...account } as never, key())
  const again = { id, ...account, accountNo: '1122334455' }
  expect(await asking(manager, 'members.changeAccount', again)).toEqual({
    changeTooSoon: { from: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  })
})

test('of an alarm: when it ended', async () => {
  const rows = await world.server.database.asAdmin<{ id: string }>(
    `insert into alarms (code, entity, entity_id, cleared_at) values ('test.over', 'brand', 'brand', now())
     returning id`,
    [],
  )
  const alarmId = encodeId('alarm', rows[0]?.id ?? '')
  expect(await asking(manager, 'dashboard.acknowledgeAlarm', { alarmId, reason: 'ดูแล้ว' })).toEqual({
    alreadyHandled: { at: expect.any(String) },
  })
})
