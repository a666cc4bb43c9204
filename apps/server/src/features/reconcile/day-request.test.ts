import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../platform/business-day.ts'
import { closeBusinessDay } from '../../platform/posting/ledger-store.ts'
import type { Person } from '../../testing/server.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { reconcileDayAsks } from '../../testing/world/reconcile-days.ts'
import { prepareDays, watchDays } from './watch-days.ts'

let world: MoneyOutWorld
let maker: Person
let checker: Person

beforeAll(async () => {
  world = await createMoneyOutWorld()
  const permissions = { reconcile: ['isRead', 'isUpdate'] as const }
  maker = await world.cashier({ permissions })
  checker = await world.cashier({ permissions })
})
afterAll(() => world.stop())

const asks = reconcileDayAsks(() => ({ world, maker, reason: 'มีรายการเข้าช้า' }))

test('a request to close a day names the day, and says of each difference its cause', async () => {
  const id = (await asks.dayClose()).approvalId ?? ''
  const on = '2020-01-01'
  const { records } = await checker.call('approvals.list', {})
  expect(records.map(({ entity, entityName }) => [entity, entityName])).toEqual([['reconcileDay', on]])
  const request = await checker.call('approvals.get', { id })
  expect(request.entityName).toBe(on)
  const { items, differenceMinor, netMinor } = await checker.call('reconcile.day', { on })
  expect([differenceMinor, netMinor]).toEqual([700, -700])
  const { by } = items[0]?.explanation ?? {}
  expect(Object.fromEntries(request.differences.map(({ field, after }) => [field, after]))).toEqual({
    businessOn: on,
    differenceCount: 1,
    differenceMinor,
    netMinor,
    explained: [
      {
        kind: 'quarantined',
        label: items[0]?.label,
        amountMinor: -700,
        reasonCode: 'askedBank',
        note: 'looked at it',
        by,
      },
    ],
  })
})

test('a request to reopen a day names the day', async () => {
  const id = (await asks.dayReopen()).approvalId ?? ''
  expect((await checker.call('approvals.get', { id })).entityName).toBe('2020-01-02')
})

test('an open day that was counted long ago is counted again, and looks balanced no more', async () => {
  const days = Array.from({ length: 14 }, (_, place) => addDays('2020-02-01', place))
  for (const on of days) await closeBusinessDay(world.server.services.pool, on)
  await prepareDays(world.server.services)
  const [on = ''] = days
  const statusOf = async () =>
    (await maker.call('reconcile.days', { from: on, to: on })).records.map(({ status }) => status)
  expect(await statusOf()).toEqual(['unchecked'])
  for (let round = 0; round < 5; round += 1) await watchDays(world.server.services)
  expect(await statusOf()).toEqual(['balanced'])
  // A bank's message that comes weeks late, and is doubtful.
  const { id } = await world.factory.account()
  await world.factory.query(
    `insert into statement_lines (bank_account_id, direction, amount_minor, bank_time_precision, received_at,
       source, dedupe_key, chain, state, business_on, value_on)
     values ($1, 'in', 900, 'none', now(), 'sms', 'late', 'hint', 'quarantined', $2, $2)`,
    [id, on],
  )
  for (let round = 0; round < 5; round += 1) await watchDays(world.server.services)
  expect(await statusOf()).toEqual(['withDifferences'])
})
