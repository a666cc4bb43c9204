import { totalmem } from 'node:os'
import { constrainedMemory } from 'node:process'

const mib = 2 ** 20

/** Bytes this process may count on: of the machine, or of the container it runs in. */
const memoryOfMachine = (): number => {
  const limit = constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

const within = (value: number, least: number, most: number): number =>
  Math.floor(Math.min(most, Math.max(least, value)))

/**
 * Settings of PostgreSQL that follow from the memory it may use, in bytes. A book that outgrows the buffers
 * pays after each checkpoint, when every page is written to the log whole: large buffers, and checkpoints as
 * seldom as the log's room allows. What is reserved is used only as pages are read.
 */
export function memorySettings(memory: number = memoryOfMachine()): Readonly<Record<string, string>> {
  const all = memory / mib
  const inMib = (value: number) => `${value}MB`
  return {
    shared_buffers: inMib(within(all / 4, 128, 8192)),
    effective_cache_size: inMib(within(all / 2, 256, 1_048_576)),
    maintenance_work_mem: inMib(within(all / 32, 64, 1024)),
    max_wal_size: inMib(within(all / 2, 1024, 16_384)),
    checkpoint_timeout: '30min',
  }
}
