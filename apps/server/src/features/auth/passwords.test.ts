import { argon2Sync, createHmac, randomBytes } from 'node:crypto'
import { hashCode } from '../../platform/security/passwords.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { word } from '../../platform/texts.ts'
import { codeOf } from '../../testing/world/members.ts'
import { useRealHashes } from '../../testing/quick-hashes.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'

useRealHashes()

// Rows 33, 34, 44 and 45 of the catalogue of bad input.
const password = 'correct horse battery 7'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const login = (username: string, given: string) =>
  codeOf(server.as(null)('auth.login', { username, password: given }))
const change = (person: Person, newPassword: string, currentPassword = password) =>
  codeOf(person.call('auth.changePassword', { currentPassword, newPassword }))

describe('a password', () => {
  test('is taken whole: spaces, pictures, Thai, and what comes after 72 bytes', async () => {
    const long = `  วลียาวของฉัน 🐘👩‍👩‍👧 ${'ก'.repeat(40)} à la fin `
    expect(Buffer.byteLength(long)).toBeGreaterThan(144)
    const person = await server.person({ password })
    expect(await change(person, long)).toBe('ok')
    expect(await login(person.username, long)).toBe('ok')
    for (const other of [`${long.slice(0, -2)}x `, long.trim(), long.toUpperCase()])
      expect(await login(person.username, other), other).toBe('401 badCredentials')
  })

  test('is the same in every spelling of its letters', async () => {
    const typed = 'naïve Ａrmchair ﬁgs né 77'
    const person = await server.person({ password })
    expect(await change(person, typed)).toBe('ok')
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      expect(await login(person.username, typed.normalize(form)), form).toBe('ok')
  })

  test('with NUL or half a letter in it is refused wherever it is given', async () => {
    const person = await server.person({ password })
    for (const bad of ['long enough \u0000 and more', 'long enough \ud800 and more']) {
      expect(await login(person.username, bad)).toMatch(/^422/)
      expect(await change(person, bad)).toBe('422 invalidText')
      expect(await change(person, 'some other good words', bad)).toBe('422 invalidText')
    }
    expect(await login(person.username, password)).toBe('ok')
  })
})

test('a hash that cost less than today’s is made anew at the next sign-in, and no other is', async () => {
  const { secrets } = server.services
  const pepper = createHmac('sha256', secrets.key('password-pepper')).update(password).digest()
  const person = await server.person({ password })
  const stored = async (): Promise<string> => {
    const { rows } = await server.services.pool.query('select password_hash from employees where id = $1', [
      person.id,
    ])
    return String(rows[0]?.password_hash)
  }
  const today = '$argon2id$v=19$m=65536,t=3,p=1$'
  for (const { memory, passes } of [
    { memory: 32_768, passes: 3 },
    { memory: 65_536, passes: 2 },
  ]) {
    const nonce = randomBytes(16)
    const cost = { message: pepper, nonce, tagLength: 32, parallelism: 1, memory, passes }
    const [salt, tag] = [nonce, argon2Sync('argon2id', cost)].map((each) => each.toString('base64'))
    const former = `$argon2id$v=19$m=${memory},t=${passes},p=1$${salt}$${tag}`
    await server.services.pool.query('update employees set password_hash = $1 where id = $2', [
      former,
      person.id,
    ])
    expect(await login(person.username, `${password} `)).toBe('401 badCredentials')
    expect(await stored()).toBe(former)
    expect(await login(person.username, password)).toBe('ok')
    const anew = await stored()
    expect(anew.slice(0, today.length)).toBe(today)
    expect(await login(person.username, password)).toBe('ok')
    expect(await stored()).toBe(anew)
  }
})

describe('a user name', () => {
  test('has one spelling at the door: case, edges and wide letters do not matter', async () => {
    const { username } = await server.person({ password })
    const wide = [...username].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
    for (const typed of [` ${username}`, username.toUpperCase(), `${username}\u00a0`, wide.join('')])
      expect(await login(typed, password), typed).toBe('ok')
  })

  test('that only looks like another is nobody', async () => {
    const { username } = await server.person({ password })
    for (const typed of [`${username}\u200b`, `\u2060${username}`, username.replace('p', '\u0440')])
      expect(await login(typed, password), typed).toBe('401 badCredentials')
  })
})

describe('changing it', () => {
  test('without the current one, or before the second factor, is refused and changes nothing', async () => {
    const person = await server.person({ password })
    const newPassword = 'some other good words'
    const without = person.call('auth.changePassword', { newPassword } as never)
    expect(await codeOf(without)).toBe('422 requiredField')
    expect(await change(person, newPassword, '')).toMatch(/^422/)
    expect(await change(person, newPassword, 'not the current one')).toBe('401 badCredentials')
    await server.set({ isOtpRequired: true })
    const early = await server.as(null)('auth.login', { username: person.username, password })
    await server.set({ isOtpRequired: false })
    expect(early).toMatch(/^bo1p_/)
    const input = { currentPassword: password, newPassword }
    expect(await codeOf(server.as(early)('auth.changePassword', input))).toBe('403 otpRequired')
    expect(await login(person.username, newPassword)).toBe('401 badCredentials')
    expect(await login(person.username, password)).toBe('ok')
  })
})

describe('a new one that is too easy', () => {
  const refused: readonly (readonly [what: string, code: string, of: (name: string) => string])[] = [
    ['eleven characters', 'passwordTooShort', () => 'Zq8#vLm2!xT'],
    ['eleven pictures', 'passwordTooShort', () => '🐘'.repeat(11)],
    ['129 characters', 'textTooLong', () => 'Zq8#vLm2!xT '.repeat(11)],
    ['of the common list', 'passwordTooCommon', () => '1qaz2wsx3edc'],
    ['of the common list in capitals', 'passwordTooCommon', () => 'QWERTY123456'],
    ['a common word with digits', 'passwordTooCommon', () => 'Password12345!'],
    ['a run of letters', 'passwordTooWeak', () => 'abcdefghijkl'],
    ['one letter', 'passwordTooWeak', () => 'ก'.repeat(20)],
    ['the brand', 'passwordHoldsName', () => 'Zbwq-KHLANG-88231'],
    ['the brand in wide letters', 'passwordHoldsName', () => 'zq-ｋｈｌａｎｇ-88231-wq'],
    ['the brand in Thai', 'passwordHoldsName', () => 'zq คลัง 88231 wq ภูเขา'],
    ['the user name', 'passwordHoldsName', (name) => `zq-${name.toUpperCase()}-88231-wq`],
  ]

  const sent = async (path: string, language: string, body: object, token?: string) => {
    const answer = await server.fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    const { error } = (await answer.json()) as {
      error?: { code: string; field?: string; message: string }
    }
    return [answer.status, error?.code, error?.field, error?.message]
  }

  /** A one-time code of this person, as a colleague hands it over. */
  const codeFor = async (person: Person): Promise<string> => {
    const code = randomBytes(16).toString('base64url')
    await server.services.db
      .insertInto('one_time_codes')
      .values({
        employee_id: person.id,
        purpose: 'firstAdmin',
        code_hash: hashCode(code),
        expires_at: new Date(Date.now() + 1_800_000).toISOString(),
      })
      .execute()
    return code
  }

  test.each(refused)('(%s) says so in both languages, at its field: %s', async (_, code, of) => {
    const person = await server.person({ password })
    const newPassword = of(person.username)
    const oneTime = await codeFor(person)
    for (const language of ['th', 'en'] as const) {
      const expected = [422, code, 'newPassword', word('errors', code, language)]
      const changed = { currentPassword: password, newPassword }
      const own = '/api/v1/authorization/change-password'
      expect(await sent(own, language, changed, person.token)).toEqual(expected)
      const redeemed = { username: person.username.toUpperCase(), code: oneTime, newPassword }
      expect(await sent('/api/v1/authorization/redeem', language, redeemed)).toEqual(expected)
    }
  })

  test('is not judged for a stranger: a wrong code is counted and refused before it', async () => {
    const { db } = server.services
    const person = await server.person()
    await codeFor(person)
    const guessed = { username: person.username, code: 'ABCDEFGH', newPassword: 'abcdefghijkl' }
    expect(await codeOf(server.as(null)('auth.redeem', guessed))).toBe('401 badCode')
    const counted = await db
      .selectFrom('login_failures')
      .select('failures')
      .where('device_key', '=', 'redeem')
      .where('failures', '>', 0)
      .execute()
    expect(counted).toEqual([{ failures: 1 }])
    await db.deleteFrom('address_failures').execute()
  })

  test('does not use up the one-time code it came with', async () => {
    const person = await server.person()
    const code = await codeFor(person)
    const redeem = (newPassword: string) =>
      codeOf(server.as(null)('auth.redeem', { username: person.username, code, newPassword }))
    expect(await redeem('1qaz2wsx3edc')).toBe('422 passwordTooCommon')
    expect(await codeOf(person.call('auth.self', {}))).toBe('ok')
    expect(await redeem('some other good words')).toBe('ok')
    // Whoever was signed in with the former one is so no more.
    expect(await codeOf(person.call('auth.self', {}))).toBe('401 unauthenticated')
    expect(await login(person.username, 'some other good words')).toBe('ok')
  })
})
