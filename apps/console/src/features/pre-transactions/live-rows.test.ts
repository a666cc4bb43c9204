import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, drawnPart, leave } from '../../lib/drawn-hooks.fixture.ts'
import { useCountdown } from './line-actions/use-countdown.ts'
import { useLineSheets } from './line-actions/use-line-sheets.tsx'
import { useLineNotes } from './lines/line-notes.ts'
import QueueCaller from './queue/QueueCaller.tsx'
import { useThrottled } from './use-throttled.ts'

// Whom events call, and what the hooks beside the lists keep: each thing once, nothing afterwards. What
// events bring into the lists, the tests of the screens say (app/screens).

const page = vi.hoisted(() => ({
  heard: {} as Record<string, (event: object) => void>,
  asked: [] as [string, object][],
  called: [] as unknown[],
}))
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  ...(await import('../../lib/drawn-hooks.fixture.ts')).drawnHooks,
}))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('../../lib/call/live.ts', () => ({
  missedTopic: '*',
  useLive: (topic: string | null, hear: (event: object) => void) => {
    if (topic !== null) page.heard[topic] = hear
  },
}))
vi.mock('../../lib/call/call.ts', () => ({
  CallError: Error,
  call: async (name: string, input: object) => {
    page.asked.push([name, input])
    return { records: [] }
  },
}))
vi.mock('../../lib/alerts/calm.ts', () => ({ whenCalm: (run: () => void) => run() }))
vi.mock('../../lib/alerts/calling.ts', () => ({
  callFor: (...all: unknown[]) => void page.called.push(all),
}))
vi.mock('../../lib/person/permissions.ts', () => ({ useAllows: () => () => true }))
vi.mock('../../lib/address/navigation.tsx', () => ({ useGo: () => () => {} }))

beforeEach(() => {
  vi.useFakeTimers()
  page.heard = {}
  for (const list of [page.asked, page.called]) list.length = 0
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

const at = '2026-11-23T10:00:00.000Z'
const rowOf = (id: string, change: object = {}) => ({
  id,
  kind: 'withdrawal',
  state: 'review',
  version: 1,
  at,
  amountMinor: 500,
  accountId: null,
  reference: id,
  member: { id: 'mbr_1', username: 'kl1', state: 'active' },
  ...change,
})
const event = (topic: string, id: string, row?: object) =>
  page.heard[topic]?.({ topic, id, version: 1, ...(row ? { row } : {}) })

it('a person is called for a row that came to wait, once, and only new ones are asked for', async () => {
  vi.setSystemTime(Date.parse(at) - 1000)
  draw(() => QueueCaller())
  event('withdrawal', 'wdr_1')
  event('*', '')
  await vi.advanceTimersByTimeAsync(1000)
  event('deposit', 'dep_1')
  await vi.advanceTimersByTimeAsync(1000)
  expect(page.asked.map(([, input]) => input)).toEqual([
    { deposits: [], withdrawals: ['wdr_1'] },
    { deposits: ['dep_1'], withdrawals: [] },
  ])
  const row = rowOf('wdr_1')
  event('withdrawal', 'wdr_1', row)
  event('withdrawal', 'wdr_1', { ...row, version: 2 })
  event('withdrawal', 'wdr_0', rowOf('wdr_0', { at: '2026-11-23T09:00:00.000Z' }))
  expect(page.called).toMatchObject([[['withdrawals'], { tag: 'wdr_1' }]])
})

it('of many events the first counts at once and the last in the end, and none once it is left', async () => {
  const run = vi.fn<() => void>()
  const hear = draw(() => useThrottled(run, 1000))
  hear()
  hear()
  hear()
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(2)
  hear()
  hear()
  leave()
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(3)
})

it('the time to undo runs down and is over, and no clock goes on behind it', async () => {
  vi.setSystemTime(Date.parse(at))
  const left = () => draw(() => useCountdown('2026-11-23T10:01:02.000Z'))
  expect(left()).toBe('1:02')
  await vi.advanceTimersByTimeAsync(3000)
  expect(left()).toBe('0:59')
  leave()
  expect(vi.getTimerCount()).toBe(0)
  expect(left()).toBe('0:59')
  await vi.advanceTimersByTimeAsync(59_000)
  expect([left(), vi.getTimerCount()]).toEqual([null, 0])
})

it('of a line the last note is shown, the newest first, and three at most', () => {
  const notes = () => draw(useLineNotes)
  const note = (lineId: string, what: string) =>
    notes().add({ lineId, what, kind: 'done', amountMinor: 1, name: null })
  const shown = () => notes().notes.map(({ what }) => what)
  for (const [id, what] of Object.entries({ a: 'first', b: 'second' })) note(id, what)
  note('a', 'third')
  expect(shown()).toEqual(['third', 'second'])
  for (const id of ['c', 'd']) note(id, id)
  expect(shown()).toEqual(['d', 'c', 'third'])
  notes().remove('a')
  expect(shown()).toEqual(['d', 'c'])
})

it('a line that was done here, or by somebody faster, is settled and told of', () => {
  const told: unknown[] = []
  const add = (note: { lineId: string }) => void told.push(['done', note.lineId])
  const addTaken = async (line: { id: string }) => void told.push(['taken', line.id])
  const settled = (id: string) => void told.push(['settled', id])
  const sheets = () => draw(() => useLineSheets(String, { add, addTaken }, settled))
  sheets().undo('stl_1')
  type Given = Record<'onDone' | 'onTaken' | 'onClose', (about?: object) => void>
  const shown = () => (drawnPart(sheets().sheet, Suspense).props['children'] as { props: Given }).props
  shown().onTaken({ id: 'stl_1' })
  shown().onDone({ lineId: 'stl_2' })
  expect(told).toEqual([
    ['taken', 'stl_1'],
    ['settled', 'stl_1'],
    ['done', 'stl_2'],
    ['settled', 'stl_2'],
  ])
  shown().onClose()
  expect(sheets().sheet).toBeNull()
})
