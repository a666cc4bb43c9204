import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { sealActivity } from './seal.ts'
import { checkpoint } from './checkpoints.ts'
import { activityWork } from './jobs.ts'
import { verifyLog, verifyWhenDue } from './verify.ts'

let server: TestServer
let auditor: Person

const seal = async () => {
  const { db, secrets, now } = server.services
  await sealActivity(db, secrets, now())
}
const write = async (count: number, action = 'tested') => {
  for (let n = 1; n <= count; n += 1)
    await server.services.db
      .insertInto('activity_log')
      .values({
        actor_kind: 'employee',
        actor_id: auditor.id,
        actor_name: auditor.username,
        entity: 'thing',
        entity_id: `thing-${n}`,
        action,
        after: JSON.stringify({ n, name: 'สมชาย' }),
      })
      .execute()
}

beforeAll(async () => {
  server = await startTestServer()
  auditor = await server.person({ permissions: { adminLog: ['isRead'] } })
})
afterAll(() => server.stop())

describe('the list', () => {
  test('is read in the sight of others: each filter of a session once an hour', async () => {
    const reader = await server.person({ permissions: { adminLog: ['isRead'] } })
    for (const filter of [{}, {}, { actions: ['tested'] }, { size: 50 }])
      await reader.call('activityLogs.list', filter)
    await seal()
    const { records } = await auditor.call('activityLogs.list', {
      admins: [reader.username],
      actions: ['logRead'],
    })
    expect(records.map(({ detail }) => detail)).toEqual([
      { filter: { actions: ['tested'] } },
      { filter: {} },
    ])
  })

  test('shows what is sealed, newest first, by every filter, page by page and back', async () => {
    await write(30)
    await write(2, 'other')
    await seal()
    const first = await auditor.call('activityLogs.list', { size: 10, entities: ['thing'] })
    expect(first.records[0]).toMatchObject({ action: 'other', actorName: auditor.username, result: 'done' })
    expect(first.records[9]?.after).toEqual({ n: 23, name: 'สมชาย' })
    const next = await auditor.call('activityLogs.list', {
      size: 10,
      entities: ['thing'],
      after: first.afterCursor ?? '',
    })
    expect(next.records[0]?.entityId).toBe('thing-22')
    const back = await auditor.call('activityLogs.list', {
      size: 10,
      entities: ['thing'],
      before: next.beforeCursor ?? '',
    })
    expect(back.records).toEqual(first.records)
    const some = { admins: [auditor.username], actions: ['tested'], entityId: 'thing-7' }
    expect((await auditor.call('activityLogs.list', some)).records).toHaveLength(1)
    expect((await auditor.call('activityLogs.list', { ...some, results: ['refused'] })).records).toEqual([])
    const whole = await auditor.call('activityLogs.list', {})
    expect(whole.totalCount).toBe(whole.records[0]?.seq)
    expect((await auditor.call('activityLogs.listEntities', {})).entities).toContain('thing')
    expect((await auditor.call('activityLogs.listActions', {})).actions).toEqual(
      expect.arrayContaining(['other', 'tested']),
    )
  })

  test('of a date holds the brand’s day, from its first moment up to the first of the next', async () => {
    await write(1, 'dated')
    await seal()
    const heldAt = async (at: string) => {
      await server.database.plant(`update activity_seals set at = $1 where action = 'dated'`, [at])
      const { records } = await auditor.call('activityLogs.list', {
        actions: ['dated'],
        from: '2026-11-20',
        to: '2026-11-20',
      })
      return records.length
    }
    const held = async (edges: readonly string[]) => {
      const found: number[] = []
      for (const at of edges) found.push(await heldAt(at))
      return found
    }
    const midnight = ['2026-11-19T16:59:59.999Z', '2026-11-19T17:00Z'].concat(
      '2026-11-20T16:59:59.999Z',
      '2026-11-20T17:00Z',
    )
    expect(await held(midnight)).toEqual([0, 1, 1, 0])
    await server.set({ dayCutOffMinutes: 360 })
    expect(await held(midnight.map((at) => at.replace('T16', 'T22').replace('T17', 'T23')))).toEqual([
      0, 1, 1, 0,
    ])
    await server.set({ dayCutOffMinutes: 0 })
    await server.database.plant(
      `update activity_seals s set at = l.at from activity_log l
        where l.id = s.activity_id and s.action = 'dated'`,
    )
  })

  test('a row that commits late is sealed all the same, and nothing twice', async () => {
    const late = new pg.Client({ connectionString: server.database.appUrl })
    await late.connect()
    await late.query('begin')
    await late.query(
      "insert into activity_log (actor_kind, entity, action) values ('system', 'late', 'came')",
    )
    await write(3, 'meanwhile')
    await seal()
    await late.query('commit')
    await late.end()
    await seal()
    await seal()
    const page = await auditor.call('activityLogs.list', { entities: ['late'] })
    expect(page.records).toHaveLength(1)
    const { rows } = await server.services.pool.query(
      'select count(*)::int as n, count(distinct seq)::int as s, max(seq)::int as m from activity_seals',
    )
    expect(rows[0]).toMatchObject({ n: rows[0].m, s: rows[0].m })
  })
})

describe('what was signed', () => {
  let own: TestServer
  let folder = ''
  let file = ''
  beforeEach(async () => {
    own = await startTestServer()
    folder = mkdtempSync(join(tmpdir(), 'khlang-evidence-'))
    file = join(folder, 'activity-checkpoints.jsonl')
  })
  afterEach(async () => {
    await own.stop()
    rmSync(folder, { recursive: true })
    rmSync(`${folder}.id`, { force: true })
  })
  const services = () => ({ ...own.services, evidenceDir: folder })
  /** A row sealed so many minutes ago. */
  const sealedAgo = async (minutes: number) => {
    const { db, secrets } = own.services
    await db.insertInto('activity_log').values({ actor_kind: 'system', entity: 'x', action: 'y' }).execute()
    await sealActivity(db, secrets, Date.now() - minutes * 60_000)
  }
  const verified = async () => (await verifyLog(services())).findings as unknown as { kind: string }[]
  const alarms = async () => {
    const query = "select detail from alarms where code = 'activity.chainBroken'"
    return (await own.services.pool.query<{ detail: object }>(query)).rows.map(({ detail }) => detail)
  }
  const wasLongAgo = () => own.database.plant(`update activity_checkpoints set at = at - interval '1 hour'`)

  test('is nothing yet on a new server, nor on one stopped before it could sign', async () => {
    expect(await verified()).toEqual([])
    await sealedAgo(10)
    await sealedAgo(0)
    expect([await verified(), await alarms()]).toEqual([[], []])
    expect(readFileSync(file, 'utf8')).toMatch(/^\{.*\}\n$/)
  })

  test('and is no longer in its file raises an alarm', async () => {
    await sealedAgo(0)
    await checkpoint(services())
    await wasLongAgo()
    writeFileSync(file, '')
    await checkpoint(services())
    expect(await alarms()).toEqual([{ kind: 'unsigned', seq: 1 }])
  })

  test('and is gone from both raises an alarm', async () => {
    await sealedAgo(10)
    await sealedAgo(5)
    await checkpoint(services())
    expect(await alarms()).toEqual([{ kind: 'unsigned', seq: 1 }])
  })

  test('and is gone from the database is found, and raises an alarm', async () => {
    await sealedAgo(10)
    await checkpoint(services())
    await own.database.plant('delete from activity_checkpoints')
    await sealedAgo(5)
    expect(await verified()).toMatchObject([{ kind: 'unsigned', seq: 1 }])
    expect(await alarms()).toHaveLength(1)
  })

  test('by another server with its own folder is no loss: each is judged by what it signed', async () => {
    await sealedAgo(10)
    await checkpoint(services())
    await wasLongAgo()
    await sealedAgo(5)
    const other = { ...own.services, evidenceDir: join(folder, 'other') }
    await checkpoint(other)
    await checkpoint(services())
    expect(await alarms()).toEqual([])
    // The other one signs too: then its own file must hold it, and its loss is told of.
    own.clock.ms += 120_000
    await sealedAgo(-1)
    await checkpoint(other)
    await wasLongAgo()
    rmSync(join(folder, 'other'), { recursive: true })
    await checkpoint(other)
    expect(await alarms()).toEqual([{ kind: 'unsigned', seq: 1 }])
  })

  test('and is half a line of its file is found, and the next line is whole', async () => {
    await sealedAgo(10)
    await checkpoint(services())
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
    own.clock.ms += 120_000
    await sealedAgo(5)
    await checkpoint(services())
    expect(await alarms()).toEqual([{ kind: 'unreadable' }])
    expect(await verified()).toMatchObject([{ kind: 'unreadable', seq: 1 }])
    expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[1] ?? '')).toMatchObject({ seq: 2 })
  })
})

test('what waits for its seal longer than five seconds raises an alarm until it is sealed', async () => {
  const work = activityWork.find(({ name }) => name === 'activitySeals')
  const run = async (isStopping: boolean) => {
    const stopping = new AbortController()
    if (isStopping) stopping.abort()
    await work?.run(server.services, stopping.signal)
    const { rows } = await server.services.pool.query<{ open: boolean }>(
      `select exists (select from alarms where code = 'activity.unsealed' and cleared_at is null) as open`,
    )
    return rows[0]?.open
  }
  /** One more than is sealed at once, so old. */
  const arrive = (age: string) =>
    server.database.plant(
      `insert into activity_log (actor_kind, entity, action, at)
       select 'system', 'waiting', 'x', now() - $1::interval from generate_series(1, 2001)`,
      [age],
    )
  await run(false)
  await arrive('0 seconds')
  expect(await run(true)).toBe(false)
  expect(await run(false)).toBe(false)
  await arrive('6 seconds')
  expect(await run(true)).toBe(true)
  expect(await run(false)).toBe(false)
  await arrive('6 seconds')
  expect(await run(false)).toBe(false)
})

describe('the hourly verification', () => {
  test('comes again after sixty times as long as it took, and within the hour', async () => {
    const last = async (tookMs: number, age: string) => {
      await server.database.plant('delete from activity_verifications')
      await server.database.plant(
        `insert into activity_verifications (at, took_ms, row_count, findings)
         values (now() - $1::interval, $2, 0, '[]')`,
        [age, tookMs],
      )
      await verifyWhenDue(server.services)
      const { rows } = await server.services.pool.query('select from activity_verifications')
      return rows.length - 1
    }
    expect(await last(1000, '50 seconds')).toBe(0)
    expect(await last(1000, '61 seconds')).toBe(1)
    expect(await last(100_000, '59 minutes')).toBe(0)
    expect(await last(100_000, '61 minutes')).toBe(1)
    await server.database.plant('delete from activity_verifications')
  })

  test('says when the chain was last whole, and raises an alarm with the first bad number', async () => {
    await write(5)
    await seal()
    expect(await auditor.call('activityLogs.chain', {})).toMatchObject({ verifiedAt: null })
    await verifyLog(server.services)
    const { verifiedAt, verifiedCount, sealedCount, isBroken } = await auditor.call(
      'activityLogs.chain',
      {},
    )
    expect([verifiedCount, isBroken]).toEqual([sealedCount, false])
    await server.database.plant(
      `update activity_log set reason = 'other' where id = (select activity_id from activity_seals
         where seq = 3)`,
    )
    await verifyLog(server.services)
    expect(await auditor.call('activityLogs.chain', {})).toMatchObject({ isBroken: true, verifiedAt })
    const { rows } = await server.services.pool.query(
      `select detail from alarms where code = 'activity.chainBroken'`,
    )
    expect(rows).toEqual([{ detail: { seq: 3, kind: 'altered' } }])
  })
})
