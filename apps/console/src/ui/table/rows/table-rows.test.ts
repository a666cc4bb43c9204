import { describe, expect, it } from 'vitest'
import {
  handInSight,
  idsBetween,
  isVoidBelow,
  keepInHand,
  moveHand,
  newRowIds,
  rowsAddedAbove,
} from './table-rows.ts'

describe('rows that arrive', () => {
  it('marks the new ones, but nothing when the whole page changed', () => {
    expect(newRowIds(['b', 'c'], ['a', 'b', 'c'])).toEqual(['a'])
    expect(newRowIds([], ['a'])).toEqual([])
    expect(newRowIds(['x', 'y'], ['a', 'b'])).toEqual([])
  })
  it('counts how far the row in hand was pushed down', () => {
    expect(rowsAddedAbove(['b', 'c'], ['x', 'a', 'b', 'c'], 'c')).toBe(2)
    expect(rowsAddedAbove(['b', 'c'], ['b', 'x', 'c'], 'b')).toBe(0)
    expect(rowsAddedAbove(['b'], ['a'], 'b')).toBe(0)
  })
})

it('rows are held still while they fill half of the room at least', () => {
  const room = { top: 1000, height: 500 }
  expect(isVoidBelow(1250, room)).toBe(false)
  expect(isVoidBelow(1249, room)).toBe(true)
  expect(isVoidBelow(100, { top: 0, height: 500 })).toBe(false)
})

describe('the row in hand', () => {
  it('is let go when it leaves the list, and no other is taken up by itself', () => {
    const after = keepInHand({ id: 'b', resumeAt: 0 }, ['a', 'b', 'c'], ['a', 'c'])
    expect(after.id).toBeNull()
    expect(moveHand(after, ['a', 'c'], 'next').id).toBe('c')
    expect(moveHand(after, ['a', 'c'], 'previous').id).toBe('a')
  })
  it('stays the same row when others arrive above it', () => {
    expect(keepInHand({ id: 'b', resumeAt: 0 }, ['a', 'b'], ['x', 'a', 'b']).id).toBe('b')
  })
  it('starts at the first row and stays at the edges', () => {
    expect(moveHand({ id: null, resumeAt: 0 }, ['a', 'b'], 'next').id).toBe('a')
    expect(moveHand({ id: 'b', resumeAt: 0 }, ['a', 'b'], 'next').id).toBe('b')
    expect(moveHand({ id: null, resumeAt: 0 }, [], 'next').id).toBeNull()
  })
  it('is taken up where the eye is, not at the top of a list that was scrolled', () => {
    const seen = { first: 20, last: 30 }
    const all = Array.from({ length: 50 }, (_, at) => `${at}`)
    const taken = (resumeAt: number, move: 'next' | 'previous', id: string | null = null) =>
      moveHand(handInSight({ id, resumeAt }, seen, move), all, move).id
    expect([taken(0, 'next'), taken(0, 'previous'), taken(40, 'next')]).toEqual(['20', '20', '20'])
    // Where one left that was in hand, and beside one that is.
    expect([taken(25, 'next'), taken(25, 'previous'), taken(0, 'next', '7')]).toEqual(['25', '24', '8'])
  })
})

it('a shift-click takes the rows between in either direction', () => {
  expect(idsBetween(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(idsBetween(['a', 'b'], 'gone', 'b')).toEqual(['b'])
})
