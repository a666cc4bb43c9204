import { describe, expect, test } from 'vitest'
import { fitted, webhookSignature } from './channels.ts'
import { mayGoAt, wants } from './rules.ts'

const at = (text: string): number => Date.parse(`${text}+07:00`)

describe('quiet hours', () => {
  const night = { from: '22:00', until: '07:00' }
  test.each([
    ['2026-11-21T21:59:59', '2026-11-21T21:59:59'],
    ['2026-11-21T22:00:00', '2026-11-22T07:00:00'],
    ['2026-11-21T23:30:00', '2026-11-22T07:00:00'],
    ['2026-11-22T00:10:00', '2026-11-22T07:00:00'],
    ['2026-11-22T06:59:59', '2026-11-22T07:00:00'],
    ['2026-11-22T07:00:00', '2026-11-22T07:00:00'],
  ])('over midnight: what happens at %s goes at %s', (now, goes) => {
    expect(mayGoAt(at(now), night)).toBe(at(goes))
  })
  test('within a day, and none', () => {
    const noon = { from: '12:00', until: '13:00' }
    expect(mayGoAt(at('2026-11-21T12:30:00'), noon)).toBe(at('2026-11-21T13:00:00'))
    expect(mayGoAt(at('2026-11-21T13:00:00'), noon)).toBe(at('2026-11-21T13:00:00'))
    expect(mayGoAt(5, null)).toBe(5)
  })
})

test('a group hears what it chose, from the amount and of the banks it names', () => {
  const filter = { events: ['deposit.large'], minAmountMinor: 100, banks: ['KBANK'] }
  const event = { code: 'deposit.large', amountMinor: 100, bank: 'KBANK' }
  expect(wants(filter, event)).toBe(true)
  expect(wants(filter, { ...event, amountMinor: 99 })).toBe(false)
  expect(wants(filter, { ...event, bank: 'SCB' })).toBe(false)
  expect(wants(filter, { ...event, code: 'withdraw.paid' })).toBe(false)
  expect(wants(filter, { ...event, amountMinor: null, bank: null })).toBe(true)
})

test('a long text is cut at a line, and says how much is missing', () => {
  const lines = Array.from({ length: 100 }, (_, n) => `บรรทัดที่ ${n}`)
  const text = fitted(lines, 300)
  expect(text.length).toBeLessThanOrEqual(300)
  expect(text).toMatch(/… \+\d+$/)
  expect(fitted(['สั้น'], 300)).toBe('สั้น')
})

test('a webhook is signed as Standard Webhooks gives it', () => {
  // The example of the specification's own libraries.
  expect(
    webhookSignature(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330,
      '{"test": 2432232314}',
    ),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
