import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataInUse, lockFolder } from '../../platform/cluster/folder-lock.ts'

/** Says who has the folder, for people. It is the lock that keeps others out. */
interface Holder {
  readonly pid: number
  readonly startedAt: string
  readonly address?: string
}

const holderFile = (dataDir: string): string => join(dataDir, 'khlang.pid')

function writeHolder(dataDir: string, holder: Holder): void {
  const file = holderFile(dataDir)
  writeFileSync(`${file}.new`, JSON.stringify(holder))
  renameSync(`${file}.new`, file)
}

function refusal(dataDir: string): DataInUse {
  try {
    const { pid, address } = JSON.parse(readFileSync(holderFile(dataDir), 'utf8')) as Holder
    const where = address ? ` at ${address}` : ''
    return new DataInUse(`Khlang already runs on ${dataDir} (process ${pid}${where}).`)
  } catch {
    return new DataInUse(`Khlang is being started on ${dataDir} by another process.`)
  }
}

/**
 * Takes the data folder for this process.
 * @returns how to note the address once it is known, and how to give the folder back
 * @throws DataInUse with the address of the other process
 */
export function lockData(folder: string): { noteAddress: (address: string) => void; release: () => void } {
  const dataDir = realpathSync(folder)
  const release = lockFolder(dataDir)
  if (!release) throw refusal(dataDir)
  const holder: Holder = { pid: process.pid, startedAt: new Date().toISOString() }
  writeHolder(dataDir, holder)
  return {
    noteAddress: (address) => writeHolder(dataDir, { ...holder, address }),
    release: () => {
      rmSync(holderFile(dataDir), { force: true })
      release()
    },
  }
}
