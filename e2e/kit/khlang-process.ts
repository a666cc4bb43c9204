import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface RunningKhlang {
  readonly address: string
  readonly dataDir: string
  /** All it printed up to its ready line. */
  readonly said: string
  /** Ends it and removes its data. */
  readonly stop: () => Promise<void>
}

/** Starts the whole product as a new user would, on an empty data folder and a free port. */
export async function runKhlang(environment: Readonly<Record<string, string>>): Promise<RunningKhlang> {
  const dataDir = mkdtempSync(join(tmpdir(), 'khlang-e2e-'))
  chmodSync(dataDir, 0o755)
  const server = spawn(process.execPath, [join(root, 'apps/server/src/app/main.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: '0', KHLANG_DATA: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  const address = await new Promise<string>((done, fail) => {
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const ready = /ready at (http:\S+)/.exec(said)
      if (ready?.[1]) done(ready[1])
    })
    server.once('exit', () => fail(new Error(`Khlang stopped at start:\n${said}`)))
  })
  const stop = async (): Promise<void> => {
    const gone = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { address, dataDir, said, stop }
}
