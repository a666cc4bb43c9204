import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { withBareDatabase } from '../../testing/bare-database.ts'
import { catalogueOf } from '../../testing/catalogue.ts'
import { formerDigests } from './former-migrations.ts'
import { currentMigrations, migrate } from './migrate.ts'
import type { SqlFile } from './sql-functions.ts'

const kept = new URL('../../testing/former-migrations/', import.meta.url)
const keptNames = readdirSync(kept)

/** The text of a former file, by the head of its digest: `0022_second_person.03e5acc0`. */
const former = (name: string): SqlFile => ({
  name: `${name.split('.')[0]}.sql`,
  sql: readFileSync(new URL(`${name}.sql.txt`, kept), 'utf8'),
})

/**
 * Each set of files that differs from today's and that some version started with, the newest first: how far
 * it went, and which of its files were edited after.
 */
const sets: readonly {
  readonly made: string
  readonly last: number
  readonly edited: readonly string[]
  readonly without?: readonly string[]
}[] = [
  {
    made: 'b1d0a5e',
    last: 54,
    edited: ['0047_rollups.8f66c4ae', '0054_without_line.036010aa'],
  },
  { made: '71ce996', last: 47, edited: ['0047_rollups.8f66c4ae'] },
  { made: '9497ef6', last: 23, edited: ['0022_second_person.03e5acc0', '0023_own_judgement.d16cc4eb'] },
  { made: '656cca1', last: 22, edited: ['0022_second_person.03e5acc0'] },
  { made: 'eaa34fb', last: 21, edited: ['0020_activity_people.0e84a60e'] },
  { made: '3838f86', last: 21, edited: ['0020_activity_people.0e84a60e', '0021_same_person.b12c9dd2'] },
  { made: '83835b6', last: 20, edited: ['0020_activity_people.0e84a60e'] },
  {
    made: '37d7641',
    last: 17,
    edited: ['0017_activity_verifications.3a4cfaaf'],
    without: ['0014', '0016'],
  },
  { made: '9c4a35d', last: 15, edited: ['0015_approval_tiers.8daf794b'], without: ['0014'] },
  { made: '819f281', last: 13, edited: ['0010_people.27a67288', '0012_notifications.25826e63'] },
  { made: '62e5943', last: 8, edited: ['0008_list_indexes.c0746f69'] },
  { made: '73b7db1', last: 8, edited: ['0008_list_indexes.1b4d4767'] },
  { made: '20c2f6e', last: 8, edited: ['0008_list_indexes.cba47405'] },
  { made: '343cfd7', last: 8, edited: ['0008_list_indexes.88077fa2'] },
  // Edited nowhere, but begun in the middle: what was missing is applied behind what is there.
  { made: '57a51ae', last: 21, edited: [] },
  { made: 'c2bb12d', last: 17, edited: [], without: ['0014', '0016'] },
]

function filesOf({ last, edited, without = [] }: (typeof sets)[number]): SqlFile[] {
  const formerOnes = new Map(edited.map((name) => [former(name).name, former(name)]))
  return currentMigrations()
    .filter(({ name }) => Number(name.slice(0, 4)) <= last && !without.includes(name.slice(0, 4)))
    .map((file) => formerOnes.get(file.name) ?? file)
}

describe('a database made by files that were edited since', () => {
  let fresh: string[] = []
  beforeAll(async () => {
    fresh = await withBareDatabase(async (url) => {
      await migrate(url, null)
      return catalogueOf(url)
    })
  })

  test('every digest that went out is kept as a file, and no other', () => {
    const digests = keptNames.map((file) => [
      former(file.replace('.sql.txt', '')).name,
      createHash('sha256')
        .update(readFileSync(new URL(file, kept)))
        .digest('hex'),
    ])
    const listed = Object.entries(formerDigests).flatMap(([name, list]) => list.map((one) => [name, one]))
    expect(new Set(digests)).toEqual(new Set(listed))
    const tried = new Set(sets.flatMap(({ edited }) => edited.map((name) => `${name}.sql.txt`)))
    expect(tried).toEqual(new Set(keptNames))
  })

  test.each(sets)('of $made comes to the schema and the rights of a new one', async (set) => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null, { migrations: filesOf(set), functions: [] })
      const role =
        "insert into roles (name, is_admin, permission) values ('Owner', true, '{}') returning id"
      await admin.query(
        `with r as (${role})
        insert into employees (username, display_name, role_id) select 'owner', 'Owner', id from r`,
      )
      await migrate(url, null)
      expect(await catalogueOf(url)).toEqual(fresh)
      // Who holds a right counts from now on, whenever the table for it came.
      const held = await admin.query('select count(*)::int from rights_held')
      expect(held.rows).toEqual([{ count: 1 }])
    })
  })

  test('nobody but its owner makes temporary tables', async () => {
    await withBareDatabase(async (url, admin) => {
      await migrate(url, null)
      const may = "select has_database_privilege('khlang_app', current_database(), 'TEMP') as may"
      expect((await admin.query(may)).rows).toEqual([{ may: false }])
    })
  })

  test('is refused in one sentence, untouched, when the text is not one of ours', async () => {
    await withBareDatabase(async (url) => {
      const [first, ...rest] = currentMigrations()
      if (first === undefined) throw new Error('There are migrations.')
      const migrations = [{ ...first, sql: `${first.sql}-- Edited.\n` }, ...rest.slice(0, 1)]
      await migrate(url, null, { migrations, functions: [] })
      const before = await catalogueOf(url)
      await expect(migrate(url, null)).rejects.toThrow(/another text of the migration 0001_foundation\.sql/)
      expect(await catalogueOf(url)).toEqual(before)
    })
  })

  test('is refused when a later version made it', async () => {
    await withBareDatabase(async (url) => {
      const migrations = [{ name: '9999_later.sql', sql: 'create table later ()' }]
      await migrate(url, null, { migrations, functions: [] })
      await expect(migrate(url, null)).rejects.toThrow(/9999_later\.sql, which this version does not know/)
    })
  })
})
