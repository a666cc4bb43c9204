import { createHash } from 'node:crypto'
import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import type { RateClass } from '@khlang/contract/kit/define.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ApiError } from '../../platform/api-error.ts'
import { addMachineKey, signatureOf, signedText } from '../../platform/call/signatures.ts'
import { RateLimits } from '../../platform/security/rate-limits.ts'
import { mintSession } from '../../platform/people/sessions.ts'
import { sendRaw, statusOf } from '../../testing/raw-http.ts'
import { everyCall, stubHandlers } from '../../testing/stub-handlers.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { authHandlers } from '../../features/auth/handlers.ts'

const self = '/api/v1/authorization/self'
let server: TestServer
let person: Person

beforeAll(async () => {
  server = await startTestServer({ handlers: { ...stubHandlers([]), auth: authHandlers } })
  person = await server.person()
})
afterAll(() => server.stop())

const ask = (authorization: string | null, path = self, method = 'GET'): Promise<Response> =>
  server.fetch(path, {
    method,
    headers: { 'accept-language': 'en', ...(authorization === null ? {} : { authorization }) },
  })

/** Status and body without the request id: what one 401 shares with every other. */
async function shown(answer: Response): Promise<string> {
  return `${answer.status} ${(await answer.text()).replace(/req_[0-9a-f]{32}/, 'req')}`
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
const session = (token: string) =>
  server.services.db.updateTable('sessions').where('token_hash', '=', hashOf(token))

describe('a token that opens nothing is 401, always in the same words', () => {
  const refusal = async (): Promise<string> => shown(await ask(null))

  test('the words name the code alone', async () => {
    expect(await refusal()).toMatch(
      /^401 \{"error":\{"code":"unauthenticated","message":"[^"]+","requestId":"req"\}\}$/,
    )
  })

  const headers = (token: string): [string, string][] => [
    ['empty', ''],
    ['only the scheme', 'Bearer'],
    ['only the scheme and a blank', 'Bearer '],
    ['another scheme', `Basic ${token}`],
    ['the scheme in lower case', `bearer ${token}`],
    ['the token alone', token],
    ['junk of 8 KB', `Bearer ${'x'.repeat(8192)}`],
    ['something behind the token', `Bearer ${token}x`],
    ['two blanks', `Bearer  ${token}`],
    ['a token that nobody has', `Bearer bo1_${'A'.repeat(43)}`],
    ['a pre-OTP spelling of a full token', `Bearer ${token.replace('bo1_', 'bo1p_')}`],
    ['an unsigned JWT', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
    ['a JWT with a key path', 'Bearer eyJhbGciOiJIUzI1NiIsImtpZCI6Ii4uLy4uL2RldiJ9.e30.c2ln'],
    ['two tokens in one header', `Bearer ${token}, Bearer ${token}`],
  ]
  test.each(headers('TOKEN').map(([name], index) => [name, index] as const))('%s', async (_, index) => {
    const header = headers(person.token)[index]?.[1] ?? ''
    expect(await shown(await ask(header))).toBe(await refusal())
  })

  test('two headers', async () => {
    const line = `Authorization: Bearer ${person.token}\r\n`
    const answer = await sendRaw(
      server.url,
      `GET ${self} HTTP/1.1\r\nHost: localhost\r\n${line}${line}\r\n`,
    )
    expect(statusOf(answer)).toBe(401)
  })

  test('in the address or in a cookie it is not read', async () => {
    expect((await ask(null, `${self}?token=${person.token}`)).status).toBe(401)
    const answer = await server.fetch(self, { headers: { cookie: `token=${person.token}` } })
    expect(answer.status).toBe(401)
  })

  test('after too long a silence, and after its whole age', async () => {
    for (const column of ['idle_ends_at', 'expires_at'] as const) {
      const other = await server.person()
      expect((await ask(`Bearer ${other.token}`)).status).toBe(200)
      await session(other.token)
        .set({ [column]: new Date(Date.now() - 1000) })
        .execute()
      expect(await shown(await ask(`Bearer ${other.token}`))).toBe(await refusal())
    }
  })

  test('what a screen reads by itself does not put its end off, what a person does puts it off', async () => {
    const { token } = await server.person()
    await session(token)
      .set({
        last_seen_at: sql`now() - interval '10 minutes'`,
        idle_ends_at: sql`now() + interval '5 minutes'`,
      })
      .execute()
    const leftS = async (): Promise<number> => {
      const row = await server.services.db
        .selectFrom('sessions')
        .select(sql<number>`extract(epoch from idle_ends_at - now())::integer`.as('leftS'))
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirstOrThrow()
      return row.leftS
    }
    await ask(`Bearer ${token}`)
    await ask(`Bearer ${token}`, '/api/v2/pre-transaction/queue-totals')
    expect(await leftS()).toBeLessThanOrEqual(300)
    await ask(`Bearer ${token}`, '/api/v1/list-view/create', 'POST')
    expect(await leftS()).toBeGreaterThan(600)
  })

  test('after signing out', async () => {
    const other = await server.person()
    expect((await ask(`Bearer ${other.token}`, '/api/v1/authorization/logout', 'POST')).status).toBe(200)
    expect(await shown(await ask(`Bearer ${other.token}`))).toBe(await refusal())
  })

  test('of somebody who is suspended', async () => {
    const other = await server.person()
    const people = server.services.db.updateTable('employees').where('id', '=', other.id)
    await people.set({ state: 'locked' }).execute()
    expect(await shown(await ask(`Bearer ${other.token}`))).toBe(await refusal())
  })

  test('the sixth session ends the first', async () => {
    const settings = await server.services.settings.get()
    const minted: string[] = [person.token]
    for (let count = 0; count < 5; count += 1)
      minted.push(
        await server.services.db
          .transaction()
          .execute((tx) =>
            mintSession(tx, { employeeId: person.id, kind: 'full', address: '', device: '', settings }),
          ),
      )
    const statuses = await Promise.all(minted.map(async (token) => (await ask(`Bearer ${token}`)).status))
    expect(statuses).toEqual([401, 200, 200, 200, 200, 200])
    person = { ...person, token: minted[5] ?? '' }
  })

  test('half-made sign-ins end nobody’s work, and a session that is over is in no list', async () => {
    const { db, settings } = server.services
    const worker = await server.person()
    const mint = async (kind: 'full' | 'preOtp') => {
      const who = { employeeId: worker.id, kind, address: '', device: kind, settings: await settings.get() }
      await db.transaction().execute((tx) => mintSession(tx, who))
    }
    for (let count = 0; count < 6; count += 1) await mint('preOtp')
    await mint('full')
    expect((await ask(`Bearer ${worker.token}`)).status).toBe(200)
    await server.database.plant(`update sessions set ended_at = now(), ended_by = 'admin'
      where kind = 'preOtp' and employee_id = '${worker.id}'`)
    for (const over of [
      `ended_at = now(), ended_by = 'admin'`,
      'idle_ends_at = now()',
      'expires_at = now()',
    ]) {
      await mint('full')
      await server.database.plant(
        `update sessions set ${over} where id = (select max(id::text)::uuid from sessions
          where employee_id = $1)`,
        [worker.id],
      )
    }
    const { records } = await worker.call('auth.sessions', {})
    expect(records.map(({ isCurrent }) => isCurrent)).toEqual([false, true])
  })

  test('the database keeps a hash of it, never the token', async () => {
    const rows = await server.services.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(person.token)
    expect(rows.some((row) => Buffer.from(row.token_hash).equals(hashOf(person.token)))).toBe(true)
  })
})

describe('a pre-OTP token', () => {
  const open = new Set([
    'auth.selfPreOtp',
    'auth.otpCreate',
    'auth.otpVerify',
    'auth.logout',
    'auth.recover',
  ])
  const closed = everyCall.filter(
    ([name, call]) => !open.has(name) && call.requires !== 'public' && call.requires !== 'signature',
  )

  test.each(closed)('is 403 otpRequired on %s', async (_, call) => {
    const settings = await server.services.settings.get()
    const other = await server.person({ isAdmin: true })
    const token = await server.services.db
      .transaction()
      .execute((tx) =>
        mintSession(tx, { employeeId: other.id, kind: 'preOtp', address: '', device: '', settings }),
      )
    const answer = await ask(`Bearer ${token}`, call.path.replaceAll(/\{\w+\}/g, 'x'), call.method)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error: { code: 'otpRequired' } })
  })
})

describe('rates', () => {
  test('are counted before the handler, exactly, with the time to wait', async () => {
    await server.set({ rateReadPerMinute: 3 })
    const other = await server.person()
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) statuses.push((await ask(`Bearer ${other.token}`)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const last = await ask(`Bearer ${other.token}`)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(last.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await ask(`Bearer ${(await server.person()).token}`)).status).toBe(200)
    await server.set({ rateReadPerMinute: 12_000 })
  })

  test('of streams are counted by session, and refused before anybody is looked up', async () => {
    const [one, other] = await Promise.all([server.person(), server.person()])
    const open = async ({ token }: { readonly token: string }) => {
      const answer = await ask(`Bearer ${token}`, '/api/v2/live')
      await answer.body?.cancel()
      return answer.status
    }
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1) statuses.push(await open(one))
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429])
    expect([(await ask(`Bearer ${one.token}`)).status, await open(other)]).toEqual([200, 200])
    await one.call('auth.logout', {})
    expect([await open(one), (await ask(`Bearer ${one.token}`)).status]).toEqual([429, 401])
  })

  test('of streams that are asked for at once look nobody up more often than they let pass', async () => {
    const [one, other] = await Promise.all([server.person(), server.person()])
    const found = vi.spyOn(server.services.sessionDb, 'selectFrom')
    const open = async ({ token }: { readonly token: string }) => {
      const answer = await ask(`Bearer ${token}`, '/api/v2/live')
      await answer.body?.cancel()
      return answer.status
    }
    const statuses = await Promise.all([...Array.from({ length: 90 }, () => open(one)), open(other)])
    expect(Map.groupBy(statuses, (status) => status).get(429)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(200)
    expect(found.mock.calls.length).toBeLessThanOrEqual(61)
    found.mockRestore()
    // Who is nobody keeps no place.
    const made = { token: `bo1_${'x'.repeat(43)}` }
    expect(new Set(await Promise.all(Array.from({ length: 60 }, () => open(made))))).toEqual(new Set([401]))
    expect(await open(made)).toBe(401)
  })

  test('are those of the address of a stranger, of the key of a machine, of the person', async () => {
    const site = { id: 'key-rates', secret: Buffer.alloc(32, 7) }
    const { db, secrets, now } = server.services
    await addMachineKey(db, secrets, { ...site, kind: 'memberSite', subjectId: 'site', name: 'site' })
    const signed = {
      method: 'POST',
      target: '/member/v1/member/list',
      body: '{}',
      timestamp: String(Math.floor(now() / 1000)),
      nonce: 'counted-once',
    }
    const count = vi.spyOn(RateLimits.prototype, 'count')
    await server
      .as(null)('auth.login', { username: 'nobody', password: 'x' })
      .catch(() => undefined)
    await server.fetch(signed.target, {
      method: signed.method,
      headers: {
        'content-type': 'application/json',
        'x-khlang-key': site.id,
        'x-khlang-timestamp': signed.timestamp,
        'x-khlang-nonce': signed.nonce,
        'x-khlang-signature': signatureOf(site.secret, signedText(signed)),
      },
      body: signed.body,
    })
    await ask(`Bearer ${person.token}`)
    expect(count.mock.calls.map(([caller, rate]) => [caller, rate])).toEqual([
      ['127.0.0.1', 'login'],
      [site.id, 'machine'],
      [person.id, 'read'],
    ])
    count.mockRestore()
  })

  test('of streams are not counted for a token that nobody has', async () => {
    const count = vi.spyOn(RateLimits.prototype, 'count')
    expect((await ask(`Bearer bo1_${'x'.repeat(43)}`, '/api/v2/live')).status).toBe(401)
    expect(count).not.toHaveBeenCalled()
    count.mockRestore()
  })

  test.each<[RateClass, number, number]>([
    ['read', 2, 60],
    ['write', 3, 60],
    ['money', 4, 60],
    ['export', 5, 3600],
    ['login', 300, 60],
    ['stream', 60, 60],
    ['machine', 30_000, 60],
  ])('of %s are free again when their time is over, and no sooner', (rate, most, seconds) => {
    const limits = new RateLimits()
    const settings = BrandSettings.parse({
      rateReadPerMinute: 2,
      rateWritePerMinute: 3,
      rateMoneyPerMinute: 4,
      rateExportPerHour: 5,
    })
    const counted = (at: number, caller = 'one') => {
      try {
        limits.count(caller, rate, settings, at)
        return 'counted'
      } catch (error) {
        return (error as ApiError).retryAfterS
      }
    }
    for (let n = 0; n < most; n += 1) expect(counted(n / most)).toBe('counted')
    const endMs = seconds * 1000
    expect([counted(1), counted(endMs - 1), counted(1, 'other')]).toEqual([seconds, 1, 'counted'])
    expect(counted(endMs)).toBe('counted')
  })

  test('production allows 600 reads, 240 writes, 120 money acts a minute, 20 exports an hour', async () => {
    const { initialSettings } = await import('@khlang/contract/brand-settings.ts')
    expect(initialSettings('production')).toMatchObject({
      rateReadPerMinute: 600,
      rateWritePerMinute: 240,
      rateMoneyPerMinute: 120,
      rateExportPerHour: 20,
      isOtpRequired: true,
    })
  })
})
