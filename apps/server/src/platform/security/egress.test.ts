import { createServer, type Server } from 'node:http'
import https from 'node:https'
import { createServer as listenBare, type AddressInfo, type Server as Listener } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { isOwnAddress, isPublicAddress, targetOf } from './egress-address.ts'
import { EgressRefused, callOutside, mayCallOutside } from './egress.ts'

// Of `rail.test`, whom nobody trusts but who is told to.
const certificate = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUdIyiKmf/Tx2hIeNyt4N9blWSud4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJcmFpbC50ZXN0MCAXDTI2MTEyMzA4MDM1OVoYDzIxMjYxMDMw
MDgwMzU5WjAUMRIwEAYDVQQDDAlyYWlsLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATFaNQi/CRg1MvC4l0jnVe9ogxRw4MPvDUt2OdQ7Xk/pge64Xr+JFkF
r1gKQwn8sD0t3wDFxiipDp8j1wAFn2/Yo2kwZzAdBgNVHQ4EFgQUa0uMigJopElo
JpV6dN/ImjeQS3owHwYDVR0jBBgwFoAUa0uMigJopEloJpV6dN/ImjeQS3owDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglyYWlsLnRlc3QwCgYIKoZIzj0EAwID
SQAwRgIhAPaa45WQdIKsV0nWvDMVrCvQBxkQhxC8p30GYzRhlbWFAiEAv3DfH9T9
r9qNUg2MA6oAPUjzOLDASq9zCaleMem2pm4=
-----END CERTIFICATE-----
`
const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQghh+r+fDebNa+d9qV
c/cG34I7wmVXevJvj2fdXD6wPRehRANCAATFaNQi/CRg1MvC4l0jnVe9ogxRw4MP
vDUt2OdQ7Xk/pge64Xr+JFkFr1gKQwn8sD0t3wDFxiipDp8j1wAFn2/Y
-----END PRIVATE KEY-----
`

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
    '168.63.129.16',
    '192.0.0.192',
    '100.100.100.200',
    '192.88.99.1',
    '240.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::ffff:0:7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    '2001:db8::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12::1',
    'fd00:ec2::254',
    'fec0::1',
    '3fff::1',
    '5f00::1',
    '100::1',
    'ff02::1',
    '4000::1',
    '2001:20::1',
    '2606:4700:4700::1111%eth0',
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
    'https://rail.example../',
    'https://rail..example/',
    'https://:@:443/',
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
    'https://console.example.com../',
    'https://console.example.com\u3002/',
    'https://console%2eexample.com/',
    'https:console.example.com',
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
    'https://localhost./',
    'https://0/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://[::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'https://\uff11\uff12\uff17.0.0.1/',
    'https://127\u30020\u30020\u30021/',
  ])('to %s is refused before anything is sent', async (url) => {
    expect(await refused(url)).toBe('refused')
  })
  test('to a name with one private address among public ones is refused', async () => {
    expect(await refused('https://rail.example/', async () => ['8.8.8.8', '10.0.0.1'])).toBe('refused')
    expect(await refused('https://rail.example/', async () => [])).toBe('refused')
  })
  test('to a name of another family’s private address is refused too', async () => {
    for (const address of ['::ffff:10.0.0.1', 'fe80::1%eth0', 'fd12::1', '64:ff9b::a00:1', 'x'])
      expect(await refused('https://rail.example/', async () => ['2606:4700::1', address])).toBe('refused')
  })
  test('to a name whose servers never answer is given up, and was not sent', async () => {
    const never = () => new Promise<string[]>(() => undefined)
    const soon = { connectMs: 20, totalMs: 1000, bytesMax: 10 }
    await expect(callOutside(get('https://rail.example/'), [], never, soon)).rejects.toThrow(EgressRefused)
    expect(await mayCallOutside('https://rail.example/', [], 'ann', never, soon)).toBe(false)
  })
  test('of forms are looked up two at a time, and one for each person', async () => {
    let [running, most] = [0, 0]
    const slow = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((done) => setTimeout(done, 5))
      running -= 1
      return ['8.8.8.8']
    }
    const of = (person: string) => mayCallOutside('https://rail.example/', [], person, slow)
    const asked = Array.from({ length: 12 }, (_, n) => of(`p${n}`))
    await expect(of('p11')).rejects.toMatchObject({ code: 'tooManyRequests' })
    expect(await Promise.all(asked)).toEqual(asked.map(() => true))
    expect(most).toBe(2)
    expect(await of('p11')).toBe(true)
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
  test.each([301, 302, 303, 307, 308])('as a redirect %i is not followed', async (status) => {
    let calls = 0
    const host = await serve((request, response) => {
      calls += 1
      response.writeHead(status, { location: `http://${request.headers.host}/elsewhere` }).end()
    })
    expect((await callOutside(get(`http://${host}/`), [host])).status).toBe(status)
    expect(calls).toBe(1)
  })
  test('comes from the address that was checked, under the name that was asked', async () => {
    let heard = ''
    const host = await serve((request, response) => {
      heard = String(request.headers.host)
      response.end('here')
    })
    const named = `rail.example:${host.split(':')[1]}`
    let asked = 0
    // Checked first, and elsewhere from then on.
    const resolve = async () => {
      asked += 1
      return [asked === 1 ? '127.0.0.1' : '127.0.0.99']
    }
    expect((await callOutside(get(`http://${named}/`), [named], resolve)).text).toBe('here')
    expect([asked, heard]).toEqual([1, named])
  })
  test('as another protocol that nobody asked for is no answer', async () => {
    const host = await serve((request) =>
      request.socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    )
    await expect(callOutside(get(`http://${host}/`), [host])).rejects.toThrow('none')
  })
  test.each([
    ['nothing', []],
    ['one byte now and then', ['HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n']],
    ['one byte of its head now and then', ['HTTP/1.1 200 OK\r\nx: ']],
    ['that it goes on, and never does', ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)]],
  ])('says %s, and is cut off when the time is over', async (_, first) => {
    let drip: NodeJS.Timeout | undefined
    const host = await serve((request) => {
      for (const part of first) request.socket.write(part)
      if (first.length > 0) drip = setInterval(() => request.socket.write('a'), 5)
    })
    const bounds = { connectMs: 1000, totalMs: 100, bytesMax: 1000 }
    await expect(callOutside(get(`http://${host}/`), [host], undefined, bounds)).rejects.toThrow()
    clearInterval(drip)
  })
  test('packed small and great when unpacked stays as it came', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    let accepted: unknown
    const host = await serve((request, response) => {
      accepted = request.headers['accept-encoding']
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    const { text } = await callOutside(get(`http://${host}/`), [host])
    expect(text.length).toBeLessThanOrEqual(bomb.length)
    expect(accepted).toBe('identity')
  })
  test('with a head of any length is refused', async () => {
    const host = await serve((request) =>
      request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`),
    )
    await expect(callOutside(get(`http://${host}/`), [host])).rejects.toThrow('overflow')
  })
  test('is asked for by no header that its value makes', async () => {
    let calls = 0
    const host = await serve((_, response) => {
      calls += 1
      response.end()
    })
    const headers = { authorization: 'Bearer x\r\nx-injected: 1' }
    await expect(callOutside({ ...get(`http://${host}/`), headers }, [host])).rejects.toThrow()
    expect(calls).toBe(0)
  })
  test('is read up to its bound, and not a byte further', async () => {
    const bounds = { connectMs: 1000, totalMs: 5000, bytesMax: 1000 }
    const said = async (bytes: number) => {
      const host = await serve((_, response) => response.end(Buffer.alloc(bytes, 'a')))
      const { text } = await callOutside(get(`http://${host}/`), [host], undefined, bounds)
      return text.length
    }
    expect(await said(1000)).toBe(1000)
    await expect(said(1001)).rejects.toThrow('too long')
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

describe('a service that is called by TLS', () => {
  const bounds = { connectMs: 5000, totalMs: 10_000, bytesMax: 1000 }
  const listen = async (server: Listener) => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  }
  const call = (host: string, within = bounds) =>
    callOutside(get(`https://${host}/`), [host], async () => ['127.0.0.1'], within)

  test('is the one that was asked for, by a certificate that is trusted', async () => {
    let calls = 0
    const server = https.createServer({ cert: certificate, key: certificateKey }, (_, response) => {
      calls += 1
      response.end('paid')
    })
    const port = await listen(server)
    const trusted = getCACertificates('default')
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    try {
      await expect(call(`rail.test:${port}`)).rejects.toMatchObject({ code: /SELF_SIGNED/u })
      setDefaultCACertificates([...trusted, certificate])
      await expect(call(`other.test:${port}`)).rejects.toMatchObject({ code: /ALTNAME/u })
      expect(calls).toBe(0)
      expect((await call(`rail.test:${port}`)).text).toBe('paid')
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
      setDefaultCACertificates(trusted)
      server.closeAllConnections()
      server.close()
    }
  })

  test('and takes the connection but never greets is given up before the whole time', async () => {
    const mute = listenBare((socket) => socket.on('error', () => undefined))
    const port = await listen(mute)
    await expect(call(`rail.test:${port}`, { ...bounds, connectMs: 30 })).rejects.toThrow('no connection')
    mute.close()
  })
})
