import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, p99 } from './env.ts'

const everyMs = 100
const slowMs = 50
const bytes = 8192
const size = 256 * bytes

/** How long the disk takes to keep one page, asked ten times a second beside whatever else it does. */
export interface DiskAlone {
  /** Ends the asking. @returns what each took, in ms */
  readonly stop: () => Promise<number[]>
}

/**
 * Whoever commits waits for the disk. Where it stands still by itself now and then, as disks of shared
 * machines do, this tells it beside the figures of those who waited.
 */
export async function watchDisk(folder: string): Promise<DiskAlone> {
  const file = await open(join(folder, 'disk-alone'), 'w')
  await file.write(Buffer.alloc(size))
  await file.datasync()
  const end = new AbortController()
  const run = async (): Promise<number[]> => {
    const tookMs: number[] = []
    for (let n = 0; !end.signal.aborted; n += 1) {
      await file.write(Buffer.alloc(bytes, n), 0, bytes, (n * bytes) % size)
      const begun = performance.now()
      await file.datasync()
      tookMs.push(performance.now() - begun)
      // A bench that fails half-way does not wait for it.
      await sleep(everyMs, undefined, { ref: false })
    }
    await file.close()
    return tookMs
  }
  const all = run()
  return {
    stop: async () => {
      end.abort()
      return await all
    },
  }
}

/** What it took, for people: a slow one here says why a commit was slow there. */
export function diskLine(tookMs: readonly number[]): string {
  const all = [...tookMs]
  const slow = all.filter((ms) => ms > slowMs)
  const lost = slow.reduce((sum, ms) => sum + ms, 0)
  const slowest = Math.max(0, ...all).toFixed(0)
  const usual = `p50 ${median(all).toFixed(1)}, p99 ${p99(all).toFixed(0)}, slowest ${slowest} ms`
  const late = `${slow.length} of ${all.length} over ${slowMs}, ${lost.toFixed(0)} ms in all`
  return `the disk alone, to keep a page: ${usual}; ${late}`
}
