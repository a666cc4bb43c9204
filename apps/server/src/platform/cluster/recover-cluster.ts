import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { memorySettings } from './memory-settings.ts'
import { databasePrograms, serverSettings } from './embedded-postgres.ts'
import { freePort } from './free-port.ts'
import { databaseUser } from './run-user.ts'
import { BackupRefused, restoreCommand } from './wal-archive.ts'

export interface Recovering {
  /** The copied files of the database. */
  readonly files: string
  readonly backupDir: string
  /** The last moment that counts, with its time zone; null: as far as the archive goes. */
  readonly at: string | null
  readonly password: string
  readonly logFile: string
}

export interface Recovered {
  readonly adminUrl: string
  /** The commit that was replayed last; null where there was none after the base copy. */
  readonly lastCommitAt: string | null
  readonly stop: () => Promise<void>
}

const wrongKey = '28P01'

/** What PostgreSQL says when it gives up, in words of the operator. */
function sentenceOf(said: string, at: string | null): string {
  if (said.includes('recovery ended before configured recovery target was reached'))
    return `The archive does not reach to ${at}: ${lastCommit(said) ?? 'nothing'} is the last change in it.`
  return `PostgreSQL could not recover:\n${said.slice(-2000)}`
}

const lastCommit = (said: string): string | null =>
  [...said.matchAll(/last completed transaction was at log time ([^\n]+)/g)].at(-1)?.[1] ?? null

function settingsOf({ backupDir, at }: Recovering, port: number): Record<string, string> {
  return {
    ...memorySettings(),
    ...serverSettings,
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // It answers nobody before it has come to its end, and hands nothing over to the archive.
    hot_standby: 'off',
    archive_mode: 'off',
    restore_command: restoreCommand(resolve(backupDir)),
    recovery_target_timeline: 'latest',
    // Its zone as a number: names of zones are not read yet at that point. Inclusive: what was committed at
    // that very moment, or before it, is there.
    ...(at === null
      ? {}
      : {
          recovery_target_time: at.replace(/Z$/, '+00'),
          recovery_target_inclusive: 'on',
          recovery_target_action: 'promote',
        }),
  }
}

/**
 * Starts PostgreSQL alone on a base copy and lets it replay the log to a moment.
 * @throws BackupRefused when the archive does not reach so far, or the key is not the one of the database
 */
export async function recoverCluster(recovering: Recovering): Promise<Recovered> {
  const { files, at, password, logFile } = recovering
  const user = databaseUser()
  writeFileSync(join(files, 'recovery.signal'), '')
  const port = await freePort()
  const log = openSync(logFile, 'a', 0o600)
  const logged = fstatSync(log).size
  const said = () => readFileSync(logFile).subarray(logged).toString('utf8')
  const given = Object.entries(settingsOf(recovering, port)).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const child = spawn(join(databasePrograms(user), 'postgres'), ['-D', files, ...given], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const gone = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  const isGone = (): boolean =>
    child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  const stop = async (): Promise<void> => {
    if (!isGone()) child.kill('SIGINT')
    await gone
  }
  const adminUrl = `postgres://khlang_admin:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  try {
    await untilRecovered(adminUrl, { isGone, sentence: () => sentenceOf(said(), at) })
  } catch (error) {
    await stop()
    throw error
  }
  return { adminUrl, lastCommitAt: lastCommit(said()), stop }
}

/** However long it takes: days of changes are replayed. It answers once it is promoted. */
async function untilRecovered(
  url: string,
  { isGone, sentence }: { readonly isGone: () => boolean; readonly sentence: () => string },
): Promise<void> {
  for (;;) {
    if (isGone()) throw new BackupRefused(sentence())
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      const { rows } = await client.query<{ is_open: boolean }>('select not pg_is_in_recovery() as is_open')
      await client.end()
      if (rows[0]?.is_open === true) return
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === wrongKey)
        throw new BackupRefused('The master key is not the one of this backup. Nothing was kept.')
    }
    await sleep(100)
  }
}
