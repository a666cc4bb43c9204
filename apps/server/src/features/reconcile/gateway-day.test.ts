import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, valueOn } from '../../platform/business-day.ts'
import { closeBusinessDay } from '../../platform/posting/ledger-store.ts'
import { bankPhone } from '../../testing/bank-phone.ts'
import { startFakeGateway, type FakeGateway } from '../../testing/fakes/fake-gateway.ts'
import { once } from '../../testing/refusal.ts'
import type { Person } from '../../testing/server.ts'
import { startCollecting } from '../../testing/world/collecting.ts'
import { decideAs } from '../../testing/world/decide.ts'
import { startLineDesk, type LineDesk } from '../../testing/world/line-desk.ts'
import { watchDays } from './watch-days.ts'

let desk: LineDesk
let fake: FakeGateway
let reader: Person
const on = valueOn(Date.now())

beforeAll(async () => {
  desk = await startLineDesk()
  fake = await startFakeGateway(desk.server)
  reader = await desk.server.person({
    permissions: { reconcile: ['isRead'], paymentGateway: ['isRead'] },
    abilities: { seeOwnBalances: true },
  })
})
afterAll(async () => {
  await fake.stop()
  expect(await desk.stop()).toEqual([])
})

const dayNow = async () => {
  const { sheets, items } = await reader.call('reconcile.day', { on })
  const sheet = sheets.find((each) => each.sheet === 'gateway')
  const row = (key: string) => sheet?.rows.find((each) => each.key === key)
  return { sheet, row, items: items.filter((each) => each.sheet === 'gateway') }
}

test('the gateway’s sheet sets what was due against what came; what is late is a difference', async () => {
  const { make, cashier, second, server } = desk
  const { gateway: punctual, collects: first } = await startCollecting(make, fake, { settleDays: 2 })
  await first(10_000)
  const { gateway, collects } = await startCollecting(make, fake, { feeBps: 100 })
  await collects(50_000)
  await collects(30_000)
  const phone = await bankPhone(make, await make.account({ bank: 'SCB' }))
  const id = (await phone.receives({ amountMinor: 60_000 })).body.data?.lineId ?? ''
  const input = { id, version: 1, gatewayId: gateway.outside, reason: 'เกตเวย์โอนยอด' }
  await decideAs(second, (await cashier.call('preTransactions.askSettlement', input, once())).approvalId)
  await closeBusinessDay(server.services.pool, on)
  await watchDays(server.services)

  const { sheet, row, items } = await dayNow()
  const key = `settlement:${gateway.outside}`
  expect(sheet?.status).toBe('difference')
  expect(row(key)).toMatchObject({
    openingMinor: 0,
    steps: [{ code: 'fellDue', amountMinor: 79_200 }],
    oursMinor: 79_200,
    theirsMinor: 60_000,
    differenceMinor: -19_200,
    status: 'difference',
  })
  expect(row(`gatewayFee:${gateway.outside}`)).toMatchObject({
    steps: [{ code: 'collected', count: 2, amountMinor: 80_000 }],
    oursMinor: 800,
    theirsMinor: 800,
    status: 'balanced',
  })
  // What is to be here in two days only is not late.
  expect(row(`settlement:${punctual.outside}`)).toBeUndefined()
  expect(items).toMatchObject([{ key, kind: 'lateSettlement', amountMinor: -19_200, bears: 'none' }])

  // Today's money is not overdue today; tomorrow it is.
  const card = async () => {
    const { records } = await reader.call('paymentGateways.list', {})
    return records.find((each) => each.id === gateway.outside)
  }
  expect(await card()).toMatchObject({ receivableMinor: 19_200, overdueMinor: 0 })
  await server.database.plant(
    `update gateway_orders set settles_on = settles_on - 1 where gateway_id = $1`,
    [gateway.id],
  )
  // An equal question is answered from the reading before for a moment.
  await expect.poll(async () => (await card())?.overdueMinor, { timeout: 10_000 }).toBe(19_200)
  await server.database.plant(
    `update gateway_orders set settles_on = settles_on + 1 where gateway_id = $1`,
    [gateway.id],
  )

  // The bank showed the rest on the day; people said what it was on the next one: it was not late.
  await server.database.plant(
    `insert into gateway_settlements (line_id, gateway_id, amount_minor, due_minor, maker_id, approval_id,
       reason, value_on, business_on)
     select gen_random_uuid(), gateway_id, 19200, 19200, maker_id, gen_random_uuid(), 'x', value_on, $2::date
       from gateway_settlements where gateway_id = $1`,
    [gateway.id, addDays(on, 1)],
  )
  const later = await dayNow()
  expect(later.items).toEqual([])
  expect(later.row(key)).toMatchObject({ oursMinor: 79_200, theirsMinor: 79_200, status: 'balanced' })

  const { records } = await reader.call('paymentGateways.settlements', { gatewayId: gateway.outside })
  expect(records).toMatchObject([
    { lineId: id, amountMinor: 60_000, differenceMinor: -19_200, valueOn: on, reversedAt: null },
  ])
  const { records: none } = await reader.call('paymentGateways.settlements', {
    gatewayId: punctual.outside,
  })
  expect(none).toEqual([])
})
