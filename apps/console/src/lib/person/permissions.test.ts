import { describe, expect, it } from 'vitest'
import type { PermissionMap, Requires } from '@khlang/contract/kit/permissions.ts'
import { abilityOf, allows } from './permissions.ts'

const none = { isRead: false, isCreate: false, isUpdate: false, isDelete: false }
const permissions = { memberManagement: { ...none, isRead: true }, adminLog: none } as PermissionMap
const cashier = abilityOf({ permissions, isAdmin: false })

describe('a guard asks for every named action', () => {
  it('shows the screen when all of them are allowed', () => {
    expect(allows(cashier, { memberManagement: ['isRead'] })).toBe(true)
  })
  it('refuses when one of two actions is missing', () => {
    expect(allows(cashier, { memberManagement: ['isRead', 'isUpdate'] })).toBe(false)
  })
  it('refuses when one of two resources is missing', () => {
    expect(allows(cashier, { memberManagement: ['isRead'], adminLog: ['isRead'] })).toBe(false)
  })
  it('always shows what has no requirement', () => {
    expect(allows(cashier, undefined)).toBe(true)
    expect(allows(cashier, 'token')).toBe(true)
  })
  it('lets the admin flag through everywhere, also with an empty map', () => {
    const owner = abilityOf({ permissions: {} as PermissionMap, isAdmin: true })
    expect(allows(owner, { paymentAuto: ['isDelete'] })).toBe(true)
    expect(allows(owner, 'admin')).toBe(true)
    expect(allows(cashier, 'admin')).toBe(false)
  })
  it('throws on an empty list instead of allowing everything', () => {
    expect(() => allows(cashier, { memberManagement: [] } as unknown as Requires)).toThrow('empty')
    expect(() => allows(cashier, {})).toThrow('at least one')
  })
})
