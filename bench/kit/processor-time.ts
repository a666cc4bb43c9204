import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** Linux counts a process's time in hundredths of a second. */
const tickMs = 10

interface Times {
  readonly parent: number
  readonly ownMs: number
  /** Of children that have ended. */
  readonly endedMs: number
}

/** Null: the process has ended, or this system has no /proc. */
function timesOf(pid: number | string): Times | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => fields[at] ?? 0,
    )
    return { parent, ownMs: (user + system) * tickMs, endedMs: (endedUser + endedSystem) * tickMs }
  } catch {
    return null
  }
}

/** Whether processor time can be read: on Linux. */
export const hasProcessorTime = existsSync('/proc/self/stat')

/** What a process has used so far, in milliseconds. */
export const processMs = (pid: number): number => timesOf(pid)?.ownMs ?? 0

/** What PostgreSQL has used so far: the process that was started first and all that it started. */
export function postgresMs(pid: number): number {
  const first = timesOf(pid)
  if (!first) return 0
  let sum = first.ownMs + first.endedMs
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      const times = timesOf(name)
      if (times?.parent === pid) sum += times.ownMs + times.endedMs
    }
  return sum
}
