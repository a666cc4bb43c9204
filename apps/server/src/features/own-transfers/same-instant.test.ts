import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlState } from '../../platform/db/db.ts'
import { once, refusalOf } from '../../testing/refusal.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import type { FactoryAccount } from '../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { whileHeld } from '../../testing/world/while-held.ts'
import { startPayout } from '../payouts/start.ts'

// A payout and a transfer that leave one account at the same instant are judged by one limit of its day.

let world: MoneyOutWorld
let holding: FactoryAccount
beforeAll(async () => {
  world = await createMoneyOutWorld()
  holding = await world.factory.account({ bank: 'SCB', role: 'holding' })
})
afterAll(async () => {
  const broken = await world.factory.judge()
  await world.stop()
  expect(broken).toEqual([])
})

const amountMinor = 20_000
const orderedMinor = async () => {
  const [row] = await world.factory.query<{ minor: number }>(
    'select ordered_of_day($1, brand_day())::int as minor',
    [world.source.id],
  )
  return row?.minor ?? 0
}

test('a payout and a transfer together never pass the limit of a day: one of them waits', async () => {
  const permissions = { paymentAutoTransfer: ['isRead', 'isCreate'] as const }
  const maker = await world.server.person({ permissions, hasStepUp: true })
  const checks = { paymentAutoTransfer: ['isRead', 'isUpdate'] as const }
  const checker = await world.server.person({ permissions: checks, password: decidePassword })
  const outcomes: string[] = []
  for (let round = 0; round < 6; round += 1) {
    const before = await orderedMinor()
    const member = await world.regular(amountMinor + round)
    const { body } = await world.withdraw(member, amountMinor + round)
    expect(body.data?.state).toBe('approved')
    const { id } = await world.row(body.data?.id ?? '')
    // Enough for either, not for both.
    const limit = 'update bank_accounts set day_limit_minor = $2 where id = $1'
    await world.factory.query(limit, [world.source.id, before + amountMinor + 10_000])
    const { approvalId } = await maker.call(
      'ownTransfers.create',
      {
        fromId: world.source.outside,
        toId: holding.outside,
        amountMinor,
        purpose: 'hold',
        reason: 'พักเงิน',
      },
      once(),
    )
    // A password is compared for longer than a payout waits for a lock: it is tried again, as its work does.
    const pay = async (): Promise<string> =>
      startPayout(world.server.services, id).then(
        (started) => (started === null ? 'waits' : 'paid'),
        (error: unknown) => (sqlState(error) === '55P03' ? pay() : Promise.reject(error as Error)),
      )
    const agree = async () =>
      (await refusalOf(decideAs(checker, approvalId))) === 'done' ? 'agreed' : 'waits'
    const acts = round % 2 === 0 ? [pay, agree] : [agree, pay]
    // Both stand before the account, which somebody else holds, and are let go at once.
    const held = { text: 'select from bank_accounts where id = $1 for update', values: [world.source.id] }
    const came = await whileHeld(world.server, held, acts)
    expect(came.filter((each) => each !== 'waits')).toHaveLength(1)
    expect(await orderedMinor()).toBeLessThanOrEqual(before + amountMinor + 10_000)
    outcomes.push(...came)
    await world.factory.query(limit, [world.source.id, null])
    await world.server.database.plant(`update withdrawals set state = 'review' where state = 'approved'`)
    await maker.call('approvals.cancel', { id: approvalId }).catch(() => undefined)
  }
  expect(outcomes).toContain('waits')
})
