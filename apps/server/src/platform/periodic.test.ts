import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { startPeriodic } from './periodic.ts'

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
