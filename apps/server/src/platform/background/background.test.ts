import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endPauses, handOver, runJobs, workerJobs } from '../../testing/jobs.ts'
import { jobWorld, type JobWorld } from '../../testing/world/job-world.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import type { Services } from '../call/context.ts'
import { createClient, createPool, sqlState } from '../db/db.ts'
import { handOverWork } from './hand-over.ts'
import { openRows } from './job-rows.ts'
import { workerRevision } from '../migrations/install-worker.ts'
import { startWorker } from './worker.ts'
import { workerLockClass } from './worker-queue.ts'

// Work in the background is done once, tried again, taken over, cancelled, and given up aloud.

const never = new AbortController().signal
let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.database.plant(
    `truncate background_jobs, alarms, graphile_worker._private_jobs,
       graphile_worker._private_job_queues`,
  )
  ann = await server.person()
})

const listOf = async (person: Person) => (await person.call('backgroundJobs.list', {})).records
const stateOf = async () => (await listOf(ann)).map(({ state, tries }) => `${state} ${tries}`)
const run = (world: JobWorld) => runJobs(server.services, world.kinds)
const openAlarms = () =>
  server.database.asAdmin<{ code: string; entity_id: string; detail: object }>(
    'select code, entity_id, detail from alarms where cleared_at is null',
  )
/** Work after which the one job of the worker waits so long, counted from some moment of that work. */
async function pausesFor(work: () => Promise<void>, pauseMs: () => number | undefined): Promise<void> {
  const clock = async () => {
    const now = 'select extract(epoch from clock_timestamp())::float8 * 1000 as ms'
    return (await server.database.asAdmin<{ ms: number }>(now))[0]?.ms ?? 0
  }
  const begunAt = await clock()
  await work()
  const endedAt = await clock()
  const [job] = await workerJobs(server.database)
  const pausedAt = (job?.dueAtMs ?? 0) - (pauseMs() ?? Number.NaN)
  // The worker counts in fractions of a millisecond, and says whole ones.
  expect(pausedAt).toBeGreaterThan(begunAt - 1)
  expect(pausedAt).toBeLessThan(endedAt + 1)
}

describe('a job', () => {
  test('is seen by its owner alone, with how far it is, and is done once', async () => {
    const world = jobWorld('members')
    const bea = await server.person({ isAdmin: true })
    const seen: unknown[] = []
    world.want(ann)
    world.does(async (_, { report }) => {
      await report(40, 100)
      seen.push(...(await listOf(ann)), ...(await listOf(bea)))
      return { kind: 'done' }
    })
    await run(world)
    await run(world)
    const progress = { progressDone: 40, progressTotal: 100 }
    expect(seen).toMatchObject([
      { kind: 'export', name: 'file 0', state: 'running', tries: 1, ...progress },
    ])
    expect(await listOf(ann)).toMatchObject([{ state: 'done', failure: null, exportId: null }])
    expect(await workerJobs(server.database)).toEqual([])
  })

  test('about what one was about before begins anew: it has not ended, nor failed', async () => {
    const world = jobWorld('members')
    const subjectId = world.want(ann)
    world.does(() => Promise.resolve({ kind: 'failed', failure: 'fault' }))
    await run(world)
    expect(await listOf(ann)).toMatchObject([{ failure: 'fault', endedAt: expect.any(String) }])
    const wanted = { subjectId, ownerId: ann.id, name: 'anew', lane: 'files' }
    await server.services.db.transaction().execute((tx) => openRows(tx, 'export', [wanted]))
    const begun = { state: 'queued', name: 'anew', failure: null, endedAt: null }
    expect(await listOf(ann)).toMatchObject([begun])
  })

  test('that fails is tried again after a pause that grows, at most an hour', async () => {
    const world = jobWorld('members', 50)
    const pauses: number[] = []
    world.want(ann)
    world.does((_, { nextPauseMs }) => {
      pauses.push(nextPauseMs)
      throw new Error('not today')
    })
    for (let tries = 0; tries < 3; tries += 1) {
      await pausesFor(
        () => run(world),
        () => pauses[tries],
      )
      // A busy machine is slower than the first pauses are long: nothing is tried before one is over.
      await server.database.plant(
        `update graphile_worker._private_jobs set run_at = run_at + interval '30 minutes'`,
      )
      await run(world)
      expect(await workerJobs(server.database)).toMatchObject([{ attempts: tries + 1, isLocked: false }])
      await endPauses(server.database)
    }
    expect(pauses).toEqual([2718, 7389, 20_086])
    expect(await stateOf()).toEqual(['queued 3'])
    await server.database.plant(
      `update graphile_worker._private_jobs set attempts = 12, run_at = now() + interval '6 hours'`,
    )
    await pausesFor(
      () => handOver(server.services, world.kinds),
      () => 3_600_000,
    )
  })

  test('that takes longer than it may is ended, and tried again as one that failed', async () => {
    const world = jobWorld('members')
    const kinds = { ...world.kinds, export: { ...world.kinds.export, limitMs: 50 } }
    world.want(ann)
    endless(world)
    await runJobs(server.services, kinds)
    expect(await stateOf()).toEqual(['queued 1'])
    expect(await workerJobs(server.database)).toMatchObject([{ attempts: 1, isLocked: false }])
    world.does(() => Promise.resolve({ kind: 'done' }))
    await endPauses(server.database)
    await run(world)
    expect(await stateOf()).toEqual(['done 2'])
  })

  test('is in the list of its owner for thirty days after its end', async () => {
    const world = jobWorld('members')
    for (const _ of [1, 2, 3]) world.want(ann)
    await run(world)
    const ended = (name: string, ago: string) =>
      server.database.plant('update background_jobs set ended_at = now() - $2::interval where name = $1', [
        name,
        ago,
      ])
    await ended('file 1', '29 days 23 hours')
    await ended('file 2', '30 days 1 minute')
    await handOver(server.services, world.kinds)
    expect((await listOf(ann)).map(({ name }) => name).toSorted()).toEqual(['file 0', 'file 1'])
  })

  test('that was tried to the end raises an alarm; the next good one ends it', async () => {
    const world = jobWorld('members')
    const auditor = await server.person({ isAdmin: true })
    const health = async () => {
      const headers = { authorization: `Bearer ${auditor.token}` }
      return ((await (await server.fetch('/health', { headers })).json()) as { data: object }).data
    }
    world.want(ann)
    world.does(() => Promise.reject(new Error('never')))
    await run(world)
    await endPauses(server.database)
    await run(world)
    expect(await openAlarms()).toEqual([])
    await run(world)
    expect(world.said).toEqual(['gave up file 0'])
    expect(await listOf(ann)).toMatchObject([{ state: 'failed', failure: 'fault', tries: 2 }])
    const detail = { kind: 'export', work: 'file 0', failure: 'fault' }
    expect(await openAlarms()).toEqual([{ code: 'job.dead', entity_id: 'members', detail }])
    await expect.poll(health).toMatchObject({ state: 'degraded', jobs: { dead: 1 } })
    expect(await workerJobs(server.database)).toEqual([])
    world.want(ann)
    world.does(() => Promise.resolve({ kind: 'done' }))
    await run(world)
    expect(await openAlarms()).toEqual([])
    await expect.poll(health).toMatchObject({ state: 'ok', jobs: { dead: 0 } })
  })
})

/** What a worker does until it is told to leave, and how often it was begun. */
const endless = (world: JobWorld) => {
  let begun = 0
  world.does(async (_, { stopping }) => {
    begun += 1
    await new Promise((done) => stopping.addEventListener('abort', done))
    return { kind: 'left' }
  })
  return () => begun
}
/** The same server in another process: it has connections of its own for its worker. */
const another = (): Services => ({
  ...server.services,
  jobPool: createPool(server.database.appUrl, { max: 4, name: 'another', role: 'khlang_jobs' }),
})

describe('a worker', () => {
  test('that lives keeps its job; of one that is gone another goes on with it within 30 s', async () => {
    const world = jobWorld('members')
    const clock = { ms: 0 }
    const step = handOverWork(world.kinds, () => clock.ms)
    const pass = async (seconds: number) => {
      clock.ms += seconds * 1000
      await step.run(server.services, never)
    }
    world.want(ann)
    await pass(0)
    // What a process leaves that is killed in the middle of a job: its rows, and for a while its connection.
    const connected = async () => {
      const client = createClient(server.database.appUrl, 'killed', 5000)
      await client.connect()
      await client.query('set role khlang_jobs')
      await client.query('select pg_advisory_lock($1, hashtext($2))', [workerLockClass, 'pool-killed'])
      return client
    }
    const killed = await connected()
    for (const table of ['_private_jobs', '_private_job_queues'])
      await killed.query(`update graphile_worker.${table} set locked_by = 'pool-killed', locked_at = now()`)
    await killed.query('update graphile_worker._private_jobs set attempts = 1')
    for (const seconds of [0, 60, 3600]) await pass(seconds)
    await run(world)
    expect(await workerJobs(server.database)).toMatchObject([{ isLocked: true, attempts: 1 }])

    // One that is back with its jobs is waited for anew when it is lost again.
    await killed.end()
    await pass(0)
    const back = await connected()
    await pass(60)
    await back.end()
    await pass(0)
    await pass(9)
    expect(await workerJobs(server.database)).toMatchObject([{ isLocked: true }])
    await pass(2)
    expect(await workerJobs(server.database)).toMatchObject([{ isLocked: false, attempts: 1 }])
    await run(world)
    expect(await stateOf()).toEqual(['done 1'])
  })

  test('has jobs behind that are due and not taken, none that wait for their lane or pause', async () => {
    const world = jobWorld('members')
    const behind = async () => {
      const all = (await handOverWork(world.kinds).progress?.(server.services)) ?? []
      return all.map(({ done, newest }) => newest - done)
    }
    expect(await behind()).toEqual([0])
    world.want(ann)
    world.want(ann)
    await handOver(server.services, world.kinds)
    expect(await behind()).toEqual([2])
    const busy = (at: string) =>
      server.database.plant(`update graphile_worker._private_job_queues set locked_at = ${at}`)
    await busy('now()')
    expect(await behind()).toEqual([0])
    await busy('null')
    expect(await behind()).toEqual([2])
    await server.database.plant(
      `update graphile_worker._private_jobs set run_at = now() + interval '1 minute'`,
    )
    expect(await behind()).toEqual([0])
  })

  test('whose connection is lost ends its jobs itself, and is begun anew', async () => {
    const world = jobWorld('members')
    const begun = endless(world)
    const own = another()
    const worker = startWorker(own, world.kinds)
    world.want(ann)
    await handOver(server.services, world.kinds)
    await expect.poll(begun).toBe(1)
    world.does(() => Promise.resolve({ kind: 'done' }))
    await server.database.asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'another'`,
    )
    await expect.poll(worker.isRunning).toBe(false)
    await expect.poll(stateOf).toEqual(['queued 1'])
    // Where it could not write down the end of its job, the lane is freed as if it had been killed.
    let seconds = 0
    const step = handOverWork(world.kinds, () => seconds * 1000)
    const pass = async () => {
      seconds += 6
      await step.run(server.services, never)
      return stateOf()
    }
    await expect.poll(pass, { timeout: 20_000, interval: 300 }).toEqual(['done 2'])
    await worker.stop()
    await own.jobPool.end()
  })

  test('that stops does so in two seconds, gives back what it had, and does not count it', async () => {
    const world = jobWorld('members')
    const begun = endless(world)
    const own = another()
    const worker = startWorker(own, world.kinds)
    world.want(ann)
    await handOver(server.services, world.kinds)
    await expect.poll(begun).toBe(1)
    expect(worker.isRunning()).toBe(true)
    const started = performance.now()
    await worker.stop()
    expect(performance.now() - started).toBeLessThan(2000)
    expect(await stateOf()).toEqual(['queued 1'])
    world.does(() => Promise.resolve({ kind: 'done' }))
    await run(world)
    expect(await stateOf()).toEqual(['done 2'])
    await own.jobPool.end()
  })

  test('that is stuck in a job does not hold up the stop either, nor look for more after it', async () => {
    const world = jobWorld('members')
    let begun = 0
    let release = () => undefined as void
    world.does(async () => {
      begun += 1
      if (begun > 1) await new Promise<void>((done) => (release = done))
      return { kind: 'done' }
    })
    const own = another()
    const worker = startWorker(own, world.kinds)
    // The first has just ended, and its lane is looked at for half a second: a throw then ends the process.
    for (const _ of [1, 2]) world.want(ann)
    await handOver(server.services, world.kinds)
    await expect.poll(() => begun, { interval: 5 }).toBe(2)
    const started = performance.now()
    await worker.stop()
    expect(performance.now() - started).toBeLessThan(2500)
    release()
    await expect.poll(stateOf).toEqual(['done 1', 'done 1'])
    await own.jobPool.end()
  })

  test('that stops in the half second after a job, while it is busy, fails at nothing', async () => {
    const world = jobWorld('members')
    const failures: string[] = []
    const note = (error: Error) => void failures.push(error.message)
    process.on('uncaughtException', note)
    let begun = 0
    let release = () => undefined as void
    world.does(async () => {
      begun += 1
      if (begun > 1) await new Promise<void>((done) => (release = done))
      return { kind: 'done' }
    })
    const own = another()
    const worker = startWorker(own, world.kinds)
    for (const _ of [1, 2]) world.want(ann)
    await expect.poll(worker.isRunning).toBe(true)
    await handOver(server.services, world.kinds)
    await expect.poll(() => begun, { interval: 10 }).toBe(2)
    // Longer than it looks for the next job of the lane.
    await worker.stop()
    release()
    await expect.poll(stateOf).toEqual(['done 1', 'done 1'])
    await own.jobPool.end()
    process.off('uncaughtException', note)
    expect(failures).toEqual([])
  })

  test('hears of a job at once, and of a lane does one at a time', async () => {
    const world = jobWorld('members')
    let now = 0
    let most = 0
    world.does(async () => {
      now += 1
      most = Math.max(most, now)
      await new Promise((done) => setTimeout(done, 20))
      now -= 1
      return { kind: 'done' }
    })
    const own = another()
    // It would look by itself after an hour only: what is done before, it has heard of.
    const worker = startWorker(own, world.kinds, 3_600_000)
    for (const _ of [1, 2, 3, 4, 5, 6]) world.want(ann)
    await expect.poll(worker.isRunning).toBe(true)
    await handOver(server.services, world.kinds)
    await expect.poll(stateOf, { timeout: 20_000 }).toEqual(Array.from({ length: 6 }, () => 'done 1'))
    expect(most).toBe(1)
    await worker.stop()
    await own.jobPool.end()
  })
})

describe('the worker’s own tables', () => {
  const codeOfQuery = (pool: Services['pool'], text: string) =>
    pool.query(text).then(
      () => 'done',
      (error: unknown) => sqlState(error),
    )

  test('are closed to the server as it signs in, and the worker’s role sees nothing else', async () => {
    const { pool, jobPool } = server.services
    for (const table of ['_private_jobs', '_private_job_queues', '_private_tasks', 'jobs', 'migrations'])
      expect(await codeOfQuery(pool, `select 1 from graphile_worker.${table}`)).toBe('42501')
    expect(await codeOfQuery(pool, `select graphile_worker.add_job('export')`)).toBe('42501')
    expect(await codeOfQuery(jobPool, 'select 1 from graphile_worker._private_jobs')).toBe('done')
    for (const table of ['members', 'background_jobs', 'schema_migrations'])
      expect(await codeOfQuery(jobPool, `select 1 from public.${table}`)).toBe('42501')
    expect(await codeOfQuery(jobPool, 'create schema mine')).toBe('42501')
    expect(await codeOfQuery(jobPool, 'create table public.mine ()')).toBe('42501')
  })

  test('are those of the package that is installed', () => {
    const folder = new URL('../sql/', import.meta.resolve('graphile-worker'))
    const numbers = readdirSync(folder).map((name) => Number.parseInt(name, 10))
    expect(Math.max(...numbers)).toBe(workerRevision)
  })
})
