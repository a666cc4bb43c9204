import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../../platform/call/context.ts'
import { startFakeProvider, type FakeProvider } from '../../testing/fakes/fake-provider.ts'
import {
  chance,
  disagreementsOfPlay,
  hostileEvents,
  inTurns,
  type HostileEvent,
} from '../../testing/hostile-provider.ts'
import { foldAllPlay } from '../../testing/play-figures.ts'
import { createMoneyOutWorld, type MoneyOutWorld } from '../../testing/world/money-out.ts'
import { takeProviderCall } from './take-call.ts'

// A provider that doubles, shuffles, corrects, takes back what it never told, and somebody who signs in its
// name, at two servers of one database; 200,000 events in `npm run test:full`, and with servers that are
// killed meanwhile in `npm run prove providers`.

let world: MoneyOutWorld
let apart: FakeProvider
let whole: FakeProvider
let servers: readonly Services[]
beforeAll(async () => {
  world = await createMoneyOutWorld()
  apart = await startFakeProvider(world.server)
  whole = await startFakeProvider(world.server, 'transferInOut')
  // Whatever a process keeps for itself hangs on its services.
  servers = [world.server.services, { ...world.server.services }]
})
afterAll(() => world.stop())

const isFull = process.env['KHLANG_TEST_FULL'] === '1'
const eventCount = isFull ? 200_000 : 700
const memberCount = isFull ? 400 : 12
test(
  'whatever it repeats, shuffles, corrects and forges: each event counts once, and all sums agree',
  async () => {
    const members = await Promise.all(Array.from({ length: memberCount }, () => world.factory.member()))
    for (const member of members) await world.fund(member, isFull ? 5_000_000 : 100_000)
    const events = hostileEvents({ apart, whole }, members, eventCount, chance(42))
    const firsts = new Map<string, string>()
    const early: HostileEvent[] = []
    const tell = async ({ name, word, provider, body, isForged }: HostileEvent, position: number) => {
      const server = servers[position % servers.length] as Services
      const raw = { bytes: Buffer.from(body), headers: {} }
      const said = { providerId: provider.id, word }
      const answer = await takeProviderCall(server, said, raw, '127.0.0.1')
      if (isForged) return expect(answer).toMatchObject({ error: 5 })
      // Its stake had not come: told again until it has.
      if (answer['error'] === 100) return void early.push({ name, word, provider, body })
      const text = JSON.stringify(answer)
      const first = firsts.get(name)
      if (first === undefined) firsts.set(name, text)
      else expect(text).toBe(first)
    }
    await inTurns(events, tell)
    await inTurns(early.splice(0), tell)
    await inTurns(
      events.filter((_, n) => n % 7 === 0),
      tell,
    )
    expect(await world.factory.judge()).toEqual([])
    await foldAllPlay(world.server.services.db)
    const sumsOf = async (text: string) =>
      (await world.factory.query<Record<string, number>>(text))[0] as Record<string, number>
    expect(await disagreementsOfPlay(sumsOf)).toEqual([])
  },
  isFull ? 3_600_000 : 60_000,
)
