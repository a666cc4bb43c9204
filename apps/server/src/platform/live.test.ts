import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { announce } from './live.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ isLive: true })
})
afterAll(() => server.stop())

test('a server that stops ends the open streams', async () => {
  const other = await startTestServer({ isLive: true })
  const person = await other.person({})
  const answer = await other.fetch('/api/v2/live', { headers: { authorization: `Bearer ${person.token}` } })
  await other.stop()
  expect(await answer.text()).toContain(': open')
})

test('what a transaction announced is heard on an open stream', async () => {
  const person = await server.person({ permissions: { memberManagement: ['isRead'] } })
  const stop = new AbortController()
  const answer = await server.fetch('/api/v2/live', {
    headers: { authorization: `Bearer ${person.token}` },
    signal: stop.signal,
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  // The listener may not be connected yet when the first one is told: said again until it is heard.
  const saying = setInterval(() => {
    void announce(server.services.db, 'member', 'mbr_x', 3).then(() => server.services.live.nudge())
  }, 100)
  let heard = ''
  while (!heard.includes('data:')) heard += (await reader?.read())?.value ?? ''
  clearInterval(saying)
  stop.abort()
  expect(heard).toContain('data: {"topic":"member","id":"mbr_x","version":3}')
})
