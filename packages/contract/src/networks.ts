/** Addresses and networks as text: no schema here, so that a browser may read them. */

const byteBits = (byte: string): string => Number(byte).toString(2).padStart(8, '0')

/** The 32 bits of `203.0.113.7`, or null. A byte has no leading zero: some read those as octal. */
function bitsOfV4(address: string): string | null {
  const bytes = address.split('.')
  const areBytes = bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) <= 255)
  return bytes.length === 4 && areBytes ? bytes.map(byteBits).join('') : null
}

/** The bits of groups of version 6, the last of which may be an address of version 4, or null. */
function bitsOfGroups(text: string): string | null {
  if (text === '') return ''
  const parts = text.split(':').map((group, at, all) => {
    if (at === all.length - 1 && group.includes('.')) return bitsOfV4(group)
    return /^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16).toString(2).padStart(16, '0') : null
  })
  return parts.includes(null) ? null : parts.join('')
}

/** The 128 bits of `2001:db8::1`, or null. */
function bitsOfV6(address: string): string | null {
  const halves = address.split('::')
  const [before = '', after = ''] = halves
  const [head, tail] = [bitsOfGroups(before), bitsOfGroups(after)]
  if (head === null || tail === null || halves.length > 2) return null
  const missing = 128 - head.length - tail.length
  if (halves.length === 1) return missing === 0 ? head : null
  return missing >= 16 ? head + '0'.repeat(missing) + tail : null
}

/**
 * Whether a text is an address or a network of either version: `203.0.113.7`, `203.0.113.0/24`, `::1`. A
 * network names its first address: in `203.0.113.7/24` one of the two parts is a slip.
 */
export function isNetwork(text: string): boolean {
  const [address = '', size, ...rest] = text.split('/')
  const bits = address.includes(':') ? bitsOfV6(address) : bitsOfV4(address)
  if (bits === null || rest.length > 0) return false
  if (size === undefined) return true
  if (!/^(?:0|[1-9]\d{0,2})$/.test(size) || Number(size) > bits.length) return false
  return !bits.slice(Number(size)).includes('1')
}
