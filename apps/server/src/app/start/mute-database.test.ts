import { setTimeout as sleep } from 'node:timers/promises'
import { missedTopic } from '@khlang/contract/live.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { announce } from '../../platform/live/live.ts'
import { startPeriodic, type Periodic } from '../../platform/work/periodic.ts'
import { startMuteProxy, type MuteProxy } from '../../testing/mute-proxy.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { closeDatabases } from '../services.ts'
import { stopLimits, Stopping } from './stopping.ts'

let proxy: MuteProxy
let server: TestServer
let person: Person
let periodic: Periodic
let runs = 0
beforeAll(async () => {
  server = await startTestServer({
    isLive: true,
    through: async (url) => {
      proxy = await startMuteProxy(url)
      return proxy.url
    },
    vitals: () => periodic.vitals(),
  })
  person = await server.person({ isAdmin: true })
  const run = async () => {
    await server.services.pool.query('select 1')
    runs += 1
  }
  periodic = startPeriodic(server.services, [{ name: 'test.mute', everyMs: 50, run }])
})
afterEach(() => proxy.heal())
afterAll(async () => {
  await periodic.stop()
  await server.stop()
  await proxy.stop()
})

/** Ends when it is true; the time limit of the test is the end of patience. */
const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await sleep(50)
}
const headers = () => ({ authorization: `Bearer ${person.token}` })
const health = async () => {
  const answer = await server.fetch('/health', { headers: headers() })
  return { status: answer.status, ...((await answer.json()) as { data: { state: string } }).data }
}
const isWell = async () => {
  const { status, state } = await health()
  return status === 200 && state === 'ok'
}
/** Whether an open stream is told of a change made now: of it, or to read anew. */
async function hears(id: string): Promise<boolean> {
  const stop = new AbortController()
  const answer = await server.fetch('/api/v2/live', { headers: headers(), signal: stop.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const text = (async () => {
    let heard = ''
    while (!heard.includes(id) && !heard.includes(`"${missedTopic}"`)) {
      const part = await reader?.read()
      if (part === undefined || part.done) return false
      heard += part.value
    }
    return true
  })()
  await announce(server.services.db, 'member', id, 1)
  server.services.live.nudge()
  return text.finally(() => stop.abort())
}

/** Everything the database is needed for does its part again. */
async function comesBack(): Promise<void> {
  const before = runs
  await until(() => runs >= before + 3)
  await until(isWell)
  await server.services.pool.query('select 1')
  expect(await hears(`mbr_${before}`)).toBe(true)
}

test('connections that die without a word: jobs, calls, live events and health come back', async () => {
  await until(isWell)
  proxy.mute('open')
  const started = performance.now()
  await comesBack()
  expect(performance.now() - started).toBeLessThan(30_000)
}, 60_000)

test('a database out of reach: health says 503, and all come back once it answers', async () => {
  await until(isWell)
  proxy.mute('all')
  await until(async () => (await health()).status === 503)
  expect(await health()).toEqual({ status: 503, isUp: false, state: 'down' })
  proxy.heal()
  const healed = performance.now()
  await comesBack()
  expect(performance.now() - healed).toBeLessThan(30_000)
}, 90_000)

test('a stop ends within ten seconds while the database says nothing', async () => {
  await until(isWell)
  proxy.mute('all')
  const ended = new Promise<number>((exit) => {
    const stopping = new Stopping(server.services.log, () => undefined, exit)
    stopping.add({
      name: 'database pool',
      close: () => closeDatabases(server.services),
      limitMs: stopLimits.poolMs,
    })
    const close = async () => void (await Promise.all([server.services.live.stop(), periodic.stop()]))
    stopping.add({ name: 'background work', close, limitMs: stopLimits.backgroundMs })
    stopping.begin(0)
  })
  const started = performance.now()
  expect(await ended).toBe(0)
  expect(performance.now() - started).toBeLessThan(10_000)
}, 60_000)
