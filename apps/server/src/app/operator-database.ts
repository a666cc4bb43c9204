import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { hasOwnDatabase } from '../platform/cluster-files.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { keepKey, loadMasterKeys, type HeldKey } from '../platform/master-key.ts'
import { withDatabase } from '../platform/migrate.ts'
import type { MasterKey } from '../platform/secrets.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { archiveSettings } from '../platform/wal-archive.ts'
import type { Config } from './config.ts'
import { lockData } from './data-lock.ts'
import { openDeployment } from './deployment.ts'
import { keySource, withAdmin, withRightKey } from './start-database.ts'

export interface Operating {
  /** In the database of this deployment, as its administrator. */
  readonly admin: pg.Client
  readonly adminUrl: string
  readonly held: HeldKey
  readonly isOwn: boolean
}

/** The address of our own PostgreSQL while it runs; null where it does not answer. */
async function runningDatabase(dataDir: string, master: MasterKey): Promise<string | null> {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return null
  const port = readFileSync(file, 'utf8').split('\n')[3]
  const password = encodeURIComponent(master.databasePassword)
  const url = `postgres://khlang_admin:${password}@127.0.0.1:${port}/khlang`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  try {
    await client.connect()
    await client.end()
    return url
  } catch (error) {
    // It answers and refuses, because of another key: it is not started a second time.
    if (error instanceof pg.DatabaseError && error.code !== '57P03') return url
    return null
  }
}

/** The address of our own database, started here for as long as the work takes where it does not run. */
async function withOwnDatabase<T>(
  { backupDir }: Config,
  dataDir: string,
  master: MasterKey,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const running = await runningDatabase(dataDir, master)
  if (running !== null) return work(running)
  const lock = lockData(dataDir)
  try {
    const own = await startEmbeddedPostgres({
      dataDir,
      password: master.databasePassword,
      // What is written meanwhile is archived like all else.
      settings: archiveSettings(backupDir),
    })
    try {
      return await work(withDatabase(own.adminUrl, { database: 'khlang' }))
    } finally {
      await own.stop()
    }
  } finally {
    lock.release()
  }
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
    return config.databaseUrl === undefined
      ? withOwnDatabase(config, dataDir, held.key, at)
      : at(config.databaseUrl)
  })
}
