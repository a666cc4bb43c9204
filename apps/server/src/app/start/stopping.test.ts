import { expect, test, vi } from 'vitest'
import { Stopping, stopLimits } from './stopping.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const never = () => new Promise<void>(() => undefined)
/** Stops and says what was done, in its order, and with which code and after which time it exited. */
async function stopped(limitMs: number, add: (stopping: Stopping, note: (text: string) => void) => void) {
  const done: string[] = []
  const started = performance.now()
  const code = await new Promise<number>((exit) => {
    const stopping = new Stopping(quiet, () => undefined, exit, limitMs)
    add(stopping, (text) => void done.push(text))
    stopping.begin(0)
    stopping.begin(1)
  })
  return { done, code, tookMs: performance.now() - started }
}

test('the last step is undone first, a failing one keeps nobody up, and the first wish counts', async () => {
  const { done, code } = await stopped(5000, (stopping, note) => {
    stopping.add({ name: 'one', close: () => note('one') })
    stopping.add({ name: 'two', close: () => Promise.reject(new Error('no')) })
    stopping.add({ name: 'three', close: async () => note('three') })
  })
  expect({ done, code }).toEqual({ done: ['three', 'one'], code: 0 })
})

test('a step that never ends has its time and no more', async () => {
  const { done, tookMs } = await stopped(60_000, (stopping, note) => {
    stopping.add({ name: 'database', close: () => note('database') })
    stopping.add({ name: 'server', close: never, limitMs: 50 })
  })
  expect(done).toEqual(['database'])
  expect(tookMs).toBeLessThan(5000)
})

test('the whole stop has its time: what is left of it is cut, and the process exits', async () => {
  const { done, tookMs } = await stopped(150, (stopping, note) => {
    stopping.add({ name: 'lock', close: () => note('lock') })
    stopping.add({ name: 'database', close: never, cut: () => note('database cut') })
    stopping.add({ name: 'server', close: never, limitMs: 100 })
  })
  expect(done).toEqual(['database cut', 'lock'])
  expect(tookMs).toBeLessThan(5000)
})

test('a stop that was asked for is said; one after a failure exits with its code alone', async () => {
  for (const [code, said] of [
    [0, ['Stopping']],
    [1, []],
  ] as const) {
    const told: string[] = []
    const exited = await new Promise<number>((exit) => {
      new Stopping(quiet, (text) => void told.push(text), exit).begin(code)
    })
    expect([exited, told]).toEqual([code, said])
  }
})

test('a step that never ends has no more than ten seconds with all the others', () => {
  const { sandboxMs, serverMs, backgroundMs, poolMs } = stopLimits
  expect(sandboxMs + serverMs + backgroundMs + poolMs).toBeLessThan(9000)
  vi.useFakeTimers()
  const exit = vi.fn<(code: number) => void>()
  const stopping = new Stopping(quiet, () => undefined, exit)
  stopping.add({ name: 'database', close: never })
  stopping.begin(0)
  return vi
    .advanceTimersByTimeAsync(9999)
    .then(() => expect(exit).toHaveBeenCalledExactlyOnceWith(0))
    .finally(() => vi.useRealTimers())
})
