import { expect, it } from 'vitest'
import { parseApprovals, scopeOf } from './approval-search.ts'

it('opens a request among those where its reader finds it', () => {
  expect(scopeOf({ isOwn: true, state: 'pending' })).toBe('own')
  expect(scopeOf({ isOwn: true, state: 'withdrawn' })).toBe('own')
  expect(scopeOf({ isOwn: false, state: 'pending' })).toBe('toSettle')
  expect(scopeOf({ isOwn: false, state: 'approved' })).toBe('settled')
})

it('knows an address that names a list from one that does not', () => {
  expect(parseApprovals({ scope: 'own' }).scope).toBe('own')
  expect(parseApprovals({ scope: 'every' }).scope).toBeUndefined()
})
