import type { PermissionMap } from '@khlang/contract/kit/permissions.ts'
import { expect, it } from 'vitest'
import { landingOf } from './landing.ts'

const none = { isRead: false, isCreate: false, isUpdate: false, isDelete: false }
const permissions = { memberManagement: { ...none, isRead: true }, adminLog: none } as PermissionMap
const screen = () => null
const screens = [
  { path: '/', requires: 'public', screen },
  { path: '/members', requires: { memberManagement: ['isRead'] }, screen },
  { path: '/log', requires: { adminLog: ['isRead'] }, screen },
  { path: '/later', requires: 'token' },
  { path: '/setting', requires: 'token', screen },
] as const

it('opens the chosen screen to whom it is open', () => {
  expect(landingOf('/members', screens, permissions)).toBe('/members')
  expect(landingOf('/setting', screens, permissions)).toBe('/setting')
})

it('opens the first screen of the menu that is open where the chosen one is shut, not built or none', () => {
  for (const chosen of ['/log', '/later', '/', '/nowhere', null])
    expect(landingOf(chosen, screens, permissions), String(chosen)).toBe('/members')
})

it('never sends anybody to an overview that they may not open', () => {
  const overview = { path: '/dashboard', requires: { dashboard: ['isRead'] }, screen } as const
  const withDashboard = { ...permissions, dashboard: { ...none, isRead: true } }
  expect(landingOf(null, [overview, ...screens], withDashboard)).toBe('/dashboard')
  expect(landingOf(null, [overview, ...screens], permissions)).toBe('/members')
  expect(landingOf('/dashboard', [overview, ...screens], permissions)).toBe('/members')
})

it('leads whoever may open nothing to their own settings', () => {
  const nothing = { memberManagement: none, adminLog: none } as PermissionMap
  expect(landingOf(null, screens, nothing)).toBe('/setting')
  expect(landingOf('/log', screens.slice(0, 3), nothing)).toBe('/setting')
})

it('leaves it to the guard while nobody knows who it is', () => {
  expect(landingOf('/members', screens, undefined)).toBe('/dashboard')
})
