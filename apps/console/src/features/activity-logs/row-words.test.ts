import { expect, it } from 'vitest'
import { shownChanges } from '@khlang/contract/values/activity-diff.ts'
import { gistOf } from './row-words.ts'

const row = { entity: 'withdrawal', entityName: 'W2611-001024', before: null, after: null, detail: null }

it('versions are no change that anybody reads', () => {
  const before = { state: 'review', version: 1 }
  const changes = shownChanges({ ...row, before, after: { state: 'approved', version: 2 } })
  expect(changes).toEqual([{ field: 'state', before: 'review', after: 'approved' }])
  expect(shownChanges({ ...row, before, after: { state: 'review', version: 2 } })).toEqual([])
})

it('a message to the staff begins with its title, and counts of nobody are left out', () => {
  const after = { roles: 0, people: 2, title: 'Rain tonight', audience: 'employees', severity: 'info' }
  const fields = shownChanges({ entity: 'notification', before: null, after }).map(({ field }) => field)
  expect(fields).toEqual(['title', 'people', 'audience', 'severity'])
})

it('a zero that was set on anything else is told', () => {
  expect(
    shownChanges({ entity: 'group', before: { mergeSeconds: 60 }, after: { mergeSeconds: 0 } }),
  ).toEqual([{ field: 'mergeSeconds', before: 60, after: 0 }])
})

it('a decision tells how much and whose money from its details', () => {
  const detail = { amountMinor: 20_000, username: 'kl100222', reference: 'W2611-001024' }
  expect(gistOf({ ...row, detail })).toEqual({ amountMinor: 20_000, name: 'kl100222' })
})

it('what the row tells anyway is not told again', () => {
  const detail = { amountMinor: 600_000, entityName: 'kl100222' }
  expect(gistOf({ ...row, entity: 'member', entityName: 'kl100222', detail })).toEqual({
    amountMinor: 600_000,
    name: null,
  })
  expect(gistOf({ ...row, after: { amountMinor: 600_000 }, detail }).amountMinor).toBeNull()
  expect(gistOf(row)).toEqual({ amountMinor: null, name: null })
})
