import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, readFileSync, readlinkSync, existsSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { MasterKey } from '../apps/server/src/platform/security/secrets.ts'

const program = fileURLToPath(new URL('../apps/server/src/app/main.mjs', import.meta.url))
const startMs = 120_000

/** The real server on a data folder of its own, started and killed as often as one likes. */
export class ServerProcess {
  readonly dataDir: string
  readonly port: number
  readonly #log: WriteStream
  readonly #env: Readonly<Record<string, string>>
  #child: ChildProcess | null = null

  constructor(dataDir: string, port: number, env: Readonly<Record<string, string>> = {}) {
    this.dataDir = dataDir
    this.port = port
    this.#env = env
    this.#log = createWriteStream(join(dataDir, 'server.log'), { flags: 'a' })
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  /**
   * Starts the server and waits for its ready line.
   * @returns milliseconds from the start of the process to that line
   * @throws when it ends before, or takes longer than two minutes
   */
  async start(): Promise<number> {
    const begun = performance.now()
    const child = spawn(process.execPath, [program], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: String(this.port),
        KHLANG_DATA: this.dataDir,
        KHLANG_SANDBOX_EVENTS: 'off',
        ...this.#env,
      },
    })
    this.#child = child
    child.stderr.on('data', (text) => this.#log.write(text))
    await new Promise<void>((done, fail) => {
      const timer = setTimeout(() => fail(new Error('the server was not ready in time')), startMs)
      child.once('exit', (code, signal) => {
        clearTimeout(timer)
        fail(new Error(`the server ended with ${code ?? signal}; see ${join(this.dataDir, 'server.log')}`))
      })
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.#log.write(`${line}\n`)
        if (!line.startsWith('Khlang is ready')) return
        clearTimeout(timer)
        done()
      })
    })
    return performance.now() - begun
  }

  /** Stops the process where it stands, so that what it was doing can be looked at. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  /** `kill -9` of this one process; PostgreSQL and the sandbox are left to themselves. */
  async kill(): Promise<void> {
    const child = this.#child
    if (child === null || !this.isRunning) return
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    child.kill('SIGKILL')
    await ended
  }

  /** Ends as Ctrl-C does. */
  async stop(): Promise<void> {
    const child = this.#child
    if (child === null || !this.isRunning) return
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    child.kill('SIGTERM')
    await ended
  }

  /** First process of PostgreSQL, as it wrote it down itself. */
  get databasePid(): number {
    return Number(this.#postmaster()[0])
  }

  get masterKey(): MasterKey {
    const hex = readFileSync(join(this.dataDir, 'master.key'), 'utf8').trim()
    return new MasterKey(Buffer.from(hex, 'hex'))
  }

  /** Address of the administrator; the port is another after each start. */
  get adminUrl(): string {
    const password = encodeURIComponent(this.masterKey.databasePassword)
    return `postgres://khlang_admin:${password}@127.0.0.1:${Number(this.#postmaster()[3])}/khlang`
  }

  #postmaster(): string[] {
    return readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  }
}

/** Whether a process of this id is there (a zombie is not). */
export function isAlive(pid: number): boolean {
  const exe = `/proc/${pid}/exe`
  if (existsSync('/proc/self/exe')) {
    try {
      return readlinkSync(exe) !== ''
    } catch {
      return false
    }
  }
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
