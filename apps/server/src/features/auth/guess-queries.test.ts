import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBareDatabase, type BareDatabase } from '../../testing/world/bare-people.ts'
import {
  endSpentTries,
  giveBackAddressGuess,
  giveBackGuess,
  giveBackTry,
  isAddressFree,
  takeAddressGuess,
  takeCodeTry,
  takeGuess,
} from './guess-queries.ts'

let database: BareDatabase
beforeAll(async () => {
  database = await openBareDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.plant('truncate login_failures, address_failures'))

const ago = (span: string): string => `now() - interval '${span}'`
const ahead = (span: string): string => `now() + interval '${span}'`

describe('guesses at a user name on a device', () => {
  interface Row {
    readonly failures: number
    readonly startedS: number
    readonly delayS: number | null
    readonly lockS: number | null
  }
  interface Stored {
    readonly failures: number
    readonly started?: string
    readonly notBefore?: string
    readonly lockedUntil?: string
  }
  const store = (key: string, device: string, of: Stored) =>
    database.plant(`insert into login_failures values ('${key}', '${device}', ${of.failures},
      ${of.started ?? ago('1 minute')}, ${of.notBefore ?? 'null'}, ${of.lockedUntil ?? 'null'})`)
  /** One guess, and what is stored after it, seen from its own moment. */
  const guessed = () =>
    database.db.transaction().execute(async (tx) => {
      const guess = await takeGuess(tx, 'key', 'device')
      const { rows } = await sql<Row>`select failures,
          round(extract(epoch from now() - window_started_at))::integer as "startedS",
          round(extract(epoch from not_before - now()))::integer as "delayS",
          round(extract(epoch from locked_until - now()))::integer as "lockS"
        from login_failures where username_key = 'key' and device_key = 'device'`.execute(tx)
      return { ...guess, row: rows[0] }
    })
  const rest = () =>
    database.rows(`select * from login_failures where (username_key, device_key) <> ('key', 'device')
      order by username_key, device_key`)

  test('from the fifth on delay, each twice as long; the tenth locks for 30 minutes', async () => {
    expect(await guessed()).toMatchObject({
      failures: 1,
      isHeld: false,
      row: { failures: 1, startedS: 0, delayS: null, lockS: null },
    })
    const seen: [number, number | null, number | null][] = []
    for (const failures of [1, 3, 4, 5, 6, 7, 8, 9, 10, 14]) {
      await database.plant('truncate login_failures')
      await store('key', 'device', { failures })
      const { row } = await guessed()
      expect(row?.startedS).toBeGreaterThanOrEqual(60)
      seen.push([row?.failures ?? 0, row?.delayS ?? null, row?.lockS ?? null])
    }
    expect(seen).toEqual([
      [2, null, null],
      [4, null, null],
      [5, 1, null],
      [6, 2, null],
      [7, 4, null],
      [8, 8, null],
      [9, 16, null],
      [10, 32, 1800],
      [11, 32, 1800],
      [15, 32, 1800],
    ])
  })

  test.each<[string, Stored, { failures: number; isHeld: boolean; lockS: number | null }]>([
    [
      'in the window',
      { failures: 3, started: ago('14 minutes 50 seconds') },
      { failures: 4, isHeld: false, lockS: null },
    ],
    [
      'after the window',
      { failures: 9, started: ago('15 minutes 5 seconds') },
      { failures: 1, isHeld: false, lockS: null },
    ],
    [
      'while a delay runs',
      { failures: 5, notBefore: ahead('20 seconds') },
      { failures: 6, isHeld: true, lockS: null },
    ],
    [
      'after the delay',
      { failures: 5, notBefore: ago('1 second') },
      { failures: 6, isHeld: false, lockS: null },
    ],
    [
      'while the lock runs, which it does not lengthen, though window and delay are over',
      {
        failures: 10,
        started: ago('25 minutes'),
        notBefore: ago('24 minutes'),
        lockedUntil: ahead('5 minutes'),
      },
      { failures: 11, isHeld: true, lockS: 300 },
    ],
    [
      'after window and lock',
      {
        failures: 12,
        started: ago('31 minutes'),
        notBefore: ago('29 minutes'),
        lockedUntil: ago('1 second'),
      },
      { failures: 1, isHeld: false, lockS: null },
    ],
  ])('%s', async (_, stored, expected) => {
    await store('key', 'device', stored)
    await store('key', 'other', { failures: 10, lockedUntil: ahead('1 hour') })
    await store('other', 'device', { failures: 10, lockedUntil: ahead('1 hour') })
    const others = await rest()
    const { failures, isHeld, row } = await guessed()
    expect({ failures, isHeld }).toEqual({ failures: expected.failures, isHeld: expected.isHeld })
    expect(row?.failures).toBe(expected.failures)
    if (expected.lockS === null) expect(row?.lockS).toBeNull()
    // The transaction of the guess begins later than the row was stored.
    else expect(expected.lockS - (row?.lockS ?? 0)).toBeLessThan(30)
    if (expected.failures === 1) expect(row).toMatchObject({ startedS: 0, delayS: null })
    else expect(row?.startedS).toBeGreaterThan(50)
    expect(await rest()).toEqual(others)
  })

  test('a right one takes back itself and those before it, with the delay and lock they made', async () => {
    const left: unknown[] = []
    for (const [failures, given] of [
      [3, 3],
      [2, 3],
      [12, 2],
      [12, 3],
      [12, 7],
      [12, 8],
    ] as const) {
      await database.plant('truncate login_failures')
      for (const [key, device] of [
        ['key', 'device'],
        ['key', 'other'],
        ['other', 'device'],
      ] as const)
        await store(key, device, { failures, notBefore: ahead('1 minute'), lockedUntil: ahead('1 hour') })
      const others = await rest()
      await giveBackGuess(database.db, 'key', 'device', { failures: given, isHeld: false })
      expect(await rest()).toEqual(others)
      const [row] = await database.rows<{ failures: number; delayed: boolean; locked: boolean }>(
        `select failures, not_before is not null as delayed, locked_until is not null as locked
           from login_failures where (username_key, device_key) = ('key', 'device')`,
      )
      left.push([row?.failures, row?.delayed, row?.locked])
    }
    expect(left).toEqual([
      [0, false, false],
      [0, false, false],
      [10, true, true],
      [9, true, false],
      [5, true, false],
      [4, false, false],
    ])
  })
})

describe('guesses of an address', () => {
  const store = (failures: number, started: string) =>
    database.plant(`insert into address_failures values ('here', ${failures}, ${started}),
      ('elsewhere', 20, now())`)
  const held = async () =>
    database.rows<{ address: string; failures: number; minutes: number }>(
      `select address, failures, floor(extract(epoch from now() - window_started_at) / 60)::integer as minutes
         from address_failures order by address desc`,
    )
  const elsewhere = { address: 'elsewhere', failures: 20, minutes: 0 }

  test('are twenty in ten minutes; none is counted beyond, and a new window begins anew', async () => {
    expect(await isAddressFree(database.db, 'here')).toBe(true)
    expect(await takeAddressGuess(database.db, 'here')).toBe(true)
    for (const [failures, started, isFree, after, minutes] of [
      [18, '9 minutes 40 seconds', true, 19, 9],
      [19, '9 minutes 40 seconds', true, 20, 9],
      [20, '9 minutes 40 seconds', false, 20, 9],
      [20, '10 minutes 5 seconds', true, 1, 0],
      [5, '10 minutes 5 seconds', true, 1, 0],
    ] as const) {
      await database.plant('truncate address_failures')
      await store(failures, ago(started))
      expect(await isAddressFree(database.db, 'here'), `${failures} in ${started}`).toBe(isFree)
      expect(await takeAddressGuess(database.db, 'here')).toBe(isFree)
      expect(await held()).toEqual([{ address: 'here', failures: after, minutes }, elsewhere])
    }
  })

  test('are those of its line: whoever has a whole line of the newer kind has no more of them', async () => {
    const from = (host: string) => takeAddressGuess(database.db, host)
    for (let guess = 1; guess <= 20; guess += 1) expect(await from(`2001:db8:1:2::${guess}`)).toBe(true)
    expect(await from('2001:db8:1:2:ffff::1')).toBe(false)
    expect(await isAddressFree(database.db, '2001:db8:1:2:ffff::1')).toBe(false)
    expect(await isAddressFree(database.db, '2001:db8:1:3::1')).toBe(true)
    await giveBackAddressGuess(database.db, '2001:db8:1:2::1')
    expect(await from('2001:db8:1:2:ffff::1')).toBe(true)
    for (const same of ['192.0.2.7', '::ffff:192.0.2.7']) await from(same)
    expect(
      await database.rows(`select failures from address_failures where address = '192.0.2.7'`),
    ).toEqual([{ failures: 2 }])
  })

  test('a right one takes back itself alone', async () => {
    await store(3, 'now()')
    await giveBackAddressGuess(database.db, 'here')
    expect(await held()).toEqual([{ address: 'here', failures: 2, minutes: 0 }, elsewhere])
    await database.plant(`update address_failures set failures = 0 where address = 'here'`)
    await giveBackAddressGuess(database.db, 'here')
    expect((await held())[0]?.failures).toBe(0)
  })
})

describe('tries at a second factor', () => {
  /** A person with so many tries in a row, and a session with so many, beside others of each. */
  async function world(inRow: number, ofSession: number, lockedAt = 'null', ended = 'null') {
    const [id, stranger] = [await database.person(), await database.person()]
    await database.plant(`update employees set otp_failures_in_row = ${inRow}, otp_locked_at = ${lockedAt}
      where id = '${id}'`)
    await database.plant(`update employees set otp_failures_in_row = 10 where id = '${stranger}'`)
    const session = await database.session(id, {
      otp_failures: String(ofSession),
      ended_at: ended,
      ended_by: ended === 'null' ? 'null' : `'logout'`,
    })
    const others = [
      await database.session(id, { otp_failures: '5' }),
      await database.session(stranger, { otp_failures: '5' }),
    ]
    const seen = async () => {
      const [own] = await database.rows<{ row: number; session: number; locked: string; by: string }>(
        `select e.otp_failures_in_row as row, s.otp_failures as session, s.ended_by as by,
                e.otp_locked_at::date::text as locked
           from employees e join sessions s on s.employee_id = e.id where s.id = $1`,
        [session],
      )
      const [rest] = await database.rows<{ same: boolean }>(
        `select bool_and(s.otp_failures = 5 and s.ended_at is null) and
            (select otp_failures_in_row = 10 and otp_locked_at is null from employees where id = $1) as same
           from sessions s where s.id = any($2)`,
        [stranger, others],
      )
      return { ...own, othersAreSame: rest?.same }
    }
    return { of: { sessionId: session, employeeId: id }, seen }
  }
  const today = new Date().toISOString().slice(0, 10)

  test.each<[string, Parameters<typeof world>, object, object]>([
    ['the first', [0, 0], { isOpen: true, isCounted: true, inRow: 1 }, { row: 1, session: 1 }],
    ['the fifth of a session', [4, 4], { isOpen: true, isCounted: true, inRow: 5 }, { row: 5, session: 5 }],
    ['the sixth of a session', [5, 5], { isOpen: false, isCounted: false }, { row: 5, session: 5 }],
    [
      'the tenth of a person',
      [9, 0],
      { isOpen: true, isCounted: true, inRow: 10 },
      { row: 10, session: 1 },
    ],
    ['the eleventh of a person', [10, 0], { isOpen: false, isCounted: true }, { row: 10, session: 1 }],
    ['with a locked factor', [0, 0, 'now()'], { isOpen: false, isCounted: true }, { row: 0, session: 1 }],
    [
      'of an ended session',
      [0, 0, 'null', 'now()'],
      { isOpen: false, isCounted: false },
      { row: 0, session: 0 },
    ],
  ])('%s', async (_, given, taken, after) => {
    const { of, seen } = await world(...given)
    expect(await takeCodeTry(database.db, of.sessionId, of.employeeId)).toMatchObject(taken)
    expect(await seen()).toMatchObject({ ...after, othersAreSame: true })
  })

  test('a right one gives back those in a row and one of its session, never below none', async () => {
    const { of, seen } = await world(6, 3)
    const giveBack = (inRow: number) =>
      database.db.transaction().execute((tx) => giveBackTry(tx, of, inRow))
    await giveBack(4)
    expect(await seen()).toMatchObject({ row: 2, session: 2, othersAreSame: true })
    for (let time = 0; time < 3; time += 1) await giveBack(5)
    expect(await seen()).toMatchObject({ row: 0, session: 0, othersAreSame: true })
  })

  test.each<[string, Parameters<typeof world>, { locked: string | null; by: string | null }]>([
    ['one left of each', [9, 4], { locked: null, by: null }],
    ['none left of the session', [9, 5], { locked: null, by: 'otpFailures' }],
    ['none left of the person', [10, 4], { locked: today, by: null }],
    ['locked and ended before', [10, 5, `'2026-01-02'`, 'now()'], { locked: '2026-01-02', by: 'logout' }],
  ])('after a refusal with %s', async (_, given, after) => {
    const { of, seen } = await world(...given)
    await endSpentTries(database.db, of.sessionId, of.employeeId)
    expect(await seen()).toMatchObject({ ...after, othersAreSame: true })
  })
})
