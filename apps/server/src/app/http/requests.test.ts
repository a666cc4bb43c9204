import { request as sendRequest } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authHandlers } from '../../features/auth/handlers.ts'
import { sendRaw, statusOf } from '../../testing/raw-http.ts'
import { everyCall, stubHandlers } from '../../testing/stub-handlers.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import type { HandlerTables } from './adapter.ts'
import { buildServer } from '../server.ts'

// Rows 109 to 123 of the catalogue of bad input, on calls that everybody signed in may make.
const touch = '/api/v1/authorization/touch'
const stepUp = '/api/v1/authorization/step-up'
let server: TestServer
let person: Person

beforeAll(async () => {
  server = await startTestServer({ handlers: { ...stubHandlers([]), auth: authHandlers } })
  person = await server.person({ isAdmin: true, hasStepUp: true })
})
afterAll(() => server.stop())

async function post(path: string, body: RequestInit['body'], type: string | null = 'application/json') {
  const answer = await server.fetch(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      ...(type === null ? {} : { 'content-type': type }),
    },
    ...(body === undefined ? {} : { body }),
  })
  const parsed = (await answer.json()) as { error?: { code: string } }
  return `${answer.status} ${parsed.error?.code ?? 'ok'}`
}
const raw = async (lines: string): Promise<number> => statusOf(await sendRaw(server.url, lines))
const bearer = (): string => `Host: localhost\r\nAuthorization: Bearer ${person.token}\r\n`

describe('bodies', () => {
  test('a call without input takes none, an empty one and {}', async () => {
    expect(await post(touch, undefined, null)).toBe('200 ok')
    expect(await post(touch, '')).toBe('200 ok')
    expect(await post(touch, '{}')).toBe('200 ok')
    expect(await post(touch, '{}', 'application/json; charset=utf-8')).toBe('200 ok')
  })

  test('what is not JSON is 400, what is another type 415', async () => {
    expect(await post(stepUp, '{"code":')).toBe('400 malformedRequest')
    expect(await post(stepUp, 'code=1', 'application/x-www-form-urlencoded')).toBe(
      '415 unsupportedMediaType',
    )
    expect(await post(stepUp, '{}', 'text/plain')).toBe('415 unsupportedMediaType')
    expect(await post(stepUp, '{}', 'application/json; charset=utf-16')).toBe('415 unsupportedMediaType')
    expect(await post(stepUp, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).toBe('400 malformedRequest')
    expect(await post(stepUp, new Uint8Array([0x22, 0xc0, 0xaf, 0x22]))).toBe('400 malformedRequest')
  })

  test.each(['[]', '"a"', '1', 'true'])('%s is JSON, yet no input', async (body) => {
    expect(await post(stepUp, body)).toBe('422 invalidType')
  })

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const wide = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`
  test.each([
    ['10 MB of text', `"${'a'.repeat(10_000_000)}"`, '413 tooLarge'],
    ['1 million keys', wide(1_000_000), '413 tooLarge'],
    ['1 million elements', `[${'1,'.repeat(1_000_000)}1]`, '413 tooLarge'],
    ['10,000 levels', nested(10_000), '400 malformedRequest'],
    ['10,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, '400 malformedRequest'],
    // As much as a body may hold, 256 KB.
    ['131,000 levels', nested(131_000), '400 malformedRequest'],
    ['25,000 keys', wide(25_000), '400 malformedRequest'],
    ['one key of 256,000 quotes', `{"${String.raw`\"`.repeat(128_000)}":1}`, '422 unknownField'],
  ])('%s: announced or in pieces, it is refused and others are served', async (what, body, code) => {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    expect(await post(stepUp, body)).toBe(code)
    delay.disable()
    // The budget is 50 ms; here the sender works in the same process, so it is told and not judged.
    process.stdout.write(`${what}: the event loop stood still for ${Math.round(delay.max / 1e6)} ms\n`)
    const status = Number(code.slice(0, 3))
    // What is too long is not read to its end: the line may be cut before its sender has read why.
    expect(status === 413 ? [413, 0] : [status]).toContain(await pieces(body))
    expect(await post(touch, '{}')).toBe('200 ok')
  })

  /** The same without a length, as a sender does that does not say how much will come. */
  function pieces(body: string): Promise<number> {
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
      const sent = sendRequest(`${server.url}${stepUp}`, { method: 'POST', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      sent.on('error', () => resolve(0))
      for (let at = 0; at < body.length; at += 65_536) sent.write(body.slice(at, at + 65_536))
      sent.end()
    })
  }

  test('a key twice is 400, a prototype is 422', async () => {
    expect(await post(stepUp, '{"code":"1","code":"2"}')).toBe('400 duplicateKey')
    expect(await post(stepUp, '{"__proto__":{"polluted":1}}')).toBe('422 unknownField')
    expect(await post(stepUp, '{"constructor":{"prototype":{"polluted":1}}}')).toBe('422 unknownField')
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test('a stranger learns nothing from what is wrong with a readable body', async () => {
    for (const body of ['{"__proto__":1}', '{"madeUp":1}', '[]']) {
      const headers = { 'content-type': 'application/json' }
      const answer = await server.fetch(stepUp, { method: 'POST', headers, body })
      expect(answer.status, body).toBe(401)
    }
  })

  test('an input in the address of an act is refused', async () => {
    expect(await post(`${touch}?a=1`, '{}')).toBe('422 unknownField')
  })
})

describe('pages of lists', () => {
  const lists = everyCall.filter(
    ([, call]) =>
      Object.hasOwn(call.input.shape, 'size') && !call.path.includes('{') && call.requires !== 'signature',
  )
  const bad = { size: [0, -1, 101, 100_000, 1.5, 'abc'], page: [0, -1, 1_000_000_000, 'abc'] }

  const send = async (method: string, path: string, name: string, value: unknown): Promise<number> => {
    const search = new URLSearchParams({ [name]: String(value) }).toString()
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
    const answer =
      method === 'GET'
        ? await server.fetch(`${path}?${search}`, { headers })
        : await server.fetch(path, { method, headers, body: JSON.stringify({ [name]: value }) })
    return answer.status
  }

  test.skipIf(lists.length === 0).each(lists)(
    '%s refuses sizes and pages that are none',
    async (_, call) => {
      for (const [name, values] of Object.entries(bad)) {
        if (!Object.hasOwn(call.input.shape, name)) continue
        for (const value of values)
          expect(await send(call.method, call.path, name, value), `${name}=${value}`).toBe(422)
      }
    },
  )

  const queried = lists.filter(([, call]) => call.method === 'GET')
  test.skipIf(queried.length === 0).each(queried)(
    '%s refuses doubles, gaps and nested names',
    async (_, call) => {
      for (const search of [
        'size=1&size=2',
        'a[0]=1&a[99999]=2',
        `a${'[b]'.repeat(50)}=1`,
        'sort=id;drop',
        '__proto__=1',
      ]) {
        const headers = { authorization: `Bearer ${person.token}` }
        expect((await server.fetch(`${call.path}?${search}`, { headers })).status, search).toBe(422)
      }
    },
  )
})

describe('methods and paths', () => {
  test('a call answers its own method only, whatever a header says', async () => {
    expect(await raw(`PUT ${touch} HTTP/1.1\r\n${bearer()}Content-Length: 0\r\n\r\n`)).toBe(405)
    expect(await raw(`GET ${touch} HTTP/1.1\r\n${bearer()}\r\n`)).toBe(405)
    expect(await raw(`DELETE /api/v1/authorization/self HTTP/1.1\r\n${bearer()}\r\n`)).toBe(405)
    const override = 'X-HTTP-Method-Override: POST\r\nX-Method: POST\r\n'
    expect(await raw(`GET ${touch} HTTP/1.1\r\n${bearer()}${override}\r\n`)).toBe(405)
  })

  test('TRACE and CONNECT are not served', async () => {
    expect([400, 404, 405, 501]).toContain(await raw(`TRACE / HTTP/1.1\r\n${bearer()}\r\n`))
    expect([0, 400, 404, 405, 501]).toContain(
      await raw(`CONNECT evil.example:443 HTTP/1.1\r\n${bearer()}\r\n`).catch(() => 0),
    )
  })

  test.each([
    '//api/v1/authorization/self',
    '/api//v1/authorization/self',
    '/api/v1/./authorization/self',
    '/api/v1/x/../authorization/self',
    '/api/v1/%2e%2e/v1/authorization/self',
    '/api/v1/authorization/self/',
    '/API/v1/authorization/self',
    '/api/v1/authorization/SELF',
    '/api/v1/authorization/self;x=1',
    '/api/v1/authorization/self%00',
  ])('%s is no other spelling of a call', async (path) => {
    expect(await raw(`GET ${path} HTTP/1.1\r\n${bearer()}\r\n`)).toBe(404)
  })
})

describe('hosts', () => {
  test('another name is 421, and what a proxy would say is not believed', async () => {
    const self = 'GET /api/v1/authorization/self'
    expect(await raw(`${self} HTTP/1.1\r\nHost: evil.example\r\n\r\n`)).toBe(421)
    expect(await raw(`${self} HTTP/1.1\r\n${bearer()}X-Forwarded-Host: evil.example\r\n\r\n`)).toBe(200)
    expect(await raw(`${self} HTTP/1.1\r\n\r\n`)).toBe(400)
    const whole = await raw(
      `GET http://evil.example/api/v1/authorization/self HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    )
    expect([400, 404, 421]).toContain(whole)
  })
})

describe('what would split a request in two', () => {
  test('two names of hosts are 421, whichever comes first', async () => {
    for (const [first, second] of [
      ['localhost', 'evil.example'],
      ['localhost', 'localhost'],
    ])
      expect(await raw(`GET /health HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\n\r\n`)).toBe(421)
  })

  test('two lengths, bare line ends and long headers are refused', async () => {
    const head = `POST ${touch} HTTP/1.1\r\n${bearer()}Content-Type: application/json\r\n`
    expect(await raw(`${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toBe(400)
    expect(await raw(`${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `)).toBe(400)
    expect(await raw(`GET ${touch} HTTP/1.1\nHost: localhost\n\n`)).toBe(400)
    expect(await raw(`${head}X-Long: ${'a'.repeat(65_536)}\r\n\r\n`)).toBe(431)
  })

  test('range, expectation and match headers change nothing and break nothing', async () => {
    const self = `GET /api/v1/authorization/self HTTP/1.1\r\n${bearer()}`
    expect(await raw(`${self}Range: bytes=0-5\r\n\r\n`)).toBe(200)
    expect(await raw(`${self}If-Match: "junk"\r\nIf-None-Match: *\r\n\r\n`)).toBe(200)
    expect(await raw(`${self}Expect: tea\r\n\r\n`)).toBe(417)
  })

  test('a caller that leaves in the middle of a body leaves the server well', async () => {
    await new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' }
      const sent = sendRequest(`${server.url}${stepUp}`, {
        method: 'POST',
        headers: { ...headers, 'content-length': 100 },
      })
      sent.on('error', () => resolve())
      sent.write('{"code"', () => sent.destroy(new Error('left')))
    })
    expect(await post(touch, '{}')).toBe('200 ok')
  })
})

describe('starting', () => {
  const settings = {
    surfaces: ['admin', 'auto', 'member'] as const,
    hosts: [],
    trustProxy: false,
    bases: { api: '', auto: '', member: '' },
    consoleDir: '.',
  }

  test('a route that the contract lacks is refused, in any surface and method', async () => {
    const app = await buildUnready()
    for (const route of [
      { method: 'GET', url: '/api/v1/secret' },
      { method: 'PUT', url: touch },
      { method: 'POST', url: '/debug' },
    ] as const)
      expect(() => app.route({ ...route, handler: () => '' }), route.url).toThrow(/not in the contract/)
    await app.close()
  })

  test('a call of the contract without a handler stops the start and is named', async () => {
    const handlers = { ...stubHandlers([]), auth: {} } as unknown as HandlerTables
    await expect(buildServer(server.services, { ...settings, handlers })).rejects.toThrow(
      'The call auth.login has no handler.',
    )
  })

  test('a surface that is not served is not there', async () => {
    const handlers = stubHandlers([])
    const app = await buildServer(server.services, { ...settings, surfaces: ['auto'], handlers })
    const headers = { host: 'localhost' }
    expect((await app.inject({ url: '/api/v1/authorization/self', headers })).statusCode).toBe(404)
    expect((await app.inject({ url: '/config.json', headers })).statusCode).toBe(404)
    expect((await app.inject({ url: '/health', headers })).statusCode).toBe(200)
    await app.close()
  })

  /** A server before it is ready, as one that somebody adds a route to. */
  async function buildUnready() {
    const { default: Fastify } = await import('fastify')
    const { watchRoutes } = await import('../server.ts')
    const app = Fastify()
    watchRoutes(app)
    return app
  }
})
