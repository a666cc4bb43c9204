import { expect, it } from 'vitest'
import { membersFilter, membersInput, parseMembers } from './members-search.ts'

it('an empty address lists everybody, newest first', () => {
  expect(membersInput(parseMembers({}))).toMatchObject({ sort: 'createdAt', isAscending: false, size: 25 })
  expect(Object.values(membersFilter(parseMembers({}))).every((value) => value === undefined)).toBe(true)
})

it('what is searched stands in the order of the match until a column is chosen', () => {
  expect(membersInput(parseMembers({ search: 'somchai' }))).toMatchObject({ sort: 'match' })
  expect(membersInput(parseMembers({ search: 'somchai', sort: 'net' }))).toMatchObject({ sort: 'net' })
  expect(membersInput(parseMembers({ search: '' }))).toMatchObject({ sort: 'createdAt' })
})

it('what is misspelt in an address filters nothing', () => {
  const search = parseMembers({
    state: ['active', 'asleep'],
    bank: 'NOBANK',
    level: '-3',
    registeredFrom: '2026-13-01',
  })
  expect(membersFilter(search)).toMatchObject({ state: ['active'] })
  expect(membersFilter(search).bank).toBeUndefined()
  expect(membersFilter(search).level).toBeUndefined()
  expect(membersFilter(search).registeredFrom).toBeUndefined()
})

it('the export asks for the same filter as the list, without its page and order', () => {
  const search = parseMembers({ bank: 'KBANK', sort: 'net', isAscending: 'true', after: 'abc', size: '50' })
  expect(membersFilter(search)).not.toHaveProperty('after')
  expect(membersFilter(search)).not.toHaveProperty('sort')
  expect(membersInput(search)).toMatchObject({
    bank: 'KBANK',
    sort: 'net',
    isAscending: true,
    after: 'abc',
    size: 50,
  })
})
