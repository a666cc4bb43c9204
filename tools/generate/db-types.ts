import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/cluster/embedded-postgres.ts'
import { ensureDatabase, migrate, withDatabase } from '../../apps/server/src/platform/migrations/migrate.ts'

const target = fileURLToPath(new URL('../../apps/server/src/platform/db/db-types.ts', import.meta.url))

/** The row types of a migrated database, as `queries.ts` files use them. @param url of an administrator */
export function dbTypesText(url: string): string {
  const out = join(mkdtempSync(join(tmpdir(), 'khlang-types-')), 'types.ts')
  const program = fileURLToPath(
    new URL('../../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url),
  )
  execFileSync(
    process.execPath,
    [
      program,
      '--dialect',
      'postgres',
      '--url',
      url,
      '--out-file',
      out,
      '--exclude-pattern',
      // Nor the tables of the worker, which the server's role does not read.
      '{schema_migrations,schema_functions,graphile_worker.*}',
    ],
    { stdio: 'pipe' },
  )
  const text = readFileSync(out, 'utf8')
    .replaceAll(
      /export type Timestamp = .*;/g,
      'export type Timestamp = ColumnType<string, Date | string, Date | string>;',
    )
    .replaceAll(/export type Int8 = .*;/g, 'export type Int8 = ColumnType<number, number, number>;')
  rmSync(out)
  return text
}

if (import.meta.main) {
  const dataDir = mkdtempSync(join(tmpdir(), 'khlang-db-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, password: 'types', settings: { fsync: 'off' } })
  try {
    const url = withDatabase(server.adminUrl, { database: 'khlang' })
    await ensureDatabase(server.adminUrl, 'khlang')
    await migrate(url, 'types')
    writeFileSync(target, dbTypesText(url))
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
