import { median, p99, withServer, type BenchEnv } from './kit/env.ts'
import { diskLine } from './kit/disk-alone.ts'
import { officeDay } from './kit/office-day.ts'
import { hasProcessorTime } from './kit/processor-time.ts'
import { countsStatements } from './kit/statements.ts'

const size = { members: 100_000, deposits: 100_000, consoles: 1 }
const creditsPerSecond = 50
const limits = { p99Ms: 200, cpuMs: 6 }

/** Fifty credits a second, each at its time whether the one before was answered or not, every job on. */
export async function run(given: BenchEnv): Promise<boolean> {
  if (!hasProcessorTime) {
    given.print('arrival reads processor time from /proc: it runs on Linux only')
    return false
  }
  let isKept = false
  await withServer(async (env) => {
    const day = await officeDay(env, 'bench_arrival', size, { creditsPerSecond, withdrawalsPerSecond: 0 })
    const credits = day.calls.find(([name]) => name === 'credit')?.[1]
    const tookMs = credits?.tookMs ?? []
    const worst = p99(tookMs)
    const cpuOf = (share: number): number => (share * day.seconds * 1000) / Math.max(1, day.credited)
    env.print(
      `${day.credited} credits in ${day.seconds.toFixed(0)} s, ${credits?.failed ?? 0} failed: ` +
        `p50 ${median(tookMs).toFixed(0)}, p99 ${worst.toFixed(0)} ms (limit ${limits.p99Ms}); ` +
        `node ${cpuOf(day.node).toFixed(1)} ms each (limit ${limits.cpuMs}), ` +
        `PostgreSQL ${cpuOf(day.postgres).toFixed(1)} ms`,
    )
    env.print(diskLine(day.diskMs))
    const isAll = credits?.failed === 0 && day.credited >= creditsPerSecond * day.seconds * 0.99
    isKept = isAll && worst <= limits.p99Ms && cpuOf(day.node) <= limits.cpuMs
  }, countsStatements)
  return isKept
}
