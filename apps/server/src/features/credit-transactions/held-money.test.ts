import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import type { Person } from '../../testing/server.ts'
import { refreshMemberFacts } from '../members/jobs.ts'

// What was held for a withdrawal and came back is money in, in every way the totals are found.

let world: MoneyOutWorld
let staff: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  staff = await world.cashier({ permissions: { creditTransaction: ['isRead'] } })
})
afterAll(() => world.stop())

test('totals of a member, an amount, a reference and of all count what came back as money in', async () => {
  const member = await world.factory.member()
  await world.fund(member, 700_000)
  const id = (await world.withdraw(member, 654_300)).body.data?.id ?? ''
  const { version, reference } = await world.row(id)
  const memberId = member.outside
  const holds = await staff.call('creditTransactions.list', { memberId, kind: ['withdraw.hold'] })
  const at = new Date(Date.parse(holds.records[0]?.at ?? '') + 1).toISOString()
  const refusal = { id, version, reasonCode: 'other', remarkStaff: 'asked by phone' } as const
  await staff.call('preTransactions.reject', refusal, { idempotencyKey: key() })
  // What was held at a moment stays what it was, whatever became of it.
  const held = await staff.call('creditTransactions.balanceAt', { memberId, at })
  expect(held).toMatchObject({ cashMinor: 45_700, lockedMinor: 654_300 })
  const came = { kind: 'withdraw.release', count: 1, inMinor: 654_300, outMinor: 0 }
  const went = { kind: 'withdraw.hold', count: 1, inMinor: 0, outMinor: 654_300 }
  const credited = { kind: 'deposit.credited', count: 1, inMinor: 700_000, outMinor: 0 }
  const even = { count: 2, inMinor: 654_300, outMinor: 654_300, netMinor: 0, kinds: [went, came] }
  const whole = { count: 3, inMinor: 1_354_300, outMinor: 654_300, netMinor: 700_000 }
  const of = (filter: object) => staff.call('creditTransactions.totals', filter)
  expect(await of({ reference })).toMatchObject(even)
  expect(await of({ amountMinor: 654_300 })).toMatchObject(even)
  for (const filter of [{ memberId }, {}]) {
    expect(await of(filter)).toMatchObject({ ...whole, kinds: [credited, went, came] })
    await refreshMemberFacts(world.server.services.db)
    expect(await of(filter)).toMatchObject({ ...whole, kinds: [credited, went, came] })
  }
})
