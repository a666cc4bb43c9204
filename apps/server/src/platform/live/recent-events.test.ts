import { expect, it } from 'vitest'
import { RecentEvents } from './recent-events.ts'

const told = (id: string) => ({ topic: 'deposit', id, version: 0 })

it('tells what was said since then, and that it does not know where it did not listen', () => {
  const recent = new RecentEvents()
  expect(recent.since(0)).toBeNull()
  recent.begin(1000)
  recent.add(2000, [told('a')])
  recent.add(3000, [told('b'), told('b')])
  expect(recent.since(2500)).toEqual([told('b')])
  expect(recent.since(1500)).toEqual([told('a'), told('b')])
  expect(recent.since(999)).toBeNull()
  recent.add(40_000, [told('c')])
  // Whatever was told at the last moment that was forgotten is not known.
  expect(recent.since(3000)).toBeNull()
  expect(recent.since(3001)).toEqual([told('c')])
  recent.end()
  expect(recent.since(40_000)).toBeNull()
})
