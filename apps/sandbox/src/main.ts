import { createInterface } from 'node:readline'
import { readConfiguration } from './configuration.ts'
import { startOutside, type Started } from './start.ts'

const say = (text: string): void => void process.stderr.write(`${text}\n`)

let started: Promise<Started> | null = null
let isStopping = false

async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await (await started?.catch(() => null))?.stop().catch((error: unknown) => say(String(error)))
  process.exit(code)
}

/** The first line configures; later ones say how many consoles are open. */
function hear(line: string): void {
  if (started !== null) {
    const { consoles } = JSON.parse(line) as { consoles?: number }
    void started.then((outside) => outside.schedule.note(consoles ?? 0))
    return
  }
  started = startOutside(readConfiguration(line), say)
  started.then(
    ({ ports }) => process.stdout.write(`${JSON.stringify({ isReady: true, ...ports })}\n`),
    (error: unknown) => {
      say(String(error instanceof Error ? error.stack : error))
      void stop(1)
    },
  )
}

// Ctrl-C reaches the whole group; whoever started this process ends it by closing its input.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => void stop(0))
const given = process.env['KHLANG_SANDBOX_CONFIGURATION']
if (given !== undefined) hear(given)
const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  try {
    if (line.trim() !== '') hear(line)
  } catch (error) {
    say(`unreadable line: ${String(error)}`)
    if (started === null) void stop(1)
  }
})
lines.on('close', () => void stop(0))
