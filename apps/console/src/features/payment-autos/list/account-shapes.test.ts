import { describe, expect, test } from 'vitest'
import {
  actsOf,
  differenceOf,
  limitUse,
  reporterState,
  switchesOf,
  type Account,
  type Reporter,
} from './account-shapes.ts'

const account = (part: Partial<Account>) => ({ asked: [], ...part }) as Account

test('one in use is paused or frozen, a paused one is used again, a frozen one is asked for', () => {
  expect(actsOf(account({ state: 'active' }))).toEqual(['pause', 'freeze', 'edit'])
  expect(actsOf(account({ state: 'paused' }))).toEqual(['resume', 'freeze', 'edit', 'close'])
  expect(actsOf(account({ state: 'frozen' }))).toEqual(['resume', 'edit', 'close'])
  expect(actsOf(account({ state: 'frozen', asked: ['thaw'] }))).toEqual(['edit', 'close'])
  expect(actsOf(account({ state: 'paused', asked: ['change', 'close'] }))).toEqual(['resume', 'freeze'])
  expect(actsOf(account({ state: 'closed' }))).toEqual([])
})

test('each way of an account has its switch; one that waits for a second person is not pressed again', () => {
  const acts = (part: Partial<Account>) =>
    switchesOf(account({ state: 'active', role: 'deposit', takesIn: true, paysOut: true, ...part })).map(
      ({ way, act }) => [way, act],
    )
  expect(acts({})).toEqual([
    ['in', 'inOff'],
    ['out', 'outOff'],
  ])
  expect(acts({ takesIn: false, paysOut: false })).toEqual([
    ['in', 'inOn'],
    ['out', 'outOn'],
  ])
  expect(acts({ role: 'withdrawal', paysOut: false, asked: ['switch'] })).toEqual([['out', null]])
  expect(acts({ state: 'closed' })).toEqual([])
})

test('a way that is on is told as idle while its account is out of use', () => {
  const idle = (state: Account['state'], paysOut = true) =>
    switchesOf(account({ state, role: 'deposit', takesIn: true, paysOut })).map(({ isIdle }) => isIdle)
  expect(idle('active')).toEqual([false, false])
  expect(idle('paused')).toEqual([true, true])
  expect(idle('frozen', false)).toEqual([true, false])
})

test('the difference is what the bank says beyond the ledger, and nothing where one is not shown', () => {
  expect(differenceOf(account({ balanceMinor: 100, bankBalanceMinor: 70 }))).toBe(-30)
  expect(differenceOf(account({ balanceMinor: 100, bankBalanceMinor: null }))).toBeNull()
  expect(differenceOf(account({ balanceMinor: null, bankBalanceMinor: 70 }))).toBeNull()
})

test.each([
  [0, 0, 'green'],
  [79, 79, 'green'],
  [80, 80, 'amber'],
  [99, 99, 'amber'],
  [100, 100, 'red'],
  [140, 100, 'red'],
])('%i of 100 used fills %i percent and is %s', (used, percent, tone) => {
  expect(limitUse(used, 100)).toEqual({ percent, tone })
})

describe('a phone', () => {
  const nowMs = Date.parse('2026-11-22T10:00:00Z')
  const phone = (part: Partial<Reporter>): Reporter => ({
    name: 'a',
    state: 'online',
    lastSeenAt: '2026-11-22T09:57:00Z',
    batteryBps: 2000,
    ...part,
  })
  test.each([
    ['is online three minutes after it was heard', {}, 'online'],
    ['is away a moment later', { lastSeenAt: '2026-11-22T09:56:59.999Z' }, 'away'],
    ['is low under a fifth', { batteryBps: 1999 }, 'low'],
    ['says nothing of its battery', { batteryBps: null }, 'online'],
    ['was never heard of', { lastSeenAt: null }, 'unheard'],
    ['is paused whatever else', { state: 'paused', lastSeenAt: null }, 'paused'],
    ['is revoked for ever', { state: 'revoked' }, 'revoked'],
  ] as const)('%s', (_, part, word) => {
    expect(reporterState(phone(part), nowMs).word).toBe(word)
  })
})
