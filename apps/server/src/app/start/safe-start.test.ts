import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, createPool, type Database } from '../../platform/db/db.ts'
import { wrongDatabaseSettings } from '../../platform/cluster/settings-check.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { lineOf } from '../../platform/people/address-line.ts'
import { boundConnections, perAddressMax } from '../http/connections.ts'
import { startBackground, works } from '../services.ts'

// What must hold before anything runs on a database, what runs beside the calls, and how many may connect.

let server: TestServer
/** One connection, which reads its settings from a table of its own. */
let db: Database
beforeAll(async () => {
  server = await startTestServer()
  db = createDatabase(createPool(server.database.adminUrl, { max: 1 }))
  await sql`create temp table pg_settings as select name, setting from pg_catalog.pg_settings`.execute(db)
  await sql`grant select on pg_settings to khlang_app`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

const isSet = (name: string, setting: string) =>
  sql`update pg_settings set setting = ${setting} where name = ${name}`.execute(db)
/** What is said against the settings, and against a role: the server's, or another one. */
async function wrong(role = 'khlang_app'): Promise<string[]> {
  await sql`set role ${sql.id(role)}`.execute(db)
  try {
    return await wrongDatabaseSettings(db)
  } finally {
    await sql`reset role`.execute(db)
  }
}
const settings: readonly (readonly [name: string, good: readonly string[], bad: readonly string[]])[] = [
  ['fsync', ['on'], ['off']],
  ['full_page_writes', ['on'], ['off']],
  ['synchronous_commit', ['remote_write', 'remote_apply', 'on'], ['off', 'local']],
  ['data_checksums', ['on'], ['off']],
  ['data_sync_retry', ['off'], ['on']],
  ['wal_level', ['logical', 'replica'], ['minimal']],
  ['TimeZone', ['Etc/UTC', 'UTC'], ['Asia/Bangkok', 'GMT']],
]

describe('a database is safe for money', () => {
  beforeAll(async () => {
    for (const [name, good] of settings) await isSet(name, good.at(-1) ?? '')
  })

  test.each(settings)('by its %s', async (name, good, bad) => {
    for (const setting of bad) {
      await isSet(name, setting)
      expect(await wrong()).toEqual([
        expect.stringMatching(`^${name} is ${setting}; it must be .*${good[0]}`),
      ])
    }
    for (const setting of good) {
      await isSet(name, setting)
      expect(await wrong()).toEqual([])
    }
  })

  test('when the server signs in as nobody who may do anything', async () => {
    const mighty = ['The server signs in with a role that may do anything; it must not.']
    expect([await wrongDatabaseSettings(db), await wrong()]).toEqual([mighty, []])
    const unruled = `unruled_${process.pid}`
    await sql`create role ${sql.id(unruled)} bypassrls`.execute(db)
    await sql`grant select on pg_settings to ${sql.id(unruled)}`.execute(db)
    expect(await wrong(unruled)).toEqual(mighty)
    await sql`drop owned by ${sql.id(unruled)}`.execute(db)
    await sql`drop role ${sql.id(unruled)}`.execute(db)
  })
})

test('on a database that may lose what was committed nothing is begun', async () => {
  // The one of the tests: it need not wait for the disk.
  await expect(startBackground(server.services)).rejects.toThrow(/not safe for money:\n(.*\n)*fsync is off/)
  expect(server.services.live.isListening).toBe(false)
})

test('every work of every area runs, each at its own pace', () => {
  const everySecond = ['activitySeals', 'backgroundJobs', 'events', 'groups', 'memberFacts', 'rollups']
  const every10Minutes = [
    'oldGuesses',
    'oldIdempotencyKeys',
    'oldLaunches',
    'oldNonces',
    'oldNotices',
    'oldProviderCalls',
  ]
  const all = (names: readonly string[], everyS: number) => names.map((name) => [name, everyS] as const)
  const paceS = [
    ['payouts', 0.5],
    ...all(everySecond, 1),
    ...all(['settings', 'dayPacks', 'gatewayOrders'], 1),
    ...all(['playFigures'], 0.5),
    ...all(['gameTransfers', 'hints', 'lineRefunds', 'ownTransfers'], 2),
    ...all(['reconcile', 'rereadMessages'], 3),
    ...all(['doublePayments', 'gameFeeds', 'lineBookings', 'slips', 'transferTemplates'], 5),
    ...all(['activityCheckpoints', 'depositRequests', 'exports', 'outbox'], 10),
    ...all(['archiveWatch', 'devices', 'ownAccounts', 'silentFeeds'], 30),
    ...all(['businessDays', 'ggrClose', 'people', 'playAlarms', 'reconcileCounts'], 60),
    ['activityVerifications', 300],
    ...all([...every10Minutes, 'distributorBalances', 'logChecks', 'oldSessions', 'proof'], 600),
    ...all(['betArchive', 'betMonths', 'private-files'], 3600),
  ] as const
  expect(new Map(works.map(({ name, everyMs }) => [name, everyMs / 1000]))).toEqual(new Map(paceS))
  // A work's name is its lock: of two with one name one would never run.
  expect(works).toHaveLength(paceS.length)
})

describe('connections', () => {
  /** A server of which nothing is needed but that somebody connects to it. */
  const bounded = (isBehindProxy: boolean) => {
    const house = new EventEmitter() as Server
    boundConnections(house, isBehindProxy)
    const connect = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, isCut: false })
      const cut = () => void (socket.isCut = true)
      house.emit('connection', Object.assign(socket, { destroy: cut }))
      return socket
    }
    return { house, connect }
  }
  const fill = (connect: ReturnType<typeof bounded>['connect'], address: string) =>
    Array.from({ length: perAddressMax }, () => connect(address))

  test('are counted by the line of an address', () => {
    expect(['::ffff:192.0.2.7', '192.0.2.7'].map(lineOf)).toEqual(['192.0.2.7', '192.0.2.7'])
    expect(lineOf('2001:db8:1:2:3:4:5:6')).toBe(lineOf('2001:db8:1:2::9'))
    expect(lineOf('2001:db8::1')).not.toBe(lineOf('2001:db8:1::1'))
  })

  test('of one line have a bound, which leaves most of all to others; one that ends makes room', () => {
    const { house, connect } = bounded(false)
    const open = fill(connect, '192.0.2.7')
    expect(open.filter(({ isCut }) => isCut)).toEqual([])
    expect([connect('::ffff:192.0.2.7').isCut, connect('192.0.2.8').isCut]).toEqual([true, false])
    open[0]?.emit('close')
    expect([connect('192.0.2.7').isCut, connect('192.0.2.7').isCut]).toEqual([false, true])
    expect(perAddressMax * 4).toBeLessThanOrEqual(house.maxConnections)
  })

  test('of a proxy are bounded by the proxy, and all together by us', () => {
    const { house, connect } = bounded(true)
    fill(connect, '192.0.2.7')
    expect(connect('192.0.2.7').isCut).toBe(false)
    expect(house.maxConnections).toBe(8000)
  })
})
