import { expect, test } from 'vitest'
import { GatheredReads } from './gathered-reads.ts'

test('who asks while a reading is under way is in the next one, each key once', async () => {
  const asked: (readonly string[])[] = []
  const ends: (() => void)[] = []
  const reads = new GatheredReads(async (keys) => {
    asked.push(keys)
    const number = asked.length
    await new Promise<void>((done) => ends.push(done))
    return (key: string) => `${key} ${number}`
  })
  const first = reads.read('a')
  const others = [reads.read('a'), reads.read('b'), reads.read('a')]
  expect(asked).toEqual([['a']])
  ends[0]?.()
  expect(await first).toBe('a 1')
  await expect.poll(() => asked).toEqual([['a'], ['a', 'b']])
  ends[1]?.()
  expect(await Promise.all(others)).toEqual(['a 2', 'b 2', 'a 2'])
})

test('a reading that failed fails those who asked it, and holds up nobody after them', async () => {
  let isAway = true
  const reads = new GatheredReads((keys) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve((key: string) => keys.indexOf(key)),
  )
  await expect(reads.read('a')).rejects.toThrow('away')
  isAway = false
  expect(await reads.read('a')).toBe(0)
})
