import type pg from 'pg'
import { hasOwnDatabase } from '../../platform/cluster/cluster-files.ts'
import { keepKey, loadMasterKeys, type HeldKey } from '../../platform/security/master-key.ts'
import { withDatabase } from '../../platform/migrations/migrate.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import type { Config } from './config.ts'
import { openDeployment } from './deployment.ts'
import { withOwnDatabase } from './own-database.ts'
import { keySource, withAdmin, withRightKey } from './start-database.ts'

export interface Operating {
  /** In the database of this deployment, as its administrator. */
  readonly admin: pg.Client
  readonly adminUrl: string
  readonly held: HeldKey
  readonly isOwn: boolean
}

/**
 * What an operator's command does on the database of this machine, whether the server runs or not, or on the
 * one of DATABASE_URL. The master key proves that it is the right one.
 * @throws StartRefused
 */
export async function operate<T>(
  config: Config,
  dataDir: string,
  work: (operating: Operating) => Promise<T>,
): Promise<T> {
  const isOwn = config.databaseUrl === undefined
  if (isOwn && !hasOwnDatabase(dataDir))
    throw new StartRefused(`There is no database in ${dataDir}. Name its folder by KHLANG_DATA.`)
  const keys = await loadMasterKeys(keySource(config, dataDir), () => Promise.resolve(true))
  return withRightKey(keys, async (held) => {
    const at = (adminUrl: string): Promise<T> =>
      withAdmin(adminUrl, async (admin) => {
        await openDeployment(admin, { dataDir, profile: config.profile, master: held.key })
        keepKey(held)
        return work({ admin, adminUrl, held, isOwn })
      })
    if (config.databaseUrl !== undefined) return at(config.databaseUrl)
    const own = { dataDir, backupDir: config.backupDir, password: held.key.databasePassword }
    return withOwnDatabase(own, (url) => at(withDatabase(url, { database: 'khlang' })))
  })
}
