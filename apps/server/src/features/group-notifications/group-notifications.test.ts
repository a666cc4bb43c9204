import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { webhookSignature } from './channels.ts'
import { deliverGroups } from '../../testing/world/chats.ts'
import { endPauses, handOver, runJobs, workerJobs } from '../../testing/jobs.ts'
import { assignNew } from './deliver.ts'

interface Heard {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Enough for the events of these tests, but for balances and people. */
const reads = {
  pretransactionDepositWithdraw: ['isRead', 'isUpdate'],
  pretransactionRequest: ['isRead'],
} as const

let server: TestServer
let ann: Person
let chat: Server
let base = ''
const heard: Heard[] = []
let answer = 200

const code = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )

beforeAll(async () => {
  server = await startTestServer()
  ann = await server.person({ permissions: reads })
  chat = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(answer, { 'content-type': 'application/json' }).end('{"ok":true}')
    })
  })
  await new Promise<void>((done) => chat.listen(0, '127.0.0.1', done))
  const { port } = chat.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  Object.assign(server.services, {
    egressAllow: [`127.0.0.1:${port}`],
    ownHosts: ['console.example.com'],
  })
})
afterAll(async () => {
  chat.close()
  await server.stop()
})
beforeEach(async () => {
  heard.length = 0
  answer = 200
  await server.database.plant('truncate chat_deliveries, chat_groups')
})

const make = (by: Person, change: object = {}) =>
  by.call('groupNotifications.create', {
    name: `ห้อง ${crypto.randomUUID().slice(0, 6)}`,
    channel: 'telegram',
    target: '-100123',
    baseUrl: base,
    events: ['deposit.large'],
    credential: '123456:secret-token',
    ...change,
  })
let happened = 0
const happen = async (amountMinor = 9_000_000, code_ = 'deposit.large') => {
  happened += 1
  await server.services.db
    .insertInto('events')
    .values({
      code: code_,
      entity: 'deposit',
      entity_id: `dep_${happened}`,
      detail: JSON.stringify({ username: 'mali', reference: `D${happened}`, bank: 'KBANK' }),
      amount_minor: amountMinor,
    })
    .execute()
}
const get = (id: string) => ann.call('groupNotifications.get', { id })

describe('a group', () => {
  test('is told what it chose, in its channel’s own way, once', async () => {
    await deliverGroups(server.services)
    const places = [
      { channel: 'line', target: 'C123' },
      { channel: 'telegram', target: '-100123' },
      { channel: 'discord', target: '4567' },
      { channel: 'webhook', target: `${base}/hook`, credential: 'whsec_c2VjcmV0LXNlY3JldA==' },
    ] as const
    for (const place of places) await make(ann, place)
    await happen()
    await happen(5, 'withdraw.paid')
    await deliverGroups(server.services)
    await deliverGroups(server.services)
    expect(heard).toHaveLength(4)
    const byPath = new Map(heard.map((each) => [each.path, each]))
    const line = byPath.get('/v2/bot/message/push')
    expect(line?.headers['authorization']).toBe('Bearer 123456:secret-token')
    expect(JSON.parse(line?.body ?? '{}')).toMatchObject({ to: 'C123', messages: [{ type: 'text' }] })
    const telegram = byPath.get('/bot123456:secret-token/sendMessage')
    expect(JSON.parse(telegram?.body ?? '{}')).toMatchObject({ chat_id: '-100123' })
    const discord = byPath.get('/api/v10/channels/4567/messages')
    expect(JSON.parse(discord?.body ?? '{}')).toMatchObject({ allowed_mentions: { parse: [] } })
    expect(JSON.parse(discord?.body ?? '{}').content).toContain('mali')
    // Discord turns away who does not say so.
    expect(discord?.headers['user-agent']).toMatch(/^DiscordBot \(https:\/\/\S+, \S+\)$/)
    const hook = byPath.get('/hook')
    const [id, seconds] = [hook?.headers['webhook-id'], hook?.headers['webhook-timestamp']]
    expect(hook?.headers['webhook-signature']).toBe(
      webhookSignature('whsec_c2VjcmV0LXNlY3JldA==', String(id), Number(seconds), hook?.body ?? ''),
    )
    const { records } = await ann.call('groupNotifications.list', {})
    for (const row of records) expect(row).toMatchObject({ sentToday: 1, waiting: 0, isFailing: false })
  })

  test('shows what it was told, to nobody more than their own screens would', async () => {
    await deliverGroups(server.services)
    const owner = await server.person({ isAdmin: true })
    const cashier = await server.person({
      permissions: { pretransactionDepositWithdraw: ['isRead', 'isUpdate'] },
    })
    const banker = await server.person({ permissions: { paymentAuto: ['isRead'] } })
    const templates = { 'deposit.large': { th: 'เงินก้อนใหญ่ {{username}} {{amount}}', en: '' } }
    const own = { events: ['deposit.large', 'bank.balance_low'], templates, mergeSeconds: 60 }
    const { id } = await make(owner, own)
    const clerk = await server.person()
    await happen()
    await happen(5_000, 'bank.balance_low')
    await deliverGroups(server.services)
    const readBy = async (person: Person) => {
      const { deliveries } = await person.call('groupNotifications.get', { id })
      return deliveries.map(({ text, hiddenCount, eventCount }) => ({ text, hiddenCount, eventCount }))
    }
    const large = 'เงินก้อนใหญ่ mali 90,000.00'
    expect(await readBy(clerk)).toEqual([{ text: null, hiddenCount: 2, eventCount: 2 }])
    expect(await readBy(banker)).toEqual([{ text: null, hiddenCount: 2, eventCount: 2 }])
    expect(await readBy(cashier)).toEqual([{ text: large, hiddenCount: 1, eventCount: 2 }])
    const [whole] = await readBy(owner)
    expect(whole).toMatchObject({
      hiddenCount: 0,
      text: expect.stringMatching(`^${large}\n.+ยอดต่ำกว่าที่ตั้งไว้`),
    })
  })

  test('that waits for its hours or its merge window is told at once when they are lifted', async () => {
    const { id } = await make(ann, { mergeSeconds: 3600 })
    // Another one of theirs goes on waiting.
    await make(ann, { mergeSeconds: 3600 })
    await happen()
    await deliverGroups(server.services)
    expect(heard).toEqual([])
    const { version, name, channel, target, baseUrl, events } = await get(id)
    const kept = { id, version, name, channel, target, baseUrl, events }
    await ann.call('groupNotifications.update', { ...kept, mergeSeconds: 0 })
    await deliverGroups(server.services)
    expect(heard).toHaveLength(1)
  })

  test('tells at the end of its quiet hours what its merge window would put into them', async () => {
    const clock = (at: Date) =>
      at.toLocaleTimeString('en-GB', { timeZone: 'Asia/Bangkok', hour: '2-digit', minute: '2-digit' })
    const after = (minutes: number) => clock(new Date(server.services.now() + minutes * 60_000))
    const quietHours = { from: after(10), until: after(180) }
    const goesAt = async () => {
      const [row] = await server.database.asAdmin<{ next_at: Date }>('select next_at from chat_deliveries')
      return clock(new Date(row?.next_at ?? 0))
    }
    const { id } = await make(ann, { mergeSeconds: 1800, quietHours })
    await happen()
    await deliverGroups(server.services)
    expect(await goesAt()).toBe(quietHours.until)
    // The same when the hours change while it waits.
    const { version, name, channel, target, baseUrl, events } = await get(id)
    const later = { from: quietHours.from, until: after(240) }
    const kept = { id, version, name, channel, target, baseUrl, events, mergeSeconds: 1800 }
    await ann.call('groupNotifications.update', { ...kept, quietHours: later })
    expect(await goesAt()).toBe(later.until)
    expect(heard).toEqual([])
  })

  test('of somebody who works here no more is silent until an admin saves it as their own', async () => {
    const gone = await server.person({ permissions: reads })
    const admin = await server.person({ isAdmin: true })
    const { id } = await make(gone, { channel: 'webhook', target: `${base}/hook` })
    await server.database.plant(`update employees set state = 'left' where id = $1`, [gone.id])
    await happen()
    await deliverGroups(server.services)
    expect(heard).toEqual([])
    const stored = await admin.call('groupNotifications.get', { id })
    expect(stored.isOrphan).toBe(true)
    const { version, name, channel, target, baseUrl, events } = stored
    const kept = { id, version, name, channel, target, baseUrl, events }
    await admin.call('groupNotifications.update', kept)
    expect(await get(id)).toMatchObject({ isOrphan: false })
    await happen()
    await deliverGroups(server.services)
    expect(heard).toHaveLength(1)
  })

  test('hears of no news that is one person’s alone', async () => {
    expect(await code(make(ann, { events: ['account.changed'] }))).toBe('invalidValue')
    const { events } = await ann.call('groupNotifications.events', {})
    expect(events).not.toContain('export.ready')
  })

  test('that does not answer is tried again with the same id, and told as failing', async () => {
    const { id } = await make(ann, { channel: 'webhook', target: `${base}/hook` })
    await happen()
    answer = 503
    await deliverGroups(server.services)
    const failing = await get(id)
    expect(failing).toMatchObject({ isFailing: true, lastError: 'HTTP 503', waiting: 1 })
    await deliverGroups(server.services)
    expect(heard).toHaveLength(1)
    // Its pause is not cut short by a change of the group's hours.
    const { name, channel, target, baseUrl, events } = failing
    for (const mergeSeconds of [60, 0]) {
      const kept = { id, name, channel, target, baseUrl, events, version: (await get(id)).version }
      await ann.call('groupNotifications.update', { ...kept, mergeSeconds })
    }
    await deliverGroups(server.services)
    expect(heard).toHaveLength(1)
    answer = 200
    await server.database.plant('update chat_deliveries set next_at = now()')
    await deliverGroups(server.services)
    expect(heard).toHaveLength(2)
    expect(heard[1]?.headers['webhook-id']).toBe(heard[0]?.headers['webhook-id'])
    expect(await get(id)).toMatchObject({ sentToday: 1, deliveries: [{ state: 'sent', tries: 2 }] })
  })

  test('whose newest try failed is tried apart: it keeps no other group waiting', async () => {
    const { id } = await make(ann, { channel: 'webhook', target: `${base}/hook` })
    await server.database.plant('update chat_groups set last_error_at = now()')
    await make(ann)
    await happen()
    await assignNew(server.services)
    await handOver(server.services)
    const lanes = await workerJobs(server.database)
    expect(lanes.map(({ lane }) => lane).toSorted()).toEqual(['chat', 'chat.failing'])
    await runJobs(server.services)
    expect(heard.map(({ path }) => path)).toContain('/hook')
    expect(await get(id)).toMatchObject({ isFailing: false, sentToday: 1 })
  })

  test('merges what happens within its window into one message, and speaks its own sentences', async () => {
    const templates = { 'deposit.large': { th: 'ใหญ่! {{username}} {{amount}}', en: '' } }
    await make(ann, { mergeSeconds: 60, templates })
    await happen()
    await deliverGroups(server.services)
    await happen()
    await deliverGroups(server.services)
    expect(heard).toHaveLength(0)
    await server.database.plant('update chat_deliveries set next_at = now()')
    await deliverGroups(server.services)
    expect(heard).toHaveLength(1)
    expect(JSON.parse(heard[0]?.body ?? '{}').text).toBe('ใหญ่! mali 90,000.00\nใหญ่! mali 90,000.00')
  })

  test('is told words in its own sentences too, never the codes behind them', async () => {
    const templates = { 'risk.alert': { th: 'ดูด่วน: {{alarm}} {{constructor}}', en: '' } }
    await make(ann, { events: ['risk.alert'], templates })
    await server.services.db
      .insertInto('events')
      .values({
        code: 'risk.alert',
        entity: 'brand',
        entity_id: 'brand',
        detail: JSON.stringify({ alarm: 'doublePayment' }),
      })
      .execute()
    await deliverGroups(server.services)
    expect(JSON.parse(heard[0]?.body ?? '{}').text).toBe('ดูด่วน: อาจจ่ายซ้ำ')
  })

  test('that is locked hears nothing, is not changed, and what waited is dropped', async () => {
    const { id } = await make(ann, { mergeSeconds: 60 })
    const other = await make(ann, { mergeSeconds: 60 })
    await happen()
    await deliverGroups(server.services)
    await server.database.plant(
      `insert into chat_deliveries (group_id, event_ids, state, done_at, created_at)
       select group_id, '{}', s.state, now(), now() - interval '1 hour'
         from chat_deliveries, unnest(array['sent', 'failed']) as s (state)`,
    )
    expect(await ann.call('groupNotifications.toggleLocked', { id })).toMatchObject({ isLocked: true })
    const statesOf = async (of: string) => (await get(of)).deliveries.map(({ state }) => state).toSorted()
    expect(await statesOf(id)).toEqual(['dropped', 'failed', 'sent'])
    expect(await statesOf(other.id)).toEqual(['failed', 'pending', 'sent'])
    await ann.call('groupNotifications.toggleLocked', { id: other.id })
    await server.database.plant(`delete from chat_deliveries where state in ('sent', 'failed')`)
    await server.database.plant('update chat_deliveries set next_at = now()')
    await happen()
    await deliverGroups(server.services)
    expect(heard).toHaveLength(0)
    expect((await get(id)).deliveries).toMatchObject([{ state: 'dropped' }])
    expect(await code(ann.call('groupNotifications.test', { id }))).toBe('groupLocked')
    const { version } = await ann.call('groupNotifications.toggleLocked', { id })
    await happen()
    await deliverGroups(server.services)
    expect(await get(id)).toMatchObject({ version, waiting: 1 })
  })

  test('is changed by who made it or an admin; its credential is never given out', async () => {
    const { id } = await make(ann)
    const [ben, admin] = [await server.person(), await server.person({ isAdmin: true })]
    expect(await code(ben.call('groupNotifications.toggleLocked', { id }))).toBe('forbidden')
    const seen = await ben.call('groupNotifications.get', { id })
    expect(seen.mayChange).toBe(false)
    expect(JSON.stringify(seen)).not.toContain('secret-token')
    const chosen = { name: 'ใหม่', channel: 'telegram', target: '-1', baseUrl: base } as const
    const change = { ...chosen, events: ['risk.alert' as const] }
    expect(await admin.call('groupNotifications.update', { id, version: 1, ...change })).toEqual({
      version: 2,
      place: 'open',
    })
    expect(await code(ann.call('groupNotifications.update', { id, version: 1, ...change }))).toBe('stale')
    // Nobody sends themselves the stored secret by pointing the group elsewhere.
    const elsewhere = [
      { baseUrl: null },
      { channel: 'discord' },
      { channel: 'webhook', target: `${base}/mine` },
    ] as const
    for (const place of elsewhere) {
      const moved = { id, version: 2, ...change, ...place }
      await expect(admin.call('groupNotifications.update', moved)).rejects.toMatchObject({
        code: 'requiredField',
        field: 'credential',
      })
    }
    const hook = { channel: 'webhook', credential: 'whsec_c2VjcmV0', target: `${base}/hook` } as const
    const own = await make(admin, { ...change, ...hook, name: 'hook' })
    const point = (target: string) => {
      const { credential: _, ...kept } = { ...change, ...hook, name: 'hook', target }
      return code(admin.call('groupNotifications.update', { id: own.id, version: 1, ...kept }))
    }
    expect([await point(`${base}/mine`), await point(hook.target)]).toEqual(['requiredField', 'done'])
    const seller = await server.person({ type: 'seller' })
    expect(await code(seller.call('groupNotifications.get', { id }))).toBe('notFound')
    expect(await code(seller.call('groupNotifications.list', {}))).toBe('forbidden')
    expect((await ann.call('groupNotifications.events', {})).events).toContain('withdraw.paid')
    const { rows } = await server.services.pool.query('select * from activity_log')
    expect(JSON.stringify(rows)).not.toContain('secret-token')
  })

  test('hears of its own banks and amounts alone, in its own languages, and of each event once', async () => {
    const spoken = async (change: object) => {
      await server.database.plant('truncate chat_deliveries, chat_groups')
      await make(ann, change)
      heard.length = 0
      await happen(700)
      await Promise.all([deliverGroups(server.services), deliverGroups(server.services)])
      return heard.map(({ body }) => (JSON.parse(body) as { text: string }).text)
    }
    expect(await spoken({ minAmountMinor: 700 })).toHaveLength(1)
    expect(await spoken({ minAmountMinor: 701 })).toEqual([])
    expect(await spoken({ banks: ['SCB', 'KBANK'] })).toHaveLength(1)
    expect(await spoken({ banks: ['SCB'] })).toEqual([])
    const [th = ''] = await spoken({ language: 'th' })
    const [en = ''] = await spoken({ language: 'en' })
    expect([th.split('\n'), en.split('\n')].map((lines) => lines.length)).toEqual([1, 1])
    expect(en).toMatch(/^Large deposit: /)
    const numbers = (text = '') => text.replaceAll(/D\d+/g, 'D')
    const [both] = await spoken({ language: 'both' })
    expect(numbers(both)).toBe(numbers(`${th}\n${en}`))
  })

  test('that does not answer for a day is given up, and not a minute before', async () => {
    const { id } = await make(ann)
    await happen()
    answer = 503
    await deliverGroups(server.services)
    const triedAt = async (age: string) => {
      await server.database.plant(
        `update chat_deliveries set next_at = now() - interval '1 second',
           created_at = now() - interval '${age}'`,
      )
      await endPauses(server.database)
      await deliverGroups(server.services)
      const [delivery] = (await get(id)).deliveries
      return [delivery?.state, delivery?.tries]
    }
    expect(await triedAt('23 hours 59 minutes')).toEqual(['pending', 2])
    expect((await get(id)).waiting).toBe(1)
    expect(await triedAt('1 day 1 second')).toEqual(['failed', 3])
    expect(await triedAt('2 days')).toEqual(['failed', 3])
  })

  test('a test message tells what came of it, and of each act the log what was and is', async () => {
    const { id } = await make(ann, { name: 'ก่อน' })
    expect(await ann.call('groupNotifications.test', { id })).toEqual({ isSent: true, error: null })
    answer = 401
    expect(await ann.call('groupNotifications.test', { id })).toEqual({ isSent: false, error: 'HTTP 401' })
    const chosen = { name: 'หลัง', channel: 'telegram', target: '-1', baseUrl: base } as const
    const change = { id, ...chosen, events: ['withdraw.large' as const], minAmountMinor: 700 }
    await ann.call('groupNotifications.update', { ...change, version: 1 })
    await ann.call('groupNotifications.update', { ...change, version: 2, credential: '987654:other-one' })
    for (const version of [4, 5])
      expect(await ann.call('groupNotifications.toggleLocked', { id })).toMatchObject({ version })
    const log = await server.database.asAdmin<{ action: string }>(
      `select action, result, before, after, detail from activity_log
        where entity = 'group' and entity_id = $1 order by id`,
      [id],
    )
    const acts = ['Created', 'Tested', 'Tested', 'Changed', 'Changed', 'Locked', 'Opened']
    expect(log.map(({ action }) => action)).toEqual(acts.map((act) => `group${act}`))
    const [was, is] = [
      { name: 'ก่อน', target: '-100123', baseUrl: base, events: ['deposit.large'], minAmountMinor: null },
      { name: 'หลัง', target: '-1', baseUrl: base, events: ['withdraw.large'], minAmountMinor: 700 },
    ]
    expect(log[0]).toMatchObject({ before: null, after: was })
    expect(log.slice(1, 3)).toMatchObject([{ result: 'done' }, { result: 'failed' }])
    expect(log[3]).toMatchObject({ before: was, after: is, detail: { hasNewCredential: false } })
    expect(log[4]).toMatchObject({ before: is, after: is, detail: { hasNewCredential: true } })
    expect(JSON.stringify(log)).not.toMatch(/secret-token|987654:other-one/)
    await happen(700, 'withdraw.large')
    answer = 200
    heard.length = 0
    await deliverGroups(server.services)
    await deliverGroups(server.services)
    // From then on the new secret is the one that is used.
    expect(heard.map(({ path }) => path)).toEqual(['/bot987654:other-one/sendMessage'])
  })

  // Safety row 79.
  test.each(['secret\r\nx-injected: 1', 'secret\nvalue', 'secret\u0000value', 'ความลับของห้อง'])(
    'takes no credential that no header could hold: %j',
    async (credential) => {
      const channels = [{ channel: 'line' }, { channel: 'webhook', target: `${base}/hook` }] as const
      for (const place of channels)
        await expect(make(ann, { ...place, credential })).rejects.toMatchObject({
          code: 'invalidText',
          field: 'credential',
        })
      const { id } = await make(ann)
      const { version, name, channel, target, baseUrl, events } = await get(id)
      const change = { id, version, name, channel, target, baseUrl, events, credential }
      expect(await code(ann.call('groupNotifications.update', change))).toBe('invalidText')
    },
  )

  test('that answers with another protocol keeps no other group waiting', async () => {
    const odd = createServer((request) =>
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    )
    await new Promise<void>((done) => odd.listen(0, '127.0.0.1', done))
    const host = `127.0.0.1:${(odd.address() as AddressInfo).port}`
    const known = server.services.egressAllow
    Object.assign(server.services, { egressAllow: [...known, host] })
    const { id } = await make(ann, { channel: 'webhook', target: `http://${host}/hook` })
    await make(ann)
    await happen()
    await deliverGroups(server.services)
    expect(heard).toHaveLength(1)
    expect(await get(id)).toMatchObject({ isFailing: true, lastError: 'no answer', waiting: 1 })
    Object.assign(server.services, { egressAllow: known })
    odd.close()
  })

  // Safety rows 71 to 79.
  test.each([
    'http://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'http://2130706433/x',
    'https://0x7f.1/x',
    'https://0177.0.0.1/x',
    'https://127.1/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://[fe80::1]/x',
    'https://[fc00::1]/x',
    'file:///etc/passwd',
    'gopher://example.com/',
    'https://user:pw@example.com/',
    'https://example.com:5432/',
    'https://Console.Example.com./x',
    'https://console.example.com../x',
    'https://console.example.com\u3002/x',
    'https://example.com/\r\nx: y',
  ])('is never pointed at %j', async (target) => {
    const refused = await code(make(ann, { channel: 'webhook', target }))
    expect(['urlForbidden', 'invalidText']).toContain(refused)
    if (!target.includes('\r')) expect(await code(make(ann, { baseUrl: target }))).toBe('urlForbidden')
  })
})
