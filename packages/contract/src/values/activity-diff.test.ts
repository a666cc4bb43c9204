import { expect, it } from 'vitest'
import { changesOf, shownChanges } from './activity-diff.ts'

it('only what differs is a change', () => {
  expect(
    changesOf({ level: 1, tags: ['a'], canLogin: true }, { level: 2, tags: ['a'], canLogin: true }),
  ).toEqual([{ field: 'level', before: 1, after: 2 }])
})

it('nested states are told by the last name', () => {
  expect(changesOf({ account: { bank: 'SCB' } }, { account: { bank: 'KBANK' } })).toEqual([
    { field: 'bank', before: 'SCB', after: 'KBANK' },
  ])
})

it('a new thing shows every field that it has', () => {
  expect(changesOf(null, { username: 'kl1', lineId: null })).toEqual([
    { field: 'username', before: undefined, after: 'kl1' },
  ])
})

it('an act without states has no changes', () => {
  expect(changesOf(null, null)).toEqual([])
  expect(changesOf('text', 3)).toEqual([])
})

it('rights of several pages are told apart by the page', () => {
  const rights = (isUpdate: boolean) => ({
    permission: { dashboard: { isRead: true, isUpdate }, adminLog: { isRead: true, isUpdate: false } },
    abilities: { exportData: isUpdate },
  })
  expect(changesOf(rights(false), rights(true))).toEqual([
    { field: 'dashboard.isUpdate', before: false, after: true },
    { field: 'exportData', before: false, after: true },
  ])
})

it('people read first what says most of a thing, and of a message no counts of nobody', () => {
  const after = { id: 3, version: 1, state: 'open', to: 0, name: 'x' }
  const fieldsOf = (entity: string) => shownChanges({ entity, after }).map(({ field }) => field)
  expect(fieldsOf('group')).toEqual(['name', 'state', 'id', 'to'])
  expect(fieldsOf('notification')).toEqual(['name', 'state', 'id'])
})
