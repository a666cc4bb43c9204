import { expect, it } from 'vitest'
import { instantOf } from './moment.ts'

it('a moment is Bangkok time whatever the browser thinks', () => {
  expect(instantOf('2026-11-21', '00:00')).toBe('2026-11-20T17:00:00.000Z')
  expect(instantOf('2026-11-21', '13:45:07')).toBe('2026-11-21T06:45:07.000Z')
})

it('half a clock time is no moment', () => {
  expect(instantOf('2026-11-21', '')).toBeNull()
  expect(instantOf('2026-11-21', '25:00')).toBeNull()
})
