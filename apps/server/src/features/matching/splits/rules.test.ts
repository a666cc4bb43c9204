import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNotSplit } from './rules.ts'

const part = fc.record({
  memberId: fc.constantFrom('a', 'b', 'c', 'd'),
  amountMinor: fc.integer({ min: 1, max: 1_000_000_000 }),
})

test('only what gives out exactly the open amount, once to each, is a split', () => {
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 10 }),
      fc.boolean(),
      fc.integer(),
      (parts, isRest, by) => {
        const sum = parts.reduce((minor, { amountMinor }) => minor + amountMinor, 0)
        const isWhole = new Set(parts.map(({ memberId }) => memberId)).size === parts.length
        const isEnough = isRest || parts.length > 1
        expect(whyNotSplit(parts, sum, isRest) === null).toBe(isWhole && isEnough)
        if (by !== 0) expect(whyNotSplit(parts, sum + by, isRest)).not.toBeNull()
      },
    ),
  )
})
