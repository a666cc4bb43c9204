import type { BenchEnv } from '../env.ts'
import { leastAnswer, readsPerAnswer } from '../list-cases.ts'
import type { PlanWatch, Seen } from './watch.ts'
import type { WatchedServer } from './server.ts'

/** Something that is asked or done once, by the product's own code. */
export interface PlanCase {
  readonly name: string
  /** Rows that a job is to find, as SQL. */
  readonly prepared?: string
  readonly run: (server: WatchedServer) => Promise<unknown>
  /** Whether there is anything to run by now; absent: there is. */
  readonly isWanted?: () => boolean
  /** How many it worked off or answers, where its answer does not say so itself. */
  readonly answers?: number
  /** Whether it looks for what somebody typed. */
  readonly isSearch?: boolean
  /** Why it may read more, as a sentence: such a case is printed and never a miss. */
  readonly because?: string
}

/** Pages read per row that may be read: an index that is walked from end to end finds few rows in many. */
const buffersPerRow = 10
/** A search looks at a thousand found of each way, of members and of money, before it shows a page. */
const searchedMost = 5000
const shown = 3

/** Rows of a page or how many a total has counted, wherever the answer has them. */
function answeredBy(answer: unknown, depth = 0): number {
  if (Array.isArray(answer)) return answer.length
  if (typeof answer !== 'object' || answer === null || depth > 3) return 0
  return Math.max(
    0,
    ...Object.entries(answer).map(([key, value]) =>
      typeof value === 'number' && /^(count|total|entries)$/i.test(key)
        ? value
        : answeredBy(value, depth + 1),
    ),
  )
}

/** Runs one case on its watched server, prints it, and says whether it read no more than it may. */
export async function judged(
  env: BenchEnv,
  watch: PlanWatch,
  server: WatchedServer,
  each: PlanCase,
): Promise<boolean> {
  server.forgetReads()
  await watch.forget()
  if (each.prepared !== undefined) await watch.prepare(each.prepared)
  let answer: unknown
  let seen: readonly Seen[]
  const begun = performance.now()
  try {
    ;({ answer, seen } = await watch.seenBy(() => each.run(server)))
  } catch (error) {
    env.print(`  MISS ${each.name}: ${String(error)}`)
    return false
  }
  const ms = performance.now() - begun
  const answered = Math.max(leastAnswer, each.answers ?? answeredBy(answer))
  const rows = seen.reduce((sum, one) => sum + one.rows, 0)
  const buffers = seen.reduce((sum, one) => sum + one.buffers, 0)
  const scans = [...new Set(seen.flatMap((one) => one.scans))]
  const most = readsPerAnswer * answered + (each.isSearch === true ? searchedMost : 0)
  const isKept = rows <= most && scans.length === 0 && buffers <= most * buffersPerRow
  const word = isKept ? 'ok  ' : each.because === undefined ? 'MISS' : 'long'
  const figures = [
    `${String(rows).padStart(8)} rows of ${String(most).padStart(6)}`,
    `${String(buffers).padStart(7)} pages`,
    `${String(seen.length).padStart(4)} statements`,
    `${ms.toFixed(0).padStart(6)} ms`,
  ]
  const scanned = scans.length === 0 ? '' : `  SEQ SCAN ${scans.join()}`
  const why = isKept || each.because === undefined ? '' : `  (${each.because})`
  env.print(`  ${word} ${figures.join(', ')}  ${each.name}${scanned}${why}`)
  if (isKept) return true
  const worst = seen.toSorted((a, b) => b.rows + b.buffers / 10 - a.rows - a.buffers / 10)
  for (const one of worst.slice(0, shown)) {
    if (one.rows + one.buffers / buffersPerRow < leastAnswer && one.scans.length === 0) continue
    env.print(`           ${one.rows} rows, ${one.buffers} pages: ${one.text.slice(0, 200)}`)
    if (process.env['KHLANG_BENCH_LOUD']) env.print(JSON.stringify(one, null, 1))
  }
  return each.because !== undefined
}
