import type { PermissionMap } from '@khlang/contract/permissions.ts'
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

it('falls back where the screen is shut, not built, public or none', () => {
  for (const chosen of ['/log', '/later', '/', '/nowhere', null])
    expect(landingOf(chosen, screens, permissions), String(chosen)).toBeNull()
})

it('falls back while nobody knows who it is', () => {
  expect(landingOf('/members', screens, undefined)).toBeNull()
})
