import type * as crypto from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashPassword, hashCode } from '../../platform/security/passwords.ts'
import { mintSession } from '../../platform/people/sessions.ts'
import { otpAt, stepSeconds } from '../../platform/security/totp.ts'
import { codeOf } from '../../testing/world/members.ts'
import { secretOf, stepOn } from '../../testing/otp.ts'
import { roundsTimeout } from '../../testing/world/rounds.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import type * as queries from './queries.ts'
import { canonicalRecoveryCode } from './rules.ts'

// Decisions 46: however many guesses come at once, no more than the limit are ever compared with the secret.

/** What was compared: salts of stored hashes, and one-time codes that were looked up. */
const seen = vi.hoisted(() => ({
  salts: [] as string[],
  codes: 0,
  /** Happens once between a comparison and what it opens. */
  meanwhile: null as (() => Promise<unknown>) | null,
}))
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  const argon2: typeof real.argon2 = (algorithm, given, done) => {
    seen.salts.push(Buffer.from(given.nonce as Buffer).toString('base64'))
    real.argon2(algorithm, given, done)
  }
  return { ...real, argon2 }
})
vi.mock('./queries.ts', async (original) => {
  const real = await original<typeof queries>()
  const hasOneTimeCode: typeof real.hasOneTimeCode = (...given) => {
    seen.codes += 1
    return real.hasOneTimeCode(...given)
  }
  const lockSecondFactor: typeof real.lockSecondFactor = async (...given) => {
    await seen.meanwhile?.()
    seen.meanwhile = null
    return real.lockSecondFactor(...given)
  }
  return { ...real, hasOneTimeCode, lockSecondFactor }
})

const password = 'correct horse battery 7'
const isFull = process.env['KHLANG_TEST_FULL'] === '1'
const guessesMax = 5
/** Of one second factor over all sessions, and of one password on one device. */
const lockAfter = 10
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
/** Nobody has guessed or signed in within the minute before. */
async function quietMinute(): Promise<void> {
  server.clock.ms += 60_000
  // Many rounds meet the limit of calls of one address; it goes by the real clock alone.
  if (isFull) await newServer()
  await server.services.db.deleteFrom('address_failures').execute()
}
beforeEach(quietMinute)

async function newServer(): Promise<void> {
  await server.stop()
  server = await startTestServer()
}

/** One after the other, each with its number. */
async function inTurns(rounds: number, round: (number: number) => Promise<void>): Promise<void> {
  for (let number = 0; number < rounds; number += 1) await round(number)
}

/** Ninety codes that are wrong now, and the right one at a place among them. */
function ninetyAndOne(secret: Buffer, place: number): string[] {
  const step = stepOn(server)
  const right = new Set([-1, 0, 1].map((offset) => otpAt(secret, step + offset)))
  const wrong = Array.from({ length: 90 + right.size }, (_, at) => otpAt(secret, at + 1))
    .filter((code) => !right.has(code))
    .slice(0, 90)
  return wrong.toSpliced(place, 0, otpAt(secret, step))
}

/** How often the secret of an authenticator was opened to be compared, while something is done. */
async function comparedCodes(work: () => Promise<unknown>): Promise<number> {
  const open = vi.spyOn(server.services.secrets, 'open')
  await work()
  const opened = open.mock.calls.filter(([place]) => place.startsWith('employees.otp_secret.')).length
  open.mockRestore()
  return opened
}

async function freshToken(person: Person, kind: 'preOtp' | 'full'): Promise<string> {
  const { db, settings } = server.services
  const where = { address: '127.0.0.1', device: 'test', settings: await settings.get() }
  return db.transaction().execute((tx) => mintSession(tx, { employeeId: person.id, kind, ...where }))
}

async function enrolled() {
  const person = await server.person({ password })
  const secret = secretOf(await person.call('auth.otpCreate', {}))
  await person.call('auth.otpVerify', { token: otpAt(secret, stepOn(server)) })
  server.clock.ms += stepSeconds * 1000
  return { person, secret }
}

const saltOf = (hash: string): string => hash.split('$')[4] ?? ''
const nextCode = (secret: Buffer): string => {
  server.clock.ms += stepSeconds * 1000
  return otpAt(secret, stepOn(server))
}

test('one wrong one-time password alone is compared once', async () => {
  const { person, secret } = await enrolled()
  const call = server.as(await freshToken(person, 'preOtp'))
  const [wrong = ''] = ninetyAndOne(secret, 90)
  expect(await comparedCodes(() => codeOf(call('auth.otpVerify', { token: wrong })))).toBe(1)
})

describe('ninety wrong one-time passwords and the right one at once', () => {
  test('are compared five times at most, and the next sign-in is not held off', async () => {
    await inTurns(isFull ? 50 : 8, async (round) => {
      const { person, secret } = await enrolled()
      const token = await freshToken(person, 'preOtp')
      const codes = ninetyAndOne(secret, (round * 37) % 91)
      const call = server.as(token)
      const compared = await comparedCodes(() =>
        Promise.all(codes.map((code) => codeOf(call('auth.otpVerify', { token: code })))),
      )
      expect(compared).toBeLessThanOrEqual(guessesMax)
      expect(compared).toBeGreaterThan(0)
      const next = server.as(await freshToken(person, 'preOtp'))
      expect(await codeOf(next('auth.otpVerify', { token: nextCode(secret) }))).toBe('ok')
    })
  })

  test('end the session that steps up with them; without wrong ones each code counts', async () => {
    const { person, secret } = await enrolled()
    const good = server.as(await freshToken(person, 'full'))
    for (let time = 0; time < 7; time += 1)
      expect(await codeOf(good('auth.stepUp', { code: nextCode(secret) }))).toBe('ok')
    server.clock.ms += stepSeconds * 1000
    const bad = server.as(await freshToken(person, 'full'))
    const compared = await comparedCodes(() =>
      Promise.all(ninetyAndOne(secret, 70).map((code) => codeOf(bad('auth.stepUp', { code })))),
    )
    expect(compared).toBeLessThanOrEqual(guessesMax)
    expect(await codeOf(bad('auth.self', {}))).toBe('401 unauthenticated')
    expect(await codeOf(good('auth.self', {}))).toBe('ok')
  })

  test('of a new authenticator are compared five times at most', async () => {
    const { person, secret } = await enrolled()
    const call = server.as(await freshToken(person, 'full'))
    const next = secretOf(await call('auth.replaceOtp', { password, code: nextCode(secret) }))
    const compared = await comparedCodes(() =>
      Promise.all(ninetyAndOne(next, 70).map((code) => codeOf(call('auth.confirmOtp', { code })))),
    )
    expect(compared).toBeLessThanOrEqual(guessesMax)
  })

  test('lock the second factor after ten over all sessions, and no more are compared', async () => {
    const { person, secret } = await enrolled()
    const calls = await Promise.all([1, 2, 3, 4].map(() => freshToken(person, 'preOtp')))
    const wrong = ninetyAndOne(secret, 90).slice(0, 90)
    const compared = await comparedCodes(() =>
      Promise.all(
        wrong.map((token, at) => codeOf(server.as(calls[at % 4] ?? '')('auth.otpVerify', { token }))),
      ),
    )
    // The lock may come before the first of them is compared: it counts what was begun.
    expect(compared).toBeLessThanOrEqual(lockAfter)
    const late = server.as(await freshToken(person, 'preOtp'))
    expect(await codeOf(late('auth.otpVerify', { token: nextCode(secret) }))).toBe('401 badOtp')
  })
})

test('two devices that give their codes at once both get in', async () => {
  const { person, secret } = await enrolled()
  const tokens = [await freshToken(person, 'preOtp'), await freshToken(person, 'preOtp')]
  server.clock.ms += 2 * stepSeconds * 1000
  const step = stepOn(server)
  const [one, other] = await Promise.all([
    codeOf(server.as(tokens[0] ?? '')('auth.otpVerify', { token: otpAt(secret, step - 1) })),
    codeOf(server.as(tokens[1] ?? '')('auth.otpVerify', { token: otpAt(secret, step) })),
  ])
  // A code of an earlier step does not follow one of a later step; it is told so and may be given anew.
  expect(other).toBe('ok')
  expect(['ok', '401 badOtp']).toContain(one)
  const again = server.as(await freshToken(person, 'preOtp'))
  expect(await codeOf(again('auth.otpVerify', { token: nextCode(secret) }))).toBe('ok')
})

test('forty wrong passwords and the right one at once are compared ten times at most', roundsTimeout, () =>
  inTurns(isFull ? 50 : 2, async (round) => {
    await quietMinute()
    const person = await server.person({ password })
    const { password_hash: hash } = await server.services.db
      .selectFrom('employees')
      .select('password_hash')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    seen.salts.length = 0
    const given = Array.from({ length: 40 }, (_, at) => `wrong password ${at}`)
    const login = (each: string) =>
      codeOf(server.as(null)('auth.login', { username: person.username, password: each }))
    await Promise.all(given.toSpliced((round * 17) % 41, 0, password).map(login))
    const compared = seen.salts.filter((salt) => salt === saltOf(hash ?? '')).length
    expect(compared).toBeLessThanOrEqual(lockAfter)
    expect(compared).toBeGreaterThan(0)
  }),
)

test('eight right passwords at once all get in, and leave nothing counted', async () => {
  const person = await server.person({ password })
  const login = () => codeOf(server.as(null)('auth.login', { username: person.username, password }))
  expect(await Promise.all(Array.from({ length: 8 }, login))).toEqual(Array(8).fill('ok'))
  const { db } = server.services
  const held = await db.selectFrom('address_failures').select('failures').execute()
  expect(held.map(({ failures }) => failures)).toEqual([0])
})

test('wrong passwords of sixty people from one address are judged twenty times', async () => {
  const login = (name: string) =>
    codeOf(server.as(null)('auth.login', { username: name, password: 'wrong wrong wrong' }))
  const names = Array.from({ length: 60 }, (_, at) => `nobody-${at}`)
  const answers = await Promise.all(names.map(login))
  expect(answers.filter((answer) => answer === '401 badCredentials')).toHaveLength(20)
  expect(answers.filter((answer) => answer === '429 tooManyRequests')).toHaveLength(40)
})

test('thirty wrong recovery codes and the right one at once are compared five times at most', async () => {
  const { person } = await enrolled()
  const right = 'ABCD-EFGH-JKMN-PQRS'
  const hash = await hashPassword(server.services.secrets, canonicalRecoveryCode(right))
  await server.services.db
    .insertInto('recovery_codes')
    .values({ employee_id: person.id, code_hash: hash })
    .execute()
  const call = server.as(await freshToken(person, 'preOtp'))
  seen.salts.length = 0
  const codes = Array.from({ length: 30 }, (_, at) => `AAAA-AAAA-AAAA-AA${at + 10}`)
  await Promise.all(codes.toSpliced(20, 0, right).map((code) => codeOf(call('auth.recover', { code }))))
  const compared = seen.salts.filter((salt) => salt === saltOf(hash)).length
  expect(compared).toBeLessThanOrEqual(guessesMax)
  expect(compared).toBeGreaterThan(0)
})

test('a recovery code opens nothing once others have locked the factor while it was compared', async () => {
  const { person } = await enrolled()
  const right = 'ABCD-EFGH-JKMN-PQRS'
  const hash = await hashPassword(server.services.secrets, canonicalRecoveryCode(right))
  await server.services.db
    .insertInto('recovery_codes')
    .values({ employee_id: person.id, code_hash: hash })
    .execute()
  const call = server.as(await freshToken(person, 'preOtp'))
  const lock = (at: string) =>
    server.database.plant(`update employees set otp_locked_at = ${at} where id = $1`, [person.id])
  seen.meanwhile = () => lock('now()')
  expect(await codeOf(call('auth.recover', { code: right }))).toBe('401 badCode')
  expect(seen.meanwhile).toBeNull()
  // It was not used up.
  await lock('null')
  expect(await codeOf(call('auth.recover', { code: right }))).toBe('ok')
})

test('nineteen wrong one-time codes and the right one at once are looked up ten times at most', async () => {
  const person = await server.person()
  await server.services.db
    .insertInto('one_time_codes')
    .values({
      employee_id: person.id,
      purpose: 'firstAdmin',
      code_hash: hashCode('the-right-code'),
      expires_at: new Date(Date.now() + 1_800_000).toISOString(),
    })
    .execute()
  seen.codes = 0
  const redeem = (code: string) =>
    codeOf(
      server.as(null)('auth.redeem', {
        username: person.username,
        code,
        newPassword: 'some other good words',
      }),
    )
  const codes = Array.from({ length: 19 }, (_, at) => `wrong-code-${at}`)
  await Promise.all(codes.toSpliced(12, 0, 'the-right-code').map(redeem))
  expect(seen.codes).toBeLessThanOrEqual(lockAfter)
  expect(seen.codes).toBeGreaterThan(0)
})

test('six sign-ins with the password alone leave the full sessions of that person open', async () => {
  const { person } = await enrolled()
  const full = server.as(await freshToken(person, 'full'))
  const early = []
  for (let time = 0; time < 6; time += 1)
    early.push(await server.as(null)('auth.login', { username: person.username, password }))
  expect(await codeOf(full('auth.self', {}))).toBe('ok')
  // Of their own kind the oldest has ended.
  expect(await codeOf(server.as(early[0] ?? '')('auth.selfPreOtp', {}))).toBe('401 unauthenticated')
  expect(await codeOf(server.as(early[1] ?? '')('auth.selfPreOtp', {}))).toBe('ok')
})
