import { encodeId } from '@khlang/contract/values.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMoneyOutWorld, key, type MoneyOutWorld } from '../../testing/money-out.ts'
import type { Person } from '../../testing/server.ts'

// Whoever is the only one acts alone (decisions 6); no amount makes anybody the only one.

let world: MoneyOutWorld
let owner: Person
beforeAll(async () => {
  world = await createMoneyOutWorld()
  owner = await world.cashier({ isAdmin: true })
})
afterAll(() => world.stop())

async function goodwill(amountMinor: number) {
  const { outside: memberId } = await world.factory.member()
  const shared = { memberId, amountMinor, kind: 'goodwill' as const }
  const { needsApproval, checkers, isAlone } = await owner.call('preTransactions.previewDeposit', shared)
  const texts = { reasonCode: 'compensation', remarkStaff: 'for the trouble' } as const
  const { state } = await owner.call(
    'preTransactions.createDeposit',
    { ...shared, ...texts },
    { idempotencyKey: key() },
  )
  return { needsApproval, checkers: checkers.length, isAlone, state }
}

test('the only one with the flags acts alone, and is told so before', async () => {
  expect(await goodwill(600_000)).toEqual({
    needsApproval: false,
    checkers: 0,
    isAlone: true,
    state: 'credited',
  })
})

test('the only one reads before a reset of an authenticator that it is done at once', async () => {
  const { id } = await world.server.person()
  await world.server.database.plant('update employees set otp_confirmed_at = now() where id = $1', [id])
  const person = { id: encodeId('employee', id) }
  const alone = { isAlone: true, checkers: [] }
  expect((await owner.call('employees.get', person)).second).toEqual({
    role: alone,
    limits: alone,
    otp: alone,
  })
  const asked = await owner.call('employees.resetOtp', { ...person, reason: 'a lost device' })
  expect(asked.status).toBe('done')
})

test('who holds only half of a checker’s flags is no second person', async () => {
  await world.cashier({ permissions: { pretransactionRequest: [] } })
  expect(await goodwill(600_000)).toMatchObject({ isAlone: true, state: 'credited' })
})

test('an amount above all other limits waits, and the maker reads that nobody can approve it', async () => {
  await world.cashier({ abilities: { approvalLimitMinor: 500_000 } })
  const waits = { needsApproval: true, isAlone: false, state: 'awaitingSecond' }
  expect(await goodwill(600_000)).toEqual({ ...waits, checkers: 0 })
  expect(await goodwill(500_000)).toEqual({ ...waits, checkers: 1 })
})
