import ipaddr from 'ipaddr.js'

/** Addresses and networks as text: no schema here, so that a browser may read them. */

/**
 * The library also reads zones, bytes in octal and hexadecimal, and `127.1`. PostgreSQL refuses those, and
 * two programs may read one of them as two addresses.
 */
function isAddress(text: string): boolean {
  if (!text.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(text)
  const tail = text.slice(text.lastIndexOf(':') + 1)
  if (tail.includes('.') && !ipaddr.IPv4.isValidFourPartDecimal(tail)) return false
  return !text.includes('%') && ipaddr.IPv6.isValid(text)
}

/**
 * Whether a text is an address or a network of either version: `203.0.113.7`, `203.0.113.0/24`, `::1`. A
 * network names its first address: in `203.0.113.7/24` one of the two parts is a slip.
 */
export function isNetwork(text: string): boolean {
  const [address = '', size, ...rest] = text.split('/')
  if (!isAddress(address) || rest.length > 0) return false
  if (size === undefined) return true
  if (!/^(?:0|[1-9]\d{0,2})$/.test(size) || !ipaddr.isValidCIDR(text)) return false
  const version = address.includes(':') ? ipaddr.IPv6 : ipaddr.IPv4
  return version.networkAddressFromCIDR(text).toString() === version.parse(address).toString()
}
