import { randomUUID } from 'node:crypto'
import { encodeId } from '@khlang/contract/values/values.ts'
import { sql as raw } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type Person, type PersonOptions, type TestServer } from '../../testing/server.ts'
import { documentHash, requestApproval, decideApproval, cancelApproval } from './approvals.ts'
import { isSoleOwner, rightOf, wouldBeAlone } from './checkers.ts'
import type { Database } from '../db/db.ts'
import { findActor } from '../people/sessions.ts'

// Who holds a right at this moment, who is alone with it, and how many must check.

let server: TestServer
let sql: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  sql = new pg.Client({ connectionString: server.database.adminUrl })
  await sql.connect()
})
afterAll(async () => {
  await sql.end()
  await server.stop()
})

interface Ending {
  readonly state?: string
  readonly at?: string
  readonly by?: string | null
}
const requires = { adminLog: ['isRead'], dashboard: ['isRead'] } as const
const flags = { adminLog: ['isRead'], dashboard: ['isRead'] } as const
const holder = (options: PersonOptions = {}) => server.person({ permissions: flags, ...options })
const update = (set: string, { id }: { id: string }) =>
  sql.query(`update employees set ${set} where id = $1`, [id])

test('a right is held by who is active and whose role has every flag, up to the lower limit', async () => {
  const of = async (person: Person) => {
    const { holdsFlags, approvalLimitMinor } = await rightOf(server.services.db, person.id, requires)
    return [holdsFlags, approvalLimitMinor]
  }
  const free = await holder()
  expect(await of(free)).toEqual([true, null])
  expect(await of(await holder({ permissions: { adminLog: ['isRead'] } }))).toEqual([false, null])
  expect(await of(await holder({ permissions: {}, isAdmin: true }))).toEqual([true, null])
  const small = await holder({ abilities: { approvalLimitMinor: 500 } })
  expect(await of(small)).toEqual([true, 500])
  for (const [own, limit] of [
    [499, 499],
    [501, 500],
  ] as const) {
    await server.database.plant('update employees set approval_limit_minor = $2 where id = $1', [
      small.id,
      own,
    ])
    expect(await of(small)).toEqual([true, limit])
  }
  for (const state of ['locked', 'left']) {
    await server.database.plant('update employees set state = $2 where id = $1', [free.id, state])
    expect(await of(free)).toEqual([false, 0])
  }
  expect(await of({ ...free, id: randomUUID() })).toEqual([false, 0])
})

describe('how many must check', () => {
  let maker: Person
  let admin: Person
  let other: Person
  beforeAll(async () => {
    ;[maker, admin, other] = [await holder(), await holder({ isAdmin: true }), await holder()]
  })
  // Everybody else is away; nothing is kept.
  beforeEach(async () => {
    await sql.query('begin')
    await sql.query("set local session_replication_role = 'replica'")
    await sql.query("update employees set state = 'locked' where id <> all($1)", [
      [maker.id, admin.id, other.id],
    ])
  })
  afterEach(() => sql.query('rollback'))

  const limit = 20_000_000
  async function needed(amountMinor: number | null = limit, kind = 'manualCredit'): Promise<unknown> {
    const { rows } = await sql.query<{ needed: number }>(
      'select checkers_needed($1, $2, $3, $4) as needed',
      [
        maker.id,
        kind,
        JSON.stringify({ adminLog: { isRead: true }, dashboard: { isRead: true } }),
        amountMinor,
      ],
    )
    return rows[0]?.needed
  }
  async function earlier(amountMinor: number, change: string | null = null, makerId = maker.id) {
    const { rows } = await sql.query<{ id: string }>(
      `insert into approvals (kind, entity, entity_id, document, document_hash, amount_minor, reason,
         maker_id, requires)
       values ('manualCredit', 'member', outside_id('mbr', $3), '{}', '\\x00', $1, 'x', $2, '{}')
       returning id`,
      [amountMinor, makerId, randomUUID()],
    )
    if (change !== null) await sql.query(`update approvals set ${change} where id = $1`, [rows[0]?.id])
  }

  test('two from the brand’s limit on, where an admin and another can', async () => {
    expect([await needed(limit - 1), await needed(), await needed(null)]).toEqual([1, 2, 1])
    await sql.query(`update brand_settings set value = value || '{"twoCheckersMinor": 500}'`)
    expect([await needed(499), await needed(500)]).toEqual([1, 2])
  })

  test.each([
    ['who is locked', `state = 'locked'`],
    ['who has left', `state = 'left'`],
    ['a seller', `type = 'seller'`],
    ['an agent', `type = 'agent'`],
    ['who may not check so much', `approval_limit_minor = ${limit - 1}`],
  ])('%s is none of those who could check', async (_, set) => {
    for (const person of [admin, other]) {
      await sql.query('savepoint one')
      await update(set, person)
      expect(await needed()).toBe(1)
      await sql.query('rollback to one')
    }
    await update(`approval_limit_minor = ${limit}`, other)
    expect(await needed()).toBe(2)
  })

  test('who lacks a flag, or is the maker or the other by another account, is none either', async () => {
    const role = `update roles r set permission = permission - 'dashboard' from employees e
      where e.role_id = r.id and e.id = $1`
    await sql.query('savepoint one')
    await sql.query(role, [other.id])
    expect(await needed()).toBe(1)
    await sql.query('rollback to one')
    const phone = async (...people: Person[]) => {
      for (const person of people) await update(`phone = '66812345678'`, person)
      const found = await needed()
      await sql.query('rollback to one')
      return found
    }
    expect([await phone(other), await phone(maker, other)]).toEqual([2, 1])
    expect([await phone(maker, admin), await phone(admin, other)]).toEqual([1, 1])
    await sql.query(
      `update roles r set is_admin = false from employees e where e.role_id = r.id and e.id = $1`,
      [admin.id],
    )
    expect(await needed()).toBe(1)
  })

  test('who was made by the maker is no other person; whom they handed a code is', async () => {
    const link = (why: string, person: Person, to: Person) =>
      sql.query(`insert into employee_links (employee_id, linked_to, why) values ($1, $2, $3)`, [
        person.id,
        to.id,
        why,
      ])
    for (const [person, to] of [
      [other, maker],
      [admin, maker],
      [other, admin],
    ] as const) {
      await sql.query('savepoint one')
      await link('code', person, to)
      expect(await needed()).toBe(2)
      await link('created', person, to)
      expect(await needed()).toBe(1)
      await sql.query('rollback to one')
    }
    // What either of one person's accounts asked for counts, however the two are known to be one.
    await earlier(limit - 500, null, other.id)
    expect(await needed(500)).toBe(1)
    const third = await sql.query<{ id: string }>(
      `insert into employees (username, display_name, type, role_id)
       select 'third', 'x', 'staff', role_id from employees where id = $1 returning id`,
      [other.id],
    )
    await link('code', maker, { ...other, id: third.rows[0]?.id ?? '' })
    await earlier(limit - 500, null, third.rows[0]?.id)
    expect([await needed(499), await needed(500)]).toEqual([1, 2])
  })

  test('parts of a big amount count: of this person, kind and day, unless refused', async () => {
    await earlier(limit - 500)
    expect([await needed(499), await needed(500)]).toEqual([1, 2])
    expect(await needed(500, 'lineLink')).toBe(1)
    await earlier(1, `state = 'approved', checker_id = '${other.id}', settled_at = now()`)
    expect([await needed(498), await needed(499)]).toEqual([1, 2])
    for (const state of ['rejected', 'expired', 'withdrawn'])
      await earlier(
        400,
        `state = '${state}', settled_at = now()${state === 'rejected' ? `, checker_id = '${other.id}'` : ''}`,
      )
    await earlier(400, `kind = 'manualDeposit'`)
    await earlier(400, `created_at = now() - interval '24 hours'`)
    await earlier(400, null, other.id)
    expect(await needed(498)).toBe(1)
    await earlier(1, `created_at = now() - interval '24 hours' + interval '1 microsecond'`)
    expect(await needed(498)).toBe(2)
  })
})

describe('the only one', () => {
  let owner: Person
  const alone = async (person: Person, kind: string, of: object = { reconcile: ['isUpdate'] }) => {
    const actor = await findActor(server.services.db, person.token, { address: '127.0.0.1', device: 'x' })
    if (!actor) throw new Error('nobody')
    const act = { kind, actor, requires: of as typeof requires }
    const would = await wouldBeAlone(server.services.db, act)
    const is = await server.services.db.transaction().execute((tx) => isSoleOwner(tx, act))
    expect(would).toBe(is)
    return is
  }
  const ended = async () =>
    (await sql.query<{ kind: string }>('select kind from sole_owner_ended order by kind')).rows.map(
      ({ kind }) => kind,
    )
  test('is a known admin beside whom nobody ever held the flags; it ends for ever', async () => {
    await sql.query("set session_replication_role = 'replica'")
    await sql.query('truncate rights_held, known_persons, sole_owner_ended')
    await sql.query("set session_replication_role = 'origin'")
    owner = await server.person({ isAdmin: true })
    const known = 'insert into known_persons (employee_id) values ($1) on conflict do nothing'
    await sql.query('delete from known_persons')
    expect(await alone(owner, 'one')).toBe(false)
    await sql.query(known, [owner.id])
    expect(await alone(owner, 'one')).toBe(true)
    // Somebody without the flags, and one who was never their own person, change nothing.
    const clerk = await server.person({ permissions: { dashboard: ['isRead'] } })
    await sql.query(known, [clerk.id])
    const hired = await server.person({ permissions: { reconcile: ['isUpdate'] } })
    await sql.query('delete from known_persons where employee_id = $1', [hired.id])
    expect(await alone(owner, 'one')).toBe(true)
    expect(await alone(hired, 'one')).toBe(false)
    expect(await ended()).toEqual([])
    await sql.query(known, [hired.id])
    expect(await alone(owner, 'one')).toBe(false)
    expect(await ended()).toEqual(['one'])
    await sql.query('delete from known_persons where employee_id = $1', [hired.id])
    expect([await alone(owner, 'one'), await alone(owner, 'two')]).toEqual([false, true])
    // Known, and the only one with the flags who is: without the admin flag nobody is alone.
    await sql.query('delete from known_persons')
    await sql.query(known, [hired.id])
    expect(await alone(hired, 'two')).toBe(false)
  })
})

test('a document has one hash whatever order it is written in, and another with any other word', () => {
  const hash = (document: unknown, id = 'a') => documentHash(id, document).toString('hex')
  const one = hash({ a: 1, b: { c: [1, 2, { d: null }], e: 'x' } })
  expect(hash({ b: { e: 'x', c: [1, 2, { d: null }] }, a: 1 })).toBe(one)
  expect(hash({ b: { e: 'x', c: [1, 2, { d: undefined }], f: undefined }, a: 1 })).not.toBe(one)
  expect(hash({ a: 1, f: undefined, b: { c: [1, 2, { d: null }], e: 'x' } })).toBe(one)
  const others = [
    hash({ a: 1, b: { c: [2, 1, { d: null }], e: 'x' } }),
    hash({ a: 2, b: { c: [1, 2, { d: null }], e: 'x' } }),
    hash({ a: 1, b: { c: [1, 2, {}], e: 'x' } }),
    hash({ a: '1', b: { c: [1, 2, { d: null }], e: 'x' } }),
    hash({ a: 1, b: { c: [1, 2, { d: null }], e: 'x' }, g: null }),
    hash({ a: 1, b: { c: [1, 2, { d: null }], e: 'x' } }, 'b'),
  ]
  expect(new Set([one, ...others]).size).toBe(7)
})

describe('a request', () => {
  const rows = async () =>
    (
      await sql.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(a) - 'document_hash' as row from approvals a order by created_at, id`,
      )
    ).rows.map(({ row }) => row)
  const actorOf = async ({ token }: Person) => {
    const actor = await findActor(server.services.db, token, { address: '127.0.0.1', device: 'x' })
    if (!actor) throw new Error('nobody')
    return actor
  }
  let maker: Person
  let checker: Person
  beforeAll(async () => {
    ;[maker, checker] = [await holder(), await holder({ abilities: { approvalLimitMinor: 500 } })]
    for (const { id } of [maker, checker])
      await sql.query('insert into known_persons (employee_id) values ($1) on conflict do nothing', [id])
  })
  const memberId = () => encodeId('member', randomUUID())
  const ask = async (
    entityId: ReturnType<typeof memberId>,
    amountMinor: number | null = null,
    kind = 'test',
    db: Database = server.services.db,
  ) => {
    const actor = await actorOf(maker)
    const settings = await server.services.settings.get()
    const what = { kind, entity: 'member' as const, entityId, document: { a: 1 }, reason: 'why' }
    return db
      .transaction()
      .execute((tx) => requestApproval(tx, { ...what, amountMinor, actor, settings, requires }))
  }
  const decide = async (
    id: string,
    person: Person,
    isApproved = true,
    more: object = {},
    seen: { readonly documentHash?: string } = {},
  ) => {
    const actor = await actorOf(person)
    const needs = { kinds: ['test'], requires, ...more }
    const wanted = { id, actor, isApproved, comment: 'seen', needs, ...seen }
    return server.services.db
      .transaction()
      .execute((tx) => decideApproval(tx, wanted))
      .then(
        ({ state }) => state,
        (error: unknown) => {
          const { code, details } = error as { code: string; details?: Ending }
          ends.push([details?.state, details?.at, details?.by])
          return code
        },
      )
  }
  const ends: (readonly (string | null | undefined)[])[] = []
  const withdraw = async (id: string, person: Person, kinds = ['test']) => {
    const actor = await actorOf(person)
    return server.services.db
      .transaction()
      .execute((tx) => cancelApproval(tx, { id, actor, kinds, comment: 'no more' }))
      .then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      )
  }
  const told = async () =>
    (await sql.query<{ id: string }>(`select entity_id as id from outbox where topic = 'approval'`)).rows
      .length

  test('waits once per thing and kind; what ran out makes room, and only that', async () => {
    const [thing, neighbour] = [memberId(), memberId()]
    const { id } = await ask(thing)
    for (const [of, kind] of [
      [neighbour, 'test'],
      [thing, 'other'],
    ] as const)
      await ask(of, null, kind)
    await expect(ask(thing)).rejects.toMatchObject({ code: 'conflict' })
    // Where plans are kept for all values, none of them knows what is asked.
    const { machineDb } = server.services
    await expect(ask(thing, null, 'test', machineDb)).rejects.toMatchObject({ code: 'conflict' })
    await server.database.plant(`update approvals set expires_at = now() - interval '1 second'`)
    expect(await decide(id, checker)).toBe('alreadyHandled')
    const { rows: over } = await sql.query<{ at: Date }>(
      'select expires_at as at from approvals where id = $1',
      [id],
    )
    expect(ends.at(-1)).toEqual(['expired', over[0]?.at.toISOString(), null])
    const before = await told()
    await ask(thing)
    expect(await told()).toBe(before + 1)
    const states = (await rows()).map(({ kind, entity_id: of, state }) => [kind, of, state])
    expect(states).toEqual([
      ['test', thing, 'expired'],
      ['test', neighbour, 'pending'],
      ['other', thing, 'pending'],
      ['test', thing, 'pending'],
    ])
    expect(await decide(id, checker)).toBe('alreadyHandled')
    // What was decided long ago stays as it was when the same is asked for anew.
    await server.database.plant(
      `update approvals set state = 'approved', checker_id = $2, settled_at = now() - interval '3 days',
         expires_at = now() - interval '2 days' where id = $1`,
      [id, checker.id],
    )
    await server.database.plant(`update approvals set expires_at = now() where state = 'pending'`)
    await ask(thing)
    expect((await rows())[0]).toMatchObject({ id, state: 'approved' })
    expect(await decide(id, checker)).toBe('alreadyHandled')
    const { rows: settled } = await sql.query<{ at: Date }>(
      'select settled_at as at from approvals where id = $1',
      [id],
    )
    const { rows: names } = await sql.query<{ display_name: string }>(
      'select display_name from employees where id = $1',
      [checker.id],
    )
    expect(ends.at(-1)).toEqual(['approved', settled[0]?.at.toISOString(), names[0]?.display_name])
  })

  test('is decided within the limit of the one who does, by the flags of that moment', async () => {
    const big = await ask(memberId(), 501)
    expect(await decide(big.id, checker)).toBe('overApprovalLimit')
    const exact = await ask(memberId(), 500)
    const others = async (id: string) => (await rows()).filter((row) => row['id'] !== id)
    expect(await decide(exact.id, maker)).toBe('fourEyes')
    expect(await decide(exact.id, checker, true, { kinds: ['other'] })).toBe('notFound')
    expect(await decide(exact.id, checker, true, { alsoNeeds: { reconcile: ['isUpdate'] } })).toBe(
      'forbidden',
    )
    expect(await decide(exact.id, checker, true, { makerNeeds: { reconcile: ['isUpdate'] } })).toBe(
      'stateRefused',
    )
    const half = await server.person({ permissions: { dashboard: ['isRead'], reconcile: ['isUpdate'] } })
    expect(await decide(exact.id, half, true, { alsoNeeds: { reconcile: ['isUpdate'] } })).toBe('forbidden')
    expect(await decide((await ask(memberId(), 501)).id, await holder())).toBe('approved')
    const before = await others(exact.id)
    const heard = await told()
    expect(await decide(exact.id, checker)).toBe('approved')
    expect(await told()).toBe(heard + 1)
    expect(await others(exact.id)).toEqual(before)
    expect((await rows()).find((row) => row['id'] === exact.id)).toMatchObject({
      state: 'approved',
      checker_id: checker.id,
      comment: 'seen',
      is_sole_owner: false,
      amount_minor: 500,
    })
    // To say No takes no limit, and the maker need hold nothing any more.
    expect(await decide(big.id, checker, false, { makerNeeds: { reconcile: ['isUpdate'] } })).toBe(
      'rejected',
    )
    const { rows: kinds } = await sql.query('select kind from sole_owner_ended where kind = $1', ['test'])
    expect(kinds).toHaveLength(1)
  })

  test('is decided as it was asked for and was seen, by nobody whom it is about', async () => {
    const { id } = await ask(memberId())
    const document = (text: string) =>
      server.database.plant('update approvals set document = $2 where id = $1', [id, text])
    const hash = (of: object) => documentHash(id, of).toString('hex')
    const another = { documentHash: hash({ a: 2 }) }
    expect(await decide(id, checker, true, {}, another)).toBe('conflict')
    await document('{"a": 2}')
    for (const seen of [{}, another, { documentHash: hash({ a: 1 }) }])
      for (const isApproved of [true, false])
        expect(await decide(id, checker, isApproved, {}, seen)).toBe('conflict')
    await document('{"a": 1}')
    const about = (of: Person) => ({
      concerns: (actor: { id: string }) => raw`${actor.id === of.id}::boolean`,
    })
    expect(await decide(id, checker, true, about(checker))).toBe('fourEyes')
    expect(await decide(id, checker, true, about(maker), { documentHash: hash({ a: 1 }) })).toBe('approved')
  })

  test('is taken back by its maker alone while it waits', async () => {
    const { id } = await ask(memberId())
    expect(await withdraw(id, checker)).toBe('forbidden')
    expect(await withdraw(id, maker, ['other'])).toBe('notFound')
    const others = async () => (await rows()).filter((row) => row['id'] !== id)
    const [before, heard] = [await others(), await told()]
    expect(await withdraw(id, maker)).toBe('done')
    expect([await told(), await others()]).toEqual([heard + 1, before])
    expect((await rows()).find((row) => row['id'] === id)).toMatchObject({
      state: 'withdrawn',
      comment: 'no more',
      checker_id: null,
    })
    expect(await withdraw(id, maker)).toBe('alreadyHandled')
    expect(await decide(id, checker)).toBe('alreadyHandled')
  })
})
