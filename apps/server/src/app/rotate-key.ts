import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { keyFileOf, newKeyHex, nextFile, writeKeyFile } from '../platform/security/master-key.ts'
import { MasterKey } from '../platform/security/secrets.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { readConfig, type Config } from './start/config.ts'
import { openDeployment, rewrap } from './start/deployment.ts'
import { operate } from './start/operator-database.ts'
import { keySource } from './start/start-database.ts'
import { runCommand } from './start/operator-command.ts'

/**
 * Makes a new master key and lets the database take it. The new key is on the disk before: cut off anywhere,
 * the next start opens the database with the one of the two files that is right.
 * @param to a file for the new key; null: it takes the place of the file that is used now
 * @returns the file that holds the new key
 */
export async function rotateKey(config: Config, dataDir: string, to: string | null): Promise<string> {
  const used = keyFileOf(keySource(config, dataDir))
  if (to === null && used === null)
    throw new StartRefused('The key comes from KHLANG_MASTER_KEY: name a file for the new one with --to.')
  if (to !== null && existsSync(to))
    throw new StartRefused(`${to} is there already; name a file that is not.`)
  return operate(config, dataDir, async ({ admin, held, isOwn }) => {
    // One rotation at a time: two would take the file from each other.
    await admin.query("select pg_advisory_lock(hashtext('khlang.master-key'))")
    await openDeployment(admin, { dataDir, profile: config.profile, master: held.key })
    // A rotation that was cut off before the database took its key left this one: it opens nothing.
    const target = to ?? nextFile(used ?? '')
    if (to === null) rmSync(target, { force: true })
    const hex = newKeyHex()
    writeKeyFile(target, hex)
    await rewrap(admin, { from: held.key, to: new MasterKey(Buffer.from(hex, 'hex')), isOwn })
    if (to !== null || used === null) return target
    renameSync(target, used)
    return used
  })
}

if (import.meta.main) {
  await runCommand(readConfig, async (config) => {
    const { values } = parseArgs({ options: { to: { type: 'string' } } })
    const to = values.to === undefined ? null : resolve(values.to)
    const file = await rotateKey(config, resolve(config.dataDir), to)
    return `The new master key is in ${file}. The former one opens nothing any more${
      to === null ? '.' : `: start with KHLANG_MASTER_KEY_FILE=${file} from now on.`
    }`
  })
}
