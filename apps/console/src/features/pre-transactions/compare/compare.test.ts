import { expect, it } from 'vitest'
import { isToSend, parseDay } from './compare-shapes.ts'

it.each([
  ['was not sent yet', { error: null, outcome: null }, true],
  ['came to nothing', { error: null, outcome: { state: 'failed', text: 'x' } }, true],
  ['is done', { error: null, outcome: { state: 'done', text: null } }, false],
  ['waits for a second person', { error: null, outcome: { state: 'waiting', text: null } }, false],
  ['may not be decided so', { error: 'notAllowed', outcome: null }, false],
] as const)('a row of the file that %s', (_, row, isSent) => {
  expect(isToSend(row)).toBe(isSent)
})

it('takes an account and a day of the address only where they are such', () => {
  expect(parseDay({ accountId: 'oba_1', on: '2026-11-28' })).toEqual({
    accountId: 'oba_1',
    on: '2026-11-28',
  })
  expect(parseDay({ accountId: 'mem_1', on: '2026-02-30' })).toEqual({})
  expect(parseDay({ accountId: ['oba_1', 'oba_2'], on: '' })).toEqual({ accountId: 'oba_1' })
})
