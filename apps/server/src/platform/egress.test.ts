import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { isOwnAddress, isPublicAddress, targetOf } from './egress-address.ts'
import { EgressRefused, callOutside } from './egress.ts'

describe('addresses of the public internet', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
  ])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    '2001:db8::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    'not an address',
    '',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('the target of an outgoing call', () => {
  test.each([
    'http://rail.example/',
    'file:///etc/passwd',
    'gopher://rail.example/',
    'ftp://rail.example/',
    'https://user:pw@rail.example/',
    'https://user@rail.example/',
    'https://rail.example:22/',
    'https://rail.example:5432/',
    'https://rail.example:8443/',
    'https://rail.example/\r\nx: y',
    'https://rail.example/ x',
    'rail.example',
    '',
  ])('%s is refused', (url) => {
    expect(targetOf(url, [])).toBeNull()
  })
  test('a listed host:port may be without TLS; its neighbour may not', () => {
    expect(targetOf('http://127.0.0.1:9000/v1', ['127.0.0.1:9000'])).toMatchObject({ isListed: true })
    expect(targetOf('http://127.0.0.1:9001/v1', ['127.0.0.1:9000'])).toBeNull()
    expect(targetOf('http://127.0.0.1.rail.example:9000/', ['127.0.0.1:9000'])).toBeNull()
  })
  test('names are read as a browser reads them: punycode, no trailing dot', () => {
    expect(targetOf('https://rail.example./x', [])?.host).toBe('rail.example')
    expect(targetOf('https://rаil.example/', [])?.host).toMatch(/^xn--/)
  })
})

const get = (url: string) => ({ method: 'GET' as const, url, headers: {} })
const refused = (url: string, resolve?: (host: string) => Promise<string[]>) =>
  callOutside(get(url), [], resolve).then(
    () => 'called',
    (error: unknown) => (error instanceof EgressRefused ? 'refused' : String(error)),
  )

test('our own names are known in whatever spelling, and others are not ours', () => {
  const own = ['Console.Example.com', 'api.example.com']
  for (const url of [
    'https://console.example.com/x',
    'https://CONSOLE.example.com./',
    'https://api.example.com',
  ])
    expect(isOwnAddress(url, own)).toBe(true)
  for (const url of ['https://example.com', 'https://api.example.com.evil.org', 'nothing'])
    expect(isOwnAddress(url, own)).toBe(false)
})

describe('an outgoing call', () => {
  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://169.254.169.254/latest',
    'https://10.1.2.3/',
    'https://localhost/',
  ])('to %s is refused before anything is sent', async (url) => {
    expect(await refused(url)).toBe('refused')
  })
  test('to a name with one private address among public ones is refused', async () => {
    expect(await refused('https://rail.example/', async () => ['8.8.8.8', '10.0.0.1'])).toBe('refused')
    expect(await refused('https://rail.example/', async () => [])).toBe('refused')
  })
  test('resolves a name once, and connects to the address that was checked', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return asked === 1 ? ['10.0.0.1'] : ['8.8.8.8']
    }
    expect(await refused('https://rail.example/', resolve)).toBe('refused')
    expect(asked).toBe(1)
  })
})

describe('what a service answers', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })
  const serve = async (answer: Parameters<typeof createServer>[1]) => {
    server = createServer(answer)
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  test('is read whole, by its status', async () => {
    const host = await serve((_, response) => response.writeHead(418).end('tea'))
    expect(await callOutside(get(`http://${host}/`), [host])).toEqual({ status: 418, text: 'tea' })
  })
  test('as a redirect is not followed', async () => {
    let calls = 0
    const host = await serve((_, response) => {
      calls += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await callOutside(get(`http://${host}/`), [host])).status).toBe(302)
    expect(calls).toBe(1)
  })
  test('beyond one megabyte is cut off', async () => {
    const host = await serve((_, response) => {
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(64_000), () => setImmediate(more))
      }
      more()
    })
    await expect(callOutside(get(`http://${host}/`), [host])).rejects.toThrow('too long')
  })
  test('ignores proxy variables', async () => {
    const host = await serve((_, response) => response.end('direct'))
    process.env['HTTP_PROXY'] = 'http://127.0.0.1:1'
    process.env['NODE_USE_ENV_PROXY'] = '1'
    try {
      expect((await callOutside(get(`http://${host}/`), [host])).text).toBe('direct')
    } finally {
      delete process.env['HTTP_PROXY']
      delete process.env['NODE_USE_ENV_PROXY']
    }
  })
})
