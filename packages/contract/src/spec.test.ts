import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { calls } from './calls.ts'
import type { CallTable } from './kit/define.ts'
import { resources } from './kit/permissions.ts'
import { routes } from './routes.ts'

const spec = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./spec/${name}.json`, import.meta.url), 'utf8')) as T

interface SpecRoute {
  path: string
  requires: string | { resource: string; actions: string[] }
}
interface SpecCall {
  method: string
  path: string
  payload: string
}

const specRoutes = spec<SpecRoute[]>('routes')
const specCalls = spec<SpecCall[]>('calls')
const built = (Object.entries(calls) as [string, CallTable][]).flatMap(([area, table]) =>
  Object.entries(table).map(([name, call]) => ({ name: `${area}.${name}`, call })),
)
/** The path without query and without the names of its parameters. */
const shapeOf = (path: string): string => (path.split('?')[0] ?? '').replaceAll(/\{\w+\}/g, '{}')

describe('the specification', () => {
  test('names 91 routes, and the contract has the same ones in the same order', () => {
    expect(specRoutes).toHaveLength(91)
    expect(routes.map((route) => route.path)).toEqual(specRoutes.map((route) => route.path))
  })

  test.each(specRoutes.map((route, index) => [route.path, route, index] as const))(
    'route %s asks for the same rights',
    (_, route, index) => {
      const { requires } = route
      const expected = typeof requires === 'string' ? requires : { [requires.resource]: requires.actions }
      expect(routes[index]?.requires).toEqual(expected)
    },
  )

  test('names 32 resources, and the contract has the same ones in the same order', () => {
    expect(specRoutes.length).toBeGreaterThan(0)
    expect([...resources]).toEqual(spec<string[]>('resources'))
    expect(resources).toHaveLength(32)
  })
})

// Oddities of the specification that look like mistakes and are none of ours to mend (safety 3.1).
test.each([
  ['/announcement/announcement-management', { websiteAnnounce: ['isCreate'] }],
  ['/announcement/announcement-edit/{id}', { websiteAnnounce: ['isRead', 'isDelete'] }],
  ['/website/config-exchange-currency/update/{id}', { websiteConfigAndCoreSystem: ['isCreate'] }],
  ['/refund/refund-setting', { refundManagement: ['isCreate'] }],
  ['/website/core-system', { websiteConfigAndCoreSystem: ['isRead'] }],
  ['/pre-transaction/pre-deposit/{id}', { memberManagement: ['isCreate'] }],
  ['/pre-transaction/pre-withdraw/{id}', { memberManagement: ['isCreate'] }],
  ['/payment-auto/approve-transfer', { paymentAutoTransfer: ['isUpdate'] }],
  ['/payment-auto/transfer', { paymentAutoTransfer: ['isCreate'] }],
])('the odd right of %s is kept', (path, requires) => {
  expect(routes.find((route) => route.path === path)?.requires).toEqual(requires)
})

const isBuilt = (call: SpecCall): boolean =>
  built.some((each) => shapeOf(each.call.path) === shapeOf(call.path))
const unbuilt = specCalls.filter((call) => !isBuilt(call)).map((call) => `${call.method} ${call.path}`)

describe(`the calls of the specification (not built yet: ${unbuilt.join(', ') || 'none'})`, () => {
  test('are 22', () => {
    expect(specCalls).toHaveLength(22)
  })

  test.each(specCalls.filter(isBuilt).map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s is built with the same method, path and payload',
    (_, call) => {
      const path = call.path.split('?')[0]
      const same = built.filter((each) => each.call.path === path && each.call.method === call.method)
      expect(same).toHaveLength(1)
      if (/^\w+(, \w+)*$/.test(call.payload) && !/^(none|query|empty)$/.test(call.payload))
        expect(Object.keys(same[0]?.call.input.shape ?? {})).toEqual(
          expect.arrayContaining(call.payload.split(', ')),
        )
      if (/^(none|empty|empty body)$/.test(call.payload))
        expect(same[0]?.call.input.safeParse({}).success).toBe(true)
    },
  )
})
