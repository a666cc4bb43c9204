import type { Server } from 'node:http'
import { isIPv6, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { plainAddress } from '../../platform/people/sessions.ts'

/** More than an office needs, and fewer than a process may have files open. */
const connectionsMax = 8000
/** A quarter of all: whoever opens and holds what they can leaves the others theirs. */
export const perAddressMax = 2000

/** Of the newer kind an address says which line it is in its first half; the rest its holder chooses. */
export function lineOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  return ipaddr.IPv6.parse(plain).toByteArray().slice(0, 8).join(':')
}

/**
 * Bounds how many connections there are, and how many from one place. Behind a proxy all are the proxy's,
 * which bounds its own.
 */
export function boundConnections(server: Server, isBehindProxy: boolean): void {
  server.maxConnections = connectionsMax
  if (isBehindProxy) return
  const open = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const line = lineOf(socket.remoteAddress ?? '')
    const count = (open.get(line) ?? 0) + 1
    if (count > perAddressMax) {
      socket.destroy()
      return
    }
    open.set(line, count)
    socket.once('close', () => {
      const left = (open.get(line) ?? 1) - 1
      if (left === 0) open.delete(line)
      else open.set(line, left)
    })
  })
}
