import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { unreachable } from './constraint-refusals.fixture.ts'
import { constraintRefusal, constraintRefusals } from './constraint-refusals.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Every rule of the schema that can refuse a row for what it holds; primary keys are made by the server. */
const inSchema = async (): Promise<string[]> => {
  const rows = await database.asAdmin<{ name: string }>(
    `select k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'x')
     union
     select i.relname from pg_index x join pg_class i on i.oid = x.indexrelid
      where i.relnamespace = 'public'::regnamespace and x.indisunique and not x.indisprimary
     order by name`,
    [],
  )
  return rows.map(({ name }) => name)
}
/** What a migration says beside its constraint: `comment on constraint … is 'no caller: <why>'`. */
const saidThere = async (): Promise<string[]> => {
  const rows = await database.asAdmin<{ name: string }>(
    `select coalesce(k.conname, i.relname) as name
       from pg_description d
       left join pg_constraint k on d.classoid = 'pg_constraint'::regclass and k.oid = d.objoid
       left join pg_class i on d.classoid = 'pg_class'::regclass and i.oid = d.objoid and i.relkind = 'i'
      where d.description ~ '^no caller: [^ ].{15,}' and coalesce(k.connamespace, i.relnamespace)
        = 'public'::regnamespace`,
    [],
  )
  return rows.map(({ name }) => name)
}
const withoutRow = async () => {
  const named = new Set([...Object.keys(constraintRefusals), ...unreachable.keys(), ...(await saidThere())])
  return (await inSchema()).filter((name) => !named.has(name))
}

test('every constraint has its error, or the reason why no caller meets it', async () => {
  expect(await withoutRow()).toEqual([])
})

test('a constraint that is new without either is found, until its migration says why', async () => {
  await database.asAdmin('create unique index member_notes_once on member_notes (member_id, body)', [])
  await database.asAdmin('alter table roles add constraint roles_short check (length(name) < 99)', [])
  expect(await withoutRow()).toEqual(['member_notes_once', 'roles_short'])
  const say = (what: string) =>
    database.asAdmin(`comment on ${what} is 'no caller: every call takes no more'`, [])
  await database.asAdmin(`comment on index member_notes_once is 'once'`, [])
  await database.asAdmin(`comment on constraint roles_short on roles is 'no caller:'`, [])
  expect(await withoutRow()).toEqual(['member_notes_once', 'roles_short'])
  await say('index member_notes_once')
  expect(await withoutRow()).toEqual(['roles_short'])
  await say('constraint roles_short on roles')
  expect(await withoutRow()).toEqual([])
  await database.asAdmin('drop index member_notes_once', [])
  await database.asAdmin('alter table roles drop constraint roles_short', [])
})

test('none has both, and none is named that the schema has not', async () => {
  const named = [...Object.keys(constraintRefusals), ...unreachable.keys(), ...(await saidThere())]
  expect(named.toSorted()).toEqual(await inSchema())
})

const violated = (constraint: string, code = '23505') =>
  Object.assign(new Error('duplicate key'), { code, constraint })

test.each(Object.entries(constraintRefusals))('%s is refused at its field', (name, { code, field }) => {
  expect(constraintRefusal(violated(name))).toMatchObject({ code, field, status: 409 })
})

test('another failure, another constraint, and what an object inherits are no refusals', () => {
  const others = [violated('roles_name_key', '23503'), violated('approvals_check'), violated('toString')]
  expect([...others, new Error('no'), null].map(constraintRefusal)).toEqual([null, null, null, null, null])
})
