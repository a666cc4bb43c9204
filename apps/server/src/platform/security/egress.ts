import { lookup, Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../api-error.ts'
import { isPublicAddress, targetOf, type Target } from './egress-address.ts'

/** How long a call may take, to be connected and in all, and how much it may answer. */
export interface Bounds {
  readonly connectMs: number
  readonly totalMs: number
  readonly bytesMax: number
}
const usual: Bounds = { connectMs: 5000, totalMs: 10_000, bytesMax: 1_000_000 }

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
/** What the deployment lists may stand in its hosts file; the system is asked, on one of its few threads. */
const listedAddresses: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map((each) => each.address)

/**
 * Addresses of a public name, IPv4 first, asked of the name servers themselves: a name whose servers are
 * silent takes none of the few threads on which passwords are hashed and files are read.
 */
const publicAddresses: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return asked.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
}

/** A name whose servers do not answer is a name without an address: nobody waits for it longer. */
async function addressesOf(host: string, resolve: Resolve, ms: number): Promise<readonly string[]> {
  const waited = new AbortController()
  const late = sleep(ms, [], { signal: waited.signal }).catch(() => [])
  return Promise.race([resolve(host), late]).finally(() => waited.abort())
}

/** The one address to connect to. Every address the name has must be public, else none is used. */
async function addressOf(target: Target, given: Resolve | undefined, ms: number): Promise<string> {
  const resolve = given ?? (target.isListed ? listedAddresses : publicAddresses)
  const addresses = isIP(target.host) ? [target.host] : await addressesOf(target.host, resolve, ms)
  const first = addresses[0]
  if (first === undefined) throw new EgressRefused('the name has no address')
  if (!target.isListed && !addresses.every(isPublicAddress)) {
    throw new EgressRefused('the address is not a public one')
  }
  return first
}

/** Look-ups for forms that run now, who waits for a place among them, and for whom they are. */
const looking = { now: 0, max: 2, waiting: [] as (() => void)[], people: new Set<string>() }
/** About how long a name takes whose servers do not answer. */
const againS = 5

/**
 * Runs a look-up when fewer than two others run: names whose servers do not answer take up two places of this
 * process, never more, and whoever has many of them keeps nobody else waiting. Source: decisions 45.
 * @throws tooManyRequests while one for the same person waits or runs
 */
async function inTurn<T>(person: string, look: () => Promise<T>): Promise<T> {
  if (looking.people.has(person)) throw new ApiError('tooManyRequests', { retryAfterS: againS })
  looking.people.add(person)
  try {
    return await inPlace(look)
  } finally {
    looking.people.delete(person)
  }
}

async function inPlace<T>(look: () => Promise<T>): Promise<T> {
  if (looking.now < looking.max) looking.now += 1
  else await new Promise<void>((begin) => looking.waiting.push(begin))
  try {
    return await look()
  } finally {
    const next = looking.waiting.shift()
    // The place is handed on, so nobody else can slip into it meanwhile.
    if (next) next()
    else looking.now -= 1
  }
}

/**
 * Whether an address could be called now: what `callOutside` would refuse is false. Two at a time, and one
 * for each person.
 * @throws tooManyRequests
 */
export async function mayCallOutside(
  url: string,
  allowed: readonly string[],
  person: string,
  resolve?: Resolve,
  { connectMs }: Bounds = usual,
): Promise<boolean> {
  const target = targetOf(url, allowed)
  if (!target) return false
  return inTurn(person, () =>
    addressOf(target, resolve, connectMs).then(
      () => true,
      () => false,
    ),
  )
}

/**
 * Calls a service outside: https on 443 to a public address, or exactly a host:port of `allowed`. The
 * name is resolved once, and the connection goes to the very address that was checked. No redirects are
 * followed, no proxy is used; 5 s for the name, 5 s to connect, 10 s in all, 1 MB of answer. Source: safety
 * N1, rows 71-82.
 * @throws EgressRefused when nothing was sent; any other error leaves open whether the other side acted
 */
export async function callOutside(
  sent: Sent,
  allowed: readonly string[],
  resolve?: Resolve,
  bounds: Bounds = usual,
): Promise<Answered> {
  const target = targetOf(sent.url, allowed)
  if (!target) throw new EgressRefused('the address may not be called')
  const deadline = AbortSignal.timeout(bounds.totalMs)
  let address: string
  try {
    address = await addressOf(target, resolve, bounds.connectMs)
  } catch (cause) {
    throw cause instanceof EgressRefused ? cause : new EgressRefused('the name was not resolved')
  }
  return send({ target, address, sent, bounds, deadline })
}

interface Call {
  readonly target: Target
  readonly address: string
  readonly sent: Sent
  readonly bounds: Bounds
  readonly deadline: AbortSignal
}

function send({ target, address, sent, bounds, deadline }: Call): Promise<Answered> {
  const isTls = target.url.protocol === 'https:'
  return new Promise((done, fail) => {
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
      // Whatever the environment says.
      rejectUnauthorized: true,
      signal: deadline,
    }
    const request = (isTls ? https : http).request(options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size <= bounds.bytesMax) return void parts.push(part)
        // Said first: what came with its end in one piece would else end as if it were whole.
        const tooLong = new Error('the answer is too long')
        fail(tooLong)
        request.destroy(tooLong)
      })
      response.on('error', fail)
      response.on('aborted', () => fail(new Error('the answer was cut off')))
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      )
    })
    // Nobody asked for another protocol; without a listener such an answer would never end.
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(new Error('the answer is none'))
    })
    const late = () => request.destroy(new Error('no connection in time'))
    const connecting = setTimeout(late, bounds.connectMs)
    request.on('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    request.on('close', () => clearTimeout(connecting))
    request.on('error', fail)
    request.end(sent.body)
  })
}
