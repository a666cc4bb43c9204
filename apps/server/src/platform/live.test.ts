import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeId } from '@khlang/contract/values.ts'
import { createMoneyFactory } from '../testing/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../testing/server.ts'
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

test('a seller hears of his own members and requests alone, an agent of his requests', async () => {
  const make = await createMoneyFactory(server)
  const { db, live } = server.services
  const [seller, agent, staff] = await Promise.all(
    (['seller', 'agent', 'staff'] as const).map((type) => server.person({ type, isAdmin: true })),
  )
  if (!seller || !agent || !staff) throw new Error('nobody')
  const own = await make.member({ sellerId: seller.id })
  const other = await make.member()
  const [ownDeposit, deposit] = await Promise.all(
    [own, other].map(async (each) => encodeId('deposit', await make.request(each, null, 100))),
  )
  const askedBy = async ({ id }: Person) => {
    const { rows } = await server.services.pool.query<{ id: string }>(
      `insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id)
       values ('otpReset', 'employee', $1, '{}', sha256('x'), 'test', $1::text::uuid) returning id`,
      [id],
    )
    return encodeId('approval', rows[0]?.id ?? '')
  }
  const [sellers, agents, others] = [await askedBy(seller), await askedBy(agent), await askedBy(staff)]
  const told: [topic: string, id: string][] = [
    ['member', other.outside],
    ['deposit', deposit ?? ''],
    ['statementLine', encodeId('statementLine', other.id)],
    ['bankAccount', encodeId('bankAccount', other.id)],
    ['message', encodeId('message', other.id)],
    ['group', encodeId('group', other.id)],
    ['employee', encodeId('employee', staff.id)],
    ['role', encodeId('role', other.id)],
    ['notification', ''],
    ['approval', others],
    ['approval', encodeId('withdrawal', other.id)],
    ['member', own.outside],
    ['deposit', ownDeposit ?? ''],
    ['approval', sellers],
    ['approval', agents],
  ]
  const heard = async ({ token }: Person, last: string) => {
    const stop = new AbortController()
    const signal = stop.signal
    const answer = await server.fetch('/api/v2/live', {
      headers: { authorization: `Bearer ${token}` },
      signal,
    })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes(last)) text += (await reader?.read())?.value ?? ''
    stop.abort()
    return new Set([...text.matchAll(/"id":"(\w*)"/g)].map(([, id = '']) => id))
  }
  const saying = setInterval(() => {
    void (async () => {
      for (const [topic, id] of told) await announce(db, topic, id)
      live.nudge()
    })()
  }, 200)
  const [bySeller, byAgent, byStaff] = await Promise.all([
    heard(seller, sellers),
    heard(agent, agents),
    heard(staff, agents),
  ])
  clearInterval(saying)
  expect(bySeller).toEqual(new Set([own.outside, ownDeposit, sellers]))
  expect(byAgent).toEqual(new Set([agents]))
  expect(byStaff).toEqual(new Set(told.map(([, id]) => id)))
})
