import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { raiseAlarm } from '../db/alarms.ts'
import { createPool } from '../db/db.ts'
import { pauseOf, startPeriodic } from './periodic.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Ends when `isTrue` does; the test's own time limit is the end of patience. */
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((done) => setImmediate(done))
}

test('two processes never run the same work at once', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const work = {
    name: 'test.once',
    everyMs: 1,
    run: async () => {
      running += 1
      most = Math.max(most, running)
      runs += 1
      await new Promise((done) => setTimeout(done, 3))
      running -= 1
    },
  }
  const both = [startPeriodic(server.services, [work]), startPeriodic(server.services, [work])]
  await until(() => runs >= 20)
  await Promise.all(both.map((each) => each.stop()))
  expect(most).toBe(1)
})

test('a failing run is tried again; a nudge does not wait; stopping waits for the run', async () => {
  let runs = 0
  let isDone = false
  const periodic = startPeriodic(server.services, [
    {
      name: 'test.failing',
      everyMs: 3_600_000,
      run: async () => {
        runs += 1
        if (runs === 1) throw new Error('first')
        await new Promise((done) => setTimeout(done, 20))
        isDone = true
      },
    },
  ])
  await until(() => runs === 1)
  await until(() => {
    periodic.nudge('test.failing')
    return runs > 1
  })
  await periodic.stop()
  expect(isDone).toBe(true)
})

test('a nudge while a run is under way is not lost: what came after its look is run for', async () => {
  let runs = 0
  const held = Promise.withResolvers<void>()
  const run = async () => {
    runs += 1
    if (runs === 1) await held.promise
  }
  const periodic = startPeriodic(server.services, [{ name: 'test.nudged', everyMs: 3_600_000, run }])
  try {
    await until(() => runs === 1)
    periodic.nudge('test.nudged')
    held.resolve()
    await expect.poll(() => runs).toBe(2)
  } finally {
    await periodic.stop()
  }
})

test('more works than the pool has connections run side by side', async () => {
  const pool = createPool(server.database.appUrl, { max: 3 })
  const runs = new Set<string>()
  const works = Array.from({ length: 8 }, (_, n) => ({
    name: `test.many${n}`,
    everyMs: 5,
    run: async () => {
      await pool.query('select pg_sleep(0.01)')
      runs.add(`${n}`)
    },
  }))
  const periodic = startPeriodic({ ...server.services, pool }, works)
  await until(() => runs.size === works.length || periodic.vitals().some(({ failures }) => failures > 0))
  expect(periodic.vitals().filter(({ failures }) => failures > 0)).toEqual([])
  await periodic.stop()
  await pool.end()
})

test('work that is seldom done is tried again soon after it failed', () => {
  expect(pauseOf({ everyMs: 3_600_000, failures: 0 })).toBe(3_600_000)
  expect(pauseOf({ everyMs: 3_600_000, failures: 1 })).toBe(10_000)
  expect(pauseOf({ everyMs: 500, failures: 1 })).toBe(500)
})

test('a run leaves nothing held: another process gets the work at once, the first one again', async () => {
  let [first, second] = [0, 0]
  const work = (everyMs: number, count: () => void) => ({
    name: 'test.handed-on',
    everyMs,
    run: () => Promise.resolve(count()),
  })
  const one = startPeriodic(server.services, [work(3_600_000, () => (first += 1))])
  await until(() => one.vitals()[0]?.lastSuccessAtMs !== null)
  // It goes on, idle: what its run had held would be held now.
  const own = createPool(server.database.appUrl, { max: 1 })
  const other = startPeriodic({ ...server.services, pool: own }, [work(1, () => (second += 1))])
  await until(() => second >= 3)
  await other.stop()
  await own.end()
  one.nudge('test.handed-on')
  await until(() => first >= 2)
  await one.stop()
  expect([first >= 2, second >= 3]).toEqual([true, true])
})

test('a run that takes too long is given up: told of, its work free for the next run at once', async () => {
  const openAlarms = async () => {
    const { rows } = await server.services.pool.query<{ entity_id: string }>(
      "select entity_id from alarms where code = 'work.stalled' and cleared_at is null",
    )
    return rows.map((row) => row.entity_id)
  }
  let runs = 0
  let isTold = false
  let whileStuck: string[] = []
  const periodic = startPeriodic(server.services, [
    {
      name: 'test.stuck',
      everyMs: 1,
      limitMs: 100,
      run: async (_, stopping) => {
        runs += 1
        // One that went well before: an alarm ends whenever it was raised.
        if (runs === 2) {
          stopping.addEventListener('abort', () => (isTold = true))
          await new Promise(() => undefined)
        }
        if (runs === 3) whileStuck = await openAlarms()
      },
    },
  ])
  await until(() => periodic.vitals()[0]?.failures === 1)
  await until(() => runs >= 5)
  await periodic.stop()
  expect({ isTold, whileStuck, after: await openAlarms() }).toEqual({
    isTold: true,
    whileStuck: ['test.stuck'],
    after: [],
  })
  expect(periodic.vitals()).toMatchObject([{ name: 'test.stuck', limitMs: 100, failures: 0 }])
})

test('a run is told of the stop, and what declares no limit has one by its pace', async () => {
  const run = (_: unknown, stopping: AbortSignal) =>
    new Promise<void>((done) => stopping.addEventListener('abort', () => done()))
  const periodic = startPeriodic(server.services, [
    { name: 'test.long', everyMs: 1, limitMs: 3_600_000, run },
    { name: 'test.quick', everyMs: 500, run },
    { name: 'test.seldom', everyMs: 600_000, run },
  ])
  await until(() => periodic.vitals().every(({ runningSinceMs }) => runningSinceMs !== null))
  const limits = periodic.vitals().map(({ limitMs }) => limitMs)
  await periodic.stop()
  expect(limits).toEqual([3_600_000, 60_000, 12_000_000])
})

test('where the connection that holds the locks is lost, the work goes on by another', async () => {
  const pool = createPool(server.database.appUrl, { max: 2, name: 'locks' })
  let runs = 0
  const run = () => Promise.resolve(void (runs += 1))
  const periodic = startPeriodic({ ...server.services, pool }, [{ name: 'test.lost', everyMs: 1, run }])
  await until(() => runs >= 2)
  await server.database.asAdmin(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'locks'`,
  )
  const before = runs
  await until(() => runs >= before + 5)
  await periodic.stop()
  await pool.end()
  expect(runs - before).toBeGreaterThanOrEqual(5)
})

test('work that does not come to what waited a minute ago raises an alarm, until it does', async () => {
  const openAlarms = async () => {
    const { rows } = await server.services.pool.query<{ entity_id: string }>(
      "select entity_id from alarms where code = 'work.behind' and cleared_at is null",
    )
    return rows.map((row) => row.entity_id)
  }
  let nowMs = 0
  let at = { done: 0, newest: 100 }
  // What comes along with the others does not hide what stands still.
  let others = { done: 7, newest: 7 }
  const periodic = startPeriodic(
    { ...server.services, now: () => nowMs },
    [
      {
        name: 'test.behind',
        everyMs: 5,
        progress: () => Promise.resolve([others, at]),
        run: () => Promise.resolve(),
      },
    ],
    5,
  )
  const behind = () => periodic.vitals()[0]?.behind
  await until(() => behind()?.rows === 100)
  nowMs = 60_000
  others = { done: 900, newest: 900 }
  at = { done: 99, newest: 5000 }
  await until(() => behind()?.waitedMs === 60_000)
  expect(await openAlarms()).toEqual([])
  nowMs = 60_001
  await expect.poll(openAlarms).toEqual(['test.behind'])
  // What was there then is done; what came since waits from now on.
  at = { done: 100, newest: 9000 }
  await expect.poll(openAlarms).toEqual([])
  expect(behind()).toEqual({ rows: 8900, waitedMs: 0 })
  await periodic.stop()
})

test('alarms that a former process left end with a run; one that merely fails raises none', async () => {
  const { db } = server.services
  const openAlarms = async () => {
    const { rows } = await server.services.pool.query<{ code: string }>(
      `select code from alarms where entity_id = 'test.left' and cleared_at is null order by code`,
    )
    return rows.map((row) => row.code)
  }
  const about = { entity: 'work', entityId: 'test.left' } as const
  for (const code of ['work.behind', 'work.stalled']) await raiseAlarm(db, { code, ...about })
  let isFailing = false
  const work = {
    name: 'test.left',
    everyMs: 1,
    progress: () => Promise.resolve([{ done: 1, newest: 1 }]),
    run: () => (isFailing ? Promise.reject(new Error('away')) : Promise.resolve()),
  }
  const periodic = startPeriodic(server.services, [work], 5)
  await expect.poll(openAlarms).toEqual([])
  isFailing = true
  await until(() => (periodic.vitals()[0]?.failures ?? 0) >= 3)
  await periodic.stop()
  expect(await openAlarms()).toEqual([])
})

test('what another process is busy with counts neither as this one’s run nor as its failure', async () => {
  let end: () => void = () => undefined
  const ended = new Promise<void>((done) => (end = done))
  const busy = { name: 'test.busy', everyMs: 1, run: () => ended }
  const one = startPeriodic(server.services, [busy])
  await until(() => one.vitals()[0]?.runningSinceMs !== null)
  const other = startPeriodic(server.services, [busy])
  await until(() => other.vitals()[0]?.triedAtMs !== null)
  const first = other.vitals()[0]?.triedAtMs ?? 0
  await until(() => (other.vitals()[0]?.triedAtMs ?? 0) > first)
  const seen = other.vitals()
  const stopped = other.stop()
  end()
  await Promise.all([one.stop(), stopped])
  const never = { lastRunAtMs: null, lastSuccessAtMs: null, lastDurationMs: null, runningSinceMs: null }
  expect(seen).toMatchObject([{ ...never, failures: 0 }])
  expect(one.vitals()[0]?.lastSuccessAtMs).not.toBeNull()
})
