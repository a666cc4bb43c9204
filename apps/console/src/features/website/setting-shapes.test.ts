import { expect, it } from 'vitest'
import type { Words } from '../../lib/list/columns.tsx'
import { agreedOf, type Version } from './setting-shapes.ts'

it.each([
  ['Ben', 'apr_1', 'Ben'],
  [null, 'apr_1', 'soleOwner'],
  [null, null, '–'],
])('agreed by %s under %s is told as %s', (agreedBy, approvalId, told) => {
  expect(agreedOf({ agreedBy, approvalId } as Version, { t: (key) => key } as Words)).toBe(told)
})
