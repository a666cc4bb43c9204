import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Holder {
  readonly pid: number
  readonly startedAt: string
  readonly address?: string
}

/** Another Khlang runs on the same data folder. */
export class DataInUse extends Error {}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  try {
    // A number may have been given to another program since; on Linux its command line tells.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')
  } catch {
    return true
  }
}

/**
 * Takes the data folder for this process.
 * @returns how to note the address once it is known, and how to give the folder back
 * @throws DataInUse with the address of the other process
 */
export function lockData(dataDir: string): { noteAddress: (address: string) => void; release: () => void } {
  const file = join(dataDir, 'khlang.pid')
  const holder: Holder = { pid: process.pid, startedAt: new Date().toISOString() }
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      writeFileSync(file, JSON.stringify(holder), { flag: 'wx' })
      return {
        noteAddress: (address) => writeFileSync(file, JSON.stringify({ ...holder, address })),
        release: () => rmSync(file, { force: true }),
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const other = readHolder(file)
      if (other && isAlive(other.pid)) {
        const where = other.address ? ` at ${other.address}` : ''
        throw new DataInUse(`Khlang already runs on ${dataDir} (process ${other.pid}${where}).`)
      }
      rmSync(file, { force: true })
    }
  }
  throw new DataInUse(`Khlang is being started on ${dataDir} by another process.`)
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return null
  }
}
