import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { createClient, type Client } from '@khlang/contract/derived/client.ts'
import { handlers } from '../../../apps/server/src/app/handlers.ts'
import { buildServer, closeServer } from '../../../apps/server/src/app/server.ts'
import { closeDatabases, startServices } from '../../../apps/server/src/app/services.ts'
import { addMachineKey } from '../../../apps/server/src/platform/call/signatures.ts'
import type { Services } from '../../../apps/server/src/platform/call/context.ts'
import { hashPassword } from '../../../apps/server/src/platform/security/passwords.ts'
import { createPool } from '../../../apps/server/src/platform/db/db.ts'
import { SharedReads } from '../../../apps/server/src/platform/people/shared-reads.ts'
import { cashierTokens } from '../cashier.ts'
import { closePhones, servicesOf, type MachineKey } from '../desks.ts'
import type { BenchEnv } from '../env.ts'
import type { PlanWatch } from './watch.ts'

const secret = Buffer.alloc(32, 9)
const password = 'an agreed word of the bench'
/** Keys of machines whose secret this bench knows, in a book that may have been seeded by another run. */
const site: MachineKey = { id: 'plans-site', secret }
const phone: MachineKey = { id: 'plans-phone', secret }

export interface WatchedServer {
  readonly port: number
  readonly services: Services
  /** Somebody who may do everything and has just confirmed it. */
  readonly call: Client
  /** Somebody else of whom that holds too, and the password they agree with. */
  readonly second: Client
  readonly password: string
  readonly site: MachineKey
  /** The phone of the first of the accounts that receive money. */
  readonly phone: MachineKey
  /** What was asked a moment ago is asked anew. */
  readonly forgetReads: () => void
  readonly stop: () => Promise<void>
}

/** What is there before anything is watched: somebody signed in, and the keys. */
async function openPeople(env: BenchEnv, database: string): Promise<readonly string[]> {
  const own = servicesOf(
    createPool(env.adminUrl(database), { max: 2, name: 'khlang-bench' }),
    env.adminUrl(database),
  )
  const tokens = await cashierTokens(own, 2)
  const known = await env.admin(database, `select from machine_keys where id = '${site.id}'`)
  if (known.rowCount === 0) {
    const { db, secrets } = own
    const { device_id: subjectId } = await db
      .selectFrom('device_senders as s')
      .innerJoin('bank_accounts as b', 'b.id', 's.bank_account_id')
      .select('s.device_id')
      .orderBy('b.label')
      .executeTakeFirstOrThrow()
    await addMachineKey(db, secrets, { ...site, kind: 'memberSite', subjectId: 'site', name: site.id })
    await addMachineKey(db, secrets, { ...phone, kind: 'device', subjectId, name: phone.id })
  }
  const hash = await hashPassword(own.secrets, password)
  await own.db.destroy()
  // A book that is kept gets two such people a run: nobody is asked who made them.
  await env.admin(
    database,
    `update employees set password_hash = ${pg.escapeLiteral(hash)} where password_hash is null;
     update sessions set step_up_until = now() + interval '1 day', idle_ends_at = now() + interval '1 day'
      where ended_at is null;
     insert into employee_confirmations (employee_id, how) select id, 'time' from employees e
      where created_by is not null and not exists (select from employee_confirmations c
        where c.employee_id = e.id)`,
  )
  return tokens
}

/** The product's own server in this process, on watched connections where somebody watches. */
export async function startWatched(
  env: BenchEnv,
  database: string,
  watch?: PlanWatch,
): Promise<WatchedServer> {
  const [first = '', second = ''] = await openPeople(env, database)
  const secrets = servicesOf(createPool(env.adminUrl(database)), env.adminUrl(database)).secrets
  const services = startServices(
    {
      profile: 'sandbox',
      brand: 'Khlang',
      dataDir: join(env.folder, `${database}-files`),
      egressAllow: [],
      hosts: [],
      bases: { api: '', auto: '', member: '' },
    },
    { appUrl: watch ? env.adminUrl(database) : env.appUrl(database), secrets },
    watch?.poolOf,
  )
  const shared = services as { -readonly [K in 'reads']: Services[K] }
  const loud = process.env['KHLANG_BENCH_LOUD'] !== undefined
  Object.assign(services, {
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (facts: object, text: string) =>
        loud && process.stderr.write(`${text} ${JSON.stringify(facts)}\n`),
    },
  })
  const app = await buildServer(services, {
    surfaces: ['admin', 'auto', 'member'],
    hosts: [],
    trustProxy: false,
    bases: { api: '', auto: '', member: '' },
    consoleDir: null,
    handlers,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const clientOf = (token: string): Client =>
    createClient({ bases: { api: url }, token: () => token, language: () => 'en' })
  return {
    port: (app.server.address() as AddressInfo).port,
    services,
    call: clientOf(first),
    second: clientOf(second),
    password,
    site,
    phone,
    forgetReads: () => {
      shared.reads = new SharedReads()
    },
    stop: async () => {
      closePhones()
      await closeServer(app)
      await closeDatabases(services)
    },
  }
}
