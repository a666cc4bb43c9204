import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, leave } from '../../../lib/drawn-hooks.fixture.ts'
import { CallError } from '../../../lib/call/call.ts'
import { useClaim } from './use-claim.ts'

// When a withdrawal is held for whoever has its sheet open, and when it is given back.

vi.mock('react', async () => (await import('../../../lib/drawn-hooks.fixture.ts')).drawnHooks)
interface Asked {
  readonly what: string
  readonly input: object
  readonly answer: (value: object) => void
  readonly refuse: (error: unknown) => void
}
const { asked, onHide } = vi.hoisted(() => ({ asked: [] as Asked[], onHide: new Set<() => void>() }))
vi.mock('../../../lib/call/call.ts', () => ({
  CallError: class extends Error {
    readonly status: number
    readonly code: string
    readonly details: object | undefined
    constructor(status: number, code: string, details?: object) {
      super(code)
      Object.assign(this, { status, code, details })
      this.status = status
      this.code = code
      this.details = details
    }
  },
  isRefusal: () => true,
  call: (name: string, input: object) =>
    new Promise<object>((answer, refuse) => {
      asked.push({ what: name.replace('preTransactions.', ''), input, answer, refuse })
    }),
}))

const at = Date.parse('2026-11-23T10:00:00Z')
const untilMs = at + 120_000
const held = { claimedUntil: new Date(untilMs).toISOString(), version: 5 }
const failing = (status: number, code = 'x', details?: object): unknown =>
  new (CallError as unknown as new (...all: unknown[]) => Error)(status, code, details)
const said = () => asked.map(({ what }) => what)
const settled = () => vi.advanceTimersByTimeAsync(0)
const open = (isWanted = true) => draw(() => useClaim('wdr_1', isWanted))

beforeEach(() => {
  vi.useFakeTimers({ now: at })
  asked.length = 0
  onHide.clear()
  vi.stubGlobal('window', {
    addEventListener: (_: string, act: () => void) => onHide.add(act),
    removeEventListener: (_: string, act: () => void) => onHide.delete(act),
  })
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('is held as the sheet opens, renewed before its end, and given back once as it closes', async () => {
  open()
  asked[0]?.answer(held)
  await settled()
  expect(open()).toMatchObject({ ownUntilMs: untilMs, version: 5, holder: null })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(said()).toEqual(['claim', 'claim'])
  leave()
  expect(said()).toEqual(['claim', 'claim', 'release'])
})

it('a sheet that closed before the answer came gives back what it was given after all', async () => {
  open()
  leave()
  expect(said()).toEqual(['claim'])
  asked[0]?.answer(held)
  await settled()
  expect(said()).toEqual(['claim', 'release'])
  expect(asked[1]?.input).toEqual({ id: 'wdr_1' })
  await vi.advanceTimersByTimeAsync(300_000)
  expect(said()).toHaveLength(2)
})

it('is given back as the page is left, and not asked for by who only reads', async () => {
  open(false)
  leave()
  expect(said()).toEqual([])
  open()
  asked[0]?.answer(held)
  await settled()
  for (const hide of onHide) hide()
  expect(said()).toEqual(['claim', 'release'])
})

it('an own claim outlives silence, not a refusal; what another holds is asked for when it ends', async () => {
  open()
  asked[0]?.answer(held)
  await settled()
  await vi.advanceTimersByTimeAsync(61_000)
  asked[1]?.refuse(failing(0))
  await settled()
  expect(open().ownUntilMs).toBe(untilMs)
  await vi.advanceTimersByTimeAsync(10_000)
  const until = new Date(Date.now() + 30_000).toISOString()
  asked[2]?.refuse(failing(409, 'claimedByOther', { by: 'B', until }))
  await settled()
  expect(open()).toMatchObject({ ownUntilMs: null, holder: { name: 'B' } })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(said()).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(said()).toHaveLength(4)
})

it('what cannot be claimed at all is not asked for again', async () => {
  open()
  asked[0]?.refuse(failing(409, 'alreadyHandled'))
  await settled()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(said()).toEqual(['claim'])
})
