import { expect, test } from 'vitest'
import { assertNote } from '../matching/links/link-note.ts'
import { isOverDayLimit, needsSecondPerson, type ManualCredit } from './rules.ts'

const limits = { manualSecondPersonMinor: 500_000, manualSecondPersonDayMinor: 2_000_000 }
const credit: ManualCredit = { kind: 'goodwill', amountMinor: 499_999, dayMinor: 0, isOwn: false }

test.each<[string, Partial<ManualCredit>, boolean]>([
  ['one satang below the limit of an act', {}, false],
  ['at the limit of an act', { amountMinor: 500_000 }, true],
  ['that leaves a satang of the day', { dayMinor: 1_500_000 }, false],
  ['that fills the day', { dayMinor: 1_500_001 }, true],
  ['however small, once the day is full', { amountMinor: 1, dayMinor: 2_000_000 }, true],
  ['of one’s own money, however small', { amountMinor: 1, isOwn: true }, true],
  ['for a correction below the limit', { kind: 'correction' }, false],
  ['for a correction at the limit', { kind: 'correction', amountMinor: 500_000 }, true],
  ['of real money, however small', { kind: 'realDeposit', amountMinor: 1 }, true],
])('a second person for credit %s', (_, of, expected) => {
  expect(needsSecondPerson({ ...credit, ...of }, limits)).toBe(expected)
})

test.each<[string, Partial<ManualCredit>, number | null, boolean]>([
  ['up to it', { dayMinor: 1 }, 500_000, false],
  ['one satang more', { dayMinor: 2 }, 500_000, true],
  ['for corrections too', { kind: 'correction', dayMinor: 2 }, 500_000, true],
  ['at nothing', { amountMinor: 1 }, 0, true],
  ['nowhere, where there is none', { dayMinor: 9_000_000 }, null, false],
  ['nowhere for real money', { kind: 'realDeposit', dayMinor: 9_000_000 }, 0, false],
])('a person’s limit of a day stops credit %s', (_, of, limitMinor, expected) => {
  expect(isOverDayLimit({ ...credit, ...of }, limitMinor)).toBe(expected)
})

test('a note of three letters is enough where one is needed, and none where it is not', () => {
  const note = (needsNote: boolean, remark?: string) => () => assertNote({ needsNote }, remark)
  expect(note(false)).not.toThrow()
  expect(note(true, ' abc ')).not.toThrow()
  for (const remark of [undefined, '', 'ab', ' ab '])
    expect(note(true, remark)).toThrow(expect.objectContaining({ code: 'linkNoteNeeded' }))
})
