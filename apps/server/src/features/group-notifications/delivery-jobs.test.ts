import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverGroups } from '../../testing/world/chats.ts'
import { endPauses, workerJobs } from '../../testing/jobs.ts'
import { codeOf } from '../../testing/world/members.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

// Messages to chat groups as jobs: in their order, each with pauses that grow, and never in a storm.

const reads = { pretransactionDepositWithdraw: ['isRead', 'isUpdate'] } as const
let server: TestServer
let ann: Person
let chat: Server
let base = ''
let answer = 200
let texts: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  chat = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      texts.push(/D\d+/.exec(body)?.[0] ?? body)
      response.writeHead(answer, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => chat.listen(0, '127.0.0.1', done))
  const { port } = chat.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  Object.assign(server.services, { egressAllow: [`127.0.0.1:${port}`] })
})
afterAll(async () => {
  chat.close()
  await server.stop()
})
beforeEach(async () => {
  texts = []
  answer = 200
  await server.database.plant(
    `truncate chat_deliveries, chat_groups, background_jobs, alarms, graphile_worker._private_jobs,
       graphile_worker._private_job_queues`,
  )
  ann = await server.person({ permissions: reads })
})

const make = (path: string) =>
  ann.call('groupNotifications.create', {
    name: `Room ${path}`,
    channel: 'webhook',
    target: `${base}/${path}`,
    events: ['deposit.large'],
    credential: 'a-long-secret-token',
  })
let happened = 0
/** One message each: what happened before is with the worker, or was tried. */
const happen = async () => {
  happened += 1
  const detail = JSON.stringify({ username: 'mali', reference: `D${happened}`, bank: 'KBANK' })
  await server.services.db
    .insertInto('events')
    .values({
      code: 'deposit.large',
      entity: 'deposit',
      entity_id: `dep_${happened}`,
      detail,
      amount_minor: 9e6,
    })
    .execute()
  return `D${happened}`
}
const tell = () => deliverGroups(server.services)
const isDue = () =>
  server.database.plant(`update chat_deliveries set next_at = now() where state = 'pending'`)
const listOf = async (person: Person) => (await person.call('backgroundJobs.list', {})).records

test('of a place that does not answer the oldest goes alone, and then the rest in order', async () => {
  await make('hook')
  answer = 503
  const first = await happen()
  await tell()
  const later = [await happen()]
  await tell()
  later.push(await happen())
  for (let times = 0; times < 3; times += 1) await tell()
  expect(texts).toEqual([first])
  await isDue()
  for (let times = 0; times < 3; times += 1) await tell()
  expect(texts).toEqual([first, first])
  expect(await workerJobs(server.database)).toMatchObject([{ lane: 'chat.failing', attempts: 1 }])
  await endPauses(server.database)
  await tell()
  expect(await workerJobs(server.database)).toMatchObject([{ lane: 'chat.failing', attempts: 2 }])
  answer = 200
  await endPauses(server.database)
  await tell()
  await tell()
  expect(texts).toEqual([first, first, first, first, ...later])
  expect(await workerJobs(server.database)).toEqual([])
})

test('what cannot be sent is in the list of the group’s owner alone, who may cancel it', async () => {
  const { id } = await make('hook')
  const admin = await server.person({ isAdmin: true })
  await happen()
  await tell()
  expect(await listOf(ann)).toEqual([])
  answer = 503
  const lost = await happen()
  await tell()
  const [job] = await listOf(ann)
  expect(job).toMatchObject({ kind: 'chatDelivery', name: 'Room hook', state: 'queued', tries: 1 })
  expect(await listOf(admin)).toEqual([])
  const asked = { id: job?.id ?? '' }
  expect(await codeOf(admin.call('backgroundJobs.cancel', asked))).toBe('404 notFound')
  await ann.call('backgroundJobs.cancel', asked)
  answer = 200
  await isDue()
  await tell()
  expect(texts.filter((text) => text === lost)).toHaveLength(1)
  const { deliveries } = await ann.call('groupNotifications.get', { id })
  expect(deliveries.map(({ state }) => state)).toEqual(['dropped', 'sent'])
})

test('a message that nobody took for a day raises an alarm about its group, until one is sent', async () => {
  const { id } = await make('hook')
  answer = 503
  await happen()
  await tell()
  await server.database.plant(
    `update chat_deliveries set next_at = now(), created_at = now() - interval '25 hours'`,
  )
  await tell()
  const open = () =>
    server.database.asAdmin('select code, entity, entity_id from alarms where cleared_at is null')
  expect(await open()).toEqual([{ code: 'job.dead', entity: 'group', entity_id: id }])
  expect(await listOf(ann)).toMatchObject([{ state: 'failed', failure: 'noAnswer' }])
  answer = 200
  await happen()
  await tell()
  expect(await open()).toEqual([])
})
