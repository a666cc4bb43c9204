import { encodeId } from '@khlang/contract/values/values.ts'
import { otpAt, stepSeconds } from '../../platform/security/totp.ts'
import { codeOf } from '../../testing/world/members.ts'
import { secretOf, stepOn } from '../../testing/otp.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const password = 'correct horse battery 7'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A code works once; the next one is of the next step. */
const nextCode = (secret: Buffer): string => {
  server.clock.ms += stepSeconds * 1000
  return otpAt(secret, stepOn(server))
}

/** Somebody who holds an authenticator, signed in with it. */
async function enrolled() {
  const person = await server.person({ password })
  const secret = secretOf(await person.call('auth.otpCreate', {}))
  const token = await person.call('auth.otpVerify', { token: otpAt(secret, stepOn(server)) })
  return { ...person, secret, call: server.as(token) }
}

/** Whether somebody gets in with the password and a code of this authenticator. */
async function getsIn(username: string, secret: Buffer): Promise<string> {
  const pre = await server.as(null)('auth.login', { username, password })
  return codeOf(server.as(pre)('auth.otpVerify', { token: nextCode(secret) }))
}

const actsOf = async (id: string): Promise<string[]> => {
  const rows = await server.services.db
    .selectFrom('activity_log')
    .select('action')
    .where('actor_id', '=', id)
    .where('entity', '=', 'employee')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

describe('moving the authenticator to another device', () => {
  test('the old one works until the new one gave a code, then the new one alone', async () => {
    const person = await enrolled()
    const url = await person.call('auth.replaceOtp', { password, code: nextCode(person.secret) })
    const next = secretOf(url)
    expect(next).toHaveLength(20)
    expect(await getsIn(person.username, person.secret)).toBe('ok')
    expect(await getsIn(person.username, next)).toBe('401 badOtp')

    expect(await codeOf(person.call('auth.confirmOtp', { code: nextCode(next) }))).toBe('ok')
    expect(await getsIn(person.username, person.secret)).toBe('401 badOtp')
    expect(await getsIn(person.username, next)).toBe('ok')
    expect(await actsOf(person.id)).toEqual(['otpEnrolmentBegun', 'otpMoveBegun', 'otpReplaced'])
  })

  test('every other session ends with it, this one goes on', async () => {
    const person = await enrolled()
    const pre = await server.as(null)('auth.login', { username: person.username, password })
    const elsewhere = await server.as(pre)('auth.otpVerify', { token: nextCode(person.secret) })
    const input = { password, code: nextCode(person.secret) }
    const next = secretOf(await person.call('auth.replaceOtp', input))
    expect(await codeOf(server.as(elsewhere)('auth.self', {}))).toBe('ok')
    await person.call('auth.confirmOtp', { code: nextCode(next) })
    expect(await codeOf(server.as(elsewhere)('auth.self', {}))).toBe('401 unauthenticated')
    expect((await person.call('auth.self', {})).otpEnable).toBe(true)
  })

  test('needs password and present code, each right and the code unused', async () => {
    const person = await enrolled()
    const begin = (input: { password: string; code: string }) =>
      codeOf(person.call('auth.replaceOtp', input))
    const wrong = { password: 'not the current one', code: nextCode(person.secret) }
    expect(await begin(wrong)).toBe('401 badCredentials')
    expect(await begin({ password, code: otpAt(person.secret, 5) })).toBe('401 badOtp')
    const code = nextCode(person.secret)
    expect(await begin({ password, code })).toBe('ok')
    expect(await begin({ password, code })).toBe('401 badOtp')
    const unenrolled = await server.person({ password })
    expect(await codeOf(unenrolled.call('auth.replaceOtp', { password, code }))).toBe('409 notEnrolled')
    expect(await codeOf(unenrolled.call('auth.confirmOtp', { code }))).toBe('409 notEnrolled')
  })

  test('a recovery code stands in for a device that is gone, once, with the password', async () => {
    const person = await enrolled()
    const { codes } = await person.call('auth.recoveryCodes', { password, code: nextCode(person.secret) })
    const begin = (recoveryCode: string, given = password) =>
      codeOf(person.call('auth.replaceOtp', { password: given, recoveryCode }))
    const [one = '', other = ''] = codes
    expect(await begin(one, 'not the current one')).toBe('401 badCredentials')
    expect(await begin('AAAA-AAAA-AAAA-AAAA')).toBe('401 badCode')
    expect(await begin(one)).toBe('ok')
    expect(await begin(one)).toBe('401 badCode')
    const next = secretOf(await person.call('auth.replaceOtp', { password, recoveryCode: other }))
    await person.call('auth.confirmOtp', { code: nextCode(next) })
    expect(await getsIn(person.username, person.secret)).toBe('401 badOtp')
    expect(await getsIn(person.username, next)).toBe('ok')
    expect(await codeOf(person.call('auth.replaceOtp', { password }))).toBe('422 requiredField')
    expect((await actsOf(person.id)).at(-1)).toBe('otpReplaced')
  })

  test('a wrong code of the new one changes nothing and is counted; a code works once', async () => {
    const person = await enrolled()
    const input = { password, code: nextCode(person.secret) }
    const next = secretOf(await person.call('auth.replaceOtp', input))
    const confirm = (code: string) => codeOf(person.call('auth.confirmOtp', { code }))
    expect(await confirm(nextCode(person.secret))).toBe('401 badOtp')
    const { otp_failures_in_row: failures } = await server.services.db
      .selectFrom('employees')
      .select('otp_failures_in_row')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(failures).toBe(1)
    const code = nextCode(next)
    const both = await Promise.all([confirm(code), confirm(code)])
    expect(both.toSorted()).toEqual(['401 otpSetupExpired', 'ok'])
    const pre = await server.as(null)('auth.login', { username: person.username, password })
    expect(await codeOf(server.as(pre)('auth.otpVerify', { token: code }))).toBe('401 badOtp')
  })

  test('that is not ended in its time leaves the old one in force', async () => {
    const person = await enrolled()
    const input = { password, code: nextCode(person.secret) }
    const next = secretOf(await person.call('auth.replaceOtp', input))
    await server.services.db
      .updateTable('employees')
      .set({ otp_next_until: new Date(0).toISOString(), otp_failures_in_row: 4 })
      .where('id', '=', person.id)
      .execute()
    const late = person.call('auth.confirmOtp', { code: nextCode(next) })
    expect(await codeOf(late)).toBe('401 otpSetupExpired')
    // It was no wrong code; the wrong ones before it count on.
    const { otp_failures_in_row: failures } = await server.services.db
      .selectFrom('employees')
      .select('otp_failures_in_row')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(failures).toBe(4)
    expect(await getsIn(person.username, person.secret)).toBe('ok')
  })
})

describe('the own account', () => {
  test('tells the own limits, where one may work from, the sign-in before, and the codes left', async () => {
    const person = await enrolled()
    const made = await person.call('auth.recoveryCodes', { password, code: nextCode(person.secret) })
    await server.database.plant(
      `update employees set approval_limit_minor = 500000, addresses = '{127.0.0.0/8}', shift = 'กะเช้า'
        where id = $1`,
      [person.id],
    )
    const account = await person.call('auth.account', {})
    expect(account).toMatchObject({
      shift: 'กะเช้า',
      approvalLimitMinor: 500_000,
      adjustmentPerDayMinor: null,
      addresses: ['127.0.0.0/8'],
      signedInBefore: { address: '127.0.0.1', device: 'test' },
      recoveryCodesLeft: 10,
    })
    const pre = await server.as(null)('auth.login', { username: person.username, password })
    const later = await server.as(pre)('auth.recover', { code: made.codes[0] ?? '' })
    expect((await server.as(later)('auth.account', {})).recoveryCodesLeft).toBe(9)
    expect((await (await server.person()).call('auth.account', {})).signedInBefore).toBeNull()
  })
})

test('the first recovery codes need no more than the enrolment, once and in its session alone', async () => {
  const person = await enrolled()
  const first = (call: Person['call']) => codeOf(call('auth.recoveryCodes', { isFirst: true }))
  const pre = await server.as(null)('auth.login', { username: person.username, password })
  const other = await server.as(pre)('auth.otpVerify', { token: nextCode(person.secret) })
  expect(await first(server.as(other))).toBe('403 forbidden')
  expect(await first(person.call)).toBe('ok')
  expect(await first(person.call)).toBe('403 forbidden')
  // One factor alone makes none.
  for (const alone of [{ password }, { code: nextCode(person.secret) }, {}])
    expect(await codeOf(person.call('auth.recoveryCodes', alone))).toMatch(/requiredField$/)

  const late = await enrolled()
  const earlier = (table: string, column: string, key: string) =>
    server.database.plant(
      `update ${table} set ${column} = ${column} - interval '16 minutes' where ${key} = $1`,
      [late.id],
    )
  await earlier('employees', 'otp_confirmed_at', 'id')
  await earlier('sessions', 'created_at', 'employee_id')
  expect(await first(late.call)).toBe('403 forbidden')
})

describe('a wrong password or code', () => {
  const failuresOf = async (id: string): Promise<string[]> => {
    const rows = await server.services.db
      .selectFrom('activity_log')
      .select(['entity', 'entity_id', 'result', 'detail'])
      .where('action', '=', 'factorFailed')
      .where('actor_id', '=', id)
      .orderBy('id')
      .execute()
    for (const row of rows)
      expect(row).toMatchObject({
        entity: 'session',
        entity_id: encodeId('employee', id),
        result: 'refused',
      })
    // The whole detail, so that what was typed is nowhere in it.
    return rows.map(({ detail }) => JSON.stringify(detail))
  }
  const failed = (call: string, factor: string) => `{"call":"${call}","factor":"${factor}"}`
  const sorted = (rows: readonly string[]) =>
    rows.map((row) => JSON.stringify(JSON.parse(row), ['call', 'factor']))
  const wrongPassword = 'not the current one'
  const newPassword = 'some other good words'

  test('leaves a row with what it was and what it was given for, and never the value', async () => {
    const person = await enrolled()
    const wrong = () => otpAt(person.secret, 5)
    const signedIn = async () => {
      const pre = await server.as(null)('auth.login', { username: person.username, password })
      return server.as(await server.as(pre)('auth.otpVerify', { token: nextCode(person.secret) }))
    }
    const pre = server.as(await server.as(null)('auth.login', { username: person.username, password }))
    const next = await signedIn()
    await person.call('auth.replaceOtp', { password, code: nextCode(person.secret) })
    const tried: readonly (readonly [call: string, factor: string, answer: () => Promise<unknown>])[] = [
      ['stepUp', 'otp', () => person.call('auth.stepUp', { code: wrong() })],
      [
        'changePassword',
        'password',
        () => person.call('auth.changePassword', { currentPassword: wrongPassword, newPassword }),
      ],
      [
        'changePassword',
        'otp',
        () => person.call('auth.changePassword', { currentPassword: password, newPassword, code: wrong() }),
      ],
      [
        'replaceOtp',
        'password',
        () => person.call('auth.replaceOtp', { password: wrongPassword, code: wrong() }),
      ],
      ['replaceOtp', 'otp', () => person.call('auth.replaceOtp', { password, code: wrong() })],
      [
        'replaceOtp',
        'recoveryCode',
        () => next('auth.replaceOtp', { password, recoveryCode: 'AAAA-AAAA-AAAA-AAAA' }),
      ],
      ['confirmOtp', 'otp', () => next('auth.confirmOtp', { code: wrong() })],
      ['recoveryCodes', 'otp', () => next('auth.recoveryCodes', { password, code: wrong() })],
      ['otpVerify', 'otp', () => pre('auth.otpVerify', { token: wrong() })],
      ['recover', 'recoveryCode', () => pre('auth.recover', { code: 'AAAA-AAAA-AAAA-AAAA' })],
    ]
    for (const [call, factor, answer] of tried)
      expect(await codeOf(answer()), `${call} ${factor}`).toMatch(/^401/)
    const expected = tried.map(([call, factor]) => failed(call, factor))
    expect(sorted(await failuresOf(person.id))).toEqual(expected)
  })

  test('of somebody without an authenticator is one of the password', async () => {
    const person = await server.person({ password })
    expect(await codeOf(person.call('auth.stepUp', { password: wrongPassword }))).toBe('401 badCredentials')
    expect(sorted(await failuresOf(person.id))).toEqual([failed('stepUp', 'password')])
  })

  test('leaves no more rows than the session has attempts, however many come at once', async () => {
    const person = await enrolled()
    const code = otpAt(person.secret, 5)
    await Promise.all(Array.from({ length: 12 }, () => codeOf(person.call('auth.stepUp', { code }))))
    expect(await failuresOf(person.id)).toHaveLength(5)
  })

  test('leaves none while the address is held off', async () => {
    const person = await server.person({ password })
    await server.services.db.updateTable('address_failures').set({ failures: 20 }).execute()
    const answer = codeOf(person.call('auth.stepUp', { password: wrongPassword }))
    expect(await answer).toBe('429 tooManyRequests')
    expect(await failuresOf(person.id)).toEqual([])
    await server.services.db.deleteFrom('address_failures').execute()
  })

  test('a right recovery code is counted like a wrong one while the second factor is locked', async () => {
    const person = await enrolled()
    const { codes } = await person.call('auth.recoveryCodes', { password, code: nextCode(person.secret) })
    const pre = await server.as(null)('auth.login', { username: person.username, password })
    await server.database.plant('update employees set otp_locked_at = now() where id = $1', [person.id])
    const [code = ''] = codes
    for (let round = 0; round < 5; round += 1)
      expect(await codeOf(server.as(pre)('auth.recover', { code }))).toBe('401 badCode')
    expect(await codeOf(server.as(pre)('auth.recover', { code }))).toBe('401 unauthenticated')
    expect(sorted(await failuresOf(person.id))).toEqual(Array(5).fill(failed('recover', 'recoveryCode')))
  })
})
