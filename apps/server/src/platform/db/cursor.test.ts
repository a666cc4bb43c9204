import fc from 'fast-check'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { decodeCursor, encodeCursor, keysetPage, type KeysetRequest, type SortColumn } from './cursor.ts'
import { createDatabase, createPool } from './db.ts'
import { Secrets } from '../security/secrets.ts'

interface Sample {
  id: number
  rank: number
  at: string | null
}
let test: TestDatabase
let db: Kysely<{ samples: Sample }>
const secrets = new Secrets(Buffer.alloc(32, 9))

beforeAll(async () => {
  test = await createTestDatabase()
  const admin = new pg.Client({ connectionString: test.adminUrl })
  await admin.connect()
  await admin.query(`create table samples (id bigint primary key, rank integer not null, at timestamptz);
    grant all on samples to khlang_app`)
  await admin.end()
  db = createDatabase(createPool(test.appUrl, { max: 2 })) as unknown as Kysely<{ samples: Sample }>
})
afterAll(async () => {
  await db.destroy()
  await test.drop()
})
beforeEach(async () => {
  await db.deleteFrom('samples').execute()
})

const byId = (isAscending: boolean): SortColumn => ({ by: sql.ref('id'), type: 'bigint', isAscending })
const orders: Record<string, readonly SortColumn[]> = {
  id: [byId(true)],
  rankDown: [{ by: sql.ref('rank'), type: 'integer' }, byId(false)],
  mixed: [{ by: sql.ref('rank'), type: 'integer', isAscending: true }, byId(false)],
  nullable: [{ by: sql.ref('at'), type: 'timestamptz', whenNull: '-infinity' }, byId(false)],
}
const requestOf = (order: string, page: object = {}): KeysetRequest => ({
  list: 'samples',
  sort: orders[order] ?? [],
  input: { size: 3, ...page },
  actor: { id: 'someone' },
  secrets,
})
const pageOf = (order: string, page = {}) =>
  keysetPage(db.selectFrom('samples').select(['id', 'rank', 'at']), requestOf(order, page))
const insert = (rows: readonly Sample[]) =>
  db
    .insertInto('samples')
    .values([...rows])
    .execute()

const rowsOf = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 500 }),
    rank: fc.integer({ min: 0, max: 3 }),
    // Microseconds: what a row shows is cut to milliseconds, the place in the list is not.
    at: fc.option(
      fc.integer({ min: 0, max: 5 }).map((us) => `2026-03-02 00:00:00.00000${us}+00`),
      { nil: null },
    ),
  }),
  { minLength: 1, maxLength: 30, selector: (row) => row.id },
)

describe('a list read page by page', () => {
  it.each(Object.keys(orders))(
    'shows every row that stays exactly once while others come and go (%s)',
    async (order) => {
      await fc.assert(
        fc.asyncProperty(
          rowsOf,
          rowsOf,
          fc.array(fc.nat(29), { maxLength: 8 }),
          async (begun, more, gone) => {
            await db.deleteFrom('samples').execute()
            await insert(begun)
            const leaving = new Set(gone.flatMap((position) => begun[position]?.id ?? []))
            const staying = begun.filter((row) => !leaving.has(row.id)).map((row) => row.id)
            const coming = more.filter((row) => !begun.some((each) => each.id === row.id))
            const seen: number[] = []
            let after: string | null = null
            do {
              const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(
                order,
                after === null ? {} : { after },
              )
              seen.push(...page.records.map((row) => row.id))
              after = page.afterCursor
              const comer = coming.pop()
              if (comer) await insert([comer])
              const [leaver] = leaving
              if (leaver !== undefined) {
                leaving.delete(leaver)
                await db.deleteFrom('samples').where('id', '=', leaver).execute()
              }
            } while (after !== null)
            expect(new Set(seen).size).toBe(seen.length)
            expect(staying.filter((id) => !seen.includes(id))).toEqual([])
          },
        ),
        { numRuns: 25 },
      )
    },
  )

  it.each(Object.keys(orders))('goes back over the same pages it came by (%s)', async (order) => {
    await insert(
      Array.from({ length: 11 }, (_, id) => ({
        id,
        rank: id % 3,
        at: id % 2 ? '2026-03-02T00:00:00Z' : null,
      })),
    )
    const pages: number[][] = []
    let page = await pageOf(order)
    expect(page.hasBefore).toBe(false)
    for (;;) {
      pages.push(page.records.map((row) => row.id))
      if (page.afterCursor === null) break
      page = await pageOf(order, { after: page.afterCursor })
    }
    expect(pages.map((ids) => ids.length)).toEqual([3, 3, 3, 2])
    const back: number[][] = []
    while (page.beforeCursor !== null) {
      page = await pageOf(order, { before: page.beforeCursor })
      back.push(page.records.map((row) => row.id))
      expect(page.hasAfter).toBe(true)
    }
    expect(back).toEqual(pages.slice(0, 3).toReversed())
    expect(page.hasBefore).toBe(false)
  })
})

describe('a cursor', () => {
  const request = requestOf('rankDown', { state: ['active'], search: 'x' })
  const cursor = encodeCursor(request, ['1', '2'])
  const refused = (other: KeysetRequest, text = cursor) => {
    expect(() => decodeCursor(other, text)).toThrow('invalidCursor')
  }

  it('says nothing by itself and is read by its own list, filter and person', () => {
    expect(decodeCursor(request, cursor)).toEqual(['1', '2'])
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('"1"')
    const reordered = {
      ...request,
      input: { size: 50, search: 'x', state: ['active'] } as KeysetRequest['input'],
    }
    expect(decodeCursor(reordered, cursor)).toEqual(['1', '2'])
  })

  it('is refused by another list, filter, person or deployment', () => {
    refused({ ...request, list: 'others' })
    refused({ ...request, actor: { id: 'somebody else' } })
    refused(requestOf('rankDown', { state: ['locked'], search: 'x' }))
    refused(requestOf('rankDown'))
    refused({ ...request, secrets: new Secrets(Buffer.alloc(32, 8)) })
  })

  it('is refused when cut, changed, empty, padded or made up', () => {
    for (const text of [
      '',
      'x',
      cursor.slice(0, -1),
      `${cursor}=`,
      `${cursor}A`,
      'A'.repeat(60),
      ` ${cursor}`,
    ]) {
      refused(request, text)
    }
    for (let position = 0; position < cursor.length; position += 7) {
      const letter = cursor[position] === 'A' ? 'B' : 'A'
      refused(request, cursor.slice(0, position) + letter + cursor.slice(position + 1))
    }
  })

  it('goes one way at a time', async () => {
    await expect(pageOf('id', { after: cursor, before: cursor })).rejects.toThrow('invalidCursor')
  })
})
