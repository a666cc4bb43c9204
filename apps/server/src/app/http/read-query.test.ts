import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../platform/api-error.ts'
import { readQuery } from './read-query.ts'

const schema = z.strictObject({
  page: z.int().default(1),
  isOpen: z.boolean().optional(),
  search: z.string().optional(),
  ids: z.array(z.string()).optional(),
  sizes: z.array(z.int()).optional(),
})

const read = (search: string): unknown => {
  try {
    return readQuery(search, schema)
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${error.code}` : error
  }
}
const indexed = (count: number): string =>
  Array.from({ length: count }, (_, at) => `ids[${at}]=a`).join('&')

describe('the query reader', () => {
  test('reads numbers and booleans where the schema has them, and leaves texts alone', () => {
    expect(read('page=2&isOpen=false&search=12')).toEqual({ page: 2, isOpen: false, search: '12' })
    expect(read('search=a%20b%26c')).toEqual({ search: 'a b&c' })
  })

  test.each(['abc', '1.5', '0x10', '1e3', ' 1', '', '99999999999999999999'])(
    'leaves the number %j for the schema to refuse',
    (value) => {
      expect(read(`page=${encodeURIComponent(value)}`)).toEqual({ page: value })
    },
  )

  test('reads indexed arrays in order', () => {
    expect(read('ids[0]=a&ids[1]=b')).toEqual({ ids: ['a', 'b'] })
    expect(read('sizes[0]=1&sizes[1]=x')).toEqual({ sizes: [1, 'x'] })
    expect(read(indexed(100))).toEqual({ ids: Array.from({ length: 100 }, () => 'a') })
  })

  test('reads indexed arrays by their indexes, whatever order they come in', () => {
    expect(read('ids[1]=b&sizes[1]=2&ids[0]=a&sizes[0]=1')).toEqual({ ids: ['a', 'b'], sizes: [1, 2] })
    expect(read(indexed(100).split('&').toReversed().join('&'))).toEqual({ ids: Array(100).fill('a') })
    expect(read('ids[1]=&ids[0]=')).toEqual({ ids: ['', ''] })
  })

  test.each([
    ['a name twice', 'page=1&page=2'],
    ['a gap', 'ids[0]=1&ids[2]=2'],
    ['no first item', 'ids[1]=1'],
    ['an index with zeros before it', 'ids[00]=1'],
    ['such a one further on', 'ids[0]=1&ids[01]=2'],
    ['an index twice, spelled twice', 'ids[0]=1&ids[000]=2'],
    ['a far index', 'ids[0]=1&ids[999]=2'],
    ['an index twice', 'ids[0]=1&ids[0]=2'],
    ['more than 100 items', indexed(101)],
    ['a name both alone and indexed', 'ids=a&ids[0]=b'],
    ['a prototype', '__proto__=1'],
    ['a prototype with an index', '__proto__[0]=1'],
  ])('refuses %s', (_, search) => {
    expect(read(search)).toBe('422 invalidInput')
  })

  test('nested names and huge indexes stay names that no schema knows', () => {
    for (const search of ['constructor[0]=1', 'a[b][c]=1', 'ids[99999]=1', `a${'[x]'.repeat(50)}=1`]) {
      const result = schema.safeParse(read(search))
      expect(result.error?.issues[0]?.code, search).toBe('unrecognized_keys')
    }
  })
})
