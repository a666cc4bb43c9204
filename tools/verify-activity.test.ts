import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkpointKey,
  linkOf,
  makeCheckpoint,
  sealActivity,
} from '../apps/server/src/features/activity-logs/seal.ts'
import { createDatabase, createPool } from '../apps/server/src/platform/db.ts'
import { startTestServer, type TestServer } from '../apps/server/src/testing/server.ts'
import { verifyActivity } from './verify-activity.ts'

let server: TestServer

const seal = async () => {
  const { db, secrets, now } = server.services
  await sealActivity(db, secrets, now())
}
const write = async (count: number) => {
  for (let n = 1; n <= count; n += 1)
    await server.services.db
      .insertInto('activity_log')
      .values({
        actor_kind: 'system',
        entity: 'thing',
        entity_id: `thing-${n}`,
        action: 'tested',
        after: JSON.stringify({ n, name: 'สมชาย' }),
      })
      .execute()
}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('the chain', () => {
  let kept = ''
  let hours = 0
  const verify = async (url = server.database.adminUrl) => {
    const { secrets } = server.services
    return verifyActivity({
      url,
      chainKey: secrets.key('activity-chain'),
      kept,
      publicKey: checkpointKey(secrets),
    })
  }
  const copies: string[] = []
  /** A copy of the database, and a superuser who writes past every trigger in it. */
  async function tamper(...statements: string[]): Promise<string> {
    const admin = new URL(server.database.adminUrl)
    const source = admin.pathname.slice(1)
    const name = `${source}_copy${copies.length}`
    admin.pathname = '/postgres'
    const client = new pg.Client({ connectionString: admin.toString() })
    await client.connect()
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
      [source],
    )
    await client.query(`create database ${name} template ${source}`)
    await client.end()
    const url = new URL(server.database.adminUrl)
    url.pathname = `/${name}`
    copies.push(name)
    const inside = new pg.Client({ connectionString: url.toString() })
    await inside.connect()
    await inside.query("set session_replication_role = 'replica'")
    for (const statement of statements) await inside.query(statement)
    await inside.end()
    return url.toString()
  }

  beforeEach(async () => {
    await write(12)
    await seal()
    hours += 1
    const later = Date.now() + hours * 3_600_000
    const made = await makeCheckpoint(server.services.db, server.services.secrets, later)
    if (made) kept += `${JSON.stringify(made)}\n`
  })
  afterAll(async () => {
    const client = new pg.Client({ connectionString: server.database.adminUrl })
    await client.connect()
    for (const name of copies) await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  })

  test('untouched, it is whole', async () => {
    expect(await verify()).toMatchObject({ findings: [] })
  })

  test('the app itself can neither change nor remove a row, a seal or a checkpoint', async () => {
    for (const table of ['activity_log', 'activity_seals', 'activity_checkpoints'])
      for (const statement of [
        `delete from ${table}`,
        `truncate ${table}`,
        `update ${table} set at = now()`,
      ])
        await expect(server.services.pool.query(statement), statement).rejects.toThrow()
  })

  const five = 'select activity_id from activity_seals where seq = 5'
  const six = 'select activity_id from activity_seals where seq = 6'
  test.each([
    ['an edited row', 5, [`update activity_log set after = '{"n": 9}' where id = (${five})`]],
    ['an edited copy', 5, ["update activity_seals set action = 'another' where seq = 5"]],
    ['a deleted row', 5, [`delete from activity_log where id = (${five})`]],
    [
      'a deleted row with its seal',
      5,
      [`delete from activity_log where id = (${five})`, 'delete from activity_seals where seq = 5'],
    ],
    [
      'an inserted row',
      0,
      [
        `insert into activity_log (id, at, actor_kind, entity, action) overriding system value
       values (-1, now() - interval '1 day', 'system', 'thing', 'forged')`,
      ],
    ],
    [
      'two swapped rows',
      5,
      [
        `update activity_log a set entity_id = b.entity_id, after = b.after from activity_log b
          where (a.id = (${five}) and b.id = (${six})) or (a.id = (${six}) and b.id = (${five}))`,
      ],
    ],
    [
      'two swapped seals',
      5,
      [
        `update activity_seals set seq = seq + 1000000 where seq in (5, 6)`,
        `update activity_seals set seq = 1000011 - seq where seq > 1000000`,
      ],
    ],
  ])('%s is found, with its number', async (_, seq, statements) => {
    const { findings } = await verify(await tamper(...statements))
    expect(findings[0]).toMatchObject({ seq })
  })

  const cut = [
    'delete from activity_log where id in (select activity_id from activity_seals where seq > 20)',
    'delete from activity_checkpoints where seq > 20',
    'delete from activity_seals where seq > 20',
  ]
  test('a tail that was cut is found where it was cut', async () => {
    const { findings } = await verify(await tamper(...cut))
    expect(findings[0]).toMatchObject({ kind: 'tailCut', seq: 21 })
  })

  test('a tail cut and written anew by the sealer itself is found by the signed heads', async () => {
    const copy = await tamper(...cut)
    const again = await startFrom(copy)
    await again.write(40)
    expect((await verify(copy)).findings[0]).toMatchObject({ kind: 'restamped' })
  })

  test('a chain stamped anew under another key is found at its first number', async () => {
    const copy = await tamper()
    const client = new pg.Client({ connectionString: copy })
    await client.connect()
    await client.query("set session_replication_role = 'replica'")
    const { rows } = await client.query<{ seq: string; sealed: string; text: string }>(`
      select seq, to_char(sealed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as sealed,
             activity_text(l) as text
        from activity_seals s join activity_log l on l.id = s.activity_id order by seq`)
    let before: Buffer = Buffer.alloc(32)
    for (const row of rows) {
      before = linkOf(Buffer.alloc(32), before, {
        seq: Number(row.seq),
        sealedAt: row.sealed,
        text: row.text,
      })
      await client.query('update activity_seals set link = $1 where seq = $2', [before, row.seq])
    }
    await client.end()
    expect((await verify(copy)).findings[0]).toMatchObject({ seq: 1 })
  })

  /** The real sealer at work on another database. */
  async function startFrom(url: string) {
    return {
      write: async (count: number) => {
        const db = createDatabase(createPool(url, { max: 2 }))
        for (let n = 0; n < count; n += 1)
          await db
            .insertInto('activity_log')
            .values({ actor_kind: 'system', entity: 'thing', action: 'rewritten' })
            .execute()
        await sealActivity(db, server.services.secrets, Date.now())
        await db.destroy()
      },
    }
  }
})
