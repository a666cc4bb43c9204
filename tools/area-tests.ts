import { globSync } from 'node:fs'
import { areas, moneyRooms } from './area-names.ts'

const singular = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '')

export const isAreaName = (name: string): boolean => areas.includes(name) || moneyRooms.includes(name)

/**
 * Whether a test is of an area: it lies in a folder of the area's name on either side, or is named after it.
 * `pre-transactions` is, on the server, all the rooms that it is made of.
 */
export function isOfArea(area: string, path: string): boolean {
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  const names = area === 'pre-transactions' ? [area, ...moneyRooms] : [area]
  if (names.some((name) => folders.includes(name))) return true
  const stem = file.replace(/\.test\.tsx?$/, '').toLowerCase()
  return [area, singular(area)].some((name) => stem === name || stem.startsWith(`${name}-`))
}

/** The tests of an area on both sides, and those that every call of the contract must pass. */
export function testsOf(area: string, root: string): string[] {
  const all = globSync('{apps,packages}/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] })
  const paths = all.map((path) => path.replaceAll('\\', '/')).toSorted()
  const ofContract = 'packages/contract/src/calls.test.ts'
  return paths.filter((path) => path === ofContract || isOfArea(area, path))
}
