import { permissionMap, resources, actions, type PermissionMap } from '@khlang/contract/kit/permissions.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beyond, common, isSame, rightsDiff, type Rights } from './rights.ts'

const limit = fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: null })
const map: fc.Arbitrary<PermissionMap> = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bits) =>
  permissionMap((resource, action) => {
    const at = resources.indexOf(resource) * 4 + actions.indexOf(action)
    return (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1
  }),
)
const rights: fc.Arbitrary<Rights> = fc.record({
  isAdmin: fc.boolean(),
  permission: map,
  abilities: fc.record({
    revealPii: fc.boolean(),
    exportData: fc.boolean(),
    seeOwnBalances: fc.boolean(),
    approvalLimitMinor: limit,
    adjustmentPerDayMinor: limit,
  }),
})

/** What somebody can do who holds it: every flag, switch and each amount up to 1,000. */
const reachOf = ({ isAdmin, permission, abilities }: Rights): Set<string> => {
  const reach = new Set<string>(isAdmin ? ['admin'] : [])
  for (const resource of resources)
    for (const action of actions)
      if (isAdmin || permission[resource][action]) reach.add(`${resource}.${action}`)
  for (const name of ['revealPii', 'exportData', 'seeOwnBalances'] as const)
    if (abilities[name]) reach.add(name)
  for (const name of ['approvalLimitMinor', 'adjustmentPerDayMinor'] as const) {
    const most = abilities[name] ?? Infinity
    for (const amount of [0, 1, 500, 999, 1_000, 1_001]) if (amount <= most) reach.add(`${name}:${amount}`)
  }
  return reach
}

describe('rights', () => {
  test('nobody can hand on what they could not do themselves', () => {
    fc.assert(
      fc.property(rights, rights, (wanted, held) => {
        if (beyond(wanted, held).length > 0) return
        const holds = reachOf(held)
        for (const able of reachOf(wanted)) expect(holds).toContain(able)
      }),
      { numRuns: 2_000 },
    )
  })

  test('what two hold in common is what either can do that the other can too', () => {
    fc.assert(
      fc.property(rights, rights, (one, other) => {
        const theirs = reachOf(other)
        const both = [...reachOf(one)].filter((able) => theirs.has(able))
        expect(reachOf(common(one, other))).toEqual(new Set(both))
      }),
      { numRuns: 2_000 },
    )
  })

  test('through any chain of people, nothing appears that the first one lacked', () => {
    fc.assert(
      fc.property(rights, fc.array(rights, { maxLength: 6 }), (first, chain) => {
        let holder = first
        for (const next of chain) if (beyond(next, holder).length === 0) holder = next
        const holds = reachOf(first)
        for (const able of reachOf(holder)) expect(holds).toContain(able)
      }),
      { numRuns: 2_000 },
    )
  })

  test('what lies within is handed on without complaint: less of one thing is never too much', () => {
    fc.assert(
      fc.property(rights, map, (held, mask) => {
        const less: Rights = {
          isAdmin: false,
          permission: permissionMap((r, a) => held.permission[r][a] && mask[r][a]),
          abilities: { ...held.abilities, revealPii: false, approvalLimitMinor: 0 },
        }
        expect(beyond(less, held)).toEqual([])
      }),
    )
  })

  test('a difference names exactly what differs', () => {
    fc.assert(
      fc.property(rights, rights, (before, after) => {
        expect(rightsDiff(before, after).length === 0).toBe(isSame(before, after))
        expect(rightsDiff(before, before)).toEqual([])
        for (const each of rightsDiff(before, after)) expect(each.before).not.toBe(each.after)
      }),
    )
  })
})
