import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeId } from '@khlang/contract/values/values.ts'
import { createMoneyFactory } from '../../testing/world/money-factory.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { findActor } from '../people/sessions.ts'
import { announce } from './live.ts'
import { missedTopic } from '@khlang/contract/live.ts'
import { ServerResponse, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex, PassThrough } from 'node:stream'
import type { EmployeeActor } from '../people/actor.ts'

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

test('a seller hears of their own members and requests alone, an agent of their requests', async () => {
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
      `insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id, requires)
       values ('otpReset', 'employee', outside_id('emp', $1), '{}', sha256('x'), 'test', $1,
         (select requires from approval_needs where kind = 'otpReset')) returning id`,
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
    while (!text.includes(last)) {
      const part = await reader?.read()
      if (part === undefined || part.done) throw new Error(`the stream ended after ${text}`)
      text += part.value
    }
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

/** An open stream of a person: all it has said so far, and whether it was ended. */
async function openStream(of: TestServer, { token }: Person, asked = '') {
  const stop = new AbortController()
  const answer = await of.fetch(`/api/v2/live${asked}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  const heard = { text: '', isEnded: false, status: answer.status }
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const reading = (async () => {
    for (;;) {
      const part = await reader?.read()
      if (part === undefined || part.done) return
      heard.text += part.value
    }
  })()
  void reading.then(
    () => (heard.isEnded = true),
    () => (heard.isEnded = true),
  )
  return { heard, close: () => stop.abort() }
}
const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((done) => setTimeout(done, 10))
}

test('what happened while the server did not listen is not lost: streams are told to read anew', async () => {
  const { live, db } = server.services
  const person = await server.person({ permissions: { memberManagement: ['isRead'] } })
  const { heard, close } = await openStream(server, person)
  await until(() => live.isListening && heard.text.includes(': open'))
  const before = heard.text.length
  await server.database.plant(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'khlang-live'",
  )
  await announce(db, 'member', 'mbr_lost', 1)
  live.nudge()
  await until(() => heard.text.slice(before).includes('data:'))
  close()
  expect(heard.text.slice(before)).toContain(`"topic":"${missedTopic}"`)
})

/** Somebody who may read members. */
async function memberReader() {
  const person = await server.person({ permissions: { memberManagement: ['isRead'] } })
  const actor = await findActor(server.services.db, person.token, { address: '127.0.0.1', device: '' })
  if (!actor) throw new Error('nobody')
  return actor
}
/** A stream without a network: what it was told, in its order, and whether it was ended. */
function subscribed(actor: EmployeeActor, sinceMs?: number) {
  const response = new PassThrough()
  const heard = { text: '', isEnded: () => response.writableEnded, close: () => response.destroy() }
  response.on('data', (part: Buffer) => (heard.text += part.toString()))
  void server.services.live.subscribe(actor, response as unknown as ServerResponse, sinceMs)
  return heard
}
const missed = `"topic":"${missedTopic}"`
const idsIn = ({ text }: { readonly text: string }) =>
  [...text.matchAll(/"id":"(\w+)"/gu)].map(([, id = '']) => id)

test('however much is told at once is heard, each once, in its order', async () => {
  const { live, db } = server.services
  await until(() => live.isListening)
  const heard = subscribed(await memberReader())
  const told = Array.from({ length: 260 }, (_, n) => `mbr_${String(n).padStart(40, '0')}`)
  await db
    .insertInto('outbox')
    .values(told.map((id) => ({ topic: 'member', entity_id: id, version: 0 })))
    .execute()
  live.nudge()
  await until(() => heard.text.includes(told.at(-1) ?? '') && idsIn(heard).length >= told.length)
  expect(idsIn(heard).toSorted()).toEqual(told)
  expect(idsIn(heard).slice(0, 200)).toEqual(told.slice(0, 200))
  heard.close()
})

test('a stream begins with what was told in the time that its screen asks for, by rights', async () => {
  const { live, db } = server.services
  const [known, stranger] = [await memberReader(), await server.person({})]
  const before = subscribed(known)
  const tell = (id: string) => announce(db, 'member', id).then(() => live.nudge())
  await until(() => live.isListening)
  const began = Date.now()
  await tell('mbr_earlier')
  await until(() => before.text.includes('mbr_earlier'))
  const [all, none, plain] = [
    subscribed(known, Date.now() - began),
    subscribed(known, 0),
    subscribed(known),
  ]
  await until(() => all.text.includes('mbr_earlier'))
  const actor = await findActor(db, stranger.token, { address: '127.0.0.1', device: '' })
  const unseen = actor && subscribed(actor, Date.now() - began)
  const tooFar = subscribed(known, 86_400_000)
  const { heard: byAddress, close } = await openStream(server, stranger, '?sinceMs=86400000')
  await until(() => [tooFar, byAddress].every(({ text }) => text.includes(missed)))
  close()
  await tell('mbr_later')
  await until(() => [all, none, plain, tooFar].every(({ text }) => text.includes('mbr_later')))
  expect(idsIn(all)).toContain('mbr_earlier')
  expect([none, plain].map(idsIn)).toEqual([['mbr_later'], ['mbr_later']])
  expect(unseen?.text).toBe(': open\n\n')
  // The others have missed nothing.
  expect([before, all, none, plain].map(({ text }) => text.includes(missed))).toEqual(Array(4).fill(false))
  for (const stream of [before, all, none, plain, unseen, tooFar]) stream?.close()
})

test('a person has twenty streams at most, in whatever sessions: the oldest ends', async () => {
  const [many, other] = [await memberReader(), await memberReader()]
  const others = subscribed(other)
  const inSession = () => ({ ...many, session: { ...many.session, id: randomUUID() } })
  const open = Array.from({ length: 20 }, () => subscribed(inSession()))
  expect(open.filter((each) => each.isEnded())).toEqual([])
  const newest = subscribed(inSession())
  expect([...open, newest, others].map((each) => each.isEnded())).toEqual([true, ...Array(21).fill(false)])
  for (const stream of [...open, newest, others]) stream.close()
})

test('whose news cannot be found out is told to read anew, and nobody else', async () => {
  const { live, db } = server.services
  const known = await memberReader()
  const [lost, whole] = [subscribed({ ...known, id: 'nobody' }), subscribed(known)]
  await announce(db, 'approval', encodeId('approval', randomUUID()))
  await announce(db, 'member', 'mbr_after')
  live.nudge()
  await until(() => whole.text.includes('mbr_after') && lost.text.includes(missed))
  expect(whole.text).not.toContain(missed)
  for (const stream of [lost, whole]) stream.close()
})

test('a stream that is closed is forgotten', async () => {
  const { live } = server.services
  await until(() => live.streamCount === 0)
  const person = await server.person({})
  const open = await Promise.all([openStream(server, person), openStream(server, person)])
  await until(() => live.streamCount === 2)
  for (const { close } of open) close()
  await until(() => live.streamCount === 0)
  expect(live.streamCount).toBe(0)
})

test('too many streams of a session end its oldest; those of others stay', async () => {
  const { live } = server.services
  const [many, other] = await Promise.all([server.person({}), server.person({})])
  const others = await openStream(server, other)
  const open: Awaited<ReturnType<typeof openStream>>[] = []
  for (let n = 0; n < 8; n += 1) open.push(await openStream(server, many))
  await until(() => open.filter(({ heard }) => heard.isEnded).length >= 3)
  expect(open.map(({ heard }) => heard.isEnded)).toEqual([...Array(3).fill(true), ...Array(5).fill(false)])
  expect([others.heard.isEnded, live.streamCount]).toEqual([false, 6])
  for (const { close } of [...open, others]) close()
  await until(() => live.streamCount === 0)
})

test('a reader that does not read is cut before it fills the memory', async () => {
  const { live, db } = server.services
  const person = await server.person({ isAdmin: true })
  const actor = await findActor(db, person.token, { address: '127.0.0.1', device: '' })
  if (!actor) throw new Error('nobody')
  // A socket that takes nothing: what is written to it waits.
  const socket = new Duplex({ read: () => undefined, write: () => undefined }) as Socket
  const response = new ServerResponse(new IncomingMessage(socket))
  response.assignSocket(socket)
  const ended = live.subscribe(actor, response)
  await until(() => live.isListening)
  const flood = Array.from({ length: 5000 }, (_, n) => ({ topic: 'member', id: `mbr_${n}`, version: n }))
  for (let n = 0; n < flood.length; n += 50) {
    const part = JSON.stringify(flood.slice(n, n + 50))
    await server.services.pool.query('select pg_notify($1, $2)', ['khlang_live', part])
  }
  await ended
  expect(response.destroyed).toBe(true)
})

test('without a right one hears of what concerns oneself; an unknown topic reaches nobody', async () => {
  const { db, live } = server.services
  const make = await createMoneyFactory(server)
  const member = await make.member()
  const [plain, hr, roles, admin] = await Promise.all([
    server.person({}),
    server.person({ permissions: { employeeManagement: ['isRead'] } }),
    server.person({ permissions: { roleManagement: ['isRead'] } }),
    server.person({ isAdmin: true }),
  ])
  const asked = async ({ id }: Person) => {
    const { rows } = await server.services.pool.query<{ id: string }>(
      `insert into approvals (kind, entity, entity_id, document, document_hash, reason, maker_id, requires)
       values ('otpReset', 'employee', outside_id('emp', $1), '{}', sha256('x'), 'test', $1,
         (select requires from approval_needs where kind = 'otpReset')) returning id`,
      [id],
    )
    return encodeId('approval', rows[0]?.id ?? '')
  }
  const [own, others] = [await asked(plain), await asked(hr)]
  const self = encodeId('employee', plain.id)
  const colleague = encodeId('employee', hr.id)
  const role = encodeId('role', member.id)
  const last = 'mbr_last'
  const told: [topic: string, id: string][] = [
    ['approval', own],
    ['approval', others],
    ['approval', encodeId('withdrawal', member.id)],
    ['employee', self],
    ['employee', colleague],
    ['role', role],
    ['export', encodeId('export', member.id)],
    ['unheardOf', 'uho_1'],
    ['member', member.outside],
    ['notification', last],
  ]
  const people = [plain, hr, roles, admin]
  const streams = await Promise.all(people.map((each) => openStream(server, each)))
  const isHeard = () => streams.every(({ heard }) => heard.text.includes(last))
  // The connection that listens may be a new one at this moment: said again until it is heard, and a stream
  // that was ended by it is opened again, as a console does.
  for (let round = 0; !isHeard(); round += 1) {
    if (round % 100 === 0) {
      for (const [at, person] of people.entries())
        if (streams[at]?.heard.isEnded) streams[at] = await openStream(server, person)
      await db
        .insertInto('outbox')
        .values(told.map(([topic, id]) => ({ topic, entity_id: id, version: 0 })))
        .execute()
      live.nudge()
    }
    await new Promise((done) => setTimeout(done, 10))
  }
  for (const { close } of streams) close()
  expect(streams.map(({ heard }) => new Set(idsIn(heard)))).toEqual(
    [
      [own, self, last],
      [others, self, colleague, role, last],
      [role, last],
      [own, others, encodeId('withdrawal', member.id), self, colleague, role, member.outside, last],
    ].map((ids) => new Set(ids)),
  )
})

test('a stream ends once its person may no longer work from there', async () => {
  const [here, elsewhere] = await Promise.all([server.person({}), server.person({})])
  const [stays, ends] = await Promise.all([openStream(server, here), openStream(server, elsewhere)])
  const narrow = 'update employees set addresses = $2::inet[] where id = $1'
  await server.database.plant(narrow, [here.id, '{127.0.0.0/8}'])
  await server.database.plant(narrow, [elsewhere.id, '{10.0.0.0/8}'])
  await until(() => ends.heard.isEnded)
  expect(stays.heard.isEnded).toBe(false)
  stays.close()
})

test.each([
  ['session was ended', 'sessions', `ended_at = now(), ended_by = 'admin'`],
  ['session was left idle', 'sessions', 'idle_ends_at = now()'],
  ['session is over', 'sessions', 'expires_at = now()'],
  ['person was locked', 'employees', `state = 'locked'`],
  ['role was changed', 'roles', 'version = version + 1'],
])('a stream ends whose %s', async (_, table, change) => {
  const person = await server.person({})
  const stream = await openStream(server, person)
  const of = { sessions: 'employee_id = $1', employees: 'id = $1' }[table]
  const where = of ?? 'id = (select role_id from employees where id = $1)'
  await server.database.plant(`update ${table} set ${change} where ${where}`, [person.id])
  await until(() => stream.heard.isEnded)
  expect(stream.heard.text).toContain(': open')
})
