import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settleDeployment } from '../../apps/server/src/app/deployment.ts'
import { withAdmin } from '../../apps/server/src/app/start-database.ts'
import { freePort } from '../../apps/server/src/platform/embedded-postgres.ts'
import { MasterKey, type Secrets } from '../../apps/server/src/platform/secrets.ts'
import type { BenchEnv } from './env.ts'

const program = fileURLToPath(new URL('../../apps/server/src/app/main.ts', import.meta.url))
const masterKey = Buffer.alloc(32, 7)
const readyMs = 120_000
const railMs = 50

export interface Rail {
  readonly port: number
  readonly paid: () => number
  readonly stop: () => Promise<void>
}

/** A rail that pays whatever it is asked to, after a moment. */
export async function startRail(): Promise<Rail> {
  let paid = 0
  const http = createServer((asked, response) => {
    const parts: Buffer[] = []
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.on('end', () => {
      const order = JSON.parse(Buffer.concat(parts).toString()) as {
        id: string
        amountMinor: number
        currency: string
      }
      const { id, amountMinor, currency } = order
      paid += 1
      const answer = JSON.stringify({ id, amountMinor, currency, state: 'succeeded', ref: id.slice(-8) })
      setTimeout(() => response.setHeader('content-type', 'application/json').end(answer), railMs)
    })
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  return {
    port: (http.address() as AddressInfo).port,
    paid: () => paid,
    stop: () =>
      new Promise((done) => {
        http.close(() => done())
        http.closeAllConnections()
      }),
  }
}

/** Makes a migrated database one of the sandbox, with keys that the bench knows too. */
export const ownDeployment = (env: BenchEnv, database: string, secrets: Secrets): Promise<Secrets> =>
  withAdmin(env.adminUrl(database), (admin) =>
    settleDeployment(
      admin,
      { dataDir: env.folder, profile: 'sandbox', master: new MasterKey(masterKey) },
      secrets,
    ),
  )

export interface OfficeServer {
  readonly port: number
  readonly pid: number
  readonly stop: () => Promise<void>
}

/**
 * The product itself in a process of its own, as \`npm start\` runs it. Its people and members are there
 * already, so nothing is seeded and no pretend outside world begins.
 */
export async function startServer(env: BenchEnv, database: string, rail: Rail): Promise<OfficeServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      DATABASE_URL: env.adminUrl(database),
      KHLANG_DATA: join(env.folder, database),
      KHLANG_PROFILE: 'sandbox',
      KHLANG_MASTER_KEY: masterKey.toString('hex'),
      KHLANG_EGRESS_ALLOW: `127.0.0.1:${rail.port}`,
    },
  })
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((ready, fail) => {
    const late = setTimeout(() => fail(new Error('The server was not ready in time.')), readyMs)
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (process.env['KHLANG_BENCH_LOUD']) process.stderr.write(text)
      said = `${said}${text}`.slice(-5000)
      if (!said.includes('Khlang is ready at')) return
      clearTimeout(late)
      ready()
    })
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}:\n${said}`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}
