import { permissionMap, resources, type Action, type Resource } from '@khlang/contract/kit/permissions.ts'
import { describe, expect, it } from 'vitest'
import { opensOf } from '../features/employees/roles/opens.ts'
import { resourceGroups, type Rights } from '../features/employees/roles/rights.ts'
import { allScreens } from './routes.ts'

const rights = (flags: readonly `${Resource}.${Action}`[] = [], isAdmin = false): Rights => ({
  isAdmin,
  permission: permissionMap((resource, action) => flags.includes(`${resource}.${action}`)),
  abilities: {
    revealPii: false,
    exportData: false,
    seeOwnBalances: false,
    approvalLimitMinor: 0,
    adjustmentPerDayMinor: 0,
  },
})
const admin = rights([], true)

it('the matrix has every resource once, in the group whose menu line asks for it', () => {
  const groups = resourceGroups(allScreens)
  const all = groups.flatMap((each) => each.resources)
  expect(all.toSorted()).toEqual([...resources].toSorted())
  expect(new Set(all).size).toBe(32)
  const groupOf = (resource: Resource) => groups.find((each) => each.resources.includes(resource))?.group
  expect(groupOf('memberManagement')).toBe('members')
  expect(groupOf('pretransactionNotMatch')).toBe('money')
  expect(groupOf('deviceManagement')).toBe('payments')
  expect(groupOf('roleManagement')).toBe('staff')
})

describe('what a role can open', () => {
  const pathsOf = (given: Rights) =>
    opensOf(given, allScreens).groups.flatMap(({ built, later }) =>
      [...built, ...later].map(({ path }) => path),
    )

  it('the admin flag opens every guarded screen', () => {
    expect(opensOf(admin, allScreens)).toMatchObject({ count: 88, total: 88 })
  })

  it('a screen that asks for two flags needs both', () => {
    const one = pathsOf(rights(['memberManagement.isRead']))
    expect(one).toContain('/member/member-management')
    expect(one).not.toContain('/member/member-detail/{id}')
    const both = pathsOf(rights(['memberManagement.isRead', 'memberManagement.isUpdate']))
    expect(both).toContain('/member/member-detail/{id}')
  })

  it('without any flag only what every signed-in person opens is left', () => {
    const open = opensOf(rights(), allScreens)
    expect(open.count).toBe(allScreens.filter(({ requires }) => requires === 'token').length)
    expect(open.count).toBeGreaterThan(0)
  })

  it('built screens stand before the others, and no group is empty', () => {
    const { groups, builtCount } = opensOf(admin, allScreens)
    const hasBuilt = groups.map(({ built }) => built.length > 0)
    expect(hasBuilt).toEqual(hasBuilt.toSorted((one, other) => Number(other) - Number(one)))
    expect(groups.flatMap(({ built }) => built)).toHaveLength(builtCount)
    expect(groups.every(({ built, later }) => built.length + later.length > 0)).toBe(true)
  })
})
