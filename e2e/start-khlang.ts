import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { runKhlang } from './khlang-process.ts'

/**
 * The product under test. The outside world is quiet and moves only when a test tells it to (`outside.ts`).
 * Addresses and sign-ins reach the tests by the environment.
 */
export default async function startKhlang(): Promise<() => Promise<void>> {
  const hookPort = String(await freePort())
  const khlang = await runKhlang({
    KHLANG_PROFILE: 'sandbox',
    KHLANG_SANDBOX_EVENTS: 'off',
    KHLANG_EGRESS_ALLOW: `127.0.0.1:${hookPort}`,
  })
  process.env['KHLANG_E2E_HOOK'] = hookPort
  process.env['KHLANG_E2E_URL'] = khlang.address
  process.env['KHLANG_E2E_OUTSIDE'] = /Sandbox page at (http:\S+)/.exec(khlang.said)?.[1] ?? ''
  process.env['KHLANG_E2E_ACCOUNTS'] = readFileSync(join(khlang.dataDir, 'sandbox-accounts.json'), 'utf8')
  return khlang.stop
}

/** A port that a test may listen on as a system outside; the product may call it. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
