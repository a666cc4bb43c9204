import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleDir } from '../../app/start/build-console.ts'
import { buildServer, closeServer } from '../../app/server.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { RateLimits, type SharedCounts } from './rate-limits.ts'
import { sharedCounts } from './shared-rates.ts'

// Processes of one brand share the rates of their callers. Each may let pass what it has not told yet: less
// than a twentieth of the rate, and what came since it last told.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const settings = BrandSettings.parse({ rateMoneyPerMinute: 40, rateReadPerMinute: 40 })

/** A process that counts money calls of one caller, with a clock of its own. */
function processOf(clock: { ms: number }, caller: string) {
  const limits = new RateLimits()
  const passes = (): boolean => {
    try {
      limits.count(caller, 'money', settings, clock.ms)
      return true
    } catch {
      return false
    }
  }
  return {
    passed: (calls: number) => Array.from({ length: calls }, passes).filter(Boolean).length,
    settle: (shared: SharedCounts) => limits.settle(shared, () => clock.ms),
  }
}

test('what a process lets pass while it tells the others counts too', async () => {
  const one = processOf({ ms: 0 }, 'meanwhile')
  one.passed(30)
  await one.settle({
    add: async (_, calls) => {
      one.passed(8)
      return { count: calls, leftMs: 60_000 }
    },
  })
  expect(one.passed(10)).toBe(2)
})

test('a place that is held counts for no call, and is nobody else’s until it is given back', () => {
  const limits = new RateLimits()
  const hold = (now = 0) => limits.hold('asking', 'money', settings, now)
  for (let calls = 0; calls < 39; calls += 1) {
    for (let times = 0; times < 3; times += 1) hold()()
    limits.count('asking', 'money', settings, 0)
  }
  const last = hold()
  expect(hold).toThrow('tooManyRequests')
  last()
  const counted = hold()
  limits.count('asking', 'money', settings, 0)
  counted()
  expect(hold).toThrow('tooManyRequests')
  expect(() => hold(60_000)).not.toThrow()
})

test('of calls that begin together no more are held than the rate lets pass', () => {
  const limits = new RateLimits()
  const all = () => Array.from({ length: 40 }, () => limits.hold('asking', 'money', settings, 0))
  const held = all()
  expect(() => limits.hold('asking', 'money', settings, 0)).toThrow('tooManyRequests')
  limits.hold('other', 'money', settings, 0)()
  for (const giveBack of held) giveBack()
  expect(all()).toHaveLength(40)
})

describe('two processes on one database', () => {
  test('let pass a rate together, and not one each; a minute later anew', async () => {
    const clock = { ms: 0 }
    const shared = sharedCounts(server.services.pool)
    const [one, other] = [processOf(clock, 'both'), processOf(clock, 'both')]
    expect([one.passed(25), other.passed(10)]).toEqual([25, 10])
    await one.settle(shared)
    await other.settle(shared)
    // The other knows of all 35; the one of its own 25 until it has something to tell.
    expect(other.passed(10)).toBe(5)
    await other.settle(shared)
    expect(one.passed(2)).toBe(2)
    await one.settle(shared)
    expect([one.passed(10), other.passed(10)]).toEqual([0, 0])
    clock.ms = 60_000
    expect([one.passed(40), other.passed(40)]).toEqual([40, 40])
  })

  test('begin anew together: the second takes over the end of the first one’s window', async () => {
    const clock = { ms: 0 }
    let ends = 0
    const told = new Map<string, number>()
    const shared: SharedCounts = {
      add: async (key, calls, windowMs) => {
        ends ||= clock.ms + windowMs
        told.set(key, (told.get(key) ?? 0) + calls)
        return { count: told.get(key) ?? 0, leftMs: ends - clock.ms }
      },
    }
    const [one, other] = [processOf(clock, 'c'), processOf(clock, 'c')]
    expect(one.passed(40)).toBe(40)
    await one.settle(shared)
    clock.ms = 50_000
    expect(other.passed(2)).toBe(2)
    await other.settle(shared)
    expect(other.passed(1)).toBe(0)
    clock.ms = 60_000
    expect([one.passed(40), other.passed(40)]).toEqual([40, 40])
  })

  test('hear nothing of a caller who uses little, and pay no write for them', async () => {
    const told: number[] = []
    const shared: SharedCounts = {
      add: async (_, calls) => {
        told.push(calls)
        return { count: calls, leftMs: 1000 }
      },
    }
    const one = processOf({ ms: 0 }, 'quiet')
    one.passed(1)
    await one.settle(shared)
    expect(told).toEqual([])
    one.passed(1)
    await one.settle(shared)
    await one.settle(shared)
    expect(told).toEqual([2])
  })

  test('count on by themselves while the database is away, and tell all of it later', async () => {
    const one = processOf({ ms: 0 }, 'away')
    one.passed(30)
    await expect(one.settle({ add: () => Promise.reject(new Error('away')) })).rejects.toThrow('away')
    expect(one.passed(20)).toBe(10)
    const shared = sharedCounts(server.services.pool)
    await one.settle(shared)
    const other = processOf({ ms: 0 }, 'away')
    other.passed(2)
    await other.settle(shared)
    expect(other.passed(1)).toBe(0)
  })
})

test('two servers refuse a person who used one rate at both', async () => {
  const second = await buildServer(server.services, {
    surfaces: ['admin', 'auto', 'member'],
    hosts: [],
    trustProxy: false,
    bases: { api: '', auto: '', member: '' },
    consoleDir,
  })
  try {
    const url = await second.listen({ port: 0, host: '127.0.0.1' })
    await server.set({ rateReadPerMinute: 40 })
    const person = await server.person()
    const headers = { authorization: `Bearer ${person.token}` }
    let passed = 0
    const ask = async (base: string): Promise<number> => {
      const { status } = await fetch(`${base}/api/v1/authorization/self`, { headers })
      if (status === 200) passed += 1
      return status
    }
    const half = async (base: string): Promise<number[]> => {
      const statuses: number[] = []
      for (let n = 0; n < 20; n += 1) statuses.push(await ask(base))
      return statuses
    }
    expect([...(await half(server.url)), ...(await half(url))].filter((status) => status !== 200)).toEqual(
      [],
    )
    const refusedBy = (base: string) => expect.poll(() => ask(base), { interval: 200 }).toBe(429)
    await Promise.all([refusedBy(server.url), refusedBy(url)])
    // Each alone would have let pass 40.
    expect(passed).toBeGreaterThanOrEqual(40)
    expect(passed).toBeLessThan(60)
  } finally {
    await closeServer(second)
    await server.set({ rateReadPerMinute: 12_000 })
  }
})
