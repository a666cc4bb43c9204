import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { lineOf } from '../../platform/people/address-line.ts'

/** More than an office needs, and fewer than a process may have files open. */
const connectionsMax = 8000
/** A quarter of all: whoever opens and holds what they can leaves the others theirs. */
export const perAddressMax = 2000

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
