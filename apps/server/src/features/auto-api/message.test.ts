import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMoneyFactory, type MoneyFactory } from '../../testing/money-factory.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { bankPhone } from '../../testing/bank-phone.ts'

let server: TestServer
let make: MoneyFactory
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
})
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

test('a signed message of a known payer credits his wallet in one go', async () => {
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  const member = await make.member({ bank: 'KBANK', accountNo: '1234577111' })
  const answer = await phone.receives({ amountMinor: 30_000, payer: { tag: 'KBNK', digits: '577111' } })
  expect(answer).toMatchObject({ status: 200, body: { data: { state: 'read', lineState: 'autoMatched' } } })
  expect(await make.cash(member)).toBe(30_000)
  const [deposit] = await make.query<Record<string, unknown>>('select * from deposits where member_id = $1', [member.id])
  expect(deposit).toMatchObject({
    state: 'credited', amount_minor: 30_000, credit_before_minor: 0, credit_after_minor: 30_000, by_kind: 'auto',
  })
  expect(deposit?.['reference']).toMatch(/^D\d{4}-\d{6}$/)
  const [line] = await make.query<{ score: number; match_evidence: { candidates: { score: number; signals: { points: number }[] }[] } }>(
    'select score, match_evidence from statement_lines where bank_account_id = $1', [account.id])
  expect(line?.score).toBe(73)
  for (const candidate of line?.match_evidence.candidates ?? [])
    expect(candidate.signals.reduce((sum, signal) => sum + signal.points, 0)).toBe(candidate.score)
})
