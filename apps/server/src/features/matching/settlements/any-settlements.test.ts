import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankPhone } from '../../../testing/bank-phone.ts'
import { startFakeGateway, type FakeGateway } from '../../../testing/fakes/fake-gateway.ts'
import { codeOf, once } from '../../../testing/refusal.ts'
import { startCollecting } from '../../../testing/world/collecting.ts'
import { decideAs } from '../../../testing/world/decide.ts'
import { startLineDesk, type LineDesk } from '../../../testing/world/line-desk.ts'

// Whatever members pay and the gateway settles, in any order: what it owes is what was collected, less fees
// and settlements, and never less than nothing.

let desk: LineDesk
let fake: FakeGateway
beforeAll(async () => {
  desk = await startLineDesk()
  fake = await startFakeGateway(desk.server)
})
afterAll(async () => {
  await fake.stop()
  expect(await desk.stop()).toEqual([])
})

const reason = 'เกตเวย์โอนยอด'
const amount = fc.integer({ min: 20_000, max: 300_000 })
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('pay' as const), amount }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constant('settle' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('settleAll' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('takeBack' as const), amount }) },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** Two of a thousand, and five baht. */
const fees = { feeBps: 20, feeFixedMinor: 500 } as const
const feeOf = (amountMinor: number) => Math.ceil((amountMinor * fees.feeBps) / 10_000) + fees.feeFixedMinor

async function play(acts: readonly Act[]) {
  const { make, cashier, second } = desk
  const { gateway, collects, owed } = await startCollecting(make, fake, fees)
  const account = await make.account({ bank: 'SCB' })
  const phone = await bankPhone(make, account)
  let netMinor = 0
  const settled: { id: string; amountMinor: number }[] = []
  const settledMinor = () => settled.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  let openMinor = 0
  const settle = async (amountMinor: number) => {
    const id = (await phone.receives({ amountMinor })).body.data?.lineId ?? ''
    const input = { id, version: 1, gatewayId: gateway.outside, reason }
    const asking = cashier.call('preTransactions.askSettlement', input, once())
    if (amountMinor > netMinor - settledMinor()) {
      expect(await codeOf(asking)).toBe('settlementRefused')
      openMinor += amountMinor
      return
    }
    await decideAs(second, (await asking).approvalId)
    settled.push({ id, amountMinor })
  }
  for (const { is, amount: amountMinor } of acts) {
    if (is === 'pay') {
      await collects(amountMinor)
      netMinor += amountMinor - feeOf(amountMinor)
    } else if (is === 'settle') await settle(amountMinor)
    else if (is === 'settleAll' && netMinor > settledMinor()) await settle(netMinor - settledMinor())
    else if (is === 'takeBack') {
      const last = settled.pop()
      if (!last) continue
      const input = { id: last.id, version: 2, reason }
      const { approvalId } = await cashier.call('preTransactions.askUnsettle', input, once())
      await decideAs(second, approvalId)
      openMinor += last.amountMinor
    }
    expect(await owed()).toBe(netMinor - settledMinor())
    expect(netMinor).toBeGreaterThanOrEqual(settledMinor())
    expect(await make.balance(`unmatched:${account.outside}`)).toBe(openMinor)
  }
}

test('what it owes is what was collected, less fees and settlements, in any order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 9 }), play), {
    numRuns: process.env['KHLANG_TEST_FULL'] === '1' ? 100 : 6,
  })
}, 120_000)
