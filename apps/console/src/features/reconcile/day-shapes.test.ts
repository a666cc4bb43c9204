import { expect, it } from 'vitest'
import { dayTones } from './day-shapes.ts'

it('a day that nobody has counted looks like none that was', () => {
  const { waiting, unchecked, ...counted } = dayTones
  expect(Object.values(counted)).not.toContain(unchecked)
  expect(unchecked).toBe(waiting)
})
