import { expect, it } from 'vitest'
import { breachesOf } from '../../../lib/form/field-rules.ts'
import type { GatewaySettings } from '../gateway-shapes.ts'
import { draftOf, emptyGateway, sharedOf } from './gateway-draft.ts'

const typed = (exact: string) => ({ ...emptyGateway, exact })
const exactOf = (exact: string) => sharedOf(typed(exact)).exactMinor
/** What the form says of the field before anything is sent. */
const isRefused = (exact: string): boolean => {
  const input = { ...sharedOf(typed(exact)), code: 'code', apiSecret: '', webhookSecret: '' }
  return breachesOf('paymentGateways.create', input).some(
    ([path, breach]) => path.startsWith('exactMinor.') && breach === 'outOfRange',
  )
}

it.each([
  ['', []],
  ['100', [10_000]],
  ['100.25, 200', [10_025, 20_000]],
  ['100.25 200', [10_025, 20_000]],
  ['๑๐๐.๕๐ , 200,', [10_050, 20_000]],
  // By floating point this would be a satang more or less.
  ['1.15, 4.35, 90071992547409.91', [115, 435, 9_007_199_254_740_991]],
])('reads the exact amounts %j', (exact, amounts) => {
  expect(exactOf(exact)).toEqual(amounts)
  expect(isRefused(exact)).toBe(false)
})

it.each(['1,500', '100,200', '1,500, 200', '100.255', '1e3', '-100', '0', 'abc', '100,, 200'])(
  'refuses the exact amounts %j',
  (exact) => {
    expect(isRefused(exact)).toBe(true)
  },
)

it('keeps what the form does not show, and shows the exact amounts as it reads them', () => {
  const stored = {
    ...sharedOf(typed('')),
    methods: ['promptPay', 'bankTransfer'],
    exactMinor: [10_025, 150_000],
  } as unknown as GatewaySettings
  const again = sharedOf(draftOf(stored))
  expect(again.methods).toEqual(['promptPay', 'bankTransfer'])
  expect(again.exactMinor).toEqual([10_025, 150_000])
  expect(sharedOf(emptyGateway).methods).toEqual(['promptPay'])
})
