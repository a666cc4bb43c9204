import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Button, Modal, TextInput } from '@mantine/core'
import { draw, drawnPart, drawnParts, leave } from '../../lib/drawn-hooks.fixture.ts'
import { useNow } from '../figures/use-now.ts'
import DateRangePanel from './DateRangePanel.tsx'
import { FilterText } from './FilterText.tsx'
import { AmountInput } from '../form/AmountInput.tsx'
import { FormPage } from '../form/FormPage.tsx'
import { leaveSheet } from '../later-parts.ts'
import type { ConfirmProps } from '../sheet/Confirm.tsx'
import ConfirmSheet from '../sheet/ConfirmSheet.tsx'
import { UnsavedGuard } from '../sheet/UnsavedGuard.tsx'
import { useTicks } from '../table/rows/use-ticks.ts'
import { KeysetPager } from '../table/tools/KeysetPager.tsx'

// What is typed and pressed, and what the screen is told of it: once, in time, and by nobody who has left.

const page = vi.hoisted(() => ({ blocked: { status: 'blocked', proceed: () => {}, reset: () => {} } }))
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  ...(await import('../../lib/drawn-hooks.fixture.ts')).drawnHooks,
}))
vi.mock('react-dom', () => ({ flushSync: (run: () => void) => run() }))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('@tanstack/react-router', () => ({ useBlocker: () => page.blocked }))
vi.mock('@mantine/core', () => {
  const names = 'Alert Button CloseButton Loader Modal NativeSelect Textarea TextInput'
  const parts = Object.fromEntries(names.split(' ').map((name) => [name, () => null]))
  const Popover = Object.assign(() => null, { Target: () => null, Dropdown: () => null })
  return { ...parts, Popover }
})
vi.mock('../../lib/person/kept.ts', async () => {
  const { drawnHooks } = await import('../../lib/drawn-hooks.fixture.ts')
  return { useKept: (_: string, initial: () => unknown) => drawnHooks.useState(initial) }
})
vi.mock('../../lib/person/view-reason.ts', () => ({ useViewReason: () => ({}) }))
vi.mock('../later-parts.ts', async () => {
  const { createStore } = await import('../../lib/store.ts')
  return { leaveSheet: { shown: createStore(null), fetch: async () => false } }
})
vi.mock('../use-open-on-arrival.ts', () => ({
  useOpenOnArrival: () => ({ target: null, isOpen: true, setOpen: () => {} }),
}))
vi.mock('../focus-first-error.ts', () => ({ focusFirstError: () => undefined }))
vi.mock('../kit-later.ts', () => ({}))
vi.mock('./DateTrigger.tsx', () => ({ DateTrigger: () => null }))
vi.mock('../figures/KeyValue.tsx', () => ({ KeyValue: () => null }))
vi.mock('../page/ErrorState.tsx', () => ({ ErrorState: () => null }))
vi.mock('../page/Page.tsx', () => ({ Page: () => null }))
vi.mock('../sheet/ConfirmTables.tsx', () => ({ BalanceTable: () => null, LineTable: () => null }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Props {
  readonly [name: string]: unknown
  readonly onChange: (event: object) => void
  readonly onClick: () => void
  readonly onKeyDown: (event: object) => void
  readonly onSubmit: (event: object) => void
}
const all = (drawn: unknown, kind: unknown) =>
  drawnParts(drawn, kind).map(({ props }) => props as unknown as Props)
const one = (drawn: unknown, kind: unknown) => drawnPart(drawn, kind).props as unknown as Props
const typed = (value: string) => ({ currentTarget: { value } })

it('an amount is told in satang; text that is none is never an empty field', () => {
  const told: unknown[] = []
  let value: number | null = null
  const onChange = (minor: number | null, isRefused: boolean) => {
    value = minor
    told.push([minor, isRefused])
  }
  const field = () =>
    one(
      draw(() => AmountInput({ label: 'amount', value, onChange })),
      TextInput,
    )
  const type = (text: string) => {
    field().onChange(typed(text))
    return told.splice(0)
  }
  expect(type('abc')).toEqual([[null, true]])
  expect(type('')).toEqual([[null, false]])
  expect(type('๑,๒๓๔.๕๐')).toEqual([[123_450, false]])
  expect(type('1,234.5x')).toEqual([[null, true]])
  value = 500
  field()
  expect(field()['value']).toBe('5.00')
})

it('a text that was taken back before the typing rested is never looked for', () => {
  const told: string[] = []
  const field = (value = '') =>
    one(
      draw(() => FilterText({ label: 'search', value, onChange: (text) => told.push(text) })),
      TextInput,
    )
  field().onChange(typed('somchai'))
  vi.advanceTimersByTime(200)
  field().onKeyDown({ key: 'Escape', nativeEvent: {} })
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([''])
  field().onChange(typed(' a '))
  vi.advanceTimersByTime(300)
  field().onChange(typed('b'))
  leave()
  vi.advanceTimersByTime(1000)
  expect(told).toEqual(['', 'a'])
})

it('a range that was begun by hand is forgotten when another one is chosen', () => {
  const [from, to, todayOn] = ['2026-11-01', '2026-11-20', '2026-11-23']
  const given = { label: 'days', from, to, onChange: () => {}, todayOn, preset: null, text: '' }
  const panel = () => draw(() => DateRangePanel(given as never))
  const calendar = () =>
    (one(panel(), Suspense)['children'] as { props: { value: unknown; onChange: (days: unknown) => void } })
      .props
  calendar().onChange(['2026-11-05', null])
  expect(calendar().value).toEqual(['2026-11-05', null])
  all(panel(), Button)[0]?.onClick()
  expect(calendar().value).toEqual([from, to])
})

it('a month is chosen at once, from its first day to its last', () => {
  const told: unknown[] = []
  const onChange = (from: string, to: string) => told.push([from, to])
  const given = {
    label: 'days',
    from: null,
    to: null,
    onChange,
    todayOn: '2028-02-23',
    preset: null,
    text: '',
  }
  const panel = () => draw(() => DateRangePanel(given as never))
  const calendar = () =>
    (one(panel(), Suspense)['children'] as { props: { kind: string; onChange: (on: string) => void } })
      .props
  expect(calendar().kind).toBe('range')
  all(panel(), Button)
    .find(({ children }) => children === 'dates.byMonth')
    ?.onClick()
  expect(calendar().kind).toBe('month')
  calendar().onChange('2028-02-01')
  expect(told).toEqual([['2028-02-01', '2028-02-29']])
})

it('a form is sent once by two presses, and again when it came back', async () => {
  const answers: (() => void)[] = []
  const onSubmit = () => new Promise<void>((done) => answers.push(done))
  const press = () =>
    one(
      draw(() => FormPage({ title: '', submitLabel: '', isDirty: true, children: null, onSubmit })),
      'form',
    ).onSubmit({ preventDefault: () => {} })
  press()
  press()
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  press()
  expect(answers).toHaveLength(2)
})

it('a sheet within a form sends itself alone, once, under one key, and closes when it is done', async () => {
  const sent: unknown[] = []
  const answers: ((thrown: Error | null) => void)[] = []
  const onClose = vi.fn<() => void>()
  const given: ConfirmProps & { isOpen: boolean } = {
    isOpen: true,
    onClose,
    title: 'sheet',
    submitLabel: 'do',
    reason: { label: 'why', isRequired: true },
    onSubmit: (result) => {
      sent.push(result)
      return new Promise((done, fail) => answers.push((thrown) => (thrown ? fail(thrown) : done())))
    },
  }
  const whole = one(
    draw(() => ConfirmSheet(given)),
    Modal,
  )
  const inner = whole['children'] as { type: (props: unknown) => unknown; props: object }
  leave()
  const sheet = () => draw(() => inner.type(inner.props))
  const around = vi.fn<() => void>()
  const press = async () => {
    one(sheet(), 'form').onSubmit({ preventDefault: () => {}, stopPropagation: around })
    await vi.advanceTimersByTimeAsync(0)
  }
  const answer = async (thrown: Error | null) => {
    answers.pop()?.(thrown)
    await vi.advanceTimersByTimeAsync(0)
  }
  await press()
  expect([sent.length, around.mock.calls.length]).toEqual([0, 1])
  one(sheet(), 'ReasonField').onChange(' because ' as never)
  await press()
  await press()
  expect(sent).toEqual([{ reason: 'because', idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) }])
  await answer(new Error('away'))
  await press()
  expect([sent[1], onClose.mock.calls.length]).toEqual([sent[0], 0])
  await answer(null)
  expect(onClose).toHaveBeenCalledOnce()
})

it('the browser asks who leaves only where our own sheet does not come', () => {
  const confirm = vi.fn<() => boolean>(() => false)
  vi.stubGlobal('confirm', confirm)
  const guard = () => draw(() => UnsavedGuard({ isDirty: true }))
  guard()
  vi.advanceTimersByTime(1900)
  expect(confirm).not.toHaveBeenCalled()
  leaveSheet.shown.set(() => null)
  guard()
  vi.advanceTimersByTime(5000)
  expect(confirm).not.toHaveBeenCalled()
  leave()
  leaveSheet.shown.set(null)
  guard()
  vi.advanceTimersByTime(2000)
  expect(confirm).toHaveBeenCalledOnce()
})

it('an age that is shown after a while without any counts from now, and the clock rests between', () => {
  const begun = Date.now()
  draw(useNow)
  vi.advanceTimersByTime(10_000)
  expect(draw(useNow)).toBe(begun + 10_000)
  leave()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(600_000)
  draw(useNow)
  expect(draw(useNow)).toBe(begun + 610_000)
})

it('a page of another size is the first of its filter: a cursor belongs to one size', () => {
  const placed: unknown[] = []
  const place = { size: 25, after: 'cursor' }
  const pager = KeysetPager({ place, answer: null, onPlace: (next) => placed.push(next) })
  const { onSize } = drawnPart(pager, 'PagerSize').props as { onSize: (size: number) => void }
  onSize(50)
  expect(placed).toStrictEqual([{ size: 50 }])
})

it.each([
  [{ isEstimate: true, isOfSearch: true }, 'pager.countAtLeast · pager.typeMore'],
  [{ isEstimate: false, isOfSearch: true, isOfNearest: true }, 'pager.count · pager.nearestSorted'],
  [{ isEstimate: true, isOfSearch: false }, 'pager.countAtLeast'],
])('of %j the pager says %s', (count, said) => {
  const place = { size: 25 }
  const pager = KeysetPager({ place, answer: null, onPlace: () => {}, count: { value: 1000, ...count } })
  const told = drawnParts(pager, 'span').map(({ props }) =>
    [props['children']].flat().filter(Boolean).join(''),
  )
  expect(told).toContain(said)
})

it('ticking a page leaves what was ticked on others', () => {
  let selected: readonly string[] = ['x']
  const ids = ['a', 'b', 'c']
  const ticks = () => draw(() => useTicks(ids, selected, (next) => (selected = next)))
  ticks().tickAll()
  expect([selected, ticks().state]).toEqual([['x', 'a', 'b', 'c'], 'all'])
  ticks().tickAll()
  expect(selected).toEqual(['x'])
  ticks().tick('a', false)
  ticks().tick('c', true)
  expect([selected, ticks().state]).toEqual([['x', 'a', 'b', 'c'], 'all'])
})
