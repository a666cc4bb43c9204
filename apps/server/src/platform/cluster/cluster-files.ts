import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunUser } from './run-user.ts'

/** The first number PostgreSQL gives to a database that is not its own. */
const firstOwnDatabase = 16_384

/**
 * A cluster whose making was cut off (its last step is the database 5, `postgres`) and in which nobody has
 * made a database: there is nothing in it to lose. Of one with a database nothing is believed.
 */
function isHalfMade(files: string): boolean {
  const base = join(files, 'base')
  const databases = existsSync(base) ? readdirSync(base).map(Number) : []
  if (databases.some((number) => number >= firstOwnDatabase)) return false
  return !existsSync(join(files, 'global', 'pg_control')) || !databases.includes(5)
}

/** Whether these files hold a cluster that was made to the end. */
export const isCluster = (files: string): boolean =>
  existsSync(join(files, 'PG_VERSION')) && !isHalfMade(files)

/** Whether a data folder holds a database of ours. */
export const hasOwnDatabase = (dataDir: string): boolean => isCluster(join(dataDir, 'postgres'))

/**
 * Makes a cluster in a folder beside its place and puts it there when it is whole, so that a power cut leaves
 * one that is whole or none. What was left of an earlier making goes aside.
 */
export function makeCluster(bin: string, files: string, user: RunUser | undefined, password: string): void {
  const made = `${files}.new`
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true, mode: 0o700 })
  if (user) chownSync(made, user.uid, user.gid)
  initialise(bin, made, user, password)
  if (existsSync(files)) {
    const aside = `${files}.half-made`
    rmSync(aside, { recursive: true, force: true })
    renameSync(files, aside)
  }
  renameSync(made, files)
}

function initialise(bin: string, files: string, user: RunUser | undefined, password: string): void {
  const passwordFile = `${files}.pw`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      files,
      '-U',
      'khlang_admin',
      '--pwfile',
      passwordFile,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
    ],
    { ...user, cwd: '/', encoding: 'utf8' },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0)
    throw new Error(`initdb failed: ${made.stderr || made.error?.message || made.status}`)
}
