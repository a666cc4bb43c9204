import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { createRoles } from '../../features/employees/first-people.ts'
import { seedSettings } from '../../platform/db/brand-settings.ts'
import { createDatabase, createPool } from '../../platform/db/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../platform/cluster/embedded-postgres.ts'
import { ensureDatabase, migrate, withDatabase } from '../../platform/migrations/migrate.ts'
import { keep, takeKept } from './kept-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
  }
}

/** The password of the role the server signs in as, in test databases alone. */
const appPassword = 'test'

/** Prepares a server that runs; one that cannot be prepared is not left behind. */
export async function prepared<S extends { readonly stop: () => Promise<void> }>(
  server: S,
  prepare: (server: S) => Promise<void>,
): Promise<S> {
  try {
    await prepare(server)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

const template = 'khlang_template'

async function migrateTemplate({ adminUrl }: { readonly adminUrl: string }): Promise<void> {
  await ensureDatabase(adminUrl, template)
  await migrate(withDatabase(adminUrl, { database: template }), appPassword)
}

async function fillTemplate({ adminUrl }: { readonly adminUrl: string }): Promise<void> {
  const url = withDatabase(adminUrl, { database: template })
  const db = createDatabase(createPool(url, { max: 1 }))
  await seedSettings(db, initialSettings('sandbox'))
  await createRoles(db)
  await db.destroy()
}

const inMemory = '/dev/shm'
const roomBytes = 4 * 1024 ** 3

/** In memory where there is room: a disk searches long for free places among files just deleted. */
function folderOfFiles(): string {
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize >= roomBytes ? inMemory : tmpdir()
}

/** Losing power is not tested here, so it need not wait for the disk. */
const startIn = (dataDir: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({
    dataDir,
    password: 'test',
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      // Each worker's servers hold pools of their own, far more connections than one product has.
      max_connections: '400',
      shared_buffers: '512MB',
    },
  })

/**
 * One real PostgreSQL for the whole run, with a migrated template that every test file clones. Where no
 * migration changed, its files are those of the run before.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(folderOfFiles(), 'khlang-test-'))
  // The `postgres` user must be able to enter, else the files go to its own home and stay there.
  chmodSync(dataDir, 0o755)
  if (!takeKept(dataDir)) {
    const first = await prepared(await startIn(dataDir), migrateTemplate)
    await first.stop()
    keep(dataDir)
  }
  const server = await prepared(await startIn(dataDir), fillTemplate)
  project.provide('adminUrl', server.adminUrl)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
