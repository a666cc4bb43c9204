import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what a system gives to outgoing connections: one of those may not take it before it is used. */
const range = [20_000, 32_000] as const
const attempts = 100

/** Whether nothing listens on this port of loopback. */
export const isPortFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** A port of loopback that nothing listens on. @throws when none is found */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const port = randomInt(...range)
    if (await isPortFree(port)) return port
  }
  throw new Error('No port of this machine is free.')
}
