import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { stateOf, type WorkVitals } from '../platform/work/vitals.ts'
import { asApiError } from './http/respond.ts'

const work = {
  name: 'test.work',
  everyMs: 1000,
  limitMs: 60_000,
  lastDurationMs: 5,
  runningSinceMs: null,
  failures: 0,
  behind: null,
}
let works: WorkVitals[] = []
let areJobsRunning: boolean | null = null
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    isLive: true,
    vitals: () => works,
    areJobsRunning: () => areJobsRunning,
  })
  while (!server.services.live.isListening) await new Promise((done) => setTimeout(done, 10))
})
afterAll(() => server.stop())

const health = async (token?: string) => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await server.fetch('/health', { headers })
  return { status: answer.status, ...((await answer.json()) as { data: object }).data }
}
const seen = (before: number): WorkVitals => {
  const at = Date.now() - before
  return { ...work, triedAtMs: at, lastRunAtMs: at, lastSuccessAtMs: at }
}

test('a server whose works run is well; a late or failing one degrades it, and it serves', async () => {
  works = [seen(100)]
  expect(await health()).toEqual({ status: 200, isUp: true, state: 'ok' })
  works = [seen(60_000)]
  expect(await health()).toMatchObject({ status: 200, state: 'degraded' })
  works = [{ ...seen(100), behind: { rows: 9, waitedMs: 60_000 } }]
  expect(await health()).toMatchObject({ status: 200, state: 'ok' })
  works = [{ ...seen(100), behind: { rows: 9, waitedMs: 60_001 } }]
  expect(await health()).toMatchObject({ status: 200, state: 'degraded' })
  works = [{ ...seen(100), failures: 1 }]
  expect(await health()).toMatchObject({ status: 200, isUp: true, state: 'degraded' })
  works = [seen(100)]
  const states: unknown[] = []
  for (areJobsRunning of [true, false, null]) states.push((await health()) as object)
  expect(states).toMatchObject([{ state: 'ok' }, { state: 'degraded' }, { state: 'ok' }])
})

test('a server with works that hears no events is degraded; one without need hear none', async () => {
  const deaf = vi.spyOn(server.services.live, 'isListening', 'get').mockReturnValue(false)
  works = [seen(100)]
  expect(await health()).toMatchObject({ status: 200, state: 'degraded' })
  works = []
  expect(await health()).toMatchObject({ status: 200, state: 'ok' })
  deaf.mockRestore()
})

test('however many ask at once, the database is asked once', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5000)
  const asked = vi.spyOn(server.services.pool, 'query')
  await Promise.all([health(), health(), health()])
  expect(asked).toHaveBeenCalledOnce()
  asked.mockRestore()
  clock.mockRestore()
})

test('a work is late by its own pace, never within fifteen seconds, and past its limit while it runs', () => {
  const state = (everyMs: number, agoMs: number, isRunning = false) => {
    const at = 1_000_000 - agoMs
    const vitals = { ...work, everyMs, triedAtMs: at, lastRunAtMs: at, lastSuccessAtMs: at }
    return stateOf({ ...vitals, runningSinceMs: isRunning ? at : null }, 0, 1_000_000)
  }
  expect([state(1000, 15_000), state(1000, 15_001)]).toEqual(['ok', 'late'])
  expect([state(60_000, 300_000), state(60_000, 300_001)]).toEqual(['ok', 'late'])
  expect([state(1000, 60_000, true), state(1000, 60_001, true)]).toEqual(['ok', 'late'])
})

test('what it is made of is told to who may read the log, and to nobody else', async () => {
  works = [seen(60_000)]
  const [reader, admin, other] = await Promise.all([
    server.person({ permissions: { adminLog: ['isRead'] } }),
    server.person({ isAdmin: true }),
    server.person({ permissions: { memberManagement: ['isRead'] } }),
  ])
  for (const { token } of [reader, admin]) {
    expect(await health(token)).toMatchObject({
      database: { isReachable: true },
      archive: { state: 'off', since: null },
      live: { isListening: true, streams: 0 },
      jobs: { isRunning: null, dead: 0 },
      works: [{ name: 'test.work', state: 'late', failures: 0 }],
    })
  }
  expect((await health(admin.token)) as object).toMatchObject({
    works: [{ lagMs: expect.closeTo(60_000, -5) as number }],
  })
  const owing = await server.person({ isAdmin: true })
  await server.database.plant(`update sessions set kind = 'preOtp' where employee_id = '${owing.id}'`)
  for (const token of [other.token, owing.token, 'bo1_x', undefined]) {
    expect(await health(token)).toEqual({ status: 200, isUp: true, state: 'degraded' })
  }
})

test.each(['25P03', '40001', '40P01', '58030'])('the database’s %s passes by itself: 503', (code) => {
  const error = asApiError(Object.assign(new Error('no'), { code }))
  expect([error.status, error.code, error.retryAfterS]).toEqual([503, 'unavailable', 2])
})

test('a server that stops says so itself, and a half-sent request does not hold it up', async () => {
  const own = await startTestServer()
  const { hostname, port } = new URL(own.url)
  const path = '/api/v1/authorization/login'
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`
  const open = () => connect(Number(port), hostname).on('error', () => undefined)
  const half = open()
  const late = open()
  half.write(`${head}content-length: 100\r\n\r\n{"user`)
  late.write('GET /health HTTP/1.1\r\n')
  await new Promise((done) => setTimeout(done, 200))
  const started = performance.now()
  const stopped = own.stop()
  await new Promise((done) => setTimeout(done, 200))
  late.write('host: localhost\r\n\r\n')
  const said = await new Promise<string>((done) => late.once('data', (part) => done(part.toString())))
  await stopped
  expect(performance.now() - started).toBeLessThan(9000)
  expect(said).toMatch(/^HTTP\/1.1 503 /)
  expect(said.toLowerCase()).toContain('retry-after: 2')
  expect(said).toMatch(/"code":"unavailable".*"requestId":"req_/)
})
