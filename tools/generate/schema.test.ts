import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../apps/server/src/testing/database.ts'
import { schemaText } from './schema.ts'

const kept = readFileSync(new URL('../../database/schema.sql', import.meta.url), 'utf8')

test('database/schema.sql is the schema as it is: node tools/generate/schema.ts', async () => {
  const database = await createTestDatabase()
  try {
    expect(await schemaText(database.adminUrl)).toBe(kept)
  } finally {
    await database.drop()
  }
})

test('every kind of change shows in it', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  const change = async (statement: string): Promise<string[]> => {
    await client.query(statement)
    const before = new Set(kept.split('\n'))
    return (await schemaText(database.adminUrl)).split('\n').filter((line) => !before.has(line))
  }
  try {
    expect(await change('alter table roles add column later text not null default 1')).toContainEqual(
      expect.stringMatching(/^ {2}later text default .* not null/),
    )
    expect(await change('create index roles_later on roles (later)')).toContain(
      'CREATE INDEX roles_later ON roles USING btree (later);',
    )
    expect(
      await change('alter table roles add constraint roles_short check (length(later) < 9)'),
    ).toContainEqual(expect.stringMatching(/^ {2}constraint roles_short CHECK \(length\(later\) < 9\)/))
    expect(
      await change('create trigger later before update on roles execute function refuse_change()'),
    ).toContainEqual(expect.stringMatching(/^CREATE TRIGGER later BEFORE UPDATE ON roles /))
    expect(await change('grant update (later) on roles to khlang_app')).toContainEqual(
      expect.stringMatching(/^grant .*update \(.*later.*\).* on roles to khlang_app;$/),
    )
    expect(await change('revoke execute on function brand_day() from public')).toContain(
      '--   brand_day() returns date, of khlang_owner, called by nobody else',
    )
  } finally {
    await client.end()
    await database.drop()
  }
})
