import { describe, expect, test } from 'vitest'
import { PermissionMap, actions, allowsAll, permissionMap, resources } from './permissions.ts'

describe('allowsAll', () => {
  const readOnly = permissionMap((_, action) => action === 'isRead')

  test('is true when every action of every resource is allowed', () => {
    expect(allowsAll(readOnly, { dashboard: ['isRead'], betReport: ['isRead'] })).toBe(true)
  })

  test('is false when one of them is missing', () => {
    expect(allowsAll(readOnly, { dashboard: ['isRead', 'isUpdate'] })).toBe(false)
    expect(allowsAll(readOnly, { dashboard: ['isRead'], betReport: ['isDelete'] })).toBe(false)
  })

  test('throws on an empty list and on an empty record: nobody means "no right needed" by it', () => {
    expect(() =>
      allowsAll(
        permissionMap(() => true),
        { dashboard: [] as never },
      ),
    ).toThrow(/empty/)
    expect(() =>
      allowsAll(
        permissionMap(() => true),
        {},
      ),
    ).toThrow(/at least one/)
  })

  test('takes nothing but true for a yes, and a missing resource for a no', () => {
    for (const flag of ['true', 1, {}, undefined, null]) {
      const map = { ...permissionMap(), dashboard: { isRead: flag } } as never
      expect(allowsAll(map, { dashboard: ['isRead'] })).toBe(false)
    }
    expect(allowsAll({} as never, { dashboard: ['isRead'] })).toBe(false)
  })
})

describe('permissionMap', () => {
  test('has all 32 keys with all four flags, all false unless allowed', () => {
    const map = permissionMap()
    expect(Object.keys(map)).toEqual([...resources])
    for (const flags of Object.values(map)) {
      expect(Object.keys(flags)).toEqual([...actions])
      expect(Object.values(flags)).toEqual([false, false, false, false])
    }
    expect(PermissionMap.safeParse(map).success).toBe(true)
  })

  test('sets exactly the flag that is asked for', () => {
    for (const resource of resources) {
      for (const action of actions) {
        const map = permissionMap((r, a) => r === resource && a === action)
        const set = Object.entries(map).flatMap(([r, flags]) =>
          Object.entries(flags).flatMap(([a, isSet]) => (isSet ? [`${r}.${a}`] : [])),
        )
        expect(set).toEqual([`${resource}.${action}`])
      }
    }
  })
})
