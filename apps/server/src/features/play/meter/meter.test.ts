import { encodeId } from '@khlang/contract/values/values.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeProvider, type FakeProvider } from '../../../testing/fakes/fake-provider.ts'
import type { Person } from '../../../testing/server.ts'
import { codeOf } from '../../../testing/world/members.ts'
import type { FactoryMember } from '../../../testing/world/money-factory.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../../testing/world/money-out.ts'
import { askCounted, countCall, flushCalls } from './count-calls.ts'

// How calls between a provider and us went: counted in the process, added up in the database.

let world: MoneyOutWorld
let provider: FakeProvider
let watcher: Person
let member: FactoryMember
beforeAll(async () => {
  world = await createMoneyOutWorld()
  provider = await startFakeProvider(world.server)
  watcher = await world.server.person({ permissions: { providerDashboard: ['isRead'] } })
  member = await world.factory.member()
  await world.fund(member, 5000)
})
afterAll(() => world.stop())

const bet = (amount: string, key?: string) =>
  provider.say(
    'bet',
    { userId: member.outside, gameId: 'tiger', roundId: randomUUID(), amount, reference: randomUUID() },
    key,
  )
const card = async () => {
  await flushCalls(world.server.services)
  const { records } = await watcher.call('reports.board', { by: 'provider' })
  return records.find(({ id }) => id === encodeId('gameProvider', provider.id))
}
const calls = (period: 'today' | 'yesterday' | 'days7' = 'today', of = provider.id) =>
  watcher.call('reports.providerCalls', { providerId: encodeId('gameProvider', of), period })

test('what a provider calls is counted by what it came to, with how long it took', async () => {
  expect((await card())?.health).toEqual([])
  await bet('10')
  await bet('10')
  await bet('900')
  await bet('10', 'another-key-than-theirs')
  const health = (await card())?.health
  expect(health).toMatchObject([{ way: 'in', calls: 4, refused: 1, faults: 1 }])
  expect(health?.[0]?.p95Ms).toBeGreaterThan(0)
  const told = await calls()
  expect(told.ways).toEqual(health)
  expect(told.outcomes).toEqual([
    { way: 'in', outcome: 'done', isFault: false, calls: 2 },
    { way: 'in', outcome: 'badSignature', isFault: true, calls: 1 },
    { way: 'in', outcome: 'insufficientFunds', isFault: false, calls: 1 },
  ])
  expect(told.points).toEqual([{ on: told.from, hourAt: expect.any(String) as string, ...health?.[0] }])
})

test('processes add up: the percentile is that of all their calls', async () => {
  const about = { providerId: provider.id, way: 'out', outcome: 'done' } as const
  const { services } = world.server
  // Another process of the brand has its own numbers and the same database.
  const other = { ...services }
  for (let n = 0; n < 95; n += 1) countCall(n % 2 === 0 ? services : other, about, 4)
  for (let n = 0; n < 5; n += 1) countCall(other, about, 9000)
  await Promise.all([flushCalls(services), flushCalls(other)])
  expect((await calls()).ways).toMatchObject([
    { way: 'in', calls: 4 },
    { way: 'out', calls: 100, p95Ms: 5 },
  ])
  countCall(other, about, 9000)
  await flushCalls(other)
  expect((await calls('days7')).ways).toMatchObject([{}, { way: 'out', calls: 101, p95Ms: 10_000 }])
  expect((await calls('days7')).points).toMatchObject([
    { way: 'in', hourAt: null },
    { way: 'out', hourAt: null, calls: 101 },
  ])
  expect(await calls('yesterday')).toMatchObject({ ways: [], outcomes: [], points: [] })
})

test('a provider that is asked and does not answer counts as a fault', async () => {
  const asked = await startFakeProvider(world.server)
  const { services } = world.server
  expect(await askCounted(services, asked.id, () => Promise.resolve('yes'))).toBe('yes')
  const away = askCounted(services, asked.id, () => Promise.reject(new Error('away')))
  await expect(away).rejects.toThrow('away')
  await flushCalls(services)
  expect((await calls('today', asked.id)).outcomes).toEqual([
    { way: 'out', outcome: 'done', isFault: false, calls: 1 },
    { way: 'out', outcome: 'noAnswer', isFault: true, calls: 1 },
  ])
})

test('numbers that could not be added are kept for the next time', async () => {
  const kept = await startFakeProvider(world.server)
  const about = { providerId: kept.id, way: 'in', outcome: 'done' } as const
  const { services } = world.server
  let isAway = true
  const broken = {
    ...services,
    settings: { get: () => (isAway ? Promise.reject(new Error('away')) : services.settings.get()) },
  } as unknown as typeof services
  countCall(broken, about, 4)
  await flushCalls(broken)
  countCall(broken, about, 4)
  isAway = false
  await flushCalls(broken)
  expect((await calls('today', kept.id)).ways).toMatchObject([{ calls: 2, p95Ms: 5 }])
})

test('calls under a name that no provider has are counted nowhere', async () => {
  const nobody = { ...provider, id: randomUUID() }
  const { url } = world.server
  const path = `/auto/v1/provider/${encodeId('gameProvider', nobody.id)}/bet.html`
  const response = await fetch(`${url}${path}`, { method: 'POST', body: nobody.form({ userId: 'x' }) })
  expect(response.status).toBe(404)
  countCall(world.server.services, { providerId: nobody.id, way: 'in', outcome: 'done' }, 1)
  await flushCalls(world.server.services)
  const rows = await world.factory.query('select 1 from provider_calls where provider_id = $1', [nobody.id])
  expect(rows).toEqual([])
  expect(await codeOf(calls('today', nobody.id))).toBe('404 notFound')
  const stranger = await world.server.person({ permissions: { betReport: ['isRead'] } })
  const asking = stranger.call('reports.providerCalls', {
    providerId: encodeId('gameProvider', provider.id),
  })
  expect(await codeOf(asking)).toBe('403 forbidden')
})
