import { withServer, type BenchEnv } from './kit/env.ts'
import { officeDay, type OfficeDay } from './kit/office-day.ts'
import { hasProcessorTime } from './kit/processor-time.ts'
import { countsStatements } from './kit/statements.ts'

/** Longer than all others together: only when named. */
export const isLong = true

const deposits = Number(process.env['KHLANG_BENCH_DEPOSITS'] ?? 500_000)
const consoles = Number(process.env['KHLANG_BENCH_CONSOLES'] ?? 25)
const membersOf = (count: number): number => Math.max(2000, Math.round(count / 10))
const limit = 1.3
/** Below these a call costs next to nothing, and how often it does is chance. */
const leastBuffers = 20
const leastMs = 0.5

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const ratio = (large: number, small: number, least: number): number =>
  Math.max(large, least) / Math.max(small, least)

function compare(env: BenchEnv, small: OfficeDay, large: OfficeDay): boolean {
  let isKept = true
  for (const { name, ...after } of large.alone) {
    const before = small.alone.find((each) => each.name === name)
    if (!before) continue
    const msBefore = before.nodeMs + before.postgresMs
    const msAfter = after.nodeMs + after.postgresMs
    const buffers = ratio(after.buffers, before.buffers, leastBuffers)
    const cpu = ratio(msAfter, msBefore, leastMs)
    const isOk = buffers <= limit && cpu <= limit
    isKept &&= isOk
    env.print(
      `  ${isOk ? 'ok  ' : 'MISS'} ${name.padEnd(44)} ` +
        `buffers ${before.buffers.toFixed(0)} → ${after.buffers.toFixed(0)} (${buffers.toFixed(2)}), ` +
        `CPU ${msBefore.toFixed(1)} → ${msAfter.toFixed(1)} ms (${cpu.toFixed(2)}), limit ${limit}`,
    )
    if (isOk) continue
    for (const { text, buffers: read } of after.dearest)
      env.print(`         ${read.toFixed(0).padStart(6)} buffers  ${text.slice(0, 160)}`)
  }
  return isKept
}

/** The same office on a book ten times as large with four times as many people: a call costs the same. */
export async function run(given: BenchEnv): Promise<boolean> {
  if (!hasProcessorTime) {
    given.print('office reads processor time from /proc: it runs on Linux only')
    return false
  }
  const days: OfficeDay[] = []
  for (const [times, people] of [
    [1, consoles],
    [10, consoles * 4],
  ] as const) {
    const size = { deposits: deposits * times, members: membersOf(deposits * times), consoles: people }
    await withServer(async (env) => {
      const day = await officeDay(env, 'bench_office', size)
      env.print(
        `${people} consoles, ${size.deposits} deposits: PostgreSQL ${percent(day.postgres)}, ` +
          `node ${percent(day.node)} of a core, ${day.credited} credits in ${day.seconds.toFixed(0)} s`,
      )
      days.push(day)
    }, countsStatements)
  }
  const [small, large] = days
  return small !== undefined && large !== undefined && compare(given, small, large)
}
