import { resolve } from 'node:path'
import { mintAdminCode } from '../features/employees/first-people.ts'
import { createDatabase, createPool } from '../platform/db/db.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { readConfig, type Config } from './start/config.ts'
import { runCommand } from './start/operator-command.ts'
import { operate } from './start/operator-database.ts'

/**
 * A one-time code for an admin who cannot sign in, for whoever operates this machine.
 * @param username null: the only admin there is
 */
export async function adminCode(
  config: Config,
  dataDir: string,
  username: string | null,
): Promise<{ readonly username: string; readonly code: string }> {
  return operate(config, dataDir, async ({ adminUrl }) => {
    const db = createDatabase(createPool(adminUrl, { max: 1 }))
    try {
      const made = await mintAdminCode(db, username)
      if ('code' in made) return made
      throw new StartRefused(
        made.choices.length === 0
          ? 'There is no active admin yet: start the server once, it prints the first code.'
          : `Name one of the active admins: npm run admin-code -- ${made.choices.join(' | ')}`,
      )
    } finally {
      await db.destroy()
    }
  })
}

if (import.meta.main) {
  await runCommand(readConfig, async (config) => {
    const made = await adminCode(config, resolve(config.dataDir), process.argv[2] ?? null)
    return `One-time code for "${made.username}": ${made.code} (30 minutes, used once).`
  })
}
