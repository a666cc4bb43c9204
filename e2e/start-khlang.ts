import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runKhlang } from './khlang-process.ts'

/**
 * The product under test. The outside world is quiet and moves only when a test tells it to (`outside.ts`).
 * Addresses and sign-ins reach the tests by the environment.
 */
export default async function startKhlang(): Promise<() => Promise<void>> {
  const khlang = await runKhlang({ KHLANG_PROFILE: 'sandbox', KHLANG_SANDBOX_EVENTS: 'off' })
  process.env['KHLANG_E2E_URL'] = khlang.address
  process.env['KHLANG_E2E_OUTSIDE'] = /Sandbox page at (http:\S+)/.exec(khlang.said)?.[1] ?? ''
  process.env['KHLANG_E2E_ACCOUNTS'] = readFileSync(join(khlang.dataDir, 'sandbox-accounts.json'), 'utf8')
  return khlang.stop
}
