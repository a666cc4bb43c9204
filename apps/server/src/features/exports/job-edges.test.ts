import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/db.ts'
import {
  type Columns,
  actorOf,
  aFile,
  aPerson,
  aRole,
  idOf,
  openTrials,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import type { Services } from '../../platform/call/context.ts'
import { exportRows, exportRowsMax } from '../../platform/files/exports.ts'
import * as jobs from './job-queries.ts'

// What is done to one file is done to it alone, and only while its state lets it be done.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const job = (n: number, state: string, columns: Columns = {}) =>
  aFile(n, 1, {
    row_count: 5,
    state: `'${state}'`,
    done_at: ['queued', 'running'].includes(state) ? null : 'now()',
    failure: state === 'failed' ? `'fault'` : null,
    sha256: state === 'done' ? `'x'` : null,
    bytes: state === 'done' ? 1 : null,
    expires_at: state === 'done' ? `now() + interval '1 second'` : null,
    ...columns,
  })
const states = ['queued', 'running', 'done', 'failed', 'cancelled', 'expired']
const people = [aRole(100), aPerson(1), aPerson(2)]
const stored = async (tx: Tx) => {
  const { rows } = await sql<{ it: string }>`
    select concat_ws(' ', right(id::text, 2)::integer, state, row_count, bytes,
             round(extract(epoch from expires_at - now()) / 3600)) as it
      from export_jobs order by id`.execute(tx)
  return rows.map(({ it }) => it)
}
/** What an act leaves of a job of each state, beside one of the same state. */
const after = async (act: (tx: Tx, id: string) => Promise<boolean>) => {
  const changed: string[] = []
  for (const state of states) {
    const { is, was, now } = await trials.asked([...people, job(50, state), job(51, state)], async (tx) => {
      const before = await stored(tx)
      return { is: await act(tx, idOf(50)), was: before, now: await stored(tx) }
    })
    expect(now[1], state).toBe(was[1])
    expect(now[0] !== was[0], state).toBe(is)
    if (is) changed.push(`${state}: ${now[0]}`)
  }
  return changed
}

describe('a file', () => {
  test('is cancelled while it waits or is made', async () => {
    const cancelled = '50 cancelled 5'
    expect(await after(jobs.cancelJob)).toEqual([`queued: ${cancelled}`, `running: ${cancelled}`])
  })

  test('grows, is finished for a day, or fails, while it is made', async () => {
    expect(await after((tx, id) => jobs.noteRows(tx, id, 9))).toEqual(['running: 50 running 9'])
    const made = { rows: 9, isCut: false, bytes: 77, sha256: 'y' }
    expect(await after((tx, id) => jobs.finishJob(tx, id, made))).toEqual(['running: 50 done 9 77 24'])
    expect(await after((tx, id) => jobs.failJob(tx, id, 'rightLost'))).toEqual(['running: 50 failed 5'])
  })

  test('is wanted in turn while it waits, or was being made by nobody, and is begun anew', async () => {
    const setUp = [...people, job(50, 'running'), job(51, 'cancelled'), job(52, 'queued'), job(53, 'done')]
    const seen = await trials.asked(setUp, async (tx) => {
      const wanted = (await jobs.wantedFiles(tx)).map(({ subjectId }) => subjectId)
      await sql`insert into background_jobs (kind, subject_id, owner_id, name, worker_job_id)
        values ('export', ${idOf(50)}, ${idOf(1)}, 'x', 1)`.execute(tx)
      const later = (await jobs.wantedFiles(tx)).map(({ subjectId }) => subjectId)
      const begun = [await jobs.beginFile(tx, idOf(50)), await jobs.beginFile(tx, idOf(51))]
      return { wanted, later, begun: begun.map((each) => each?.state), rows: await stored(tx) }
    })
    expect(seen).toEqual({
      wanted: [idOf(50), idOf(52)],
      later: [idOf(52)],
      begun: ['running', undefined],
      rows: ['50 running 0', '51 cancelled 5', '52 queued 5', '53 done 5 1 0'],
    })
  })

  test('is over when its time is, whether or not it was removed', async () => {
    const over = { expires_at: 'now()' }
    const seen = await trials.asked(
      [...people, job(50, 'done'), job(51, 'done', over), job(52, 'failed')],
      async (tx) => {
        const shown = (await jobs.ownJobs(tx, idOf(1))).map(({ state }) => state)
        await jobs.expireJobs(tx)
        const kept = [...(await jobs.keptIds(tx))]
        return { shown, kept, rows: await stored(tx) }
      },
    )
    expect(seen.shown).toEqual(['failed', 'expired', 'done'])
    expect(seen.kept).toEqual([idOf(50)])
    expect(seen.rows.map((each) => each.split(' ')[1])).toEqual(['done', 'expired', 'failed'])
  })

  test('stands in the list of who asked for it, the newest twenty', async () => {
    const setUp = [...people, job(40, 'done', { employee_id: uuid(2) })]
    for (let n = 50; n < 71; n += 1) setUp.push(job(n, 'done'))
    const [own, others] = await trials.asked(setUp, async (tx) => [
      (await jobs.ownJobs(tx, idOf(1))).map(({ id }) => id),
      (await jobs.ownJobs(tx, idOf(2))).map(({ id }) => id),
    ])
    expect(own).toEqual(Array.from({ length: 20 }, (_, at) => idOf(70 - at)))
    expect(others).toEqual([idOf(40)])
  })
})

test.each([
  [exportRowsMax, 'comes at once'],
  [exportRowsMax + 1, 'is left to the background'],
])('a list of %i rows %s, for who may have files', async (count, how) => {
  const services = { now: () => 0 } as unknown as Services
  const list = {
    call: 'members.exportList',
    list: 'members',
    name: 'members',
    dates: {},
    area: 'members',
    columns: [{ key: 'n', heading: 'field.username', kind: 'text', of: () => 'n' }],
    first: (_: unknown, limit: number) => Promise.resolve(Array.from({ length: Math.min(count, limit) })),
    page: () => Promise.reject(new Error('never at once')),
  } as const
  const logged: string[] = []
  const left = (exportData: boolean) =>
    trials.asked(people, async (tx) => {
      const actor = actorOf(1, { abilities: { exportData } })
      const record = ({ action }: { action: string }) => Promise.resolve(void logged.push(action))
      const input = { format: 'csv' } as const
      const context = { tx, actor, language: 'en', requestId: 'r', services, record, input } as const
      return exportRows(context, list).catch((error: unknown) => (error as { code: string }).code)
    })
  const isWhole = how === 'comes at once'
  expect(await left(true)).toMatchObject(
    isWhole ? { rows: count } : { jobId: expect.any(String) as string },
  )
  expect(logged).toEqual([isWhole ? 'exported' : 'exportAsked'])
  expect(await left(false)).toBe('forbidden')
})
