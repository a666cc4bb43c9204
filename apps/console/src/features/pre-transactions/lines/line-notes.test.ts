import { CallError } from '@khlang/contract/derived/client.ts'
import type { CallName } from '@khlang/contract/calls.ts'
import type { ErrorCode } from '@khlang/contract/kit/errors.ts'
import type { AnyDetails } from '@khlang/contract/derived/refusals.ts'
import { expect, it, vi } from 'vitest'

vi.mock('../../../lib/call/call.ts', async () => ({
  ...(await import('@khlang/contract/derived/client.ts')),
  call: vi.fn<() => void>(),
}))
const { isTaken } = await import('./line-notes.ts')

const refused = (name: CallName, code: ErrorCode, details?: AnyDetails) =>
  isTaken(new CallError({ call: name, code, details, message: '', status: 409 }))
const ofAnna = { version: 2, state: 'ignored', by: 'Anna', at: null } as const

it('somebody was faster where the code says so, whoever it was', () => {
  for (const code of ['stale', 'lineNotOpen', 'alreadyMatched'] as const)
    expect(refused('preTransactions.ignoreLine', code)).toBe(true)
  expect(refused('preTransactions.link', 'memberNotActive', { state: 'locked' })).toBe(false)
  expect(isTaken(new Error('no'))).toBe(false)
})

it('a state that refuses means it where it says who', () => {
  expect(refused('preTransactions.reopenLine', 'stateRefused', ofAnna)).toBe(true)
  expect(refused('preTransactions.reopenLine', 'stateRefused', { ...ofAnna, by: null })).toBe(false)
  expect(refused('preTransactions.internalTransfer', 'stateRefused', { reason: 'notOpposite' })).toBe(false)
  const waiting = { reason: 'approvalPending' } as const
  expect(refused('preTransactions.link', 'conflict', { ...waiting, by: 'Anna' })).toBe(true)
  expect(refused('preTransactions.link', 'conflict', waiting)).toBe(false)
})

it('what another call says of a line of its own is not read', () => {
  expect(refused('preTransactions.rejectDeposit', 'stateRefused', ofAnna)).toBe(false)
})
