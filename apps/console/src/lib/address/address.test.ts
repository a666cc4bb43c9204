import { expect, it } from 'vitest'
import { hrefOf } from './navigation.tsx'
import { readSearch } from './search.ts'

it('a phone number in the address keeps its leading zero', () => {
  expect(readSearch('?phone=0812345678&page=2')).toEqual({ phone: '0812345678', page: '2' })
})

it('a filter with several values comes back as it went', () => {
  const href = hrefOf({ to: '/payment-auto/list', search: { bank: ['004', '014'], q: 'ก & ข', empty: '' } })
  expect(readSearch(href.slice(href.indexOf('?')))).toEqual({ bank: ['004', '014'], q: 'ก & ข' })
})

it('an id cannot break out of its place in the path', () => {
  expect(hrefOf({ to: '/member/member-detail/{id}', id: 'a/../b' })).toBe(
    '/member/member-detail/a%2F..%2Fb',
  )
})
