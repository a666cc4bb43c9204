import pg from 'pg'
import { hasOwnDatabase } from '../../platform/cluster/cluster-files.ts'
import { startEmbeddedPostgres } from '../../platform/cluster/embedded-postgres.ts'
import {
  keepKey,
  loadMasterKeys,
  type HeldKey,
  type KeySource,
} from '../../platform/security/master-key.ts'
import {
  appliedDigests,
  ensureDatabase,
  migrate,
  setPassword,
  withDatabase,
} from '../../platform/migrations/migrate.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { WrongMasterKey } from '../../platform/start-refused.ts'
import { archiveSettings } from '../../platform/cluster/wal-archive.ts'
import type { Config } from './config.ts'
import { openDeployment, settleDeployment } from './deployment.ts'

export interface StartedDatabase {
  /** Address the server signs in with: the role `khlang_app`. */
  readonly appUrl: string
  /** Of the administrator: migrations, and the sandbox's past. */
  readonly adminUrl: string
  readonly secrets: Secrets
  readonly isOwnKeyFile: boolean
  readonly stop: () => Promise<void>
  /** Ends our own PostgreSQL at once; it recovers at the next start. */
  readonly kill: () => void
}

export const keySource = (config: Config, dataDir: string): KeySource => ({
  dataDir,
  masterKey: config.masterKey,
  masterKeyFile: config.masterKeyFile,
  profile: config.profile,
})

export async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

/** Whether there is a database already: then its key is there too, or it is lost. */
const hasDatabase = async (config: Config, dataDir: string): Promise<boolean> =>
  config.databaseUrl === undefined
    ? hasOwnDatabase(dataDir)
    : withAdmin(config.databaseUrl, async (admin) => (await appliedDigests(admin)).size > 0)

/**
 * Tries the keys at hand in turn: there are two where a rotation was cut off, and one of them is right.
 */
export async function withRightKey<T>(
  keys: readonly HeldKey[],
  work: (key: HeldKey) => Promise<T>,
): Promise<T> {
  const [first, next] = keys
  if (first === undefined) throw new WrongMasterKey()
  if (next === undefined) return work(first)
  try {
    return await work(first)
  } catch (error) {
    if (!(error instanceof WrongMasterKey)) throw error
  }
  return work(next)
}

/**
 * A migrated database: our own in the data folder, or the one of DATABASE_URL. Whether it is of this profile
 * and of this master key is judged before anything in it changes.
 * @throws StartRefused
 */
export async function startDatabase(
  config: Config,
  dataDir: string,
  say: (text: string) => void,
): Promise<StartedDatabase> {
  const keys = await loadMasterKeys(keySource(config, dataDir), () => hasDatabase(config, dataDir))
  return withRightKey(keys, (held) => startWith(held, { config, dataDir, say }))
}

async function startWith(
  held: HeldKey,
  given: { readonly config: Config; readonly dataDir: string; readonly say: (text: string) => void },
): Promise<StartedDatabase> {
  const { config, dataDir, say } = given
  const own = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir,
        password: held.key.databasePassword,
        settings: archiveSettings(config.backupDir),
        log: say,
      })
  const adminUrl = config.databaseUrl ?? withDatabase(own?.adminUrl ?? '', { database: 'khlang' })
  const stop = own?.stop ?? (() => Promise.resolve())
  const kill = own?.kill ?? (() => undefined)
  try {
    if (own) await ensureDatabase(own.adminUrl, 'khlang')
    const secrets = await withAdmin(adminUrl, async (admin) => {
      const opening = { dataDir, profile: config.profile, master: held.key }
      const found = await openDeployment(admin, opening)
      keepKey(held)
      const { migrations, functions } = await migrate(adminUrl, null)
      if (migrations.length > 0)
        say(`Applied ${migrations.length} migration(s): ${migrations.at(0)} to ${migrations.at(-1)}`)
      if (functions.length > 0) say(`Applied ${functions.length} file(s) of functions`)
      const settled = await settleDeployment(admin, opening, found)
      await setPassword(admin, 'khlang_app', settled.derivedPassword('database-app'))
      return settled
    })
    const password = secrets.derivedPassword('database-app')
    const isOwnKeyFile = config.masterKey === undefined && config.masterKeyFile === undefined
    return {
      appUrl: withDatabase(adminUrl, { user: 'khlang_app', password }),
      adminUrl,
      secrets,
      isOwnKeyFile,
      stop,
      kill,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
