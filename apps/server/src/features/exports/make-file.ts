import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EmployeeActor } from '../../platform/people/actor.ts'
import type { Running } from '../../platform/background/job-kinds.ts'
import type { Services } from '../../platform/call/context.ts'
import type { Database, Reader } from '../../platform/db/db.ts'
import { hasRoom } from '../../platform/files/disk-room.ts'
import { csvFoot, csvHead, csvRows } from '../../platform/files/export-file.ts'
import { Totals } from '../../platform/files/export-totals.ts'
import { markOf, mayExport, shapeOf, type ExportedList } from '../../platform/files/exports.ts'
import { findAbsentActor } from '../../platform/people/sessions.ts'
import { listOf } from './files.ts'
import { noteRows, type Failure, type Job, type Made } from './job-queries.ts'

/** How long a file may be and how much is done at once. Tests set their own: every way is gone. */
export interface FileBounds {
  /** A filter with more rows gives a file of these alone, which says so. */
  readonly rows: number
  /** Rows read by one statement and written by one turn: money waits for no longer than this takes. */
  readonly page: number
  /** Pages between two looks at what else may have become of the job. */
  readonly pages: number
  /** Room that must be left on the disk, which the database may share. */
  readonly freeBytes: number
}
export const usualBounds: FileBounds = { rows: 1_000_000, page: 500, pages: 5, freeBytes: 2 ** 31 }

/** Between two pages: what else this process does comes first. */
const pauseMs = 10
const pageTimeoutMs = 60_000

/** `left`: cancelled, or the server stops; nothing is to be said of it. */
export type Ending =
  | ({ readonly kind: 'made'; readonly actor: EmployeeActor } & Made)
  | { readonly kind: 'failed'; readonly failure: Failure; readonly actor: EmployeeActor | null }
  | { readonly kind: 'left' }

/** Where the file of a job lies. */
export const pathOf = (folder: string, jobId: string): string => join(folder, `${jobId}.csv`)

/** The person who asked, as they are now, and whether they may still have the file. */
export async function askerOf(db: Reader, job: Job) {
  const actor = await findAbsentActor(db, job)
  return { actor, mayHave: actor !== null && mayExport(actor, job.call) }
}

const lost = (actor: EmployeeActor | null): Ending => ({ kind: 'failed', failure: 'rightLost', actor })

type Page = Awaited<ReturnType<ExportedList<object>['page']>>

/** A page may pass over many rows that do not fit: it has longer than a person would wait. */
const readPage = <R>(db: Database, list: ExportedList<R>, place: Parameters<ExportedList<R>['page']>[1]) =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(pageTimeoutMs)}`.execute(tx)
    return list.page(tx, place)
  })

/** A file that only this program's user may read, and the fingerprint of what was written to it. */
async function openFile(path: string) {
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  return {
    write: async (text: string) => {
      const part = Buffer.from(text)
      hash.update(part)
      bytes += part.length
      await file.appendFile(part)
    },
    facts: () => ({ bytes, sha256: hash.digest('hex') }),
    close: () => file.close(),
  }
}

/**
 * Makes the file of a job page by page, with the rights that its person has at the time.
 */
export async function makeFile(
  services: Services,
  job: Job,
  { stopping, report }: Running,
  bounds: FileBounds,
): Promise<Ending> {
  const { db, listDb, exportDir, secrets } = services
  await mkdir(exportDir, { recursive: true, mode: 0o700 })
  const asker = await askerOf(db, job)
  if (asker.actor === null || !asker.mayHave) return lost(asker.actor)
  const { actor } = asker
  const nowMs = services.now()
  const settings = await services.settings.get()
  const list = await listOf(db, job.call, { actor, settings, secrets, nowMs, filter: job.filter })
  const shape = shapeOf(list, job.language, job.columns)
  const totals = new Totals(shape)
  const mark = await markOf(list, job.language, actor, services)
  const file = await openFile(pathOf(exportDir, job.id))
  try {
    await file.write(csvHead(shape))
    let rows = 0
    let place: { readonly after?: string } | null = {}
    for (let pages = 0; place !== null && rows < bounds.rows; pages += 1) {
      if (pages % bounds.pages === 0) {
        if (!(await noteRows(db, job.id, rows)) || !(await report(rows))) return { kind: 'left' }
        const { actor: nowActor, mayHave } = await askerOf(db, job)
        if (!mayHave) return lost(nowActor)
        if (!(await hasRoom(exportDir, bounds.freeBytes)))
          return { kind: 'failed', failure: 'noRoom', actor: nowActor }
      }
      const size = Math.min(bounds.page, bounds.rows - rows)
      const page: Page = await readPage(listDb, list, { ...place, size })
      totals.add(page.records)
      await file.write(csvRows(shape, page.records))
      rows += page.records.length
      place = page.afterCursor === null ? null : { after: page.afterCursor }
      await sleep(pauseMs)
      if (stopping.aborted) return { kind: 'left' }
    }
    const isCut = place !== null
    await file.write(csvFoot(shape, totals, { isCut, mark }))
    return { kind: 'made', actor, rows, isCut, ...file.facts() }
  } finally {
    await file.close()
  }
}
