import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, valueOn } from '../../platform/business-day.ts'
import { bankPhone, scbText } from '../../testing/bank-phone.ts'
import { codeOf } from '../../testing/refusal.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type Machine,
  type MoneyFactory,
} from '../../testing/world/money-factory.ts'
import { isOlder } from './app-version.ts'
import { watchDevices } from './watch.ts'

// What the messages of phones say of them: counted by day, listed, and compared with those of others.
let server: TestServer
let make: MoneyFactory
let owner: Person
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  owner = await server.person({ isAdmin: true })
})
beforeEach(() => make.query(`update devices set state = 'paused'`))
afterAll(async () => {
  const violations = await make.judge()
  await server.stop()
  expect(violations).toEqual([])
})

const outside = ({ subjectId }: Machine) => encodeId('device', subjectId)
const open = async (least = '') => {
  await watchDevices(server.services.db, least)
  const rows = await make.query<{ code: string; id: string; phone: string }>(
    `select code, entity_id as id, detail ->> 'phone' as phone from alarms
      where cleared_at is null and code in ('device.appOld', 'device.noMessages', 'device.disagree')
      order by code, entity_id`,
  )
  return rows
}
const beat = (phone: Machine, said: object = {}) => phone.send('/auto/v1/device/heartbeat', said)
/** As if all of it had been so long before. */
const earlier = (minutes: number, phones: readonly Machine[]) =>
  server.database.plant(
    `update bank_messages set received_at = received_at - interval '${minutes} minutes'
      where device_id in (${phones.map(({ subjectId }) => `'${subjectId}'`).join()})`,
  )
const olderPhones = () => server.database.plant(`update devices set created_at = now() - interval '1 day'`)
const desk = async (bank = 'SCB', account?: FactoryAccount) => {
  const of = account ?? (await make.account({ bank }))
  const phone = await bankPhone(make, of)
  await beat(phone.machine)
  return { account: of, ...phone }
}
const many = async ({ receives }: Pick<Awaited<ReturnType<typeof desk>>, 'receives'>) => {
  for (const amountMinor of [1100, 1200, 1300]) await receives({ amountMinor })
}

test.each([
  ['1.9', '1.10', true],
  ['1.10', '1.9', false],
  ['1.2', '1.2.0', false],
  ['v2.0-beta', '2', false],
  ['1.9.9 (401)', '2', true],
  ['new', '1', true],
  [null, '1', false],
  ['1.0', '', false],
])('an app of version %j is older than %j: %j', (version, least, isOld) => {
  expect(isOlder(version, least)).toBe(isOld)
})

test('a phone whose app is older than the brand wants has an alarm and a mark until it is not', async () => {
  const { machine } = await desk()
  const id = outside(machine)
  await server.set({ phoneAppVersionMin: '1.4' })
  await beat(machine, { appVersion: '1.3.9' })
  expect(await open('1.4')).toMatchObject([{ code: 'device.appOld', id }])
  const isOld = async () => (await owner.call('devices.get', { id })).isAppOld
  expect(await isOld()).toBe(true)
  const { records } = await owner.call('devices.list', { size: 100 })
  expect(records.find((each) => each.id === id)?.isAppOld).toBe(true)
  await beat(machine, { appVersion: '1.4' })
  expect(await open('1.4')).toEqual([])
  expect(await isOld()).toBe(false)
  await server.set({ phoneAppVersionMin: '' })
})

test('a phone that passes on nothing has an alarm while others of its bank, or just others, do', async () => {
  const [still, peer] = [await desk(), await desk()]
  await olderPhones()
  await still.receives({ amountMinor: 10_000 })
  expect(await open()).toEqual([])
  await earlier(16, [still.machine])
  // Nobody else gets any: a quiet hour.
  expect(await open()).toEqual([])
  await many(peer)
  expect(await open()).toMatchObject([{ code: 'device.noMessages', id: outside(still.machine) }])
  // Other banks say nothing of it while there is one of the same bank.
  await earlier(16, [peer.machine])
  const elsewhere = await desk('KBANK')
  await olderPhones()
  for (const text of ['x', 'y', 'z']) await elsewhere.say(text)
  expect(await open()).toEqual([])
  await make.query(`update devices set state = 'paused' where id = $1`, [peer.machine.subjectId])
  expect(await open()).toMatchObject([{ code: 'device.noMessages', id: outside(still.machine) }])
  await still.receives({ amountMinor: 11_000 })
  expect(await open()).toEqual([])
})

test('two phones of one account disagree while one told what the other has not', async () => {
  const account = await make.account({ bank: 'SCB' })
  const [first, other] = [await desk('SCB', account), await desk('SCB', account)]
  await olderPhones()
  const both = first.move({ amountMinor: 10_000 })
  await first.say(both)
  await other.say(both)
  const missed = first.move({ amountMinor: 12_000 })
  await first.say(missed)
  expect(await open()).toEqual([])
  await earlier(6, [first.machine, other.machine])
  const [row] = await make.query<{ name: string }>('select name from devices where id = $1', [
    other.machine.subjectId,
  ])
  expect(await open()).toMatchObject([{ code: 'device.disagree', id: account.outside, phone: row?.name }])
  // It finds it in its inbox, and says so.
  expect((await other.say(missed)).body.data?.state).toBe('duplicate')
  expect(await open()).toEqual([])
})

test('messages of today stand at their phone by what became of them, as in the list', async () => {
  const phone = await desk()
  const id = outside(phone.machine)
  await phone.receives({ amountMinor: 10_000 })
  await phone.say(scbText(phone.account, { amountMinor: 300 }, 1), { sender: 'nobody' })
  await phone.say('รหัส OTP ของคุณคือ 123456')
  const figures = async () => {
    const { readToday, failedToday } = await owner.call('devices.get', { id })
    return [readToday, failedToday]
  }
  expect(await figures()).toEqual([1, 1])
  const on = (days: number) => addDays(valueOn(Date.now()), -days)
  const today = { from: on(0), to: on(0) }
  const kinds = async (asked: object) =>
    (await owner.call('devices.messages', { deviceIds: [id], ...today, ...asked })).records.map(
      ({ kind }) => kind,
    )
  expect((await kinds({})).toSorted()).toEqual(['failed', 'notMoney', 'read'])
  expect(await kinds({ kind: 'read' })).toEqual(['read'])
  expect(await kinds({ kind: 'failed' })).toEqual(['failed'])
  // Page by page, of one phone and of all.
  const first = await owner.call('devices.messages', { size: 2 })
  const rest = await owner.call('devices.messages', { size: 2, after: first.afterCursor ?? '' })
  const both = [...first.records, ...rest.records].map(({ receivedAt }) => receivedAt)
  expect(both).toEqual(both.toSorted().toReversed())
  // Yesterday's are not of today.
  await earlier(24 * 60, [phone.machine])
  await server.database.plant('select fill_rollups()')
  expect(await figures()).toEqual([0, 0])
  expect(await kinds({})).toEqual([])
  expect((await kinds({ from: undefined, to: undefined })).length).toBe(3)
  expect((await kinds({ from: on(2), to: on(0) })).length).toBe(3)
  expect(await codeOf(kinds({ from: on(7), to: on(0) }))).toBe('dateRange')
})

test('who may not see balances reads messages without; who may not read messages, none', async () => {
  const { machine, receives } = await desk()
  await receives({ amountMinor: 10_000 })
  const of = { deviceIds: [outside(machine)] }
  const permissions = { deviceManagement: ['isRead'], pretransactionNotMatch: ['isRead'] } as const
  const plain = await server.person({ permissions, abilities: { seeOwnBalances: false } })
  const [seen] = (await plain.call('devices.messages', of)).records
  expect(seen?.text).toContain('100.00')
  expect(seen?.text).toContain('•••')
  const only = await server.person({ permissions: { deviceManagement: ['isRead'] } })
  expect(await codeOf(only.call('devices.messages', of))).toBe('forbidden')
})
