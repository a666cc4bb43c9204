import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Starts the whole product as a new user would, on an empty data folder and a free port; the outside world is
 * quiet and moves only when a test tells it to. Address and sign-ins reach the tests by the environment.
 */
export default async function startKhlang(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'khlang-e2e-'))
  chmodSync(dataDir, 0o755)
  const server = spawn(process.execPath, [join(root, 'apps/server/src/app/main.ts')], {
    cwd: root,
    env: { ...process.env, PORT: '0', KHLANG_DATA: dataDir, KHLANG_PROFILE: 'sandbox', KHLANG_SANDBOX_EVENTS: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((done, fail) => {
    let said = ''
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const ready = /ready at (http:\S+)/.exec(said)
      if (ready?.[1]) done(ready[1])
    })
    server.once('exit', () => fail(new Error(`Khlang stopped at start:\n${said}`)))
  })
  process.env['KHLANG_E2E_URL'] = address
  process.env['KHLANG_E2E_ACCOUNTS'] = readFileSync(join(dataDir, 'sandbox-accounts.json'), 'utf8')
  return async () => {
    const gone = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
}
