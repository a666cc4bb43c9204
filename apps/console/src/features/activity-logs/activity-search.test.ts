import { expect, it } from 'vitest'
import { activityFilter, parseActivity } from './activity-search.ts'

it('what the address holds is what is asked for', () => {
  const search = parseActivity({
    admins: ['Manager', 'cashier'],
    entities: 'member',
    actions: ['stateSet', 'updated'],
    results: 'refused',
    from: '2026-11-20',
    entityId: 'mbr_1',
    entry: '17',
  })
  expect(activityFilter(search, 'all')).toEqual({
    admins: ['manager', 'cashier'],
    entities: ['member'],
    actions: ['stateSet', 'updated'],
    results: ['refused'],
    from: '2026-11-20',
    entityId: 'mbr_1',
  })
  expect(search).toMatchObject({ entry: '17', size: 25 })
})

it('user names may be typed, divided by commas', () => {
  expect(parseActivity({ admins: 'cashier, manager,,cashier' }).admins).toEqual(['cashier', 'manager'])
})

it('values that are none filter nothing', () => {
  const search = parseActivity({ results: 'perhaps', from: '2026-02-31', entities: 'a b', entry: 'x' })
  expect(Object.values(activityFilter(search, 'all')).every((value) => value === undefined)).toBe(true)
  expect(search.entry).toBeUndefined()
})

it('the log of the staff asks for people only', () => {
  expect(activityFilter(parseActivity({}), 'staff')).toMatchObject({ isByStaff: true })
  expect(activityFilter(parseActivity({}), 'all')).not.toHaveProperty('isByStaff')
})
