import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { raiseAlarm } from '../../platform/db/alarms.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Database } from '../../platform/db/db.ts'
import { checkpointKey, makeCheckpoint } from './seal.ts'

const fileOf = (folder: string): string => join(folder, 'activity-checkpoints.jsonl')

/**
 * Who keeps heads in this folder. Noted beside it and not in it: with the folder gone, the server must still
 * know that it has signed.
 */
function writerOf(folder: string): string {
  const file = `${folder}.id`
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, randomBytes(16).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

/** The checkpoints kept outside the database, a line each; empty when there is no file. */
function keptText(folder: string): string {
  const file = fileOf(folder)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** More than a line ever takes, in bytes. */
const tailBytes = 4096

/** The end of what is kept, the last line in it whole: the file only grows, and is looked at all day. */
function keptTail(folder: string): string {
  const file = fileOf(folder)
  if (!existsSync(file)) return ''
  const opened = openSync(file, 'r')
  try {
    const { size } = fstatSync(opened)
    const tail = Buffer.alloc(Math.min(size, tailBytes))
    readSync(opened, tail, 0, tail.length, size - tail.length)
    return tail.toString('utf8')
  } finally {
    closeSync(opened)
  }
}

interface Kept {
  readonly seq: number
  readonly head: string
}

/** @returns null for a line that is no checkpoint: half written, or written by another */
function keptOf(line: string): Kept | null {
  try {
    const { seq, head } = JSON.parse(line) as Partial<Kept>
    return Number.isSafeInteger(seq) && typeof head === 'string' ? { seq: Number(seq), head } : null
  } catch {
    return null
  }
}

/** Whether the database still holds the head that was signed last, and that it was signed. */
async function stillHolds(db: Database, kept: Kept): Promise<boolean> {
  const row = await db
    .selectFrom('activity_seals as s')
    .innerJoin('activity_checkpoints as c', 'c.seq', 's.seq')
    .select('s.link')
    .where('s.seq', '=', kept.seq)
    .executeTakeFirst()
  return row?.link.toString('hex') === kept.head
}

/**
 * Whether this folder's file should hold something: its server has signed, or nobody has though there was
 * enough time to. Heads that other servers signed are in files of theirs. Who signed is not known of old
 * heads: while the newest is one of those, it is taken for this server's own. Not so where no more than the
 * last minutes of one run are without a checkpoint: a server stopped before its first one.
 */
async function shouldHold(db: Database, folder: string): Promise<boolean> {
  const { rows } = await sql<{ should: boolean }>`
    with old as (select seq, writer from activity_checkpoints where at < now() - interval '2 minutes')
    select exists (select from old where writer = ${writerOf(folder)})
      or coalesce((select writer is null from old order by seq desc limit 1), false)
      or not exists (select from activity_checkpoints) and exists (
        select from activity_seals where sealed_at < now() - interval '2 minutes'
        having max(sealed_at) - min(sealed_at) > interval '2 minutes') as should`.execute(db)
  return rows[0]?.should === true
}

/** @returns what is wrong with what was signed last; null: nothing */
async function lossOf(db: Database, folder: string, kept: string): Promise<object | null> {
  const last = kept.trimEnd().split('\n').at(-1)
  if (!last) return (await shouldHold(db, folder)) ? { kind: 'unsigned', seq: 1 } : null
  const point = keptOf(last)
  if (point === null) return { kind: 'unreadable' }
  return (await stillHolds(db, point)) ? null : { seq: point.seq }
}

/**
 * The kept checkpoints for whoever verifies. Null: the folder need not hold any, for other servers signed.
 */
export async function keptForProof({ db, evidenceDir }: Services): Promise<string | null> {
  const kept = evidenceDir === null ? '' : keptText(evidenceDir)
  return kept === '' && (evidenceDir === null || !(await shouldHold(db, evidenceDir))) ? null : kept
}

/**
 * Signs the head of the chain and keeps it in a file beside the database, for whoever verifies later. Before,
 * it looks whether the head signed last is still there: a chain that was cut raises an alarm, and so does
 * what was signed and is gone.
 */
export async function checkpoint({ db, secrets, now, evidenceDir }: Services): Promise<void> {
  const kept = evidenceDir === null ? '' : keptTail(evidenceDir)
  const detail = evidenceDir === null ? null : await lossOf(db, evidenceDir, kept)
  if (detail !== null) {
    const chain = { code: 'activity.chainBroken', entity: 'activity', entityId: 'activityChain' }
    await raiseAlarm(db, { ...chain, detail })
  }
  const made = await makeCheckpoint(db, secrets, now(), evidenceDir && writerOf(evidenceDir))
  if (made === null || evidenceDir === null) return
  mkdirSync(evidenceDir, { recursive: true })
  const key = join(evidenceDir, 'activity-checkpoints.pem')
  if (!existsSync(key)) writeFileSync(key, checkpointKey(secrets))
  // After a line that was cut short the next one must not be lost with it.
  const begin = kept === '' || kept.endsWith('\n') ? '' : '\n'
  appendFileSync(fileOf(evidenceDir), `${begin}${JSON.stringify(made)}\n`)
}
