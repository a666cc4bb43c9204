import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deliverGroups } from '../../testing/world/chats.ts'
import { endPauses } from '../../testing/jobs.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { firstStart } from '../start/first-start.ts'
import {
  sandboxHosts,
  sandboxPorts,
  startSandbox,
  type StartedSandbox,
} from '../start/sandbox/start-sandbox.ts'
import type { SandboxPorts } from '../start/sandbox/configuration.ts'

// The seeded groups, delivered by the real adapters to the chat services of the sandbox, over HTTP.
const folder = mkdtempSync(join(tmpdir(), 'khlang-chat-'))
const listed = '127.0.0.1:65001'
const channels = ['line', 'telegram', 'discord', 'webhook'] as const
let server: TestServer
let owner: Person
let sandbox: StartedSandbox
let ports: SandboxPorts

async function begin(): Promise<void> {
  ports = await sandboxPorts(0)
  Object.assign(server.services, { egressAllow: [listed, ...sandboxHosts(ports)] })
  sandbox = await startSandbox(
    server.services,
    { surfaces: ['auto', 'member'], host: '127.0.0.1', sandboxEvents: false },
    folder,
    { ...ports, server: Number(new URL(server.url).port) },
  )
}

beforeAll(async () => {
  server = await startTestServer()
  await firstStart(server.services, folder, server.database.adminUrl, () => undefined)
  owner = await server.person({ isAdmin: true })
  await begin()
}, 180_000)
afterAll(async () => {
  await sandbox.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  // Whatever the hour is, nothing waits for the end of the quiet ones or for company.
  await server.database.plant(
    `update chat_groups set quiet_from = null, quiet_until = null, merge_seconds = 0`,
  )
  await server.database.plant(`update chat_groups set events = events || '{deposit.credited}'`)
  await server.database.plant('truncate chat_deliveries')
})

interface Channel {
  readonly channel: (typeof channels)[number]
  readonly rooms: readonly {
    readonly messages: readonly { readonly text: string; readonly repeats: number }[]
  }[]
}
/** How often each channel's seeded room shows a reference, and how many repeats it noted of it. */
async function heard(reference: string) {
  const response = await fetch(`http://127.0.0.1:${ports.page}/control/state`)
  const { data } = (await response.json()) as { data: { chat: { channels: Channel[] } } }
  return Object.fromEntries(
    data.chat.channels.map(({ channel, rooms }) => {
      const shown = rooms[0]?.messages.filter(({ text }) => text.includes(reference)) ?? []
      return [channel, { shown: shown.length, repeats: shown.reduce((sum, each) => sum + each.repeats, 0) }]
    }),
  )
}
async function behave(mode: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${ports.page}/control/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  expect(response.status).toBe(200)
}
const credited = (reference: string) =>
  server.services.db
    .insertInto('events')
    .values({
      code: 'deposit.credited',
      entity: 'deposit',
      entity_id: `dep_${reference}`,
      detail: JSON.stringify({ username: 'mali', reference, bank: 'SCB' }),
      amount_minor: 5_000_000,
    })
    .execute()
const groups = async () => (await owner.call('groupNotifications.list', {})).records
const dueAgain = async () => {
  await server.database.plant('update chat_deliveries set next_at = now()')
  await endPauses(server.database)
}
const once = { shown: 1, repeats: 0 }

test('each of the four seeded groups hears of a deposit in its room, through its own API', async () => {
  const owners = new Map((await groups()).map((group) => [group.channel, group.owner]))
  for (const channel of channels) expect(owners.get(channel)).toBe('Owner')
  await credited('D-FIRST')
  await deliverGroups(server.services)
  expect(await heard('D-FIRST')).toEqual({ line: once, telegram: once, discord: once, webhook: once })
  for (const group of await groups())
    expect(group).toMatchObject({ lastError: null, waiting: 0, sentToday: 1 })
})

test('what no service took while all were down is shown once after they are up', async () => {
  await behave('down')
  await credited('D-DOWN')
  await deliverGroups(server.services)
  for (const group of await groups())
    expect(group).toMatchObject({ isFailing: true, lastError: 'HTTP 503', waiting: 1 })
  await behave('limitOnce')
  await dueAgain()
  await deliverGroups(server.services)
  for (const group of await groups()) expect(group).toMatchObject({ lastError: 'HTTP 429', waiting: 1 })
  await dueAgain()
  await deliverGroups(server.services)
  expect(await heard('D-DOWN')).toEqual({ line: once, telegram: once, discord: once, webhook: once })
  for (const group of await groups()) expect(group).toMatchObject({ isFailing: false, waiting: 0 })
})

test('what is sent again because nobody noted the answer is shown once where it can be known', async () => {
  await credited('D-AGAIN')
  await deliverGroups(server.services)
  await server.database.plant(
    `update chat_deliveries set state = 'pending', done_at = null, next_at = now()`,
  )
  await deliverGroups(server.services)
  const repeated = { shown: 1, repeats: 1 }
  expect(await heard('D-AGAIN')).toEqual({
    line: repeated,
    discord: repeated,
    webhook: repeated,
    // The Bot API has nothing by which a repeat could be known.
    telegram: { shown: 2, repeats: 0 },
  })
  for (const group of await groups()) expect(group).toMatchObject({ isFailing: false, waiting: 0 })
})

test('after a start on other ports the groups go there, and those of listed addresses stay', async () => {
  const { id } = await owner.call('groupNotifications.create', {
    name: 'ห้องของเครื่องอื่น',
    channel: 'webhook',
    target: `http://${listed}/hooks/accounting`,
    events: ['risk.alert'],
    credential: 'secret-of-another',
  })
  await sandbox.stop()
  const before = ports
  await begin()
  expect(ports.chat).not.toBe(before.chat)
  await credited('D-MOVED')
  await deliverGroups(server.services)
  expect(await heard('D-MOVED')).toMatchObject({ line: once, telegram: once, discord: once, webhook: once })
  expect(await owner.call('groupNotifications.get', { id })).toMatchObject({
    target: `http://${listed}/hooks/accounting`,
    version: 1,
  })
  // The rooms kept what they had received.
  expect(await heard('D-FIRST')).toMatchObject({ line: once, telegram: once, discord: once, webhook: once })
})
