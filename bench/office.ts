import { median, p99, withServer, type BenchEnv } from './kit/env.ts'
import { diskLine } from './kit/disk-alone.ts'
import { officeDay, type OfficeDay } from './kit/office-day.ts'
import { hasProcessorTime } from './kit/processor-time.ts'
import { countsStatements } from './kit/statements.ts'

const size = {
  members: Number(process.env['KHLANG_BENCH_MEMBERS'] ?? 100_000),
  deposits: Number(process.env['KHLANG_BENCH_DEPOSITS'] ?? 1_000_000),
  consoles: Number(process.env['KHLANG_BENCH_CONSOLES'] ?? 50),
}
const creditLimitMs = 200
const callLimitMs = 150
/** Of a core. */
const coreLimit = 0.6
/** What comes from outside is no screen's call. */
const outside = new Set(['credit', 'request', 'withdrawal'])
const statementsShown = 8

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

/** A call that was given up later than its limit has missed it; one given up earlier says nothing. */
function printCall(env: BenchEnv, day: OfficeDay, [name, taken]: OfficeDay['calls'][number]): boolean {
  const { tookMs, failed, cutMs } = taken
  const limit = name === 'credit' ? creditLimitMs : outside.has(name) ? Infinity : callLimitMs
  const times = [...tookMs, ...cutMs.filter((ms) => ms > limit)]
  const worst = p99(times)
  const isAnswered = tookMs.length > 0 || cutMs.length === 0
  const isKept = failed === 0 && isAnswered && worst <= limit
  const parts = [
    `${((tookMs.length + cutMs.length) / day.seconds).toFixed(1).padStart(6)}/s`,
    `p50 ${median(times).toFixed(0).padStart(4)}, p99 ${worst.toFixed(0).padStart(5)} ms`,
    limit === Infinity ? '' : `(limit ${limit})`,
    cutMs.length > 0 ? `${cutMs.length} given up` : '',
    failed > 0 ? `${failed} failed` : '',
    isAnswered ? '' : 'never answered',
  ]
  env.print(`  ${isKept ? 'ok  ' : 'MISS'} ${name.padEnd(28)} ${parts.filter(Boolean).join('  ')}`)
  return isKept
}

function printShare(env: BenchEnv, name: string, share: number): boolean {
  const isKept = share <= coreLimit
  const limit = `(limit ${percent(coreLimit)})`
  env.print(`  ${isKept ? 'ok  ' : 'MISS'} ${name} ${percent(share)} of a core ${limit}`)
  return isKept
}

/** Prints what an office measured. @returns whether every limit held */
function printDay(env: BenchEnv, day: OfficeDay): boolean {
  env.print(
    `${size.consoles} consoles, ${size.deposits} deposits, ${day.seconds.toFixed(0)} s: ` +
      `${day.credited} credits, ${day.paid} paid out, ${day.waiting} sent to people, ` +
      `${day.heard.toFixed(0)} events a second to each; the bench itself ${percent(day.bench)} of a core`,
  )
  env.print(diskLine(day.diskMs))
  const kept = [
    ...day.calls.map((call) => printCall(env, day, call)),
    printShare(env, 'PostgreSQL', day.postgres),
    printShare(env, 'node', day.node),
  ]
  for (const { text, calls, ms, planMs, buffers } of day.statements.slice(0, statementsShown)) {
    const share = percent((ms + planMs) / 1000 / day.seconds).padStart(6)
    const rate = `${(calls / day.seconds).toFixed(1).padStart(7)}/s`
    const each = `${(ms / calls).toFixed(2).padStart(8)} + ${(planMs / calls).toFixed(2)} ms`
    const read = `${(buffers / calls).toFixed(0).padStart(7)} buffers`
    env.print(`  ${share} ${rate} ${each} ${read}  ${text.slice(0, 110)}`)
  }
  env.print('  each call alone: buffers; ms of node and of PostgreSQL')
  for (const { name, buffers, nodeMs, postgresMs } of day.alone) {
    const cpu = `${nodeMs.toFixed(1).padStart(6)} ${postgresMs.toFixed(1).padStart(7)}`
    env.print(`  ${buffers.toFixed(0).padStart(8)} ${cpu}  ${name}`)
  }
  return kept.every(Boolean)
}

/** Fifty people at their consoles on a busy evening. */
export async function run(given: BenchEnv): Promise<boolean> {
  if (!hasProcessorTime) {
    given.print('office reads processor time from /proc: it runs on Linux only')
    return false
  }
  let isKept = false
  // A server of its own: its processor time is the office's alone, and its statements are counted.
  await withServer(async (env) => {
    isKept = printDay(env, await officeDay(env, 'bench_office', size))
  }, countsStatements)
  return isKept
}
