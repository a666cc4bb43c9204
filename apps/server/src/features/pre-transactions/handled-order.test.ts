import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../testing/bank-phone.ts'
import { createMoneyFactory, type MoneyFactory } from '../../testing/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

let server: TestServer
let make: MoneyFactory
let clerk: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  clerk = await server.person({ permissions: { pretransactionNotMatch: ['isRead', 'isUpdate'] } })
})
afterAll(() => server.stop())

test('handled lines stand in the order of handling, page by page in both directions', async () => {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const ids: string[] = []
  for (const amountMinor of [11_100, 11_200, 11_300, 11_400, 11_500]) {
    const { body } = await phone.receives({ amountMinor })
    ids.push(body.data?.lineId ?? '')
  }
  const [first = '', second = '', third = '', fourth = '', untouched = ''] = ids
  const handled = [third, first, fourth, second]
  for (const id of handled) {
    const input = { id, version: 1, reason: 'ทดสอบลำดับ' }
    await clerk.call('preTransactions.ignoreLine', input, { idempotencyKey: randomUUID() })
  }
  const filter = { scope: 'all' as const, accountId: account.outside, order: 'handled' as const }
  const [newest] = (await clerk.call('preTransactions.lines', { ...filter, size: 1 })).records
  expect(newest?.id).toBe(second)
  const seen: string[] = []
  let page = await clerk.call('preTransactions.lines', { ...filter, size: 2 })
  for (;;) {
    seen.push(...page.records.map(({ id }) => id))
    if (page.afterCursor === null) break
    page = await clerk.call('preTransactions.lines', { ...filter, size: 2, after: page.afterCursor })
  }
  // What nobody touched stands where it came, which was before the first of them was handled.
  expect(seen).toEqual([...handled.toReversed(), untouched])
  const back = page.beforeCursor ?? ''
  const before = await clerk.call('preTransactions.lines', { ...filter, size: 2, before: back })
  expect(before.records.map(({ id }) => id)).toEqual([first, third])
})

test('a cursor of one order is refused in the other', async () => {
  const filter = { scope: 'all' as const, size: 1 }
  const { afterCursor } = await clerk.call('preTransactions.lines', { ...filter, order: 'handled' })
  const other = clerk.call('preTransactions.lines', { ...filter, after: afterCursor ?? '' })
  await expect(other).rejects.toMatchObject({ code: 'invalidCursor' })
})
