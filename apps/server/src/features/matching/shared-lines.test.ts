import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { createMoneyFactory, type MoneyFactory } from '../../testing/world/money-factory.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let make: MoneyFactory
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
})
afterAll(() => server.stop())

test('people who ask for the lines at the same moment are each told what they may see', async () => {
  const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
  await phone.receives({ amountMinor: 12_345 })
  const permissions = { pretransactionNotMatch: ['isRead'] } as const
  const clerk = await server.person({ permissions })
  const treasurer = await server.person({ permissions, abilities: { seeOwnBalances: true } })
  // Whoever asks while others are answered shares the next reading: so all of these but the first.
  const people = Array.from({ length: 8 }, (_, n) => (n % 4 === 3 ? clerk : treasurer))
  const answers = await Promise.all(people.map((person) => person.call('preTransactions.lines', {})))
  expect(answers.map(({ records }) => records.map((line) => line.balanceAfterMinor))).toEqual(
    people.map((person) => [person === clerk ? null : 1_012_345]),
  )
})
