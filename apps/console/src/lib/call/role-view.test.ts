import { permissionMap } from '@khlang/contract/kit/permissions.ts'
import { expect, it } from 'vitest'
import { seenAs, type RoleView } from './role-view.ts'

const none = { revealPii: false, exportData: false, seeOwnBalances: false }
const limits = { approvalLimitMinor: null, adjustmentPerDayMinor: null }
const roleOf = (change: Partial<RoleView>): RoleView => ({
  _id: 'rol_1',
  roleName: 'Cashier',
  isAdmin: false,
  permission: permissionMap((resource) => resource === 'memberManagement'),
  abilities: { ...none, ...limits, approvalLimitMinor: 500 },
  isNarrowed: false,
  ...change,
})
const ownOf = (isAdmin: boolean, permissions = permissionMap(() => true)) => ({
  username: 'somchai',
  permissions,
  role: { isAdmin, permission: permissions, abilities: { ...none, ...limits, exportData: true } },
})

it('an administrator who looks as a cashier may do what a cashier may', () => {
  const seen = seenAs(roleOf({}), ownOf(true))
  expect(seen.username).toBe('somchai')
  expect(seen.permissions).toEqual(roleOf({}).permission)
  expect(seen.role).toMatchObject({ isAdmin: false, abilities: { exportData: false } })
  expect(seen.role.abilities.approvalLimitMinor).toBe(500)
})

it('no view shows more than its person holds at this moment', () => {
  const own = ownOf(
    false,
    permissionMap((resource, action) => resource === 'memberManagement' && action === 'isRead'),
  )
  const all = roleOf({ isAdmin: true, permission: permissionMap(() => true) })
  const seen = seenAs({ ...all, abilities: { ...none, ...limits, revealPii: true } }, own)
  expect(seen.permissions).toEqual(own.permissions)
  expect(seen.role).toMatchObject({ isAdmin: false, abilities: { revealPii: false } })
})

it('of two limits the smaller one is shown, whosever it is', () => {
  const limitAs = (own: number | null, role: number | null) => {
    const { role: held, ...rest } = ownOf(false)
    const mine = { ...held, abilities: { ...held.abilities, adjustmentPerDayMinor: own } }
    const view = roleOf({ abilities: { ...none, ...limits, adjustmentPerDayMinor: role } })
    return seenAs(view, { ...rest, role: mine }).role.abilities.adjustmentPerDayMinor
  }
  expect([limitAs(300, 500), limitAs(500, 300), limitAs(300, null), limitAs(null, null)]).toEqual([
    300,
    300,
    300,
    null,
  ])
})
