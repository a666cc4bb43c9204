import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw, drawnPart, drawnParts, leave } from '../../lib/drawn-hooks.fixture.ts'
import { ActSheet } from '../../lib/form/ActSheet.tsx'
import type { Alarm } from './alarm-facts.ts'
import AlarmSheet from './AlarmSheet.tsx'
import { MoneyNow } from './MoneyNow.tsx'
import { useAlarms } from './use-alarms.ts'
import { useDashboard } from './use-dashboard.ts'
import { StatCard } from '../../ui/figures/StatCard.tsx'

// What the first screen keeps true while it stands open.

const page = vi.hoisted(() => ({
  type: 'staff',
  heard: {} as Record<string, () => void>,
  old: [] as string[],
  asked: {} as Record<string, object>,
}))
vi.mock('react', async () => (await import('../../lib/drawn-hooks.fixture.ts')).drawnHooks)
vi.mock('@tanstack/react-query', () => ({ useQueryClient: () => 'client' }))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: String }) }))
vi.mock('@mantine/core', () => ({ Checkbox: () => null }))
vi.mock('../../lib/call/live.ts', () => ({
  useLive: (topic: string, hear: () => void) => {
    page.heard[topic] = hear
  },
}))
vi.mock('../../lib/call/query.ts', () => ({
  useQueryCall: (name: string, _: object, options: object) => {
    page.asked[name] = options
    return { data: undefined }
  },
}))
vi.mock('../../lib/call/refresh.ts', () => ({
  refreshSoon: (_: unknown, key: string[]) => void page.old.push(key.join('.')),
}))
vi.mock('../../lib/call/call.ts', () => ({ CallError: Error }))
vi.mock('../../lib/call/error-text.ts', () => ({ useErrorText: () => String }))
vi.mock('../../lib/form/ActSheet.tsx', () => ({ ActSheet: () => null }))
vi.mock('../../lib/person/profile.ts', () => ({ useProfile: () => ({ type: page.type }) }))
vi.mock('../../ui/kit-later.ts', () => ({}))
vi.mock('../../ui/figures/BankTag.tsx', () => ({ BankTag: () => null }))
vi.mock('../../ui/figures/Time.tsx', () => ({ Time: () => null }))
vi.mock('../../ui/figures/Age.tsx', () => ({ Age: () => null }))
vi.mock('../../ui/figures/Money.tsx', () => ({ Money: () => null }))
vi.mock('../../ui/figures/StatCard.tsx', () => ({ StatCard: () => null }))
vi.mock('./use-alarm-words.ts', () => ({
  useAlarmWords: () => ({ nameOf: ({ id }: { id: string }) => id, aboutOf: () => null }),
}))

beforeEach(() => {
  vi.useFakeTimers()
  page.type = 'staff'
  page.old.length = 0
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

it('figures are read again after events, once for many, and again after later ones', async () => {
  draw(() => useDashboard(undefined))
  const figures = ['dashboard.now', 'dashboard.day', 'dashboard.alarms']
  for (const topic of Object.keys(page.heard)) page.heard[topic]?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(page.old.splice(0)).toEqual(figures)
  for (const topic of [
    'deposit',
    'withdrawal',
    'statementLine',
    'message',
    'bankAccount',
    'transfer',
    'member',
  ]) {
    page.heard[topic]?.()
    await vi.advanceTimersByTimeAsync(1000)
    expect(page.old.splice(0), topic).toEqual(figures)
  }
  page.heard['deposit']?.()
  leave()
  expect(vi.getTimerCount()).toBe(0)
})

it('alarms that announce nothing are asked for by the clock, for whom they are the own', () => {
  const options = (isForMoney: boolean) => {
    draw(() => useAlarms(isForMoney))
    return page.asked['dashboard.alarms']
  }
  expect(options(true)).toMatchObject({ isEnabled: true, refetchEveryMs: 30_000 })
  expect(options(false)).toMatchObject({ isEnabled: false })
  page.type = 'seller'
  expect(options(true)).toMatchObject({ isEnabled: false })
})

it('the alarm that was opened is the one that is ended, however the list moves on behind it', () => {
  const alarm = (id: string, endedBy: string) => ({ id, endedBy, account: null, raisedAt: '' }) as Alarm
  const inputOf = (shown: Alarm) => {
    const sheet = drawnPart(
      draw(() => AlarmSheet({ alarm: shown, onClose: () => {} })),
      ActSheet,
    )
    const { call, input } = sheet.props as { call: string; input: (reason: string) => object }
    return [call, input('because')]
  }
  const ended = ['dashboard.acknowledgeAlarm', { alarmId: 'alm_1', reason: 'because' }]
  expect(inputOf(alarm('alm_1', 'acknowledge'))).toEqual(ended)
  expect(inputOf(alarm('alm_2', 'resumePayouts'))).toEqual(ended)
})

it('our accounts cover what we owe from the last satang on, and are short of it below', () => {
  const none = { count: 0, amountMinor: 0, oldestAt: null }
  const waiting = {
    waitingDeposits: none,
    waitingWithdrawals: none,
    unmatchedLines: none,
    unreadMessages: 0,
  }
  const cover = (coverBps: number) => {
    const now = { ...waiting, ownMinor: null, memberLiabilityMinor: null, coverBps }
    const cards = drawnParts(MoneyNow({ now: now as never, links: {} as never }), StatCard)
    const { tone, note } = cards.at(-1)?.props ?? {}
    return [tone, note]
  }
  expect(cover(9999)).toEqual(['red', 'now.coverShort'])
  expect(cover(10_000)).toEqual(['green', 'now.coverEnough'])
})
