import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Reader } from '../../platform/db/db.ts'
import { bangkok } from '../../platform/files/export-file.ts'
import type { ExportProof } from '../../platform/files/exports.ts'
import { word } from '../../platform/texts.ts'
import { checkpoint, keptForProof } from './checkpoints.ts'
import { chainState } from './queries.ts'
import { checkpointKey } from './seal.ts'

const program = fileURLToPath(new URL('../../../../../tools/verify/verify-activity.ts', import.meta.url))
const longestMs = 600_000
const hourMs = 3_600_000
/** Two to four seconds of proof: of a longer log a file is made in the background, where nobody waits. */
const quickRows = 100_000
/** Who takes several files in a row has them proven once. */
const freshMs = 60_000

interface Verified {
  readonly count: number
  readonly findings: readonly { readonly kind: string; readonly seq: number; readonly text: string }[]
}

/**
 * Runs the verifier, a program of its own that shares no code with the server: it is given the chain's key
 * and the address of the database, both over its input. @throws when it did not come to an end
 */
async function runVerifier(asked: object): Promise<Verified> {
  const child = spawn(process.execPath, [program, '--asked'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: longestMs,
  })
  child.stdin.end(JSON.stringify(asked))
  return JSON.parse(await text(child.stdout)) as Verified
}

/**
 * Once an hour at least, and more often while that costs little: a run may take a sixtieth of the time.
 */
export async function verifyWhenDue(services: Services): Promise<void> {
  const last = await lastRun(services.db)
  const pauseMs = Math.min(hourMs, (last?.took_ms ?? 0) * 60)
  if (!last || services.now() - Date.parse(last.at) >= pauseMs) await verifyLog(services)
}

const runColumns = ['at', 'took_ms', 'row_count', 'findings'] as const

const lastRun = (db: Reader) =>
  db
    .selectFrom('activity_verifications')
    .select([...runColumns])
    .orderBy('at', 'desc')
    .executeTakeFirst()

/**
 * Every file of the log is made of a log that was proven just before, and its last line says what was
 * found. Source: safety.md A5.
 */
export const logProof: ExportProof = {
  takesLong: async (db) => (await chainState(db)).sealedCount > quickRows,
  line: async (services, language) => {
    const known = await lastRun(services.db)
    const isFresh = known !== undefined && services.now() - Date.parse(known.at) < freshMs
    const run = isFresh ? known : await verifyLog(services)
    const [first] = run.findings as unknown as Verified['findings']
    const sentence = word('activity-logs', first ? 'file.broken' : 'file.whole', language) ?? ''
    return sentence
      .replace('{{verified}}', String(run.row_count))
      .replace('{{time}}', bangkok(Date.parse(run.at)))
      .replace('{{seq}}', String(first?.seq ?? ''))
  },
}

/**
 * Proves the whole log against its chain and the heads signed outside; an alarm says what is not whole.
 * @returns the run as it is kept
 */
export async function verifyLog(services: Services) {
  const { db, pool, secrets } = services
  // A server that was stopped before it signed is not broken; what is gone raises its alarm there.
  await checkpoint(services)
  const started = performance.now()
  const { count, findings } = await runVerifier({
    url: pool.options.connectionString,
    chainKey: secrets.key('activity-chain').toString('hex'),
    kept: await keptForProof(services),
    publicKey: checkpointKey(secrets),
  })
  const run = await db
    .insertInto('activity_verifications')
    .values({
      row_count: count,
      took_ms: Math.round(performance.now() - started),
      findings: JSON.stringify(findings),
    })
    .returning([...runColumns])
    .executeTakeFirstOrThrow()
  const [first] = findings
  if (first === undefined) return run
  const detail = { seq: first.seq, kind: first.kind }
  const chain = { code: 'activity.chainBroken', entity: 'activity', entityId: 'activityChain' }
  await raiseAlarm(db, { ...chain, detail })
  return run
}
