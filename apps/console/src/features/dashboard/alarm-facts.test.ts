import { expect, it } from 'vitest'
import { inOrder, storyOf, type Alarm } from './alarm-facts.ts'

const alarm = (code: string, detail: Record<string, unknown> = {}): Alarm => ({
  id: code as Alarm['id'],
  code,
  entity: 'brand',
  entityId: 'brand',
  detail,
  account: null,
  raisedAt: '2026-11-21T00:00:00Z',
  endedBy: code === 'payoutFuse' ? 'resumePayouts' : 'acknowledge',
  askedBy: null,
  isAskedByMe: false,
  approvalId: null,
})

it('stopped payouts come first, then what may lose money, then the rest as they came', () => {
  const codes = inOrder([
    alarm('message.parseFailed'),
    alarm('doublePayment'),
    alarm('bank.silent'),
    alarm('payoutFuse'),
  ]).map(({ code }) => code)
  expect(codes).toEqual(['payoutFuse', 'doublePayment', 'message.parseFailed', 'bank.silent'])
})

it('the circuit breaker tells what was paid and the limit', () => {
  const story = storyOf(
    alarm('payoutFuse', { sentMinor: 90_000, amountMinor: 20_000, limitMinor: 100_000 }),
  )
  expect(story).toEqual({ key: 'fuse', texts: {}, amounts: { sent: 90_000, limit: 100_000 } })
})

it('a hole is told without its sign, a payment twice with the other reference', () => {
  expect(storyOf(alarm('bank.chainGap', { gapMinor: -500 }))?.amounts).toEqual({ amount: 500 })
  expect(storyOf(alarm('sameAmountTwice', { amountMinor: 500, other: 'W2611-000001' }))).toEqual({
    key: 'twice',
    texts: { other: 'W2611-000001' },
    amounts: { amount: 500 },
  })
})

it('a detail that says nothing to a person is no sentence', () => {
  expect(storyOf(alarm('bank.chainContradiction', { bankAccountId: 'oba_x' }))).toBeNull()
})
