import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { createRoles } from '../features/employees/first-people.ts'
import { seedSettings } from '../platform/brand-settings.ts'
import { createDatabase, createPool } from '../platform/db.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { ensureDatabase, migrate, withDatabase } from '../platform/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
  }
}

/** The password of the role the server signs in as, in test databases alone. */
const appPassword = 'test'

/**
 * One real PostgreSQL for the whole run, with a migrated template that every test file clones. Losing power
 * is not tested here, so it need not wait for the disk.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'khlang-test-'))
  // The `postgres` user must be able to enter, else the files go to its own home and stay there.
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({
    dataDir,
    password: 'test',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
  })
  const url = withDatabase(server.adminUrl, { database: 'khlang_template' })
  await ensureDatabase(server.adminUrl, 'khlang_template')
  await migrate(url, appPassword)
  const db = createDatabase(createPool(url, { max: 1 }))
  await seedSettings(db, initialSettings('sandbox'))
  await createRoles(db)
  await db.destroy()
  project.provide('adminUrl', server.adminUrl)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
