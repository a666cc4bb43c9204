import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isAreaName, isOfArea, testsOf } from './area-tests.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

test('an area has the tests of its folders, and those that bear its name', () => {
  for (const path of [
    'apps/server/src/features/members/rules.test.ts',
    'apps/console/src/features/members/list/columns.test.ts',
    'apps/server/src/app/promises/member-search.test.ts',
    'packages/contract/src/members.test.ts',
  ])
    expect(isOfArea('members', path), path).toBe(true)
  for (const path of [
    'apps/server/src/features/member-api/rules.test.ts',
    'apps/server/src/features/queue/queue.test.ts',
    'apps/server/src/app/remembered.test.ts',
  ])
    expect(isOfArea('members', path), path).toBe(false)
})

test('pre-transactions has the rooms of money, and each room its own', () => {
  const ofQueue = 'apps/server/src/features/queue/queue.test.ts'
  expect(isOfArea('pre-transactions', ofQueue)).toBe(true)
  expect(isOfArea('queue', ofQueue)).toBe(true)
  expect(isOfArea('matching', ofQueue)).toBe(false)
})

test('the tests found are there, on both sides, with the contract', () => {
  const found = testsOf('members', root)
  expect(found.filter((path) => !existsSync(join(root, path)))).toEqual([])
  for (const place of ['apps/server/src/features/members/', 'apps/console/src/features/members/'])
    expect(found.some((path) => path.startsWith(place))).toBe(true)
  expect(found).toContain('packages/contract/src/calls.test.ts')
  expect([isAreaName('members'), isAreaName('queue'), isAreaName('unit')]).toEqual([true, true, false])
})
