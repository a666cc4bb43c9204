import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { settleDeployment } from '../../apps/server/src/app/start/deployment.ts'
import { withAdmin } from '../../apps/server/src/app/start/start-database.ts'
import { freePort } from '../../apps/server/src/platform/cluster/free-port.ts'
import { MasterKey, type Secrets } from '../../apps/server/src/platform/security/secrets.ts'
import type { BenchEnv } from './env.ts'
import { startProduct, type Product } from './product.ts'

const masterKey = Buffer.alloc(32, 7)
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

/** The product on a database whose people and members are there: no seed, no pretend outside world. */
export const startServer = async (env: BenchEnv, database: string, rail: Rail): Promise<Product> =>
  startProduct({
    PORT: String(await freePort()),
    DATABASE_URL: env.adminUrl(database),
    KHLANG_DATA: join(env.folder, database),
    KHLANG_PROFILE: 'sandbox',
    KHLANG_MASTER_KEY: masterKey.toString('hex'),
    KHLANG_EGRESS_ALLOW: `127.0.0.1:${rail.port}`,
  })
