import { mkdir, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { businessOn } from '../../../platform/business-day.ts'
import type { Services } from '../../../platform/call/context.ts'
import { sqlState } from '../../../platform/db/db.ts'
import { hasRoom } from '../../../platform/files/disk-room.ts'
import { recordActivity } from '../../../platform/people/activity.ts'
import type { PeriodicWork } from '../../../platform/work/periodic.ts'
import { lastClosableOn } from '../../../platform/work/close-days.ts'
import {
  detachMonth,
  dueMonths,
  keepSums,
  noteFile,
  noteWaiting,
  seeMonth,
  waitingRow,
} from './archive-queries.ts'
import { folderOf, pathOf, writeMonth, type MonthFile, type Sums } from './month-file.ts'

/** Room that must be left on the disk, which the database may share. */
const freeBytes = 2 ** 31
/** The tables of bets are asked for so often, each time for a blink. */
const triesMax = 40
const againMs = 3000

/** Somebody uses the tables: PostgreSQL's code of a lock that was not to be had. */
const isBusy = (error: unknown): boolean => sqlState(error) === '55P03' || sqlState(error) === '40P01'

/** Something became of a bet after its file was written: the month is begun anew. */
class MovedOn extends Error {}

/** The first month whose bets are kept: so many whole ones before that of a day. Pure. */
export function firstKept(todayOn: string, keptMonths: number): string {
  const [year, month] = todayOn.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 - keptMonths, 1)).toISOString().slice(0, 10)
}

/** Whether two sums are one. Pure. */
const isSame = (one: Sums, other: Sums): boolean =>
  (Object.keys(one) as (keyof Sums)[]).every((name) => one[name] === other[name])

type Month = { readonly id: string; readonly month: string }

/** In one transaction: what the file is, the log's row, and the month leaves. @throws MovedOn */
async function leave(services: Services, { id, month }: Month, file: MonthFile, lastXid: string | null) {
  await services.db.transaction().execute(async (tx) => {
    await noteFile(tx, id, file)
    const { bets, outcomes, settled, bytes, sha256 } = file
    await recordActivity(tx, 'system', null, {
      entity: 'list',
      entityId: 'bet-months',
      action: 'betMonthArchived',
      detail: {
        ...settled,
        settledBets: settled.bets,
        month: month.slice(0, 7),
        bets,
        outcomes,
        bytes,
        sha256,
      },
    })
    // Last, so that bets wait for nothing but this.
    if (!(await detachMonth(tx, id, lastXid))) throw new MovedOn()
  })
}

/** The same, as often as somebody else uses the tables. */
async function leaveInTime(
  services: Services,
  month: Month,
  file: MonthFile,
  lastXid: string | null,
  stopping?: AbortSignal,
): Promise<boolean> {
  for (let left = triesMax; left > 0; left -= 1) {
    if (stopping?.aborted === true) return false
    try {
      await leave(services, month, file, lastXid)
      return true
    } catch (error) {
      if (error instanceof MovedOn) return false
      if (!isBusy(error)) throw error
      await sleep(againMs, undefined, stopping ? { signal: stopping } : {}).catch(() => undefined)
    }
  }
  return false
}

/**
 * Writes the file of a month, proves it, and takes the month out of the tables of bets. What keeps it where
 * it is stands in its row, and it is looked at again in an hour.
 * @throws where the figures are not the sums of its bets: somebody must look
 */
async function archiveMonth(services: Services, month: string, stopping?: AbortSignal): Promise<void> {
  const { db } = services
  const id = await waitingRow(db, month)
  const wait = (reason: 'running' | 'figuresBehind' | 'figuresDiffer' | 'noRoom', openBets = 0) =>
    noteWaiting(db, id, { reason, openBets })
  const seen = await seeMonth(db, month)
  if (seen.openBets > 0) return wait('running', seen.openBets)
  const lastOn = lastClosableOn(await services.settings.get(), services.now())
  if (!seen.isCertain || !seen.isFolded || (seen.lastOn ?? lastOn) > lastOn) return wait('figuresBehind')
  await mkdir(folderOf(services), { recursive: true, mode: 0o700 })
  if (!(await hasRoom(folderOf(services), freeBytes))) return wait('noRoom')
  const { differing, kept } = await keepSums(db, month)
  const file = differing === 0 ? await writeMonth(services, { id, month }, stopping) : null
  if (file === null || !isSame(file.became, kept) || !isSame(file.settled, kept)) {
    await wait('figuresDiffer')
    throw new Error(`the bets of ${month} do not add up to the figures of play`)
  }
  if (!(await leaveInTime(services, { id, month }, file, seen.lastXid, stopping)))
    await rm(pathOf(services, id), { force: true })
}

/**
 * Takes out the months that are over their time, the oldest first. One that cannot leave keeps no other back.
 * @throws the first error, after all were tried
 */
export async function archiveDueMonths(services: Services, stopping?: AbortSignal): Promise<void> {
  const settings = await services.settings.get()
  const before = firstKept(businessOn(settings, services.now()), settings.betKeptMonths)
  const errors: unknown[] = []
  for (const month of await dueMonths(services.db, before)) {
    if (stopping?.aborted) return
    await archiveMonth(services, month, stopping).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

export const betArchiveWork: PeriodicWork = {
  name: 'betArchive',
  everyMs: 3_600_000,
  // A month of 18,000,000 bets is read once and written to a file.
  limitMs: 6 * 3_600_000,
  run: archiveDueMonths,
}
