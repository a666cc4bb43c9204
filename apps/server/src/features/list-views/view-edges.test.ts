import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../platform/db/db.ts'
import {
  actorOf,
  aPerson,
  aRole,
  idOf,
  openTrials,
  row,
  uuid,
  type Trials,
} from '../../testing/world/trials.ts'
import * as queries from './queries.ts'
import { layoutsMax, mayDelete, mayShare } from './rules.ts'

// What is written of one view, or one person's layout, is written of it alone.

let trials: Trials
beforeAll(async () => {
  trials = await openTrials()
})
afterAll(() => trials.close())

const view = (n: number, columns: Parameters<typeof row>[1] = {}) =>
  row('list_views', {
    id: uuid(n),
    list: `'members'`,
    name: `'v${n}'`,
    owner_id: uuid(1),
    scope: `'private'`,
    filters: `'{}'`,
    ...columns,
  })
const people = [aRole(100), aRole(101), aPerson(1), aPerson(2)]
const members = { rights: { memberManagement: ['isRead'] } } as const
const all = async (tx: Tx) => {
  const { rows } = await sql<{ it: string }>`
    select concat_ws(' ', name, scope, right(role_id::text, 3), version,
      case when archived_at is not null then 'gone' end) as it from list_views order by id`.execute(tx)
  return rows.map(({ it }) => it)
}

test('one’s own come first, then the role’s, then everyone’s, each by name', async () => {
  const setUp = [
    ...people,
    view(50, { owner_id: uuid(2), scope: `'everyone'`, name: `'a'` }),
    view(51, { owner_id: uuid(2), scope: `'role'`, role_id: uuid(100), name: `'D'` }),
    view(52, { owner_id: uuid(2), scope: `'role'`, role_id: uuid(100), name: `'c'` }),
    view(53, { name: `'Z'` }),
    view(54, { name: `'y'` }),
    view(55, { name: `'other list'`, list: `'queue'` }),
    view(56, { name: `'x'`, scope: `'everyone'` }),
  ]
  const rows = await trials.asked(setUp, (tx) => queries.viewsOf(tx, actorOf(1, members), 'members'))
  expect(rows.map(({ name }) => name)).toEqual(['y', 'Z', 'x', 'c', 'D', 'a'])
})

test('a change and a removal touch one view; a role’s stays that role’s', async () => {
  const setUp = [...people, view(50, { scope: `'role'`, role_id: uuid(101) }), view(51)]
  const input = { name: 'new', scope: 'role' as const, filters: {}, layout: null }
  const seen = await trials.asked(setUp, async (tx) => {
    const actor = actorOf(1, members)
    const [first, second] = [
      await queries.lockView(tx, actor, idOf(50)),
      await queries.lockView(tx, actor, idOf(51)),
    ]
    if (!first || !second) throw new Error('out of sight')
    await queries.changeView(tx, actor, first, input)
    const changed = await all(tx)
    await queries.archiveView(tx, second)
    const gone = await queries.lockView(tx, actor, idOf(51))
    const counted = await queries.countViews(tx, idOf(1), 'members')
    await queries.addView(tx, actor, 'queue', { ...input, name: 'made' })
    return {
      changed,
      gone,
      counted,
      later: await all(tx),
      all: await queries.countViews(tx, idOf(1), 'members'),
    }
  })
  expect(seen).toEqual({
    changed: ['new role 101 2', 'v51 private 1'],
    gone: undefined,
    counted: { here: 1, all: 1 },
    later: ['new role 101 2', 'v51 private 2 gone', 'made role 100 1'],
    all: { here: 1, all: 2 },
  })
})

test('a layout is kept for one person and list; of too many, that person’s oldest falls out', async () => {
  const layout = { order: ['a'], hidden: [], widths: {}, density: null }
  const many = Array.from({ length: layoutsMax }, (_, n) =>
    row('list_layouts', {
      employee_id: uuid(1),
      list: `'list-${n}'`,
      layout: `'{}'`,
      saved_at: `now() - interval '${n + 1} minutes'`,
    }),
  )
  const other = row('list_layouts', {
    employee_id: uuid(2),
    list: `'list-1'`,
    layout: `'{"a": 1}'`,
    saved_at: `now() - interval '9 days'`,
  })
  const seen = await trials.asked([...people, ...many, other], async (tx) => {
    await queries.keepLayout(tx, idOf(1), 'list-1', layout)
    const same = (await sql`select from list_layouts`.execute(tx)).rows.length
    await queries.keepLayout(tx, idOf(1), 'newest', layout)
    const of = (person: number, list: string) => queries.layoutOf(tx, idOf(person), list)
    return {
      same,
      later: (await sql`select from list_layouts`.execute(tx)).rows.length,
      own: [await of(1, 'list-1'), await of(1, 'newest'), await of(1, 'list-2')],
      last: [await of(1, `list-${layoutsMax - 1}`), await of(1, `list-${layoutsMax - 2}`)],
      others: [await of(2, 'list-1'), await of(2, 'newest')],
    }
  })
  expect(seen).toEqual({
    same: layoutsMax + 1,
    later: layoutsMax + 1,
    own: [layout, layout, {}],
    last: [null, {}],
    others: [{ a: 1 }, null],
  })
})

test('who shapes roles shares on lists they may open; owner and admin take away', () => {
  const shapes = { rights: { ...members.rights, roleManagement: ['isUpdate'] } } as const
  const may = (given: Parameters<typeof actorOf>[1], list = 'members') => mayShare(actorOf(1, given), list)
  expect([may(shapes), may(members), may({ rights: { roleManagement: ['isUpdate'] } })]).toEqual([
    true,
    false,
    false,
  ])
  expect([may(shapes, 'queue'), may(shapes, 'unknown'), may({ ...shapes, type: 'seller' })]).toEqual([
    false,
    false,
    false,
  ])
  const removes = (isAdmin: boolean, owner: number) => mayDelete(actorOf(1, { isAdmin }), idOf(owner))
  expect([removes(false, 1), removes(false, 2), removes(true, 2)]).toEqual([true, false, true])
})
