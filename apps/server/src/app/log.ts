import type { Log } from '../platform/context.ts'

/** One JSON line per entry; JSON escapes line ends and control characters, so a value cannot forge a line. */
const write =
  (level: string) =>
  (facts: object, text: string): void => {
    process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), level, text, ...facts })}\n`)
  }

export const processLog: Log = { info: write('info'), warn: write('warn'), error: write('error') }
