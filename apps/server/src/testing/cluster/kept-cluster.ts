import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const cache = join(root, 'node_modules/.cache/khlang-test')
/** What the files of a migrated PostgreSQL come from; the rest of the template is written in each run. */
const sources = [
  'database/**/*.sql',
  'apps/server/src/platform/{migrations/*,cluster/embedded-postgres}.ts',
  'apps/server/{package.json,src/testing/cluster/{global-setup,kept-cluster}.ts}',
]

function digest(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted())
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** With owners and rights, of which PostgreSQL is strict. */
function copy(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-a', from, to])
}

/**
 * Puts the migrated database files of a former run into a data folder, where the migrations are still those.
 * @returns whether there were any
 */
export function takeKept(dataDir: string): boolean {
  const kept = join(cache, digest())
  if (!existsSync(kept)) return false
  const files = join(dataDir, 'postgres')
  try {
    copy(kept, files)
    return true
  } catch {
    // Another run has just put newer ones in their place.
    rmSync(files, { recursive: true, force: true })
    return false
  }
}

/** Keeps the files of a migrated database that was stopped, in place of those kept before. */
export function keep(dataDir: string): void {
  const files = join(dataDir, 'postgres')
  // Elsewhere where PostgreSQL may not enter: such a machine makes them each time.
  if (!existsSync(join(files, 'PG_VERSION'))) return
  const kept = join(cache, digest())
  const made = `${kept}-${process.pid}`
  mkdirSync(cache, { recursive: true })
  for (const old of globSync('*', { cwd: cache }).filter((name) => /^[\da-f]{16}$/.test(name)))
    rmSync(join(cache, old), { recursive: true, force: true })
  copy(files, made)
  try {
    renameSync(made, kept)
  } catch {
    // Another run was faster.
    rmSync(made, { recursive: true, force: true })
  }
}
