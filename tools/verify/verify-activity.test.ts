import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkpointKey,
  linkOf,
  makeCheckpoint,
  sealActivity,
} from '../../apps/server/src/features/activity-logs/seal.ts'
import { createDatabase, createPool } from '../../apps/server/src/platform/db/db.ts'
import { startTestServer, type TestServer } from '../../apps/server/src/testing/server.ts'
import { verifyActivity, type Asked } from './verify-activity.ts'

let server: TestServer

/** Ten minutes ago: what was sealed so long ago must be under a checkpoint. */
const seal = async () => {
  const { db, secrets, now } = server.services
  await sealActivity(db, secrets, now() - 600_000)
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

const number = async (query: string): Promise<number> => {
  const { rows } = await server.services.pool.query<{ n: number }>(query)
  return rows[0]?.n ?? NaN
}

/** An id that no row has, between rows that have one. */
let unusedId = 0
beforeAll(async () => {
  server = await startTestServer()
  await write(6)
  await server.database.plant("select nextval(pg_get_serial_sequence('activity_log', 'id'))")
  unusedId = (await number('select max(id)::int as n from activity_log')) + 1
})
afterAll(() => server.stop())

describe('the chain', () => {
  let kept = ''
  let hours = 0
  const verify = async (url = server.database.adminUrl, given: Partial<Asked> = {}) => {
    const { secrets } = server.services
    return verifyActivity({
      url,
      chainKey: secrets.key('activity-chain'),
      kept,
      publicKey: checkpointKey(secrets),
      ...given,
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
    const made = await makeCheckpoint(server.services.db, server.services.secrets, later, null)
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
      1,
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

  test('a row put in is found at the number it stands before', async () => {
    const seq = await number(
      `select min(seq)::int as n from activity_seals where activity_id > ${unusedId}`,
    )
    expect(seq).toBeGreaterThan(6)
    const copy = await tamper(`insert into activity_log (id, actor_kind, entity, action)
      overriding system value values (${unusedId}, 'system', 'thing', 'forged')`)
    expect((await verify(copy)).findings).toMatchObject([{ kind: 'inserted', seq }])
  })

  test('a row of a time to come is found, sealed or not', async () => {
    const forged = `insert into activity_log (at, actor_kind, entity, action)
      values ('2099-01-01', 'system', 'thing', 'forged')`
    const copy = await tamper(forged)
    const { count, findings } = await verify(copy)
    expect(findings).toMatchObject([{ kind: 'inserted', seq: count + 1 }])
    await (await startFrom(copy)).write(0)
    expect((await verify(copy)).findings).toMatchObject([{ kind: 'inserted', seq: count + 1 }])
  })

  test('without any seal the cut comes first, and no row stands at number 0', async () => {
    const { findings } = await verify(
      await tamper(
        'delete from activity_checkpoints',
        'delete from activity_seals',
        `update activity_log set at = at - interval '1 day'`,
      ),
    )
    expect(findings[0]).toMatchObject({ kind: 'tailCut', seq: 1 })
    expect(findings.map(({ kind }) => kind)).toContain('inserted')
    expect(Math.min(...findings.map(({ seq }) => seq))).toBe(1)
  })

  test('tables of the same names before the right ones lead nobody astray', async () => {
    const copy = await tamper(
      'create schema decoy',
      ...['log', 'seals', 'checkpoints'].map(
        (name) => `create table decoy.activity_${name} as table public.activity_${name}`,
      ),
      `update public.activity_log set after = '{"n": 9}' where id = (${five})`,
      `do $$ begin execute format(
        'alter role current_user in database %I set search_path = decoy, public',
        current_database()); end $$`,
    )
    expect((await verify(copy)).findings).toMatchObject([{ kind: 'altered', seq: 5 }])
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

  const unsignedDatabase = 'delete from activity_checkpoints'
  const last = async () => (await verify()).count
  test('a file of checkpoints that is missing or empty is found, and a database without any', async () => {
    const unsigned = { kind: 'unsigned', seq: 1 }
    for (const empty of ['', '\n'])
      expect((await verify(undefined, { kept: empty })).findings).toMatchObject([unsigned])
    const copy = await tamper(unsignedDatabase, ...cut)
    expect((await verify(copy, { kept: null })).findings).toMatchObject([unsigned])
    expect((await verify(copy, { kept: '' })).findings).toMatchObject([unsigned, unsigned])
  })

  test('a checkpoint that only the file holds is found at its number', async () => {
    const copy = await tamper(
      'delete from activity_checkpoints where seq = (select min(seq) from activity_checkpoints)',
    )
    const seq = Number(Object(JSON.parse(kept.split('\n')[0] ?? ''))['seq'])
    expect((await verify(copy)).findings).toMatchObject([{ kind: 'unsigned', seq }])
  })

  test.each(['{"seq":3,"head":"ab', 'null', '7', '{"seq":"3","head":"","at":"","signature":""}'])(
    'the line %s of the file is found, with its number',
    async (line) => {
      const lines = kept.split('\n').length
      expect((await verify(undefined, { kept: `${kept}${line}` })).findings).toMatchObject([
        { kind: 'unreadable', seq: (await last()) + 1, text: expect.stringContaining(`line ${lines} `) },
      ])
    },
  )

  test.each([null, '', 'no key'])(
    'without a public key (%j) nothing signed is proven',
    async (publicKey) => {
      const { findings } = await verify(undefined, { publicKey })
      expect(findings[0]).toMatchObject({ kind: 'unsigned' })
    },
  )

  test('a new installation that has not signed yet is whole', async () => {
    const copy = await tamper('truncate activity_log, activity_seals, activity_checkpoints')
    await (await startFrom(copy)).write(3)
    expect(await verify(copy, { kept: '', publicKey: null })).toEqual({
      count: 3,
      findings: [],
      restored: [],
    })
  })

  test('the program says what it found in sentences, and ends with 1', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'khlang-verify-'))
    const inside = (name: string, content?: string) => {
      const file = join(folder, name)
      if (content !== undefined) writeFileSync(file, content)
      return file
    }
    const key = inside('master.key', Buffer.alloc(32, 7).toString('hex'))
    const publicKey = inside('key.pem', checkpointKey(server.services.secrets))
    const run = async (checkpoints: string) => {
      const program = fileURLToPath(new URL('verify-activity.ts', import.meta.url))
      const given = { database: server.database.adminUrl, key, checkpoints, 'public-key': publicKey }
      const child = spawn(process.execPath, [
        program,
        ...Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]),
      ])
      const ended = new Promise((resolve) => child.on('close', resolve))
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { status: await ended, out, errors }
    }
    expect(await run(inside('kept.jsonl', kept))).toMatchObject({
      status: 0,
      out: expect.stringContaining('as they were sealed'),
    })
    for (const [file, said] of [
      [inside('nowhere.jsonl'), 'unsigned at 1: the file of checkpoints is missing'],
      [inside('empty.jsonl', ''), 'unsigned at 1: the file of checkpoints is missing'],
      [folder, 'unsigned at 1: the file of checkpoints is missing'],
      [inside('half.jsonl', kept.slice(0, -40)), 'of the file of checkpoints is no checkpoint'],
    ] as const)
      expect(await run(file)).toMatchObject({ status: 1, out: expect.stringContaining(said), errors: '' })
    rmSync(folder, { recursive: true })
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
