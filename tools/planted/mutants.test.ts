import { describe, expect, it } from 'vitest'
import { mutantsOf } from './mutants.ts'

const changed = (file: string, text: string): string[] =>
  mutantsOf(file, text).map(
    ({ start, end, text: put }) => `${text.slice(0, start)}${put}${text.slice(end)}`,
  )

describe('small wrong changes of a file', () => {
  it('leave out one side of a condition, or move its border', () => {
    expect(changed('a.ts', 'const a = b < 3 && c')).toEqual([
      'const a = b < 3',
      'const a = c',
      'const a = b <= 3 && c',
      'const a = b < 4 && c',
    ])
  })

  it('leave out one call of a chain, and keep what stands around it', () => {
    expect(changed('a.ts', "q.where('a', '=', b).orderBy('c').execute")).toEqual([
      "q.orderBy('c').execute",
      "q.where('a', '=', b).execute",
    ])
  })

  it('change the SQL inside of a text, not what is said about it', () => {
    const texts = changed('a.ts', 'const q = sql`select 1 where a < 2 and b is null -- and c\n for update`')
    expect(texts).toContain('const q = sql`select 1 where a <= 2 and b is null -- and c\n for update`')
    expect(texts).toContain('const q = sql`select 1 where a < 2 and b is null -- and c\n `')
    expect(texts.every((text) => text.includes('-- and c'))).toBe(true)
  })

  it('leave out one condition of a file of SQL', () => {
    expect(changed('a.sql', "select 1 where a = 1 and b = 'x';")).toContain('select 1 where a = 1 ;')
  })
})
