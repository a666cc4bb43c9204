import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { ensureDatabase, migrate, withDatabase } from '../platform/migrate.ts'
import { loadSecrets, type Secrets } from '../platform/secrets.ts'
import type { Config } from './config.ts'

export interface StartedDatabase {
  /** Address the server signs in with: the role `khlang_app`. */
  readonly appUrl: string
  readonly secrets: Secrets
  readonly isOwnKeyFile: boolean
  readonly stop: () => Promise<void>
}

/** A migrated database: our own in the data folder, or the one of DATABASE_URL. */
export async function startDatabase(
  config: Config,
  dataDir: string,
  say: (text: string) => void,
): Promise<StartedDatabase> {
  const { secrets, isOwnFile } = loadSecrets({
    dataDir,
    masterKey: config.masterKey,
    masterKeyFile: config.masterKeyFile,
  })
  const own = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir,
        password: secrets.derivedPassword('database-admin'),
        log: say,
      })
  const adminUrl = config.databaseUrl ?? withDatabase(own?.adminUrl ?? '', { database: 'khlang' })
  const stop = own?.stop ?? (() => Promise.resolve())
  try {
    if (own) await ensureDatabase(own.adminUrl, 'khlang')
    const appPassword = secrets.derivedPassword('database-app')
    const applied = await migrate(adminUrl, appPassword)
    if (applied.length > 0)
      say(`Applied ${applied.length} migration(s): ${applied.at(0)} to ${applied.at(-1)}`)
    const appUrl = withDatabase(adminUrl, { user: 'khlang_app', password: appPassword })
    return { appUrl, secrets, isOwnKeyFile: isOwnFile, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
