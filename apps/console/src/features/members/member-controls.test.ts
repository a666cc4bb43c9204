import { expect, it } from 'vitest'
import { keepTyped, type Controls } from './member-controls.ts'

const base: Controls = {
  canLogin: true,
  canDeposit: true,
  canWithdraw: true,
  isAutoWithdraw: true,
  withdrawalMinMinor: null,
  withdrawalMaxMinor: 1_000_000,
  withdrawalDayMinor: null,
  withdrawalDayCount: null,
  level: 1,
  tags: ['vip'],
}

it('typed values stay and untouched ones take what is in force now', () => {
  const typed = { ...base, level: 5, tags: ['vip', 'risk'] }
  const now = { ...base, canWithdraw: false, level: 3 }
  expect(keepTyped(base, typed, now)).toEqual({
    ...base,
    canWithdraw: false,
    level: 5,
    tags: ['vip', 'risk'],
  })
})

it('a limit that was emptied stays empty', () => {
  expect(keepTyped(base, { ...base, withdrawalMaxMinor: null }, base).withdrawalMaxMinor).toBeNull()
})
