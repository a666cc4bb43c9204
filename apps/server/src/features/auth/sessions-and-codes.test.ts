import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { hashCode } from '../../platform/security/passwords.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/db.ts'
import {
  endSessions,
  extendIdle,
  findAbsentActor,
  findActor,
  mintSession,
} from '../../platform/people/sessions.ts'
import { openBareDatabase, type BareDatabase } from '../../testing/world/bare-people.ts'
import * as account from './account-queries.ts'
import * as queries from './queries.ts'

// What opens for one person at one moment opens for nobody else, and at no other moment.

let database: BareDatabase
let one: string
let other: string
beforeAll(async () => {
  database = await openBareDatabase()
  one = await database.person()
  other = await database.person()
})
afterAll(() => database.close())

const from = { address: '10.1.2.3', device: 'test' }
const settings = BrandSettings.parse({ idleTimeoutMinutes: 13, sessionHours: 9 })
const mint = (employeeId: string, kind: 'full' | 'preOtp') =>
  database.db.transaction().execute((tx) => mintSession(tx, { employeeId, kind, ...from, settings }))
const change = (table: string, id: string, set: string) =>
  database.plant(`update ${table} set ${set} where id = '${id}'`)
/** The answer to one question, of one row. */
async function only(question: string, ...values: unknown[]): Promise<unknown> {
  const [row] = await database.rows<{ it: unknown }>(`select (${question}) as it`, values)
  return row?.it
}
const endedBy = (id: string) => only('select ended_by from sessions where id = $1', id)
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.db.transaction().execute(work)

describe('a session', () => {
  test.each([
    ['full', 'bo1_', 13 * 60, 9 * 3600],
    ['preOtp', 'bo1p_', 300, 300],
  ] as const)('%s lives so long at rest and in all', async (kind, prefix, idleS, lifeS) => {
    const id = await database.person()
    const token = await mint(id, kind)
    expect(token.startsWith(prefix)).toBe(true)
    const lives = `select json_build_array(kind, extract(epoch from idle_ends_at - created_at),
      extract(epoch from expires_at - created_at)) from sessions where employee_id = $1`
    expect(await only(lives, id)).toEqual([kind, idleS, lifeS])
    const actor = await findActor(database.db, token, from)
    expect(actor).toMatchObject({ id, session: { kind, idleTimeoutMs: idleS * 1000, hasStepUp: false } })
  })

  test('beyond five of its kind ends the oldest of that person, and no other', async () => {
    const id = await database.person()
    const gone = await database.session(id, { ended_at: 'now()', ended_by: `'logout'` })
    const early = await database.session(id, { kind: `'preOtp'` })
    const own: string[] = []
    for (let count = 0; count < 5; count += 1) own.push(await database.session(id))
    const strangers: string[] = []
    for (let count = 0; count < 6; count += 1) strangers.push(await database.session(other))
    await mint(id, 'full')
    expect(await Promise.all(own.map(endedBy))).toEqual(['tooMany', null, null, null, null])
    expect(await Promise.all(strangers.map(endedBy))).toEqual(Array(6).fill(null))
    expect([await endedBy(gone), await endedBy(early)]).toEqual(['logout', null])
  })

  test('ends alone, with all, or with all but one; what has ended keeps its reason', async () => {
    const id = await database.person()
    const stranger = await database.session(other)
    const gone = await database.session(id, { ended_at: 'now()', ended_by: `'logout'` })
    const [a, b, c, d] = [
      await database.session(id),
      await database.session(id),
      await database.session(id),
      await database.session(id, { kind: `'preOtp'` }),
    ]
    expect(await endSessions(database.db, { employeeId: id, only: a }, 'admin')).toEqual([a])
    expect(await endSessions(database.db, { employeeId: id, only: stranger }, 'admin')).toEqual([])
    const rest = await endSessions(database.db, { employeeId: id, except: b }, 'otpChange')
    expect(rest.toSorted()).toEqual([c, d].toSorted())
    expect(await endSessions(database.db, { employeeId: id }, 'reset')).toEqual([b])
    const ends = await Promise.all([a, b, c, d, gone, stranger].map(endedBy))
    expect(ends).toEqual(['admin', 'reset', 'otpChange', 'otpChange', 'logout', null])
  })

  test('bears the smaller of the limits of role and person, and a step-up until its moment', async () => {
    const id = await database.person()
    const token = await mint(id, 'full')
    const limits = async () => {
      const actor = await findActor(database.db, token, from)
      const absent = await findAbsentActor(database.db, { employeeId: id, sessionId: 's', ...from })
      expect(absent?.role.abilities).toEqual(actor?.role.abilities)
      expect(absent?.session).toMatchObject({ hasStepUp: false, stepUpUntil: null, idleTimeoutMs: 0 })
      const { approvalLimitMinor, adjustmentPerDayMinor } = actor?.role.abilities ?? {}
      return [approvalLimitMinor, adjustmentPerDayMinor, actor?.session.hasStepUp]
    }
    const role = String(await only('select role_id from employees where id = $1', id))
    expect(await limits()).toEqual([null, null, false])
    await change('roles', role, 'approval_limit_minor = 500, adjustment_per_day_minor = 70')
    expect(await limits()).toEqual([500, 70, false])
    await change('employees', id, 'approval_limit_minor = 501, adjustment_per_day_minor = 69')
    expect(await limits()).toEqual([500, 69, false])
    await database.plant(`update sessions set step_up_until = now() + interval '5 seconds'
      where employee_id = '${id}'`)
    expect((await limits())[2]).toBe(true)
    await database.plant(`update sessions set step_up_until = now() where employee_id = '${id}'`)
    expect((await limits())[2]).toBe(false)
  })

  test.each([
    [`state = 'locked'`, false],
    [`state = 'left'`, false],
    [`state = 'active'`, true],
    [`addresses = '{10.1.2.0/24}'`, true],
    [`addresses = '{10.1.3.0/24, 10.1.2.3/32}'`, true],
    [`addresses = '{10.1.3.0/24, 10.1.2.4/32}'`, false],
  ])('of somebody with %s opens: %s', async (set, opens) => {
    const id = await database.person()
    const token = await mint(id, 'full')
    await change('employees', id, set)
    expect((await findActor(database.db, token, from)) !== null).toBe(opens)
    // Work that goes on asks for the person, not for the place.
    const absent = await findAbsentActor(database.db, { employeeId: id, sessionId: 's', ...from })
    expect(absent !== null).toBe(!set.startsWith('state') || opens)
  })

  test.each<[string, Record<string, string>, { idleS: number; restS: number }]>([
    ['seen ten seconds ago', { last_seen_at: `now() - interval '10 seconds'` }, { idleS: 610, restS: 600 }],
    ['seen 21 seconds ago', { last_seen_at: `now() - interval '21 seconds'` }, { idleS: 621, restS: 621 }],
    [
      'near the end of its life',
      { last_seen_at: `now() - interval '21 seconds'`, expires_at: `now() + interval '610 seconds'` },
      { idleS: 610, restS: 610 },
    ],
    [
      'that is half-made',
      { last_seen_at: `now() - interval '30 seconds'`, kind: `'preOtp'` },
      { idleS: 630, restS: 600 },
    ],
    [
      'that has ended',
      { last_seen_at: `now() - interval '30 seconds'`, ended_at: 'now()', ended_by: `'logout'` },
      { idleS: 630, restS: 600 },
    ],
  ])('%s begins its idle time anew only where a person goes on', async (_, columns, after) => {
    const given = { ...columns, idle_ends_at: `now() + interval '600 seconds'` }
    const [id, untouched] = [await database.session(one, given), await database.session(one, given)]
    const seen = (of: string) =>
      only('select row(last_seen_at, idle_ends_at)::text from sessions where id = $1', of)
    const before = await seen(untouched)
    await extendIdle(database.db, id)
    const spans = `select json_build_array(
        round(extract(epoch from idle_ends_at - last_seen_at)),
        round(extract(epoch from idle_ends_at - created_at) / 5)) from sessions where id = $1`
    expect(await only(spans, id)).toEqual([after.idleS, Math.round(after.restS / 5)])
    expect(await seen(untouched)).toEqual(before)
  })

  test('is touched and stepped up for itself alone, and never outlives its age', async () => {
    const [id, untouched] = [await database.session(one), await database.session(one)]
    const seen = () => only('select s::text from sessions s where id = $1', untouched)
    const before = await seen()
    await queries.grantStepUp(database.db, id, 7)
    const minutes = `select round(extract(epoch from step_up_until - now()) / 60) from sessions where id = $1`
    expect(await only(minutes, id)).toBe('7')
    await change('sessions', id, `last_seen_at = now() - interval '90 minutes'`)
    await queries.touchSession(database.db, id)
    expect(await only('select idle_ends_at = expires_at from sessions where id = $1', id)).toBe(true)
    expect(await seen()).toEqual(before)
  })

  test('stands in the list of its person while it is open', async () => {
    const id = await database.person()
    const past = `now() - interval '1 second'`
    const open = [await database.session(id), await database.session(id)]
    await database.session(id, { ended_at: 'now()', ended_by: `'logout'` })
    await database.session(id, { idle_ends_at: past })
    await database.session(id, { expires_at: past })
    await database.session(other)
    const listed = await queries.listSessions(database.db, id)
    expect(listed.map((row) => row.id)).toEqual(open.toReversed())
  })

  test('names the last full one of the same person before it, whether or not it is over', async () => {
    const id = await database.person()
    await database.session(id, { device: `'first'` })
    await database.session(id, { device: `'last'`, ended_at: 'now()', ended_by: `'logout'` })
    await database.session(id, { device: `'early'`, kind: `'preOtp'` })
    await database.session(other, { device: `'foreign'` })
    const present = await database.session(id, { device: `'present'` })
    await database.session(id, { device: `'later'` })
    const { signedInBefore } = await account.ownAccount(database.db, id, present)
    expect(signedInBefore?.device).toBe('last')
  })
})

describe('a one-time code', () => {
  const add = async (employeeId: string, code: string, set: Record<string, string> = {}) => {
    const columns = { expires_at: `now() + interval '1 minute'`, used_at: 'null', ...set }
    await database.plant(
      `insert into one_time_codes (employee_id, purpose, code_hash, expires_at, used_at)
       values ($1, 'firstAdmin', $2, ${columns.expires_at}, ${columns.used_at})`,
      [employeeId, hashCode(code)],
    )
  }
  const opens = async (code: string) => {
    const has = await queries.hasOneTimeCode(database.db, one, hashCode(code))
    const takes = await inTx((tx) => queries.takeOneTimeCode(tx, one, hashCode(code)))
    expect(takes).toBe(has)
    return has
  }

  test('opens once, to its person, in its time; the others stay as they are', async () => {
    await add(one, 'mine')
    await add(one, 'mine too')
    await add(other, 'theirs')
    await add(one, 'used', { used_at: `'2026-01-02'` })
    await add(one, 'over', { expires_at: 'now()' })
    expect(await opens('theirs')).toBe(false)
    expect(await opens('used')).toBe(false)
    expect(await opens('over')).toBe(false)
    expect(await opens('nobody knows it')).toBe(false)
    expect(await opens('mine')).toBe(true)
    expect(await opens('mine')).toBe(false)
    const used = await only('select count(*)::integer from one_time_codes where used_at is not null')
    expect(used).toBe(2)
    expect(await opens('mine too')).toBe(true)
  })
})

describe('recovery codes', () => {
  test('open are the unused of the person; each is taken once; new ones replace these alone', async () => {
    const hashes = async (of: string) =>
      (await queries.openRecoveryCodes(database.db, of)).map((row) => row.code_hash).toSorted()
    const replace = (of: string, given: string[]) =>
      inTx((tx) => queries.replaceRecoveryCodes(tx, of, given))
    await replace(one, ['a', 'b'])
    await replace(other, ['x', 'y'])
    expect([await hashes(one), await hashes(other)]).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ])
    const id = String(await only(`select id from recovery_codes where code_hash = 'a'`))
    const take = () => inTx((tx) => queries.takeRecoveryCode(tx, id))
    expect([await take(), await take()]).toEqual([true, false])
    expect([await hashes(one), await hashes(other)]).toEqual([['b'], ['x', 'y']])
    await database.plant(`update recovery_codes set used_at = '2026-01-02' where id = '${id}'`)
    await replace(one, ['c'])
    expect([await hashes(one), await hashes(other)]).toEqual([['c'], ['x', 'y']])
    expect(await only('select used_at::date::text from recovery_codes where id = $1', id)).toBe(
      '2026-01-02',
    )
  })

  test('need no more than the enrolment in its session and minutes, where there are none yet', async () => {
    const id = await database.person()
    const session = await database.session(id)
    const set = async (enrolled: string, began: string) => {
      await change('employees', id, `otp_confirmed_at = ${enrolled}`)
      await change('sessions', session, `created_at = ${began}`)
    }
    const has = () => queries.hasJustEnrolled(database.db, session, 10)
    const code = (of: string, created: string, used: string) =>
      database.plant(`insert into recovery_codes (employee_id, code_hash, created_at, used_at)
        values ('${of}', 'h', ${created}, ${used})`)
    const at = (minutes: number) => `date_trunc('minute', now()) - interval '${minutes} minutes'`
    await set(at(8), at(8))
    expect(await has()).toBe(true)
    await set(at(8), at(7))
    expect(await has()).toBe(false)
    await set(at(11), at(11))
    expect(await has()).toBe(false)
    await set(at(8), at(8))
    await code(other, at(3), 'null')
    await code(id, at(30), 'now()')
    expect(await has()).toBe(true)
    await code(id, at(8), 'now()')
    expect(await has()).toBe(false)
    await database.plant(`update recovery_codes set created_at = ${at(30)}, used_at = null
      where employee_id = '${id}'`)
    expect(await has()).toBe(false)
  })
})

describe('an authenticator', () => {
  const factor = (id: string) =>
    only(
      `select json_build_object('step', otp_last_step, 'confirmed', otp_confirmed_at::date,
         'secret', convert_from(otp_secret, 'UTF8'), 'next', convert_from(otp_next_secret, 'UTF8'),
         'pendingS', round(extract(epoch from otp_pending_until - now()) / 10),
         'nextS', round(extract(epoch from otp_next_until - now()) / 10)) from employees where id = $1`,
      id,
    )
  const step = (id: string, at: number) => inTx((tx) => queries.takeOtpStep(tx, id, at))

  test('takes each step once and only forwards, confirms at the first, and changes nobody else', async () => {
    const id = await database.person()
    await change('employees', other, `otp_last_step = 1, otp_secret = 'theirs'`)
    const before = await factor(other)
    const begun = await inTx((tx) => queries.storePendingOtp(tx, id, Buffer.from('first')))
    expect(begun).toBeDefined()
    expect(await factor(id)).toMatchObject({ step: null, confirmed: null, secret: 'first', pendingS: 60 })
    expect(await inTx((tx) => account.storeNextOtp(tx, id, Buffer.from('next')))).toBeUndefined()
    expect(await step(id, 100)).toBe(true)
    expect(await factor(id)).toMatchObject({ step: 100, pendingS: null })
    expect([await step(id, 100), await step(id, 99), await step(id, 101)]).toEqual([false, false, true])
    await change('employees', id, `otp_confirmed_at = '2026-01-02'`)
    expect(await step(id, 102)).toBe(true)
    expect(await factor(id)).toMatchObject({ step: 102, confirmed: '2026-01-02' })

    expect(await inTx((tx) => queries.storePendingOtp(tx, id, Buffer.from('again')))).toBeUndefined()
    expect(await inTx((tx) => account.storeNextOtp(tx, id, Buffer.from('next')))).toBeDefined()
    expect(await factor(id)).toMatchObject({ secret: 'first', next: 'next', nextS: 60 })
    await inTx((tx) => account.takeNextOtp(tx, id, 7))
    expect(await factor(id)).toMatchObject({ step: 7, secret: 'next', next: null, nextS: null })
    expect(await factor(other)).toEqual(before)
  })

  test.each([
    [`now() + interval '5 seconds'`, true],
    ['now()', false],
    ['null', false],
  ])('that waits until %s is pending: %s', async (until, isPending) => {
    const next = until === 'null' ? 'null' : `'n'`
    await change(
      'employees',
      one,
      `otp_secret = 's', otp_pending_until = ${until}, otp_next_secret = ${next}, otp_next_until = ${until}`,
    )
    const [first, second] = await inTx(async (tx) => [
      await queries.lockSecondFactor(tx, one),
      await account.lockNextOtp(tx, one),
    ])
    expect([first?.isPending, second?.isPending]).toEqual([isPending, isPending])
  })
})

test('a password and a sign-in are written to their person alone', async () => {
  const row = () => only('select e::text from employees e where id = $1', other)
  const before = await row()
  await queries.storePassword(database.db, one, 'hash')
  await queries.noteLogin(database.db, one, '10.9.9.9')
  const { rows } = await sql`select password_hash, last_login_address, last_login_at is not null as at
    from employees where id = ${one}`.execute(database.db)
  expect(rows).toEqual([{ password_hash: 'hash', last_login_address: '10.9.9.9', at: true }])
  expect(await row()).toEqual(before)
})
