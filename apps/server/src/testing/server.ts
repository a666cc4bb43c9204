import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { createClient, type Client } from '@khlang/contract/derived/client.ts'
import { permissionMap, type Action, type Resource } from '@khlang/contract/kit/permissions.ts'
import { consoleDir } from '../app/start/build-console.ts'
import type { HandlerTables } from '../app/http/adapter.ts'
import { undeclaredText } from '../app/http/declared-details.ts'
import { handlers } from '../app/handlers.ts'
import { buildServer, closeServer } from '../app/server.ts'
import { SettingsCache, readSettings } from '../platform/db/brand-settings.ts'
import { KnownKeys } from '../platform/call/signatures.ts'
import type { Services } from '../platform/call/context.ts'
import { createDatabase, createPool } from '../platform/db/db.ts'
import { queueLiveRows } from '../features/queue/live-rows.ts'
import { SharedReads } from '../platform/people/shared-reads.ts'
import { Live } from '../platform/live/live.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { Secrets } from '../platform/security/secrets.ts'
import { mintSession } from '../platform/people/sessions.ts'
import type { WorkVitals } from '../platform/work/vitals.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { watchedHandlers } from './watched-handlers.ts'

export interface Person {
  readonly id: string
  readonly username: string
  readonly token: string
  /** The typed client, signed in as this person. */
  readonly call: Client
}

export interface PersonOptions {
  readonly permissions?: { readonly [R in Resource]?: readonly Action[] }
  readonly isAdmin?: boolean
  readonly type?: 'staff' | 'agent' | 'seller'
  readonly password?: string
  readonly abilities?: Partial<{
    revealPii: boolean
    exportData: boolean
    seeOwnBalances: boolean
    approvalLimitMinor: number | null
    adjustmentPerDayMinor: number | null
  }>
  readonly hasStepUp?: boolean
}

export interface TestServer {
  readonly url: string
  readonly database: TestDatabase
  readonly services: Services
  /** Moves the server's clock; the database keeps its own. */
  readonly clock: { ms: number }
  readonly person: (options?: PersonOptions) => Promise<Person>
  /** The typed client without or with a token. */
  readonly as: (token: string | null, language?: 'th' | 'en') => Client
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly set: (settings: Partial<BrandSettings>) => Promise<void>
  readonly stop: () => Promise<void>
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A whole server on a free port over a database of its own; calls go through real HTTP. */
export async function startTestServer(
  options: {
    profile?: 'sandbox' | 'production'
    handlers?: HandlerTables
    isLive?: boolean
    /** The address the server signs in at, in place of the database's own: a proxy before it. */
    through?: (url: string) => Promise<string>
    vitals?: () => readonly WorkVitals[]
    areJobsRunning?: () => boolean | null
  } = {},
): Promise<TestServer> {
  const database = await createTestDatabase()
  const appUrl = (await options.through?.(database.appUrl)) ?? database.appUrl
  const pool = createPool(appUrl, { max: 40 })
  const db = createDatabase(pool)
  const machinePool = createPool(appUrl, { max: 40, keepsPlans: true })
  const listPool = createPool(appUrl, { max: 10, keepsPlans: true })
  const sessionPool = createPool(appUrl, { max: 10, keepsPlans: true })
  const secrets = new Secrets(Buffer.alloc(32, 7))
  const exportDir = mkdtempSync(join(tmpdir(), 'khlang-exports-'))
  const privateDir = mkdtempSync(join(tmpdir(), 'khlang-private-'))
  const clock = { ms: 0 }
  const undeclared = new Set<string>()
  const isVerbose = process.env['KHLANG_TEST_LOG'] === '1'
  const services: Services = {
    db,
    pool,
    machineDb: createDatabase(machinePool),
    listDb: createDatabase(listPool),
    sessionDb: createDatabase(sessionPool),
    jobPool: createPool(appUrl, { max: 4, role: 'khlang_jobs' }),
    reads: new SharedReads(),
    secrets,
    keys: new KnownKeys(db, secrets),
    settings: new SettingsCache(db),
    live: new Live(db, appUrl, queueLiveRows),
    profile: options.profile ?? 'sandbox',
    brand: 'Khlang',
    evidenceDir: null,
    exportDir,
    privateDir,
    egressAllow: [],
    ownHosts: [],
    now: () => Date.now() + clock.ms,
    log: {
      ...quiet,
      error: (facts, text) => {
        if (text === undeclaredText) undeclared.add(JSON.stringify({ ...facts, requestId: '' }))
        if (isVerbose) console.error(text, facts)
      },
    },
  }
  if (options.isLive) services.live.start()
  const app = await buildServer(services, {
    surfaces: ['admin', 'auto', 'member'],
    hosts: [],
    trustProxy: false,
    bases: { api: '', auto: '', member: '' },
    consoleDir,
    handlers: options.handlers ?? watchedHandlers(handlers),
    ...(options.vitals ? { vitals: options.vitals } : {}),
    ...(options.areJobsRunning ? { areJobsRunning: options.areJobsRunning } : {}),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const as = (token: string | null, language: 'th' | 'en' = 'en'): Client =>
    createClient({
      bases: { api: url },
      token: () => token,
      language: () => language,
    })
  return {
    url,
    database,
    services,
    clock,
    as,
    person: (personOptions = {}) => addPerson({ services, database, as }, personOptions),
    fetch: (path, init) => fetch(`${url}${path}`, init),
    set: async (change) => {
      const value = JSON.stringify({ ...(await readSettings(db)), ...change })
      await database.plant('update brand_settings set value = $1', [value])
      services.settings.forget()
    },
    stop: async () => {
      // In the order of the real stop.
      await closeServer(app)
      if (options.isLive) await services.live.stop()
      await services.machineDb.destroy()
      await services.listDb.destroy()
      await services.sessionDb.destroy()
      // A test of the stop may have ended it.
      if (!services.jobPool.ending) await services.jobPool.end()
      await db.destroy()
      await database.drop()
      rmSync(exportDir, { recursive: true })
      rmSync(privateDir, { recursive: true })
      // Handlers of a test's own may refuse as they like.
      if (!options.handlers && undeclared.size > 0)
        throw new Error(`The contract lacks what was refused with:\n${[...undeclared].join('\n')}`)
    },
  }
}

/** Hashing is slow on purpose, and many people of a test have the same password. */
const hashes = new Map<string, Promise<string>>()
function hashOnce(secrets: Secrets, password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(secrets, password)
  hashes.set(password, known)
  return known
}

async function addPerson(
  { services, database, as }: Pick<TestServer, 'services' | 'database' | 'as'>,
  options: PersonOptions,
): Promise<Person> {
  const { db, secrets } = services
  const username = `p${randomBytes(5).toString('hex')}`
  const wanted = options.permissions ?? {}
  const permission = permissionMap((resource, action) => wanted[resource]?.includes(action) === true)
  const role = await db
    .insertInto('roles')
    .values({
      name: `Role ${username}`,
      is_admin: options.isAdmin ?? false,
      permission: JSON.stringify(permission),
      reveal_pii: options.abilities?.revealPii ?? false,
      export_data: options.abilities?.exportData ?? false,
      see_own_balances: options.abilities?.seeOwnBalances ?? false,
      approval_limit_minor: options.abilities?.approvalLimitMinor ?? null,
      adjustment_per_day_minor: options.abilities?.adjustmentPerDayMinor ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Nobody's hand made this person, so that they count as their own: the server itself makes none such later.
  const [employee] = await database.asAdmin<{ id: string }>(
    `insert into employees (username, display_name, type, role_id, password_hash)
     values ($1, $1, $2, $3, $4) returning id`,
    [
      username,
      options.type ?? 'staff',
      role.id,
      options.password === undefined ? null : await hashOnce(secrets, options.password),
    ],
  )
  if (!employee) throw new Error('no person was made')
  const settings = await services.settings.get()
  const token = await db.transaction().execute((tx) =>
    mintSession(tx, {
      employeeId: employee.id,
      kind: 'full',
      address: '127.0.0.1',
      device: 'test',
      settings,
    }),
  )
  if (options.hasStepUp) {
    await db
      .updateTable('sessions')
      .set({ step_up_until: new Date(Date.now() + 3_600_000) })
      .where('employee_id', '=', employee.id)
      .execute()
  }
  return { id: employee.id, username, token, call: as(token) }
}
