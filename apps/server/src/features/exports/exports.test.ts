import { createHash } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { jobKinds } from '../../app/job-kinds.ts'
import { tellNews } from '../../testing/news.ts'
import { codeOf, inDatabase } from '../../testing/world/members.ts'
import { runJobs } from '../../testing/jobs.ts'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { exportKind } from './job-kind.ts'
import { removeFiles } from './jobs.ts'
import { usualBounds, type FileBounds } from './make-file.ts'

const memberCount = 10_500
const permissions = { memberManagement: ['isRead'] } as const
const abilities = { exportData: true } as const
const running = new AbortController().signal
let server: TestServer
let clerk: Person

beforeAll(async () => {
  server = await startTestServer({ isLive: true })
  await server.set({ rateExportPerHour: 1_000, rateReadPerMinute: 10_000 })
  // One name would be a formula.
  await inDatabase(
    server.database.adminUrl,
    `
    insert into members (username, phone, first_name, last_name, created_at)
      select 'x' || lpad(i::text, 6, '0'), '+669' || lpad(i::text, 8, '0'),
             case when i = 77 then '=HYPERLINK("http://x","y")' else 'ชื่อ' || i end, 'สกุล',
             timestamptz '2026-01-01' + i * interval '1 minute'
        from generate_series(1, ${memberCount}) i`,
  )
  await server.database.plant('update member_facts set balance_minor = 101')
})
afterAll(() => server.stop())
beforeEach(async () => {
  clerk = await server.person({ permissions, abilities, hasStepUp: true })
})

async function ask(person = clerk, more: object = {}): Promise<string> {
  const left = await server.as(person.token, 'en')('members.exportList', {
    format: 'csv',
    columns: ['username', 'name', 'phone', 'balance'],
    ...more,
  })
  if (!('jobId' in left)) throw new Error('The file came at once.')
  return left.jobId
}
const make = (bounds: Partial<FileBounds> = {}, signal = running) =>
  runJobs(server.services, { ...jobKinds, export: exportKind({ ...usualBounds, ...bounds }) }, signal)
const jobOf = async (id: string, person = clerk) =>
  (await person.call('exports.list', {})).records.find((job) => job.id === id)
const fetchFile = (id: string, person = clerk) =>
  server.fetch(`/api/v2/export/file/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
  })
/** A body that nobody reads would keep its connection, and the server's end waits for it. */
const statusOf = async (id: string, person?: Person) => {
  const answer = await fetchFile(id, person)
  await answer.arrayBuffer()
  return answer.status
}
const logOf = async (id: string) => {
  const { rows } = await server.services.pool.query<{ action: string; result: string; detail: object }>(
    `select action, result, detail from activity_log where detail ->> 'job' = $1 order by id`,
    [id],
  )
  return rows
}
const uuidOf = (id: string) => decodeId('export', id) ?? ''
const filesLeft = () => readdirSync(server.services.exportDir)

test('over 10,000 rows are made in the background: all of them, in order, summed, logged', async () => {
  const id = await ask()
  expect(await jobOf(id)).toMatchObject({ state: 'queued', rows: 0, sha256: null, expiresAt: null })
  expect(await statusOf(id)).toBe(404)
  await make()
  const answer = await fetchFile(id)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="members.csv"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const bytes = Buffer.from(await answer.arrayBuffer())
  const job = await jobOf(id)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(job).toMatchObject({ state: 'done', rows: memberCount, bytes: bytes.length, sha256, isCut: false })
  expect(Date.parse(job?.expiresAt ?? '') - Date.parse(job?.doneAt ?? '')).toBe(24 * 3_600_000)
  const lines = bytes.toString().trimEnd().split('\r\n')
  expect(lines[0]).toBe('\ufeffUser name,Name,Phone,Balance')
  const names = lines.slice(1, -2).map((line) => line.slice(0, 7))
  const newestFirst = (_: unknown, at: number) => `x${String(memberCount - at).padStart(6, '0')}`
  expect(names).toEqual(Array.from({ length: memberCount }, newestFirst))
  expect(lines[memberCount]).toBe('x000001,ชื่อ1 สกุล,09x-xxx-0001,1.01')
  expect(lines.find((line) => line.startsWith('x000077'))).toContain(`"'=HYPERLINK(`)
  expect(lines.at(-2)).toBe(`Total (rows: ${memberCount}),,,10605.00`)
  expect(lines.at(-1)).toContain(`members · ${clerk.username}`)
  const facts = { rows: memberCount, isCut: false, sha256 }
  expect(await logOf(id)).toMatchObject([
    { action: 'exportAsked', detail: { columns: ['username', 'name', 'phone', 'balance'] } },
    { action: 'exported', detail: { format: 'csv', filter: {}, ...facts } },
    { action: 'exportFetched', detail: facts },
  ])
  const file = join(server.services.exportDir, `${uuidOf(id)}.csv`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a file made in the background holds the rows of its filter and no other', async () => {
  const rich = `(select id from members where username <= 'x000300')`
  await server.database.plant(`update member_facts set balance_minor = 900 where member_id in ${rich}`)
  const id = await ask(clerk, { balanceMaxMinor: 101 })
  await make()
  expect(await jobOf(id)).toMatchObject({ state: 'done', rows: memberCount - 300 })
  const lines = (await (await fetchFile(id)).text()).trimEnd().split('\r\n').slice(1, -2)
  expect(lines).toHaveLength(memberCount - 300)
  expect(lines.filter((line) => line.slice(0, 7) <= 'x000300')).toEqual([])
  await server.database.plant(`update member_facts set balance_minor = 101 where member_id in ${rich}`)
})

test('who asked is told when it is ready, and nobody else', async () => {
  const other = await server.person({ permissions, abilities, hasStepUp: true })
  const id = await ask()
  await make()
  const told = async (person: Person) =>
    (await person.call('notifications.unread', {})).notifications.filter(({ entityId }) => entityId === id)
  await expect
    .poll(async () => {
      await tellNews(server.services)
      return told(clerk)
    })
    .toHaveLength(1)
  expect(await told(clerk)).toMatchObject([{ code: 'export.ready', entity: 'export', severity: 'info' }])
  expect((await told(clerk))[0]?.body.en).toContain('members.csv, 10,500 rows')
  expect(await told(other)).toEqual([])
})

test('another person neither sees, fetches nor cancels it, an administrator neither', async () => {
  const id = await ask()
  const admin = await server.person({ isAdmin: true, abilities, hasStepUp: true })
  expect(await codeOf(admin.call('exports.cancel', { id }))).toBe('404 notFound')
  await make()
  expect(await statusOf(id, admin)).toBe(404)
  expect(await jobOf(id, admin)).toBeUndefined()
  expect(await statusOf(id)).toBe(200)
})

const roleOf = (person: Person, change: string) =>
  server.database.plant(
    `update roles set ${change} where id = (select role_id from employees where id = $1)`,
    [person.id],
  )

test.each([
  ['may export no more', () => roleOf(clerk, 'export_data = false')],
  [
    'may read the list no more',
    () =>
      roleOf(
        clerk,
        `permission = jsonb_set(permission,
      '{memberManagement,isRead}', 'false')`,
      ),
  ],
  [
    'is locked',
    () => server.database.plant(`update employees set state = 'locked' where id = $1`, [clerk.id]),
  ],
])('it is not made for who meanwhile %s', async (_, lose) => {
  const id = await ask()
  await lose()
  await make()
  const [, failed] = await logOf(id)
  expect(failed).toMatchObject({
    action: 'exportFailed',
    result: 'failed',
    detail: { failure: 'rightLost' },
  })
  expect(filesLeft()).not.toContain(`${uuidOf(id)}.csv`)
})

test('who loses the right after it was made sees and gets it no more', async () => {
  const id = await ask()
  await make()
  await roleOf(clerk, 'export_data = false')
  expect(await statusOf(id)).toBe(404)
  expect(await jobOf(id)).toBeUndefined()
})

test('to fetch it asks for a recent second factor', async () => {
  const id = await ask()
  await make()
  await server.database.plant('update sessions set step_up_until = null where employee_id = $1', [clerk.id])
  expect(await statusOf(id)).toBe(403)
})

test('a file is over after its time, and is removed', async () => {
  const id = await ask()
  await make()
  await server.database.plant(`update export_jobs set expires_at = now() where id = $1`, [uuidOf(id)])
  expect(await statusOf(id)).toBe(404)
  expect(await jobOf(id)).toMatchObject({ state: 'expired' })
  // What is not ours is let alone.
  writeFileSync(join(server.services.exportDir, 'notes.txt'), '')
  await removeFiles(server.services)
  expect(filesLeft()).not.toContain(`${uuidOf(id)}.csv`)
  expect(filesLeft()).toContain('notes.txt')
})

test('what tidies up leaves a file alone while it is made and while it may be fetched', async () => {
  const id = await ask()
  const making = make({ page: 20, pages: 1, rows: 1_000 })
  await expect.poll(async () => (await jobOf(id))?.rows).toBeGreaterThan(0)
  await removeFiles(server.services)
  await making
  await removeFiles(server.services)
  const { state, sha256 } = (await jobOf(id)) ?? {}
  const bytes = Buffer.from(await (await fetchFile(id)).arrayBuffer())
  expect([state, sha256]).toEqual(['done', createHash('sha256').update(bytes).digest('hex')])
})

test('cancelled while it waits or is made, nothing is left of it', async () => {
  const waits = await ask()
  await clerk.call('exports.cancel', { id: waits })
  expect(await codeOf(clerk.call('exports.cancel', { id: waits }))).toBe('409 stateRefused')
  const id = await ask()
  const making = make({ page: 100, pages: 1 })
  await expect.poll(async () => (await jobOf(id))?.rows).toBeGreaterThan(0)
  await clerk.call('exports.cancel', { id })
  await making
  for (const each of [waits, id]) {
    expect(await jobOf(each)).toMatchObject({ state: 'cancelled' })
    expect(await statusOf(each)).toBe(404)
    expect((await logOf(each)).map(({ action }) => action)).toEqual(['exportAsked', 'exportCancelled'])
    expect(filesLeft()).not.toContain(`${uuidOf(each)}.csv`)
  }
})

test('its job is cancelled while it is made, by its owner alone, and the log says so', async () => {
  const other = await server.person({ isAdmin: true, abilities, hasStepUp: true })
  const id = await ask()
  const making = make({ page: 100, pages: 1 })
  const shown = async () => (await clerk.call('backgroundJobs.list', {})).records[0]
  await expect.poll(async () => (await shown())?.progressDone).toBeGreaterThan(0)
  const job = await shown()
  expect(job).toMatchObject({ kind: 'export', name: 'members.csv', state: 'running', exportId: null })
  const asked = { id: job?.id ?? '' }
  expect(await codeOf(other.call('backgroundJobs.cancel', asked))).toBe('404 notFound')
  await clerk.call('backgroundJobs.cancel', asked)
  expect(await codeOf(clerk.call('backgroundJobs.cancel', asked))).toBe('409 stateRefused')
  await making
  expect(await shown()).toMatchObject({ state: 'cancelled', failure: null })
  expect(await jobOf(id)).toMatchObject({ state: 'cancelled' })
  expect(filesLeft()).not.toContain(`${uuidOf(id)}.csv`)
  const logged = await server.database.asAdmin(
    `select action, detail from activity_log where entity = 'backgroundJob' and entity_id = $1`,
    [asked.id],
  )
  expect(logged).toEqual([
    { action: 'backgroundJobCancelled', detail: { kind: 'export', name: 'members.csv' } },
  ])
})

test('its job leads to the file while it may be fetched', async () => {
  const id = await ask()
  await make()
  const shown = async () => (await clerk.call('backgroundJobs.list', {})).records[0]
  expect(await shown()).toMatchObject({ state: 'done', exportId: id })
  await roleOf(clerk, 'export_data = false')
  expect(await shown()).toMatchObject({ state: 'done', exportId: null })
})

test('a server that stops in the middle does not wait for it; the next one makes it anew', async () => {
  const id = await ask()
  const stopping = new AbortController()
  const making = make({ page: 100, pages: 1 }, stopping.signal)
  await expect.poll(async () => (await jobOf(id))?.rows).toBeGreaterThan(0)
  stopping.abort()
  await making
  const left = await jobOf(id)
  expect(left?.state).toBe('running')
  expect(left?.rows).toBeLessThan(memberCount)
  await make()
  expect(await jobOf(id)).toMatchObject({ state: 'done', rows: memberCount })
  const lines = (await (await fetchFile(id)).text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + memberCount + 2)
})

test('a filter with more rows than the longest file gives a file that says so', async () => {
  const id = await ask()
  await make({ rows: 10_200 })
  expect(await jobOf(id)).toMatchObject({ state: 'done', rows: 10_200, isCut: true })
  const lines = (await (await fetchFile(id)).text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 10_200 + 2)
  expect(lines.at(-2)).toContain('Total (first 10200 rows only – the filter holds more)')
  expect((await logOf(id))[1]).toMatchObject({ detail: { rows: 10_200, isCut: true } })
})

test('a disk that is nearly full gets no file', async () => {
  const id = await ask()
  await make({ freeBytes: Number.MAX_SAFE_INTEGER })
  expect(await jobOf(id)).toMatchObject({ state: 'failed', failure: 'noRoom' })
})

test('three of a person may wait or be made, a fourth is one too many; others begin anew', async () => {
  const ids = [await ask(), await ask(), await ask()]
  expect(await codeOf(ask())).toBe('429 tooManyRequests')
  await server.database.plant(
    `update export_jobs set state = 'running', row_count = 0 where employee_id = $1`,
    [clerk.id],
  )
  expect(await codeOf(ask())).toBe('429 tooManyRequests')
  const colleague = await server.person({
    permissions,
    abilities: { exportData: true },
    hasStepUp: true,
  })
  await colleague.call('exports.cancel', { id: await ask(colleague) })
  for (const id of ids) await clerk.call('exports.cancel', { id })
})

test('while one file of a person is being made the next is refused, and nobody else’s is', async () => {
  const making = await server.services.pool.connect()
  const key = [`export:${clerk.id}`]
  const colleague = await server.person({ permissions, abilities, hasStepUp: true })
  try {
    await making.query('select pg_advisory_lock(hashtextextended($1, 0))', key)
    expect(await codeOf(ask())).toBe('429 tooManyRequests')
    await colleague.call('exports.cancel', { id: await ask(colleague) })
  } finally {
    await making.query('select pg_advisory_unlock(hashtextextended($1, 0))', key)
    making.release()
  }
  await clerk.call('exports.cancel', { id: await ask() })
})

test('masks are those of the small file, whoever asks', async () => {
  const rows = async (person: Person) => {
    const id = await ask(person, { columns: ['phone'] })
    await make()
    return (await (await fetchFile(id, person)).text()).trimEnd().split('\r\n').slice(1, -2)
  }
  const revealing = await server.person({
    permissions,
    abilities: { exportData: true, revealPii: true },
    hasStepUp: true,
  })
  for (const person of [clerk, revealing])
    for (const row of await rows(person)) expect(row).toMatch(/^\d\dx-xxx-\d{4}$/)
})
