import { expect, test } from 'vitest'
import { StepSize } from './step-size.ts'

const bounds = { first: 800, least: 100, most: 1000 }
const tooLong = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })

/** A job whose steps fit their time up to this many rows. */
const fitting = (most: number) => (size: number) =>
  size > most ? Promise.reject(tooLong) : Promise.resolve(size)

test('a step that does not fit its time is tried again at half the size until it fits', async () => {
  const step = new StepSize(bounds)
  const done: (number | undefined)[] = []
  while (done.at(-1) === undefined) done.push(await step.run(fitting(250)))
  expect(done).toEqual([undefined, undefined, 200])
})

test('it grows again while steps are quick, and no further than its most', async () => {
  const step = new StepSize(bounds)
  await step.run(fitting(400))
  expect(step.now).toBe(400)
  for (let turn = 0; turn < 9; turn += 1) await step.run(fitting(1000))
  expect(step.now).toBe(1000)
})

test('all is done in steps that fit, the next run begins with what fitted, and a stop ends it', async () => {
  const step = new StepSize(bounds)
  const sizes: number[] = []
  let left = 900
  const take = async (size: number): Promise<boolean> => {
    sizes.push(size)
    left -= Math.min(left, await fitting(400)(size))
    return left > 0
  }
  await step.drain(take)
  expect([left, sizes.slice(0, 2)]).toEqual([0, [800, 400]])
  const known = step.now
  left = 300
  await step.drain(take)
  expect(sizes.at(-1)).toBe(known)
  const stopping = new AbortController()
  left = 5000
  await step.drain((size) => {
    stopping.abort()
    return take(size)
  }, stopping.signal)
  expect(left).toBeGreaterThan(4000)
})

test('what ends the least step, and every other error, is an error', async () => {
  const step = new StepSize({ ...bounds, first: 100 })
  await expect(step.run(fitting(50))).rejects.toBe(tooLong)
  const other = new Error('no such table')
  await expect(step.run(() => Promise.reject(other))).rejects.toBe(other)
  expect(step.now).toBe(100)
})
