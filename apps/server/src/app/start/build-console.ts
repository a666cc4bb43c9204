import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

/** Where the built console lies. */
export const consoleDir = fileURLToPath(new URL('../../../../console/dist', import.meta.url))

/**
 * Builds the console when its sources changed since the last build; a deployment without sources serves
 * what it has.
 */
export async function buildConsole(say: (text: string) => void): Promise<void> {
  const tool = `${root}tools/build-console.ts`
  if (!existsSync(tool)) return
  const { isStale } = (await import(tool)) as { isStale: () => boolean }
  if (!isStale()) return
  say('Building the console')
  const built = spawnSync(process.execPath, [tool], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0)
    throw new Error(`The console could not be built:\n${built.stdout}\n${built.stderr}`)
}
