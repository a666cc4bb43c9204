import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stubHandlers } from '../../testing/stub-handlers.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { buildServer, type ServerSettings } from '../server.ts'

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'x-frame-options': 'DENY',
  vary: 'Origin',
}
const data = {
  ...everywhere,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'no-store',
}

let server: TestServer
let sandbox: FastifyInstance
let production: FastifyInstance
const consoleDir = mkdtempSync(join(tmpdir(), 'khlang-page-'))

/** A built console as small as it can be. */
function buildPage(): void {
  mkdirSync(join(consoleDir, 'assets/inner'), { recursive: true })
  mkdirSync(join(consoleDir, 'locales/th'), { recursive: true })
  writeFileSync(
    join(consoleDir, 'index.html'),
    '<html lang="th"><style nonce="__CSP_NONCE__"></style>' +
      '<meta name="config" content="__CONFIG__" /><div id="root"></div>',
  )
  writeFileSync(join(consoleDir, 'favicon.svg'), '<svg/>')
  writeFileSync(join(consoleDir, 'assets/a-1234.js'), 'export {}')
  writeFileSync(join(consoleDir, 'assets/a-1234.js.map'), '{}')
  writeFileSync(join(consoleDir, 'assets/.secret'), 'x')
  writeFileSync(join(consoleDir, 'locales/th/ui.json'), '{"a":"ก"}')
  writeFileSync(join(consoleDir, 'locales/th/ui.json.br'), brotliCompressSync('{"a":"ก"}'))
}

beforeAll(async () => {
  buildPage()
  server = await startTestServer({ handlers: stubHandlers([]) })
  const settings: ServerSettings = {
    surfaces: ['admin', 'auto', 'member'],
    hosts: [],
    trustProxy: false,
    bases: { api: '', auto: '', member: '' },
    consoleDir,
    handlers: stubHandlers([]),
  }
  sandbox = await buildServer(server.services, settings)
  production = await buildServer(
    { ...server.services, profile: 'production' },
    { ...settings, trustProxy: true },
  )
  await sandbox.listen({ port: 0, host: '127.0.0.1' })
  await production.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await sandbox.close()
  await production.close()
  await server.stop()
  rmSync(consoleDir, { recursive: true, force: true })
})

interface Shown {
  statusCode: number
  headers: IncomingHttpHeaders
  body: string
}

/** A GET whose path goes out as it is written; `fetch` would tidy it up. */
function ask(app: FastifyInstance, path: string, headers: Record<string, string>): Promise<Shown> {
  const bound = app.server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (body += chunk))
      answer.on('end', () => resolve({ statusCode: answer.statusCode ?? 0, headers: answer.headers, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
const get = (path: string, headers: Record<string, string> = {}) =>
  ask(sandbox, path, { host: 'localhost', ...headers })
const getSecurely = (path: string, headers: Record<string, string> = {}) =>
  ask(production, path, { host: 'khlang.example', 'x-forwarded-proto': 'https', ...headers })

describe('an answer that is data', () => {
  test.each([
    ['a refusal of the guard', '/api/v1/authorization/self', 401],
    ['a path that is not there', '/api/v1/nothing', 404],
    ['the settings of the console', '/config.json', 200],
    ['the health', '/health', 200],
    ['the document of the calls', '/api/openapi.json', 200],
    ['a machine call', '/auto/nothing', 404],
  ])('%s may not be run, framed, guessed or kept', async (_, url, status) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject(data)
    expect(answer.headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\)/)
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/)
    for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin'])
      expect(answer.headers, name).not.toHaveProperty(name)
  })

  test('a refused body has them too', async () => {
    const answer = await sandbox.inject({
      method: 'POST',
      url: '/api/v1/authorization/login',
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: '{',
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers).toMatchObject(data)
  })

  test('the request id is ours, whatever the caller calls themselves', async () => {
    const answer = await get('/api/v1/authorization/self', { 'x-request-id': 'x'.repeat(10_000) })
    expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-f]{32}$/)
    expect(JSON.parse(answer.body)).toMatchObject({ error: { requestId: answer.headers['x-request-id'] } })
  })
})

describe('the page', () => {
  test('is answered in the theme its reader chose, and nothing else of the cookie is in it', async () => {
    const begin = async (cookie: string) => (await get('/dashboard', { cookie })).body.split('>')[0]
    expect(await begin('a=b; khlang_theme=dark')).toBe('<html data-mantine-color-scheme="dark" lang="th"')
    expect(await begin('khlang_theme=light; a=b')).toContain('"light"')
    for (const odd of ['', 'khlang_theme=auto', 'khlang_theme=dark"onload="x', 'xkhlang_theme=dark'])
      expect(await begin(odd)).toBe('<html lang="th"')
  })

  test('shows density, era, first screen and alerts as its reader chose, by known words only', async () => {
    const begin = async (cookie: string) => (await get('/dashboard', { cookie })).body.split('>')[0]
    const cookie =
      'khlang_density=compact; khlang_era=common; khlang_landing=/member/member-management; ' +
      'khlang_sound=deposits.critical; khlang_desktop=approvals'
    expect(await begin(cookie)).toBe(
      '<html data-density="compact" data-era="common" data-landing="/member/member-management" ' +
        'data-sound="deposits.critical" data-desktop="approvals" lang="th"',
    )
    for (const odd of [
      'khlang_density=comfortable',
      'khlang_era=auto',
      'khlang_landing=//evil.example',
      'khlang_landing=/otp',
      'khlang_landing=/member/member-detail/{id}',
      'khlang_landing=/dashboard"onload="x',
      'khlang_sound=',
      'khlang_sound=deposits.',
      'khlang_desktop=deposits" x="',
      'khlang_desktop=everything',
    ])
      expect(await begin(odd), odd).toBe('<html lang="th"')
  })

  test('runs its own scripts only, with a new nonce in every answer', async () => {
    const [first, second] = [await get('/dashboard'), await get('/dashboard')]
    const policy = String(first.headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split('; ')).toContain(part)
    expect(policy).not.toMatch(/unsafe|\*|http:/)
    const nonce = /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? 'none'
    expect(first.body).toContain(`nonce="${nonce}"`)
    expect(first.body).toContain('content="{&quot;brand&quot;:')
    expect(String(second.headers['content-security-policy'])).not.toContain(nonce)
    expect(first.headers).toMatchObject({ ...everywhere, 'cache-control': 'no-store' })
  })

  test('its hashed files are kept a year, and go with every other header', async () => {
    const answer = await get('/assets/a-1234.js')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ ...everywhere, vary: expect.stringMatching(/^Origin\b/) })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    '/assets/a-1234.js.map',
    '/assets/.secret',
    '/assets/',
    '/assets/inner/',
    '/assets/inner',
    '/.git/config',
    '/.env',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
  ])('%s is not served', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  test('calls and texts never fall back to it', async () => {
    for (const url of ['/api', '/api/x', '/auto/x', '/member', '/locales/x', '/locales/th/none.json']) {
      const answer = await get(url)
      expect(answer.statusCode, url).toBe(404)
      expect(answer.headers['content-type'], url).toMatch(/json/)
    }
  })
})

describe('texts of the console', () => {
  test('are served in two languages by name', async () => {
    expect(JSON.parse((await get('/locales/th/ui.json')).body)).toEqual({ a: 'ก' })
  })

  test('go packed, and not again while they are the same', async () => {
    const asked = (headers: object) =>
      sandbox.inject({ url: '/locales/th/ui.json', headers: { host: 'localhost', ...headers } })
    const packed = await asked({ 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({
      ...data,
      'content-encoding': 'br',
      'cache-control': 'no-cache',
      vary: 'Origin, accept-encoding',
    })
    expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual({ a: 'ก' })
    const again = await asked({ 'accept-encoding': 'gzip, br', 'if-none-match': packed.headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each([
    '/locales/../../etc/passwd',
    '/locales/th/%2e%2e%2findex.html',
    '/locales/th/..%2f..%2findex.html',
    '/locales/th/ui.json%00',
    '/locales/de/ui.json',
    '/locales/th/UI.json',
    '/locales/add/th/ui',
  ])('%s is 404 in JSON', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'notFound' } })
  })
})

describe('packing', () => {
  test('a long answer goes packed to whoever can unpack it', async () => {
    const asked = (headers: object) =>
      sandbox.inject({ url: '/api/openapi.json', headers: { host: 'localhost', ...headers } })
    const [plain, packed] = [await asked({}), await asked({ 'accept-encoding': 'br' })]
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  })

  test('a body that comes packed is never unpacked', async () => {
    const answer = await sandbox.inject({
      method: 'POST',
      url: '/api/v1/authorization/login',
      headers: { host: 'localhost', 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync('{"username":"a","password":"b"}'),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('อ่านข้อมูลที่ส่งมาไม่ได้')
  })
})

describe('origins', () => {
  const post = (origin: string) =>
    sandbox.inject({
      method: 'POST',
      url: '/api/v1/authorization/login',
      headers: { host: 'localhost', origin, 'content-type': 'application/json' },
      payload: '{}',
    })

  test.each(['null', 'https://evil.example', 'http://localhost.evil.example', 'nonsense'])(
    'an act from %s is refused, without a word that a browser would read',
    async (origin) => {
      const answer = await post(origin)
      expect(answer.statusCode).toBe(403)
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    },
  )

  test('an act from the own page is judged', async () => {
    expect((await post('http://localhost')).statusCode).toBe(422)
  })
})

describe('production', () => {
  test('says on every answer that it is reached by https only, and is not reached otherwise', async () => {
    const answer = await getSecurely('/api/v1/authorization/self')
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains')
    expect((await getSecurely('/dashboard')).headers['strict-transport-security']).toMatch(/^max-age/)
    const plain = await getSecurely('/api/v1/authorization/self', { 'x-forwarded-proto': 'http' })
    expect(plain.statusCode).toBe(421)
  })

  test.each(['/api/openapi.json', '/api/docs', '/api/docs.js', '/api/docs.css'])(
    'has no %s',
    async (url) => {
      expect((await getSecurely(url)).statusCode).toBe(404)
      expect((await get(url)).statusCode).toBe(200)
    },
  )
})

describe('whoever calls', () => {
  const calledFrom = async (app: FastifyInstance): Promise<string | undefined> => {
    await app.inject({
      method: 'POST',
      url: '/api/v1/authorization/login',
      remoteAddress: '192.0.2.1',
      headers: {
        host: 'localhost',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '198.51.100.7, 203.0.113.9',
      },
      payload: { username: 'somebody', password: 'a password' },
    })
    const [row] = await server.database.asAdmin<{ address: string }>(
      `select address from activity_log where entity_id = 'auth.login' order by id desc limit 1`,
    )
    return row?.address
  }

  test('is who our own proxy says, not the caller; without one, whose the connection is', async () => {
    expect(await calledFrom(production)).toBe('203.0.113.9')
    expect(await calledFrom(sandbox)).toBe('192.0.2.1')
  })
})

describe('HEAD', () => {
  test.each(['/', '/member/list', '/config.json', '/favicon.svg', '/locales/th/ui.json', '/health'])(
    'of %s answers as GET does, without the body',
    async (url) => {
      const [head, got] = [await sandbox.inject({ method: 'HEAD', url }), await sandbox.inject({ url })]
      expect(got.statusCode).toBe(200)
      expect(head.statusCode).toBe(200)
      expect(head.body).toBe('')
      const named = ['content-type', 'content-length', 'cache-control', 'x-frame-options']
      for (const name of named) expect(head.headers[name], name).toBe(got.headers[name])
    },
  )

  test('of what is not there is 404, of a call 405', async () => {
    const statusOf = async (url: string) => (await sandbox.inject({ method: 'HEAD', url })).statusCode
    expect(await statusOf('/locales/th/nothing.json')).toBe(404)
    expect(await statusOf('/api/v2/member/list')).toBe(405)
  })
})
