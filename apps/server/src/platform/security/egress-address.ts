import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Answers for the host it runs on in one of the big clouds, though the number is a public one. */
const cloudHost = '168.63.129.16'
/** All that the public internet uses of version 6. The library calls whatever it has no name for public. */
const publicV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether a resolved address is one of the public internet, so that a call may go there: the library knows
 * the special ranges of both versions (IANA registries, safety rows 71-74). Addresses of version 6 that carry
 * one of version 4 (mapped, NAT64, 6to4, Teredo) are refused as a whole: a public service is reached by its
 * own address. Node judges the spelling first, as the library also reads octal and shortened ones. Pure.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' ? parsed.toString() !== cloudHost : parsed.match(publicV6)
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
