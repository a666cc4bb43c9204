import { expect, it } from 'vitest'
import { shownBefore, usualPriority } from './account-draft.ts'

const account = (n: number, priority: number, change: object = {}) => ({
  id: `oba_${n}`,
  role: 'deposit' as const,
  state: 'active' as const,
  takesIn: true,
  priority,
  ...change,
})

it('a new deposit account comes before those there are, and is never below the least order', () => {
  expect(usualPriority('deposit', [account(1, 5), account(2, 40)])).toBe(4)
  expect(usualPriority('deposit', [account(1, 1)])).toBe(1)
  expect(usualPriority('deposit', [account(1, 5, { state: 'closed' as const })])).toBe(100)
  expect(usualPriority('deposit', [])).toBe(100)
  expect(usualPriority('withdrawal', [account(1, 5)])).toBe(100)
})

it('members are shown the first that takes money in; of one order, the older', () => {
  const [older, own, newer] = [account(1, 5), account(2, 5), account(3, 5)]
  const shut = account(0, 1, { takesIn: false })
  const paused = account(4, 1, { state: 'paused' as const })
  expect(shownBefore(own, [newer, own, older, shut, paused])).toEqual([older])
})
