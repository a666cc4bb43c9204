import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { plainAddress } from './sessions.ts'

/** Of the newer kind an address says which line it is in its first half; the rest its holder chooses. */
export function lineOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  return ipaddr.IPv6.parse(plain).toByteArray().slice(0, 8).join(':')
}
