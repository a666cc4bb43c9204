import { expect, it } from 'vitest'
import { drawnFor, followed, fromTop } from './row-window.ts'

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `row ${from + at}`)

it('a scroll within what is drawn draws nothing anew', () => {
  const drawn = { first: 0, last: 30 }
  expect(drawnFor({ first: 3, last: 14 }, drawn, 100)).toBe(drawn)
  expect(drawnFor({ first: 88, last: 99 }, { first: 60, last: 99 }, 100)).toEqual({ first: 60, last: 99 })
})

it('rows ahead come before they are in sight, and those passed stay for the way back', () => {
  const down = drawnFor({ first: 20, last: 31 }, { first: 0, last: 30 }, 500)
  expect(down).toEqual({ first: 0, last: 41 })
  expect(drawnFor({ first: 0, last: 11 }, down, 500)).toBe(down)
  // Far away they are let go, some at a time.
  expect(drawnFor({ first: 60, last: 71 }, { first: 0, last: 75 }, 500)).toEqual({ first: 20, last: 81 })
})

it('a jump draws what is there alone', () => {
  expect(drawnFor({ first: 300, last: 311 }, { first: 0, last: 41 }, 500)).toEqual({
    first: 290,
    last: 321,
  })
  expect(drawnFor({ first: 495, last: 499 }, { first: 0, last: 41 }, 500)).toEqual({
    first: 485,
    last: 499,
  })
})

it('the same rows are followed when others come above them, leave, or all are others', () => {
  const before = ids(1, 100)
  expect(followed({ first: 10, last: 40 }, before, [...ids(-4, 0), ...before])).toEqual({
    first: 15,
    last: 45,
  })
  expect(followed({ first: 10, last: 40 }, before, before.toSpliced(5, 8))).toEqual({ first: 2, last: 32 })
  expect(followed({ first: 10, last: 40 }, before, before.slice(0, 20))).toEqual({ first: 0, last: 19 })
  expect(followed({ first: 10, last: 40 }, before, ids(200, 300))).toBeNull()
  // The first of them stood lower before: as many as were drawn are drawn.
  expect(followed({ first: 0, last: 30 }, before, before.slice(12))).toEqual({ first: 0, last: 30 })
  expect(followed({ first: 0, last: 30 }, before, before.toReversed())).toEqual({ first: 0, last: 30 })
})

it('at the top those that came are drawn, and no more than may stay', () => {
  expect(fromTop({ first: 5, last: 35 }, 12, 200)).toEqual({ first: 0, last: 35 })
  expect(fromTop({ first: 60, last: 90 }, 12, 200)).toEqual({ first: 0, last: 52 })
  expect(fromTop(null, 12, 8)).toEqual({ first: 0, last: 7 })
})
