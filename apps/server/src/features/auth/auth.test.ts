import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallError } from '@khlang/contract/derived/client.ts'
import { encodeId } from '@khlang/contract/values/values.ts'
import { newOtpSecret, otpAt, stepSeconds } from '../../platform/security/totp.ts'
import { secretOf, stepOn } from '../../testing/otp.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { otpPlace } from './authenticate.ts'

const password = 'correct horse battery 7'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const codeOf = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof CallError ? `${error.status} ${error.code}` : String(error)),
  )

const stepNow = () => stepOn(server)

describe('signing in', () => {
  test('user name and password answer a token that opens the own profile', async () => {
    const person = await server.person({ password, permissions: { dashboard: ['isRead'] } })
    const token = await server.as(null)('auth.login', {
      username: ` ${person.username.toUpperCase()} `,
      password,
    })
    const profile = await server.as(token)('auth.self', {})
    expect(profile.username).toBe(person.username)
    expect(Object.keys(profile.permissions)).toHaveLength(32)
    expect(profile.permissions.dashboard).toEqual({
      isRead: true,
      isCreate: false,
      isUpdate: false,
      isDelete: false,
    })
    expect(profile.wallet).toBeNull()
  })

  test('the profile names the template of a seeded role until the role is renamed', async () => {
    const { db } = server.services
    const person = await server.person()
    const templateOf = async () => (await person.call('auth.self', {})).role.template
    const rename = (name: string) =>
      server.database.plant(`update roles set name = $1 where template = 'cashier'`, [name])
    expect(await templateOf()).toBeNull()
    const seeded = await db
      .selectFrom('roles')
      .select('id')
      .where('template', '=', 'cashier')
      .executeTakeFirstOrThrow()
    await server.database.plant('update employees set role_id = $1 where id = $2', [seeded.id, person.id])
    expect(await templateOf()).toBe('cashier')
    await rename('กะดึก')
    expect(await templateOf()).toBeNull()
    await rename('Cashier')
  })

  test('the error of a failed sign-in is a bare text in the language of the caller', async () => {
    for (const [language, text] of [
      ['th', /ไม่ตรง/],
      ['en', /does not match/],
    ] as const) {
      const answer = await server.fetch('/api/v1/authorization/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': language },
        body: JSON.stringify({ username: 'nobody', password: 'wrong wrong wrong' }),
      })
      expect(answer.status).toBe(401)
      const body = (await answer.json()) as { error: unknown }
      expect(body.error).toMatch(text)
    }
  })

  test('after ten failures the right password is refused alike, and other devices are free', async () => {
    const person = await server.person({ password })
    const body = (given: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: person.username, password: given }),
    })
    const first = await server.fetch('/api/v1/authorization/login', body(password))
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    for (let round = 0; round < 10; round += 1)
      await server.fetch('/api/v1/authorization/login', body('wrong password 123'))
    const locked = await server.fetch('/api/v1/authorization/login', body(password))
    expect(locked.status).toBe(401)
    const known = await server.fetch('/api/v1/authorization/login', {
      ...body(password),
      headers: { 'content-type': 'application/json', cookie },
    })
    expect(known.status).toBe(200)
    // A mark that somebody made up is no other device.
    const forged = cookie.replace(/\..*$/, `.${'A'.repeat(43)}`)
    const made = await server.fetch('/api/v1/authorization/login', {
      ...body(password),
      headers: { 'content-type': 'application/json', cookie: forged },
    })
    expect(made.status).toBe(401)
    await server.services.db.deleteFrom('address_failures').execute()
  })

  test('marks a new device for signing in alone, out of reach of scripts, and marks it once', async () => {
    const person = await server.person({ password })
    const markedBy = async (cookie?: string) => {
      const answer = await server.fetch('/api/v1/authorization/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie === undefined ? {} : { cookie }) },
        body: JSON.stringify({ username: person.username, password }),
      })
      expect(answer.status).toBe(200)
      return answer.headers.get('set-cookie')
    }
    const mark = await markedBy()
    const attributes = 'Path=/api/v1/authorization; HttpOnly; SameSite=Strict; Max-Age=31536000'
    expect(mark?.replace(/^khlang_device=[\w-]{22}\.[\w-]{43}; /, '')).toBe(attributes)
    expect(await markedBy(mark?.split(';')[0])).toBeNull()
    Object.assign(server.services, { profile: 'production' })
    expect(await markedBy()).toMatch(/; Secure$/)
    Object.assign(server.services, { profile: 'sandbox' })
  })

  test('that fails leaves a row of the person tried; a name nobody has is not kept', async () => {
    const person = await server.person({ password })
    const rows = async () => {
      const found = await server.services.db
        .selectFrom('activity_log')
        .select(['action', 'entity_id', 'result', 'detail'])
        .where('action', 'in', ['loginFailed', 'redeemFailed'])
        .orderBy('id')
        .execute()
      return found.slice(before)
    }
    let before = 0
    before = (await rows()).length
    const wrong = { username: person.username, password: 'wrong password 123' }
    expect(await codeOf(server.as(null)('auth.login', wrong))).toMatch(/^401/)
    expect(await codeOf(server.as(null)('auth.login', { ...wrong, username: 'hunter2' }))).toMatch(/^401/)
    const redeem = { username: person.username, code: 'ABCD-EFGH', newPassword: 'another horse battery 8' }
    expect(await codeOf(server.as(null)('auth.redeem', redeem))).toBe('401 badCode')
    const row = { result: 'refused', detail: null }
    expect(await rows()).toEqual([
      { ...row, action: 'loginFailed', entity_id: encodeId('employee', person.id) },
      { ...row, action: 'loginFailed', entity_id: null },
      { ...row, action: 'redeemFailed', entity_id: encodeId('employee', person.id) },
    ])
  })

  test('from an address that keeps guessing is held off, by either way, without a row', async () => {
    const { db } = server.services
    const count = async () => (await db.selectFrom('activity_log').select('id').execute()).length
    await db.updateTable('address_failures').set({ failures: 20 }).execute()
    const before = await count()
    const login = { username: 'nobody', password: 'wrong wrong wrong' }
    expect(await codeOf(server.as(null)('auth.login', login))).toBe('429 tooManyRequests')
    const redeem = { username: 'nobody', code: 'ABCD-EFGH', newPassword: 'another horse battery 8' }
    expect(await codeOf(server.as(null)('auth.redeem', redeem))).toBe('429 tooManyRequests')
    expect(await count()).toBe(before)
    await db.deleteFrom('address_failures').execute()
  })

  test('objects and arrays in place of texts are refused', async () => {
    expect(
      await codeOf(server.as(null)('auth.login', { username: { $ne: null } as never, password })),
    ).toMatch(/^422/)
  })
})

describe('one-time passwords', () => {
  test('enrolling, a code used once, and the pre-OTP token dying with it', async () => {
    const person = await server.person({ password })
    const url = await person.call('auth.otpCreate', {})
    const secret = secretOf(url)
    expect(secret).toHaveLength(20)
    const code = otpAt(secret, stepNow())
    const token = await person.call('auth.otpVerify', { token: code })
    expect(await codeOf(person.call('auth.self', {}))).toBe('401 unauthenticated')
    expect((await server.as(token)('auth.self', {})).otpEnable).toBe(true)
    expect(await codeOf(server.as(token)('auth.otpCreate', {}))).toBe('409 alreadyEnrolled')

    const pre = await server.as(null)('auth.login', { username: person.username, password })
    expect(pre.startsWith('bo1p_')).toBe(true)
    expect(await codeOf(server.as(pre)('auth.self', {}))).toBe('403 otpRequired')
    expect((await server.as(pre)('auth.selfPreOtp', {})).otpEnable).toBe(true)
    expect(await codeOf(server.as(pre)('auth.otpVerify', { token: code }))).toBe('401 badOtp')
    server.clock.ms += stepSeconds * 1000
    const full = await server.as(pre)('auth.otpVerify', { token: otpAt(secret, stepNow()) })
    expect(await codeOf(server.as(pre)('auth.selfPreOtp', {}))).toBe('401 unauthenticated')
    expect((await server.as(full)('auth.self', {})).username).toBe(person.username)
  })

  test('a set-up that was not confirmed in its time says so, and begins anew', async () => {
    const person = await server.person({ password })
    const secret = secretOf(await person.call('auth.otpCreate', {}))
    await server.services.db
      .updateTable('employees')
      .set({ otp_pending_until: new Date(0).toISOString() })
      .where('id', '=', person.id)
      .execute()
    const verify = (of: Buffer) => person.call('auth.otpVerify', { token: otpAt(of, stepNow()) })
    expect(await codeOf(verify(secret))).toBe('401 otpSetupExpired')
    expect(await codeOf(verify(secretOf(await person.call('auth.otpCreate', {}))))).toBe('ok')
  })

  test('the token dies after five wrong codes, and the right one comes too late', async () => {
    const person = await server.person({ password })
    const secret = secretOf(await person.call('auth.otpCreate', {}))
    const wrong = otpAt(secret, 5)
    for (let round = 0; round < 5; round += 1) await codeOf(person.call('auth.otpVerify', { token: wrong }))
    expect(await codeOf(person.call('auth.otpVerify', { token: otpAt(secret, stepNow()) }))).toBe(
      '401 unauthenticated',
    )
  })

  test('the tenth try in a row still counts, the eleventh opens nothing', async () => {
    const verifiesAfter = async (triesInRow: number) => {
      const person = await server.person({ password })
      const token = otpAt(secretOf(await person.call('auth.otpCreate', {})), stepNow())
      await server.database.plant('update employees set otp_failures_in_row = $2 where id = $1', [
        person.id,
        triesInRow,
      ])
      return codeOf(person.call('auth.otpVerify', { token }))
    }
    expect([await verifiesAfter(9), await verifiesAfter(10)]).toEqual(['ok', '401 badOtp'])
  })

  test('a right code forgives the wrong ones before it: they never add up to a lock', async () => {
    const person = await server.person({ password })
    const secret = secretOf(await person.call('auth.otpCreate', {}))
    const wrong = otpAt(secret, 5)
    for (let round = 0; round < 4; round += 1) await codeOf(person.call('auth.otpVerify', { token: wrong }))
    await person.call('auth.otpVerify', { token: otpAt(secret, stepNow()) })
    const [row] = await server.database.asAdmin<{ left: number }>(
      `select otp_failures_in_row as left from employees where id = '${person.id}'`,
    )
    expect(row).toEqual({ left: 0 })
  })

  test('two uses of one code at the same moment give one success', async () => {
    const person = await server.person({ password })
    const code = otpAt(secretOf(await person.call('auth.otpCreate', {})), stepNow())
    const results = await Promise.all(
      [1, 2, 3, 4].map(() => codeOf(person.call('auth.otpVerify', { token: code }))),
    )
    expect(results.filter((result) => result === 'ok')).toHaveLength(1)
  })

  test('the step before is accepted, the next and the one before that are not', async () => {
    for (const [offset, expected] of [
      [-1, 'ok'],
      [1, '401 badOtp'],
      [-2, '401 badOtp'],
    ] as const) {
      const person = await server.person({ password })
      const secret = secretOf(await person.call('auth.otpCreate', {}))
      expect(
        await codeOf(person.call('auth.otpVerify', { token: otpAt(secret, stepNow() + offset) })),
      ).toBe(expected)
    }
  })

  test('the step before is a wrong code wherever the brand takes none', async () => {
    const admin = { isAdmin: true, hasStepUp: true, password }
    const [asker, person] = [await server.person(admin), await server.person(admin)]
    const [target, other] = [await server.person(), await server.person()]
    const employee = (of: { id: string }) => ({ id: encodeId('employee', of.id) })
    const { roleId } = await asker.call('employees.get', employee(other))
    const { approvalId } = await asker.call('employees.setRole', { ...employee(target), roleId })
    const id = approvalId ?? ''
    const { documentHash } = await asker.call('approvals.get', { id })
    const settled = { id, isApproved: true, comment: 'seen', documentHash }
    const secret = secretOf(await person.call('auth.otpCreate', {}))
    const call = server.as(await person.call('auth.otpVerify', { token: otpAt(secret, stepNow()) }))
    const early = await server.as(null)('auth.login', { username: person.username, password })
    server.clock.ms += 3 * stepSeconds * 1000
    const url = await call('auth.replaceOtp', { password, code: otpAt(secret, stepNow()) })
    server.clock.ms += stepSeconds * 1000
    const next = server.as(await server.as(early)('auth.otpVerify', { token: otpAt(secret, stepNow()) }))
    const last = await server.as(null)('auth.login', { username: person.username, password })
    server.clock.ms += 3 * stepSeconds * 1000
    await server.set({ acceptsPreviousOtpStep: false })
    const newPassword = 'a quite long secret 99'
    const key = { idempotencyKey: crypto.randomUUID() }
    const tries: readonly ((code: string) => Promise<unknown>)[] = [
      (code) => server.as(last)('auth.otpVerify', { token: code }),
      (code) => call('auth.stepUp', { code }),
      (code) => call('auth.changePassword', { currentPassword: password, newPassword, code }),
      (code) => call('auth.replaceOtp', { password, code }),
      (code) => next('auth.recoveryCodes', { password, code }),
      (code) => next('approvals.decide', { ...settled, code }, key),
    ]
    const answers: string[] = []
    for (const tried of tries) answers.push(await codeOf(tried(otpAt(secret, stepNow() - 1))))
    answers.push(await codeOf(next('auth.confirmOtp', { code: otpAt(secretOf(url), stepNow() - 1) })))
    await server.set({ acceptsPreviousOtpStep: true })
    expect(answers).toEqual(Array(7).fill('401 badOtp'))
  })

  test('codes with spaces, seven digits or other digits are no codes at all', async () => {
    const person = await server.person({ password })
    for (const token of ['123456 ', '123 456', '1234567', '๑๒๓๔๕๖', '12345６']) {
      expect(await codeOf(person.call('auth.otpVerify', { token }))).toBe('422 invalidFormat')
    }
  })
})

/** Somebody enrolled, and their recovery codes; the next code of their authenticator is one step away. */
async function withRecoveryCodes() {
  const person = await server.person({ password })
  const secret = secretOf(await person.call('auth.otpCreate', {}))
  const full = await person.call('auth.otpVerify', { token: otpAt(secret, stepNow()) })
  server.clock.ms += stepSeconds * 1000
  const input = { password, code: otpAt(secret, stepNow()) }
  const { codes } = await server.as(full)('auth.recoveryCodes', input)
  const early = () => server.as(null)('auth.login', { username: person.username, password })
  return { person, codes, early, full }
}

// Row 43 of the catalogue of bad input.
test('recovery codes work once each, in any case, with dashes, spaces or neither', async () => {
  const { person, codes, early } = await withRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)

  const recover = (code: string, token: string) => codeOf(server.as(token)('auth.recover', { code }))
  const [first = '', second = '', third = ''] = codes
  const signedInAt = async () => {
    const [row] = await server.database.asAdmin<{ at: Date }>(
      `select last_login_at as at from employees where id = '${person.id}'`,
    )
    return row?.at
  }
  const before = await signedInAt()
  expect(await recover(first, await early())).toBe('ok')
  expect(await signedInAt()).not.toEqual(before)
  expect(await recover(first, await early())).toBe('401 badCode')
  expect(await recover(` ${second.toLowerCase().replaceAll('-', '')} `, await early())).toBe('ok')
  const misread = third.replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  // Twice from one sign-in and once from another, all at the same moment.
  const [mine, other] = [await early(), await early()]
  const results = await Promise.all([mine, mine, other].map((token) => recover(misread, token)))
  expect(results.filter((result) => result === 'ok')).toHaveLength(1)
})

test('a factor that is locked while a code is compared opens nothing, whichever code it is', async () => {
  const { person, codes, early, full } = await withRecoveryCodes()
  const token = await early()
  server.clock.ms += stepSeconds * 1000
  const secret = newOtpSecret()
  const sealed = server.services.secrets.seal(otpPlace(person.id), secret)
  await server.database.plant(
    `update employees set otp_secret = $2, otp_next_secret = $2, otp_last_step = null,
       otp_next_until = now() + interval '1 minute' where id = $1`,
    [person.id, sealed],
  )
  // Somebody else's tries lock it as soon as this one is counted.
  await server.database.asAdmin(`create function lock_factor() returns trigger language plpgsql as $$
    begin if new.otp_failures_in_row > old.otp_failures_in_row then new.otp_locked_at := now(); end if;
      return new; end $$`)
  await server.database.asAdmin(`create trigger lock_factor before update on employees
    for each row when (new.id = '${person.id}') execute function lock_factor()`)
  const code = otpAt(secret, stepNow())
  const tries = [
    () => server.as(token)('auth.otpVerify', { token: code }),
    () => server.as(token)('auth.recover', { code: codes[0] ?? '' }),
    () => server.as(full)('auth.confirmOtp', { code }),
  ]
  const answers: string[] = []
  for (const tried of tries) {
    answers.push(await codeOf(tried()))
    await server.database.plant(
      `update employees set otp_locked_at = null, otp_failures_in_row = 0 where id = $1`,
      [person.id],
    )
  }
  await server.database.asAdmin('drop trigger lock_factor on employees')
  expect(answers).toEqual(['401 badOtp', '401 badCode', '401 badOtp'])
  expect(await codeOf(server.as(token)('auth.otpVerify', { token: code }))).toBe('ok')
})

test('a sign-in that ends while its code is compared opens nothing, and uses up no code', async () => {
  const { person, codes, early } = await withRecoveryCodes()
  const secret = newOtpSecret()
  const sealed = server.services.secrets.seal(otpPlace(person.id), secret)
  await server.database.plant('update employees set otp_secret = $2, otp_last_step = null where id = $1', [
    person.id,
    sealed,
  ])
  await server.database.asAdmin(`create function end_sign_in() returns trigger language plpgsql as $$
    begin update sessions set ended_at = now(), ended_by = 'reset' where employee_id = new.id
        and ended_at is null and kind = 'preOtp' and new.otp_failures_in_row > old.otp_failures_in_row;
      return null; end $$`)
  await server.database.asAdmin(`create trigger end_sign_in after update on employees
    for each row when (new.id = '${person.id}') execute function end_sign_in()`)
  const tries = [
    (call: Person['call']) => call('auth.otpVerify', { token: otpAt(secret, stepNow()) }),
    (call: Person['call']) => call('auth.recover', { code: codes[0] ?? '' }),
  ]
  const answers: string[] = []
  for (const tried of tries) answers.push(await codeOf(tried(server.as(await early()))))
  await server.database.asAdmin('drop trigger end_sign_in on employees')
  for (const tried of tries) answers.push(await codeOf(tried(server.as(await early()))))
  expect(answers).toEqual(['401 unauthenticated', '401 unauthenticated', 'ok', 'ok'])
})

test('a recovery code opens nothing while the second factor is locked', async () => {
  const { person, codes, early } = await withRecoveryCodes()
  const pre = await early()
  const [code = ''] = codes
  const lock = (at: string) =>
    server.database.plant(`update employees set otp_locked_at = ${at} where id = $1`, [person.id])
  await lock('now()')
  expect(await codeOf(server.as(pre)('auth.recover', { code }))).toBe('401 badCode')
  await lock('null')
  expect(await codeOf(server.as(pre)('auth.recover', { code }))).toBe('ok')
})

describe('sessions', () => {
  test('logging out ends the token at once', async () => {
    const person = await server.person()
    await person.call('auth.logout', {})
    expect(await codeOf(person.call('auth.self', {}))).toBe('401 unauthenticated')
  })

  test('a suspended person is signed out on the next call', async () => {
    const person = await server.person()
    await server.services.db
      .updateTable('employees')
      .set({ state: 'locked' })
      .where('id', '=', person.id)
      .execute()
    expect(await codeOf(person.call('auth.self', {}))).toBe('401 unauthenticated')
  })

  test('changing the password needs the current one and ends the other sessions', async () => {
    const person = await server.person({ password })
    const other = await server.as(null)('auth.login', { username: person.username, password })
    expect(
      await codeOf(
        person.call('auth.changePassword', {
          currentPassword: 'wrong one here',
          newPassword: 'a quite long secret 99',
        }),
      ),
    ).toBe('401 badCredentials')
    expect(
      await codeOf(
        person.call('auth.changePassword', { currentPassword: password, newPassword: 'khlang12345678' }),
      ),
    ).toBe('422 passwordHoldsName')
    await person.call('auth.changePassword', {
      currentPassword: password,
      newPassword: 'a quite long secret 99',
    })
    expect(await codeOf(server.as(other)('auth.self', {}))).toBe('401 unauthenticated')
    expect((await person.call('auth.self', {})).username).toBe(person.username)
  })
})
