import { BlockList, isIPv4, isIPv6 } from 'node:net'

// Everything that is not the public internet. Source: IANA special-purpose address registries, safety
// rows 71-74.
const closedV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Answers for the host it runs on in one of the big clouds, though the number is a public one.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
// Beside these, IPv6 addresses that carry an IPv4 one (mapped, NAT64, 6to4, Teredo) are closed as a whole:
// a public service is reached by its own address.
const publicV6: readonly [string, number] = ['2000::', 3]
const closedV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [net, bits] of closedV4) closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of closedV6) closed.addSubnet(net, bits, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet(...publicV6, 'ipv6')

/** Whether a resolved address is one of the public internet, so that a call may go there. Pure. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  const bare = address.replace(/%.*$/, '')
  return isIPv6(bare) && globalV6.check(bare, 'ipv6') && !closed.check(bare, 'ipv6')
}

export interface Target {
  readonly url: URL
  /** Without brackets and without a trailing dot. */
  readonly host: string
  readonly port: number
  /** Named on the deployment's own list of exceptions: may be private, and without TLS. */
  readonly isListed: boolean
}

/** Whether an address is one of this deployment's own names, so that a call would come back to us. Pure. */
export function isOwnAddress(text: string, ownHosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const host = new URL(text).hostname.replace(/\.+$/, '')
  return ownHosts.some((own) => own.toLowerCase() === host)
}

/**
 * Reads the address of an outgoing call; null when it must not be called at all: another scheme, user
 * names, control characters, an empty part of a name, a port other than 443. The URL parser has turned
 * `0x7f.1` and the like into plain addresses by then, and names into punycode. Whether the address it
 * resolves to is public is judged later.
 */
export function targetOf(text: string, allowed: readonly string[]): Target | null {
  if (/[\u0000-\u0020\u007f]/.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.username !== '' || url.password !== '') return null
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host.split('.').includes('')) return null
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const isListed = allowed.includes(`${url.hostname}:${port}`)
  if (!isListed && (url.protocol !== 'https:' || port !== 443)) return null
  return { url, host, port, isListed }
}
