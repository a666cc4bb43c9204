import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../platform/call/context.ts'
import type { PeriodicWork } from '../../platform/work/periodic.ts'
import { expireJobs, keptIds } from './job-queries.ts'

const fileName = /^([\da-f-]{36})\.csv$/

/** Removes what nobody may fetch any more: files that are over, and the halves of those never finished. */
export async function removeFiles({ db, exportDir }: Services): Promise<void> {
  await expireJobs(db)
  const names = await readdir(exportDir).catch(() => [])
  if (names.length === 0) return
  const kept = await keptIds(db)
  for (const name of names) {
    const id = fileName.exec(name)?.[1]
    if (id !== undefined && !kept.has(id)) await rm(join(exportDir, name), { force: true })
  }
}

export const exportWork: PeriodicWork = { name: 'exports', everyMs: 10_000, run: removeFiles }
