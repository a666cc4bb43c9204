import { median, p99, withServer, type BenchEnv } from './kit/env.ts'
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

function printCall(env: BenchEnv, day: OfficeDay, [name, taken]: OfficeDay['calls'][number]): boolean {
  const { tookMs, failed, cut } = taken
  const worst = p99(tookMs)
  const limit = name === 'credit' ? creditLimitMs : outside.has(name) ? Infinity : callLimitMs
  const isKept = failed === 0 && worst <= limit
  const alone = day.alone.find((each) => each.name === name)
  const parts = [
    `${((tookMs.length + cut) / day.seconds).toFixed(1).padStart(6)}/s`,
    `p50 ${median(tookMs).toFixed(0).padStart(4)}, p99 ${worst.toFixed(0).padStart(5)} ms`,
    limit === Infinity ? '' : `(limit ${limit})`,
    cut > 0 ? `${cut} given up` : '',
    failed > 0 ? `${failed} failed` : '',
    alone
      ? `alone: ${alone.buffers.toFixed(0)} buffers, ` +
        `${alone.nodeMs.toFixed(1)} + ${alone.postgresMs.toFixed(1)} ms of node and PostgreSQL`
      : '',
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
      `${day.heard} events heard; the bench itself ${percent(day.bench)} of a core`,
  )
  const kept = [
    ...day.calls.map((call) => printCall(env, day, call)),
    printShare(env, 'PostgreSQL', day.postgres),
    printShare(env, 'node', day.node),
  ]
  for (const { text, calls, ms, buffers } of day.statements.slice(0, statementsShown)) {
    const share = percent(ms / 1000 / day.seconds).padStart(6)
    const rate = `${(calls / day.seconds).toFixed(1).padStart(7)}/s`
    const each = `${(ms / calls).toFixed(2).padStart(8)} ms`
    const read = `${(buffers / calls).toFixed(0).padStart(7)} buffers`
    env.print(`  ${share} ${rate} ${each} ${read}  ${text.slice(0, 110)}`)
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
