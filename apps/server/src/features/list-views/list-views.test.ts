import { encodeId } from '@khlang/contract/values/values.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer, type Person, type TestServer } from '../../testing/server.ts'
import { layoutsMax, viewsMax, viewsPerListMax } from './rules.ts'

let server: TestServer
/** Reads members and shapes roles. */
let lead: Person
/** Reads members, with a role of their own. */
let clerk: Person
let admin: Person

const code = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )
const filters = { state: ['active', 'locked'], search: ['somchai'] }
const layout = { order: ['username', 'phone'], hidden: ['phone'], widths: { phone: 120 }, density: null }
const save = (by: Person, change: object = {}) =>
  by.call('listViews.create', { list: 'members', name: 'VIP', scope: 'private', filters, ...change })
const seen = async (by: Person, list = 'members') =>
  (await by.call('listViews.list', { list })).views.map(({ name }) => name)
const roleOf = (person: Person) =>
  server.services.db
    .selectFrom('employees')
    .select('role_id')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
/** Moves somebody to another's role, past the approvals of the product. */
const giveRole = async (person: Person, of: Person) => {
  const { role_id } = await roleOf(of)
  await server.database.plant('update employees set role_id = $2 where id = $1', [person.id, role_id])
}
const acts = () =>
  server.services.db
    .selectFrom('activity_log')
    .select(['action', 'before', 'after'])
    .where('entity', 'in', ['listView', 'list'])
    .orderBy('id')
    .execute()

beforeAll(async () => {
  server = await startTestServer()
  const members = ['isRead'] as const
  lead = await server.person({
    permissions: { memberManagement: members, roleManagement: ['isRead', 'isUpdate'] },
  })
  clerk = await server.person({ permissions: { memberManagement: members } })
  admin = await server.person({ isAdmin: true })
})
afterAll(() => server.stop())
beforeEach(() => server.database.plant('truncate list_views, list_layouts'))

describe('a saved view', () => {
  test('comes back as it was saved, to its owner alone', async () => {
    const { id } = await save(lead, { layout })
    const { views, mayShare } = await lead.call('listViews.list', { list: 'members' })
    expect(views).toEqual([
      {
        id,
        name: 'VIP',
        scope: 'private',
        filters,
        layout,
        owner: lead.username,
        isOwn: true,
        mayDelete: true,
        version: 1,
      },
    ])
    expect(mayShare).toBe(true)
    expect(await seen(clerk)).toEqual([])
    expect(await seen(admin)).toEqual([])
    expect(await seen(lead, 'queue')).toEqual([])
    expect(await code(clerk.call('listViews.delete', { id }))).toBe('notFound')
    expect(await code(admin.call('listViews.delete', { id }))).toBe('notFound')
  })

  test('for a role is seen by who holds the role now, and by nobody who left it', async () => {
    const mate = await server.person()
    await giveRole(mate, lead)
    await save(lead, { name: 'กะดึก', scope: 'role' })
    expect(await seen(mate)).toEqual(['กะดึก'])
    expect(await seen(clerk)).toEqual([])
    await giveRole(mate, clerk)
    expect(await seen(mate)).toEqual([])
  })

  test('for everyone is seen by the staff that may open the list, and by no others', async () => {
    await save(lead, { scope: 'everyone' })
    expect(await seen(clerk)).toEqual(['VIP'])
    const stranger = await server.person({ permissions: { dashboard: ['isRead'] } })
    const seller = await server.person({ type: 'seller', permissions: { memberManagement: ['isRead'] } })
    expect(await seen(stranger)).toEqual([])
    expect(await seen(seller)).toEqual([])
  })

  test('is shared only by who shapes roles, and only where the list’s right is known', async () => {
    expect((await clerk.call('listViews.list', { list: 'members' })).mayShare).toBe(false)
    expect(await code(save(clerk, { scope: 'everyone' }))).toBe('forbidden')
    expect(await code(save(clerk, { scope: 'role' }))).toBe('forbidden')
    expect(await code(save(lead, { scope: 'everyone', list: 'queue' }))).toBe('forbidden')
    expect(await code(save(admin, { scope: 'everyone', list: 'some.new-list' }))).toBe('forbidden')
    expect(await code(save(clerk, { list: 'some.new-list' }))).toBe('done')
    const { id } = await save(clerk)
    const shared = { id, version: 1, name: 'VIP', scope: 'role', filters } as const
    expect(await code(clerk.call('listViews.update', shared))).toBe('forbidden')
  })

  test('is changed by its owner, from the version they saw', async () => {
    const { id } = await save(lead, { scope: 'everyone' })
    const change = { id, version: 1, name: 'VIP ใหม่', scope: 'everyone', filters: {} } as const
    expect(await code(clerk.call('listViews.update', change))).toBe('forbidden')
    expect(await code(admin.call('listViews.update', change))).toBe('forbidden')
    expect(await lead.call('listViews.update', change)).toEqual({ version: 2 })
    expect(await code(lead.call('listViews.update', change))).toBe('stale')
    expect(await seen(clerk)).toEqual(['VIP ใหม่'])
    await lead.call('listViews.update', { ...change, version: 2, scope: 'private' })
    expect(await seen(clerk)).toEqual([])
  })

  test('of another is taken away by an admin alone, and stays in the books', async () => {
    const { id } = await save(lead, { scope: 'everyone' })
    expect(await code(clerk.call('listViews.delete', { id }))).toBe('forbidden')
    expect(await admin.call('listViews.delete', { id })).toEqual({})
    expect(await seen(lead)).toEqual([])
    expect(await code(lead.call('listViews.delete', { id }))).toBe('notFound')
    const kept = await server.services.db.selectFrom('list_views').select('archived_at').execute()
    expect(kept).toEqual([{ archived_at: expect.any(String) }])
    expect(await code(save(lead))).toBe('done')
  })

  test('is in the activity log, shared or not, without what was searched for', async () => {
    const known = (await acts()).length
    const { id } = await save(lead)
    const change = { id, name: 'VIP', scope: 'role', filters } as const
    await lead.call('listViews.update', { ...change, version: 1 })
    await lead.call('listViews.update', { ...change, version: 2, name: 'VVIP' })
    await lead.call('listViews.delete', { id })
    const rows = (await acts()).slice(known)
    const actions = ['viewSaved', 'viewShared', 'viewChanged', 'viewDeleted']
    expect(rows.map(({ action }) => action)).toEqual(actions)
    expect(rows[0]).toMatchObject({ before: null, after: { viewName: 'VIP', scope: 'private' } })
    expect(rows[2]).toMatchObject({
      before: { viewName: 'VIP' },
      after: { list: 'members', viewName: 'VVIP', scope: 'role', filter: ['state', 'search'] },
    })
    expect(JSON.stringify(rows)).not.toContain('somchai')
  })

  test('is refused beyond fifty of a list, with a name taken, or with what is no filter', async () => {
    const names = Array.from({ length: viewsPerListMax }, (_, at) => `v${at}`)
    await Promise.all(names.slice(1).map((name) => save(clerk, { name })))
    const last = await Promise.all([code(save(clerk, { name: 'a' })), code(save(clerk, { name: 'b' }))])
    expect(last.toSorted()).toEqual(['done', 'viewsFull'])
    expect(await code(save(clerk, { name: 'c', list: 'queue' }))).toBe('done')
    await save(lead)
    expect(await code(save(lead, { name: 'vip' }))).toBe('viewNameInUse')
    expect(await code(save(lead, { name: ' ' }))).toBe('requiredField')
    const wrong = async (change: object) => await code(save(lead, { name: 'x', ...change }))
    expect(await wrong({ filters: { 'a b': ['1'] } })).not.toBe('done')
    expect(await wrong({ filters: { search: 'text' } })).toBe('invalidType')
    expect(await wrong({ filters: { search: [{ $ne: '1' }] } })).toBe('invalidType')
    expect(await wrong({ filters: { search: ['x'.repeat(201)] } })).toBe('textTooLong')
    const many = Array.from({ length: 40 }, (_, at) => [`k${at}`, ['x'.repeat(150)]])
    expect(await wrong({ filters: Object.fromEntries(many) })).toBe('textTooLong')
    expect(await wrong({ layout: { ...layout, zoom: 2 } })).toBe('unknownField')
    expect(await wrong({ color: 'red' })).toBe('unknownField')
    expect(await wrong({ list: '../x' })).toBe('invalidFormat')
  })
})

test('of views a person keeps so many in all, on whichever lists', async () => {
  const plant = (owner: Person, count: number) =>
    server.database.plant(
      `insert into list_views (list, name, owner_id, scope, filters)
       select 'l' || n / 40, 'v' || n, $1, 'private', '{}' from generate_series(1, $2::int) n`,
      [owner.id, count],
    )
  await plant(clerk, viewsMax - 1)
  await plant(lead, viewsMax)
  expect(await code(save(lead))).toBe('viewsFull')
  const { id } = await save(clerk)
  expect(await code(save(clerk, { name: 'one more' }))).toBe('viewsFull')
  await clerk.call('listViews.delete', { id })
  expect(await code(save(clerk, { name: 'one more' }))).toBe('done')
})

describe('the layout of a list', () => {
  const layoutOf = async (by: Person, list = 'members') =>
    (await by.call('listViews.list', { list })).layout

  test('is each person’s own and the one saved last', async () => {
    expect(await layoutOf(clerk)).toBeNull()
    await clerk.call('listViews.saveLayout', { list: 'members', layout })
    await clerk.call('listViews.saveLayout', {
      list: 'members',
      layout: { ...layout, density: 'compact' },
    })
    expect(await layoutOf(clerk)).toEqual({ ...layout, density: 'compact' })
    expect(await layoutOf(lead)).toBeNull()
    expect(await layoutOf(clerk, 'queue')).toBeNull()
  })

  test('is in the activity log with what changed of it, once for each change', async () => {
    const known = (await acts()).length
    for (const change of [{}, {}, { hidden: ['phone', 'username'] }])
      await lead.call('listViews.saveLayout', { list: 'members', layout: { ...layout, ...change } })
    expect((await acts()).slice(known)).toEqual([
      { action: 'layoutSaved', before: null, after: layout },
      {
        action: 'layoutSaved',
        before: { hidden: ['phone'] },
        after: { hidden: ['phone', 'username'] },
      },
    ])
  })

  test('is kept for a hundred lists; then the oldest falls out', async () => {
    for (let at = 0; at <= layoutsMax; at += 1)
      await clerk.call('listViews.saveLayout', { list: `list${at}`, layout })
    expect(await layoutOf(clerk, 'list0')).toBeNull()
    expect(await layoutOf(clerk, 'list1')).toEqual(layout)
    expect(await layoutOf(clerk, `list${layoutsMax}`)).toEqual(layout)
  })

  test('holds no column too many and no width without bounds', async () => {
    const put = (change: object) =>
      code(clerk.call('listViews.saveLayout', { list: 'members', layout: { ...layout, ...change } }))
    expect(await put({ order: Array.from({ length: 61 }, (_, at) => `c${at}`) })).toBe('outOfRange')
    expect(await put({ widths: { phone: 5000 } })).toBe('outOfRange')
    expect(await put({ widths: { phone: 1.5 } })).toBe('invalidType')
    expect(await put({ density: 'tiny' })).toBe('invalidValue')
    expect(await layoutOf(clerk)).toBeNull()
  })
})

test('an id that is no view is not found', async () => {
  const id = encodeId('listView', '0198a000-0000-7000-8000-00000000aaaa')
  expect(await code(lead.call('listViews.delete', { id }))).toBe('notFound')
})
