import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, targetOf, type Target } from './egress-address.ts'

const connectMs = 5000
const totalMs = 10_000
const bytesMax = 1_000_000

/** Why nothing was sent, so that the caller knows that the other side has not heard of it. */
export class EgressRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'EgressRefused'
  }
}

export interface Sent {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
export interface Answered {
  readonly status: number
  readonly text: string
}

type Resolve = (host: string) => Promise<readonly string[]>
const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map((each) => each.address)

/** The one address to connect to. Every address the name has must be public, else none is used. */
async function addressOf(target: Target, resolve: Resolve): Promise<string> {
  const addresses = isIP(target.host) ? [target.host] : await resolve(target.host)
  const first = addresses[0]
  if (first === undefined) throw new EgressRefused('the name has no address')
  if (!target.isListed && !addresses.every(isPublicAddress)) {
    throw new EgressRefused('the address is not a public one')
  }
  return first
}

/** Whether an address could be called now: what `callOutside` would refuse is false. */
export async function mayCallOutside(
  url: string,
  allowed: readonly string[],
  resolve: Resolve = systemResolve,
): Promise<boolean> {
  const target = targetOf(url, allowed)
  if (!target) return false
  return addressOf(target, resolve).then(
    () => true,
    () => false,
  )
}

/**
 * Calls a service outside: https on 443 to a public address, or exactly a host:port of `allowed`. The
 * name is resolved once, and the connection goes to the very address that was checked. No redirects are
 * followed, no proxy is used; 5 s to connect, 10 s in all, 1 MB of answer. Source: safety N1, rows 71-82.
 * @throws EgressRefused when nothing was sent; any other error leaves open whether the other side acted
 */
export async function callOutside(
  sent: Sent,
  allowed: readonly string[],
  resolve: Resolve = systemResolve,
): Promise<Answered> {
  const target = targetOf(sent.url, allowed)
  if (!target) throw new EgressRefused('the address may not be called')
  let address: string
  try {
    address = await addressOf(target, resolve)
  } catch (cause) {
    throw cause instanceof EgressRefused ? cause : new EgressRefused('the name was not resolved')
  }
  return send(target, address, sent)
}

function send(target: Target, address: string, sent: Sent): Promise<Answered> {
  const isTls = target.url.protocol === 'https:'
  return new Promise((done, fail) => {
    const deadline = AbortSignal.timeout(totalMs)
    const options = {
      host: address,
      port: target.port,
      path: `${target.url.pathname}${target.url.search}`,
      method: sent.method,
      // An agent of its own reads no proxy variables and keeps no connection to an address checked before.
      agent: isTls ? new https.Agent({ keepAlive: false }) : new http.Agent({ keepAlive: false }),
      headers: {
        ...sent.headers,
        host: target.url.host,
        'accept-encoding': 'identity',
        ...(sent.body === undefined ? {} : { 'content-length': Buffer.byteLength(sent.body) }),
      },
      ...(isTls && isIP(target.host) === 0 ? { servername: target.host } : {}),
      signal: deadline,
    }
    const request = (isTls ? https : http).request(options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > bytesMax) request.destroy(new Error('the answer is too long'))
        else parts.push(part)
      })
      response.on('error', fail)
      response.on('aborted', () => fail(new Error('the answer was cut off')))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      )
    })
    const connecting = setTimeout(() => request.destroy(new Error('no connection in time')), connectMs)
    request.on('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    request.on('close', () => clearTimeout(connecting))
    request.on('error', fail)
    request.end(sent.body)
  })
}
