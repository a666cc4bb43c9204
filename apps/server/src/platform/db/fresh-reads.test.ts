import { expect, test } from 'vitest'
import { FreshReads } from './fresh-reads.ts'

/** Readings that end when they are told to, and answer their number. */
function readings() {
  const ends: (() => void)[] = []
  const ask = () => {
    const number = ends.length + 1
    return new Promise<number>((done) => ends.push(() => done(number)))
  }
  return { ends, ask }
}

test('who asks while a reading is under way gets the next one, together with all others', async () => {
  const { ends, ask } = readings()
  const reads = new FreshReads<number>()
  const first = reads.read('a', ask)
  const [second, third] = [reads.read('a', ask), reads.read('a', ask)]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  expect(await Promise.all([second, third])).toEqual([2, 2])
})

test('another key waits for nobody, and a reading that failed holds up no other', async () => {
  const { ends, ask } = readings()
  const reads = new FreshReads<number>()
  const failing = reads.read('a', () => Promise.reject(new Error('away')))
  const after = reads.read('a', ask)
  await expect(failing).rejects.toThrow('away')
  const other = reads.read('b', ask)
  await new Promise((done) => setTimeout(done, 1))
  for (const end of ends) end()
  expect((await Promise.all([after, other])).toSorted((a, b) => a - b)).toEqual([1, 2])
})

test('a question that rests takes whoever asks meanwhile into its next reading', async () => {
  const { ends, ask } = readings()
  const reads = new FreshReads<number>(5)
  const first = reads.read('a', ask)
  const second = reads.read('a', ask)
  ends[0]?.()
  expect(await first).toBe(1)
  const third = reads.read('a', ask)
  expect(ends).toHaveLength(1)
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  expect(await Promise.all([second, third])).toEqual([2, 2])
})
