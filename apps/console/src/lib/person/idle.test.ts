import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

// Who leaves the desk is signed out, and told a minute before; who works is not.

const { heard, sent, seconds } = vi.hoisted(() => ({
  heard: new Map<string, () => void>(),
  sent: [] as string[],
  seconds: { get: (): number | null => null },
}))
let isAway = false
vi.mock('../call/call.ts', () => ({
  call: async (name: string) => {
    if (isAway) throw new Error('away')
    sent.push(name)
  },
}))
vi.mock('../store.ts', async (original) => {
  const stores = await original<{ createStore: <T>(initial: T) => { get: () => T } }>()
  return {
    ...stores,
    createStore: (initial: number | null) => {
      const made = stores.createStore(initial)
      seconds.get = made.get
      return made
    },
  }
})
const listen = (name: string, act: () => void) => void heard.set(name, act)
const forget = (name: string) => void heard.delete(name)
vi.stubGlobal('addEventListener', listen)
vi.stubGlobal('removeEventListener', forget)
vi.stubGlobal('document', { addEventListener: listen, removeEventListener: forget })
const tabs = { told: [] as unknown[], hear: (): void => {} }
vi.stubGlobal(
  'BroadcastChannel',
  class {
    set onmessage(hear: () => void) {
      tabs.hear = hear
    }
    postMessage = (what: unknown) => void tabs.told.push(what)
    close = () => {}
  },
)
const { startIdle, stayAwake } = await import('./idle.ts')

const minute = 60_000
const onEnd = vi.fn<() => void>()
let stop = () => {}
const begin = async (minutes: number) => {
  stop = startIdle({ idleTimeoutMs: minutes * minute, onEnd })
  await vi.advanceTimersByTimeAsync(0)
  sent.length = 0
}
beforeEach(() => {
  vi.useFakeTimers()
  isAway = false
  onEnd.mockClear()
  tabs.told.length = 0
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
afterAll(() => vi.unstubAllGlobals())

it('a session nobody works in warns for its last minute, and ends', async () => {
  await begin(15)
  await vi.advanceTimersByTimeAsync(14 * minute - 1000)
  expect(seconds.get()).toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  expect(seconds.get()).toBe(60)
  // A mouse that is brushed is not enough by then: the warning asks.
  heard.get('pointermove')?.()
  await vi.advanceTimersByTimeAsync(59_000)
  expect([seconds.get(), onEnd.mock.calls.length, sent]).toEqual([1, 0, []])
  await vi.advanceTimersByTimeAsync(1000)
  expect(onEnd).toHaveBeenCalledOnce()
})

it('who works keeps it by one touch a minute, four before the end of a short one', async () => {
  await begin(15)
  for (let second = 0; second < 150; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    heard.get('keydown')?.()
  }
  expect(sent).toEqual(['auth.touch', 'auth.touch'])
  stop()
  await begin(2)
  await vi.advanceTimersByTimeAsync(29_999)
  heard.get('pointerdown')?.()
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  heard.get('pointerdown')?.()
  expect(sent).toEqual(['auth.touch'])
})

it('who says that they are there stays; while the server is away the end comes nearer', async () => {
  await begin(15)
  await vi.advanceTimersByTimeAsync(14.5 * minute)
  isAway = true
  stayAwake()
  await vi.advanceTimersByTimeAsync(1000)
  expect(seconds.get()).toBe(29)
  isAway = false
  stayAwake()
  await vi.advanceTimersByTimeAsync(0)
  expect(seconds.get()).toBeNull()
  await vi.advanceTimersByTimeAsync(13 * minute)
  expect([seconds.get(), onEnd.mock.calls.length]).toEqual([null, 0])
})

it('who works in one tab stays signed in in all', async () => {
  await begin(15)
  expect(tabs.told).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2 * minute)
  heard.get('keydown')?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(tabs.told).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(14.5 * minute)
  expect(seconds.get()).toBe(30)
  tabs.hear()
  expect(seconds.get()).toBeNull()
  await vi.advanceTimersByTimeAsync(minute)
  expect([seconds.get(), onEnd.mock.calls.length]).toEqual([null, 0])
})
