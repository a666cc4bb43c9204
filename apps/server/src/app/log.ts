import type { Log } from '../platform/call/context.ts'

// What JSON leaves as it is and a terminal may obey: DEL and the C1 controls (one of them begins an escape
// sequence like ESC does), line ends of Unicode, marks of direction.
const obeyed = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu
const escaped = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * An Error has no fields that JSON takes. Its other ones stay out: a database's refusal carries the row
 * that was refused.
 */
function readable(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const { name, message, stack } = value
  return { name, message, stack, ...('code' in value ? { code: value.code } : {}) }
}

/** One JSON line per entry, control characters escaped: a value cannot forge a line or command a terminal. */
const write =
  (level: string) =>
  (facts: object, text: string): void => {
    const line = JSON.stringify({ at: new Date().toISOString(), level, text, ...facts }, readable)
    process.stderr.write(`${line.replaceAll(obeyed, escaped)}\n`)
  }

/**
 * Whoever reads our lines may end before us (`| tee` at Ctrl-C, a terminal): what is written then is lost,
 * and the server goes on. It would end at once otherwise, and leave PostgreSQL behind.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

export const processLog: Log = { info: write('info'), warn: write('warn'), error: write('error') }
