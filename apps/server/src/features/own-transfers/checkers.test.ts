import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, once } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { decideAs, decidePassword } from '../../testing/world/decide.ts'
import { createMoneyFactory, type MoneyFactory } from '../../testing/world/money-factory.ts'

let server: TestServer
let make: MoneyFactory
let maker: Person
let checker: Person
let small: Person
let owner: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  const permissions = { paymentAutoTransfer: ['isRead', 'isCreate'] as const }
  maker = await server.person({ permissions, hasStepUp: true })
  const checks = {
    permissions: { paymentAutoTransfer: ['isRead', 'isUpdate'] as const },
    hasStepUp: true,
    password: decidePassword,
  }
  checker = await server.person(checks)
  small = await server.person({ ...checks, abilities: { approvalLimitMinor: 500_000 } })
  owner = await server.person({ isAdmin: true, hasStepUp: true, password: decidePassword })
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const ask = async (amountMinor: number): Promise<string | null> => {
  const from = await make.account({ bank: 'SCB', anchorMinor: 50_000_000 })
  const to = await make.account({ bank: 'SCB', role: 'withdrawal' })
  const input = { fromId: from.outside, toId: to.outside, amountMinor, purpose: 'topUp' as const }
  return (await maker.call('ownTransfers.create', { ...input, reason: 'เติมบัญชีถอน' }, once())).approvalId
}

test('two people move up to the limit of a day; above it one more agrees, with an owner', async () => {
  const first = await ask(20_000_000)
  const seen = await owner.call('approvals.get', { id: first ?? '' })
  expect(seen).toMatchObject({ amountMinor: 20_000_000, checkersNeeded: 1 })
  const told = seen.differences.filter(({ field }) => field === 'from' || field === 'to')
  for (const { after } of told) expect(after).toMatch(/ · SCB x+[0-9]{4}$/)
  expect(told).toHaveLength(2)
  expect(await codeOf(decideAs(small, first))).toBe('overApprovalLimit')
  expect(await decideAs(checker, first)).toMatchObject({ state: 'approved' })
  const second = await ask(1)
  expect(await owner.call('approvals.get', { id: second ?? '' })).toMatchObject({ checkersNeeded: 2 })
  expect(await decideAs(checker, second)).toMatchObject({ state: 'awaitingSecond' })
  expect(await decideAs(owner, second)).toMatchObject({ state: 'approved' })
})
