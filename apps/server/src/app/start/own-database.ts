import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../platform/cluster/embedded-postgres.ts'
import { archiveSettings } from '../../platform/cluster/wal-archive.ts'
import { lockData } from './data-lock.ts'

interface OwnDatabase {
  readonly dataDir: string
  readonly backupDir: string | null
  /** Of the administrator; it comes from the master key. */
  readonly password: string
}

/** The administrator's address of our own PostgreSQL while it runs; null where it does not answer. */
async function runningAddress({ dataDir, password }: OwnDatabase): Promise<string | null> {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return null
  const port = readFileSync(file, 'utf8').split('\n')[3]
  const url = `postgres://khlang_admin:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
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

/**
 * Does work on our own database, which is started here for as long as that takes where it does not run.
 * @param work with the administrator's address; where it runs under another key, that address is refused
 * @throws DataInUse
 */
export async function withOwnDatabase<T>(own: OwnDatabase, work: (url: string) => Promise<T>): Promise<T> {
  const running = await runningAddress(own)
  if (running !== null) return work(running)
  const { dataDir, backupDir, password } = own
  const lock = lockData(dataDir)
  try {
    // What is written meanwhile is archived like all else.
    const started = await startEmbeddedPostgres({ dataDir, password, settings: archiveSettings(backupDir) })
    try {
      return await work(started.adminUrl)
    } finally {
      await started.stop()
    }
  } finally {
    lock.release()
  }
}
