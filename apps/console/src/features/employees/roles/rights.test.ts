import { permissionMap, resources, type Action, type Resource } from '@khlang/contract/kit/permissions.ts'
import { describe, expect, it } from 'vitest'
import type { RoutePath } from '@khlang/contract/routes.ts'
import type { ConsoleScreen } from '../../../lib/address/screens.ts'
import { unusedResources } from './opens.ts'
import {
  beyond,
  cellsOf,
  countChanges,
  keepTyped,
  rightsDiff,
  stateOf,
  toggled,
  within,
  type Rights,
} from './rights.ts'
import { emptyRole } from './role-form.ts'

const rights = (flags: readonly `${Resource}.${Action}`[] = [], more: Partial<Rights> = {}): Rights => ({
  isAdmin: false,
  permission: permissionMap((resource, action) => flags.includes(`${resource}.${action}`)),
  abilities: {
    revealPii: false,
    exportData: false,
    seeOwnBalances: false,
    approvalLimitMinor: 0,
    adjustmentPerDayMinor: 0,
  },
  ...more,
})
const admin = rights([], { isAdmin: true })

describe('the matrix', () => {
  it('a press on a mixed row turns all of it on, the next one off', () => {
    const row = cellsOf(['memberManagement'])
    const mixed = rights(['memberManagement.isRead']).permission
    expect(stateOf(mixed, row)).toBe('some')
    const on = toggled(mixed, row, admin)
    expect(stateOf(on, row)).toBe('all')
    expect(stateOf(toggled(on, row, admin), row)).toBe('none')
  })

  it('a press on the column to read leaves the other columns alone', () => {
    const column = cellsOf(['dashboard', 'betReport'], ['isRead'])
    const after = toggled(rights().permission, column, admin)
    expect(after.dashboard).toEqual({ isRead: true, isCreate: false, isUpdate: false, isDelete: false })
    expect(stateOf(after, cellsOf([...resources], ['isUpdate']))).toBe('none')
  })

  it('a flag that is turned on brings the one to read, which may be taken back alone', () => {
    const update = cellsOf(['dashboard', 'betReport'], ['isUpdate'])
    const on = toggled(rights().permission, update, admin)
    expect(stateOf(on, cellsOf(['dashboard', 'betReport'], ['isRead', 'isUpdate']))).toBe('all')
    const blind = toggled(on, cellsOf(['dashboard'], ['isRead']), admin)
    expect(blind.dashboard).toMatchObject({ isRead: false, isUpdate: true })
    expect(toggled(on, update, admin).dashboard).toMatchObject({ isRead: true, isUpdate: false })
  })

  it('does not bring the one to read where that is not held', () => {
    const after = toggled(
      rights().permission,
      cellsOf(['dashboard', 'betReport'], ['isDelete']),
      rights(['dashboard.isDelete', 'betReport.isDelete', 'betReport.isRead']),
    )
    expect(after.dashboard).toMatchObject({ isRead: false, isDelete: true })
    expect(after.betReport).toMatchObject({ isRead: true, isDelete: true })
  })

  it('never gives what one does not hold, and is done when all the rest is on', () => {
    const own = rights(['dashboard.isRead', 'betReport.isRead'])
    const cells = cellsOf([...resources])
    const on = toggled(rights().permission, cells, own)
    expect(rightsDiff(rights(), { ...rights(), permission: on }).map(({ field }) => field)).toEqual([
      'dashboard.isRead',
      'betReport.isRead',
    ])
    expect(toggled(on, cells, own)).toEqual(rights().permission)
  })

  it('rows that did not change stay the very same rows', () => {
    const before = rights().permission
    const after = toggled(before, cellsOf(['dashboard']), admin)
    expect(after.dashboard).not.toBe(before.dashboard)
    expect(after.betReport).toBe(before.betReport)
  })
})

describe('resources that are not in use yet', () => {
  const screen = (path: RoutePath, isBuilt: boolean, ...asked: Resource[]): ConsoleScreen => ({
    path,
    group: 'money',
    requires: Object.fromEntries(asked.map((resource) => [resource, ['isRead']])),
    isBuilt,
    isInMenu: true,
  })

  it('are those that no built screen asks for', () => {
    const screens = [
      screen('/dashboard', true, 'dashboard'),
      screen('/setting', false, 'dashboard', 'betReport'),
      screen('/404', false, 'adminLog'),
    ]
    expect([...unusedResources(screens)]).toEqual(['betReport', 'adminLog'])
  })
})

describe('what a role goes beyond', () => {
  it('names the admin flag, flags, abilities and limits that the reader lacks', () => {
    const wanted = rights(['dashboard.isRead', 'betReport.isRead'], {
      isAdmin: true,
      abilities: { ...rights().abilities, exportData: true, approvalLimitMinor: null },
    })
    const own = rights(['dashboard.isRead'], {
      abilities: { ...rights().abilities, approvalLimitMinor: 100 },
    })
    expect(beyond(wanted, own)).toEqual(['isAdmin', 'betReport.isRead', 'exportData', 'approvalLimitMinor'])
  })

  it('the admin flag holds every flag, but no limit', () => {
    const wanted = rights(['roleManagement.isDelete'], {
      abilities: { ...rights().abilities, adjustmentPerDayMinor: 1 },
    })
    expect(beyond(wanted, admin)).toEqual(['adjustmentPerDayMinor'])
  })

  it('a clone keeps what one may give and goes no further', () => {
    const own = rights(['dashboard.isRead'], {
      abilities: { ...rights().abilities, approvalLimitMinor: 100 },
    })
    const wanted = rights(['dashboard.isRead', 'betReport.isRead'], {
      isAdmin: true,
      abilities: { ...rights().abilities, revealPii: true, approvalLimitMinor: null },
    })
    const cut = within(wanted, own)
    expect(beyond(cut, own)).toEqual([])
    expect(cut.permission.dashboard.isRead).toBe(true)
    expect(cut.abilities.approvalLimitMinor).toBe(100)
  })
})

describe('what differs', () => {
  it('is told with before and after, and counted', () => {
    const before = rights(['dashboard.isRead'])
    const after = rights(['betReport.isRead'], {
      abilities: { ...before.abilities, exportData: true, approvalLimitMinor: null },
    })
    const differences = rightsDiff(before, after)
    expect(differences).toEqual([
      { field: 'dashboard.isRead', before: true, after: false },
      { field: 'betReport.isRead', before: false, after: true },
      { field: 'exportData', before: false, after: true },
      { field: 'approvalLimitMinor', before: 0, after: null },
    ])
    expect(countChanges(differences)).toEqual({ given: 2, taken: 1, limits: 1 })
    expect(rightsDiff(before, before)).toEqual([])
  })

  it('where somebody else saved meanwhile, what was typed stays and the rest is theirs', () => {
    const base = rights(['dashboard.isRead'])
    const typed = rights(['dashboard.isRead', 'betReport.isRead'])
    const now = rights(['adminLog.isRead'], { abilities: { ...base.abilities, exportData: true } })
    expect(keepTyped(base, typed, now)).toEqual(
      rights(['adminLog.isRead', 'betReport.isRead'], { abilities: now.abilities }),
    )
  })
})

it('a new role may do nothing, and approves and credits not a satang', () => {
  const { permission, abilities, isAdmin } = emptyRole(rights(['dashboard.isRead'], { isAdmin: true }))
  expect({ permission, abilities, isAdmin }).toEqual({ ...rights([]), isAdmin: false })
  expect([abilities.approvalLimitMinor, abilities.adjustmentPerDayMinor]).toEqual([0, 0])
})
