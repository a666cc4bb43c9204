import { expect, it } from 'vitest'
import { creditFilter, parseCredit } from './credit-search.ts'

it('a link of the dashboard filters kind and business day', () => {
  const search = parseCredit({ kind: 'deposit.credited', from: '2026-11-20', to: '2026-11-20' })
  expect(creditFilter(search)).toMatchObject({
    kind: ['deposit.credited'],
    from: '2026-11-20',
    to: '2026-11-20',
  })
})

it('an amount is typed in baht and asked for in satang', () => {
  expect(creditFilter(parseCredit({ amount: '1,500.37' })).amountMinor).toBe(150_037)
  expect(creditFilter(parseCredit({ amount: 'much' })).amountMinor).toBeUndefined()
})

it('a kind or member that is none filters nothing', () => {
  const filter = creditFilter(parseCredit({ kind: ['deposit.credited', 'nonsense'], memberId: 'somebody' }))
  expect(filter.kind).toEqual(['deposit.credited'])
  expect(filter.memberId).toBeUndefined()
})
