import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The operating-system user the database runs as; undefined when this process is not root. */
export interface RunUser {
  readonly uid: number
  readonly gid: number
}

const findUser = (): RunUser | undefined => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/**
 * PostgreSQL refuses to run as root, so root lends it the `postgres` user and makes that user where missing.
 * @throws when root cannot make the user.
 */
export function databaseUser(): RunUser | undefined {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return undefined
  const known = findUser()
  if (known) return known
  execFileSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ])
  const made = findUser()
  if (!made) throw new Error('The user "postgres" could not be made; PostgreSQL does not run as root.')
  return made
}

/** True when `user` can enter every folder above `path`. */
export function canReach(user: RunUser | undefined, path: string): boolean {
  let folder = path
  while (!existsSync(folder)) folder = dirname(folder)
  if (!user) {
    accessSync(folder, constants.R_OK)
    return true
  }
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0
}

/**
 * A folder of programs that `user` can run: the given one, or a copy outside a folder only root can enter.
 * @param source folder with `bin`, `lib`, `share`
 */
export function reachablePrograms(user: RunUser | undefined, source: string, copyTo: string): string {
  if (canReach(user, join(source, 'bin'))) return source
  if (!existsSync(join(copyTo, 'bin', 'postgres'))) {
    mkdirSync(copyTo, { recursive: true, mode: 0o755 })
    cpSync(source, copyTo, { recursive: true, verbatimSymlinks: true })
  }
  return copyTo
}
