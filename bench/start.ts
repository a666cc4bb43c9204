import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../apps/server/src/platform/cluster/free-port.ts'
import { median, type BenchEnv } from './kit/env.ts'
import { startProduct } from './kit/product.ts'

const rounds = 5
const idleMs = 30_000
const limits = { startMs: 1000, memoryMb: 170 }

/** What a process holds of the machine's memory, in MB; Linux only. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

/** A production server with a database of its own: how soon it is there again, and what it holds at rest. */
export async function run(env: BenchEnv): Promise<boolean> {
  if (!existsSync('/proc/self/status')) {
    env.print('start reads memory from /proc: it runs on Linux only')
    return false
  }
  const settings = {
    PORT: String(await freePort()),
    KHLANG_DATA: join(env.folder, 'production'),
    KHLANG_PROFILE: 'production',
  }
  const first = await startProduct(settings)
  await first.stop()
  const took: number[] = []
  let memory = 0
  for (let n = 1; n <= rounds; n += 1) {
    const product = await startProduct(settings)
    took.push(product.startedMs)
    if (n === rounds) {
      await sleep(idleMs)
      memory = memoryOf(product.pid)
    }
    await product.stop()
  }
  const startMs = median(took)
  env.print(
    `first start ${first.startedMs.toFixed(0)} ms; second, median of ${rounds}: ${startMs.toFixed(0)} ms ` +
      `(limit ${limits.startMs}); at rest ${memory.toFixed(0)} MB (limit ${limits.memoryMb})`,
  )
  return startMs <= limits.startMs && memory <= limits.memoryMb
}
