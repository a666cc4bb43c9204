import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import {
  assertAdult,
  assertBank,
  assertLimits,
  assertMayChangeAgain,
  assertTransition,
  holdUntil,
  withdrawBlocks,
  type BlockFacts,
} from './rules.ts'

const settings = BrandSettings.parse({})
const at = (moment: string) => Date.parse(moment)
const code = (act: () => void): string => {
  try {
    act()
    return 'ok'
  } catch (error) {
    return error instanceof ApiError ? error.code : String(error)
  }
}

test('a member is twenty on their birthday, by the date in Bangkok', () => {
  // 00:30 on 2 March in Bangkok is still 1 March in London.
  const now = at('2026-03-01T17:30:00Z')
  expect(code(() => assertAdult('2006-03-02', now))).toBe('ok')
  expect(code(() => assertAdult('2006-03-03', now))).toBe('outOfRange')
  expect(code(() => assertAdult('2026-03-02', now))).toBe('outOfRange')
  expect(code(() => assertAdult('2026-03-03', now))).toBe('invalidDate')
  expect(code(() => assertAdult(undefined, now))).toBe('ok')
})

test('a person moves a member along these states and no others', () => {
  const states = ['pending', 'active', 'suspended', 'locked', 'blacklisted', 'closed']
  const moves = states.flatMap((from) =>
    states.filter((to) => code(() => assertTransition(from, to)) === 'ok').map((to) => `${from} ${to}`),
  )
  expect(moves).toEqual([
    'pending active',
    'pending suspended',
    'pending locked',
    'active suspended',
    'active locked',
    'suspended active',
    'suspended locked',
    'locked active',
  ])
})

test('an account is at a bank that can be paid', () => {
  const codes = ['KBANK', 'TMW', 'BOT', 'RBS', 'PROMPTPAY', 'NOSUCH']
  expect(codes.filter((bank) => code(() => assertBank(bank)) === 'ok')).toEqual(['KBANK', 'TMW'])
})

test('limits may be equal, and either may be the brand’s', () => {
  const limits = (withdrawalMinMinor: number | null, withdrawalMaxMinor: number | null) =>
    code(() => assertLimits({ withdrawalMinMinor, withdrawalMaxMinor }))
  expect([limits(200, 200), limits(201, 200), limits(201, null), limits(null, 1)]).toEqual([
    'ok',
    'amountRange',
    'ok',
    'ok',
  ])
})

describe('after a change of account', () => {
  const changed = '2026-03-01T10:00:00.000Z'
  const after = (hours: number, ms = 0) => at(changed) + hours * 3_600_000 + ms

  test('withdrawals are held for the brand’s hours, to the millisecond', () => {
    const hold = (now: number) => holdUntil(changed, { ...settings, accountChangeHoldHours: 24 }, now)
    expect([hold(after(24, -1)), hold(after(24))]).toEqual(['2026-03-02T10:00:00.000Z', null])
    expect(holdUntil(null, settings, after(0))).toBeNull()
  })

  test('the next one waits for the brand’s days, to the millisecond', () => {
    const again = (now: number) =>
      code(() => assertMayChangeAgain(changed, { ...settings, accountChangeEveryDays: 30 }, now))
    expect([again(after(30 * 24, -1)), again(after(30 * 24))]).toEqual(['changeTooSoon', 'ok'])
  })
})

test('money cannot leave for each of these reasons, and for none of them it can', () => {
  const free: BlockFacts = {
    state: 'active',
    canWithdraw: true,
    hasOpenWithdrawal: false,
    hasAccount: true,
    holdUntil: null,
    cashMinor: 10_000,
    minMinor: null,
  }
  const blocks = (change: Partial<BlockFacts>) => withdrawBlocks({ ...free, ...change }, settings)
  expect(blocks({})).toEqual([])
  expect(blocks({ state: 'suspended' })).toEqual(['memberState'])
  expect(blocks({ canWithdraw: false })).toEqual(['memberState'])
  expect(blocks({ hasOpenWithdrawal: true })).toEqual(['memberState'])
  expect(blocks({ hasAccount: false })).toEqual(['accountMatch'])
  expect(blocks({ holdUntil: '2026-03-02T10:00:00.000Z' })).toEqual(['accountMatch'])
  expect(blocks({ cashMinor: 9_999 })).toEqual(['balance'])
  expect([blocks({ minMinor: 10_000 }), blocks({ minMinor: 10_001 })]).toEqual([[], ['balance']])
  expect(withdrawBlocks(free, { ...settings, canWithdraw: false })).toEqual(['systemOpen'])
})
