import { existsSync, lstatSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another process has the folder, or it is no folder to run on: said to whoever starts Khlang as it is. */
export class DataInUse extends Error {}

const busy = 5
/** Locks that are held: one that nothing refers to would be given back by the garbage collector. */
const held = new Set<DatabaseSync>()

/**
 * Takes the lock of a folder: one of the kernel on the file `khlang.lock`, by way of SQLite, which asks for
 * it alike on every system. It ends with the process, however that ends, and belongs to the file itself: no
 * number of a process is compared, which in a container is the same each time; of any number of starters one
 * gets it. The file stays: whoever removed it would let a second process in.
 * @returns how to give it back; null when another process has it
 */
export function lockFolder(folder: string): (() => void) | null {
  const lock = new DatabaseSync(join(folder, 'khlang.lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    held.add(lock)
    return () => {
      if (held.delete(lock)) lock.close()
    }
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return null
    throw error
  }
}

/** Where the database files lie when the data folder only links to them; null: in the folder itself. */
export function linkedFiles(dataDir: string): string | null {
  const link = join(dataDir, 'postgres')
  const known = lstatSync(link, { throwIfNoEntry: false })
  return known?.isSymbolicLink() ? resolve(dataDir, readlinkSync(link)) : null
}

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

/**
 * Takes database files that lie outside the data folder. They know whose they are: a copy of the data folder
 * copies the link alone and, started, would take the database from under its owner. A folder that was moved
 * keeps them: nothing is at its old place any more, or nothing that links here.
 * @returns how to give them back
 * @throws DataInUse when another folder owns them, or another process runs on them
 */
export function claimLinkedFiles(dataDir: string, files: string): () => void {
  const home = dirname(files)
  if (!existsSync(home)) {
    throw new DataInUse(
      `${dataDir} holds no database: its "postgres" is a link to ${files}, which is not there.`,
    )
  }
  const note = join(home, 'khlang.home')
  const owner = existsSync(note) ? readFileSync(note, 'utf8').trim() : dataDir
  if (!isSameFolder(owner, dataDir) && linkedFiles(owner) === files) {
    throw new DataInUse(
      `${dataDir} holds no database: its "postgres" is a link to ${files}, which belongs to ${owner}. ` +
        'A copy needs database files of its own: stop Khlang, copy them too, and let the link lead there.',
    )
  }
  const release = lockFolder(home)
  if (!release) throw new DataInUse(`Khlang already runs on the database files in ${files}.`)
  writeFileSync(note, `${dataDir}\n`, { mode: 0o600 })
  return release
}
