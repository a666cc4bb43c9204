import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeFile } from '../../testing/exported.ts'
import type { FactoryMember } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'

// A withdrawal's row is called by what became of the withdrawal, in the list, its drawer and its file.

let world: MoneyOutWorld
let reader: Person
let decider: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  const abilities = { exportData: true }
  reader = await world.server.person({
    permissions: { creditTransaction: ['isRead'] },
    abilities,
    hasStepUp: true,
  })
  decider = await world.cashier()
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

/** The hold of the member's withdrawal, as the list and its drawer tell it. */
async function told(member: FactoryMember) {
  const { records } = await reader.call('creditTransactions.list', { memberId: member.outside })
  const hold = records.find(({ kind }) => kind === 'withdraw.hold')
  const journal = await reader.call('creditTransactions.journal', { id: hold?.id ?? '' })
  expect(journal).toMatchObject({ fate: hold?.fate, reference: hold?.reference })
  return { fate: hold?.fate, reference: hold?.reference ?? '' }
}
async function asked(member: FactoryMember) {
  const id = (await world.withdraw(member, 20_000)).body.data?.id ?? ''
  const { version, reference } = await world.row(id)
  return { id, version, reference }
}
async function fileOf(member: FactoryMember): Promise<string> {
  const input = { memberId: member.outside, format: 'csv' as const }
  const { base64 } = await wholeFile(
    world.server.as(reader.token, 'th')('creditTransactions.exportList', input),
  )
  return Buffer.from(base64, 'base64').toString()
}

test('waits while a person must look at it, and is given back when they refuse it', async () => {
  const member = await world.factory.member()
  await world.fund(member, 50_000)
  const { id, version, reference } = await asked(member)
  expect(await told(member)).toEqual({ fate: 'waiting', reference })
  expect(await fileOf(member)).toContain('ถอน (รอ)')
  const refused = { reasonCode: 'memberAsked', remarkStaff: 'as they wish' } as const
  await decider.call('preTransactions.reject', { id, version, ...refused }, { idempotencyKey: key() })
  expect((await told(member)).fate).toBe('returned')
  expect(await fileOf(member)).toContain('ถอนไม่สำเร็จ คืนแล้ว')
})

test('is a withdrawal, and waits no more, once the bank has paid it', async () => {
  const member = await world.regular(50_000)
  const { id } = await asked(member)
  expect((await told(member)).fate).toBe('waiting')
  world.rail.plan = 'succeed'
  await world.payouts()
  expect((await world.row(id)).state).toBe('paid')
  expect((await told(member)).fate).toBe('paid')
  expect(await fileOf(member)).not.toContain('ถอน (รอ)')
})

test('is of an unknown outcome while nobody knows whether it was paid', async () => {
  const member = await world.regular(50_000)
  const { id } = await asked(member)
  world.rail.plan = 'lostBefore'
  world.rail.statusPlan = 'lost'
  await world.payouts()
  expect((await world.row(id)).state).toBe('unknown')
  expect((await told(member)).fate).toBe('unknown')
})

test('no other entry has a fate', async () => {
  const member = await world.factory.member()
  await world.fund(member, 50_000)
  const { records } = await reader.call('creditTransactions.list', { memberId: member.outside })
  expect(records.map(({ fate }) => fate)).toEqual([null])
})
