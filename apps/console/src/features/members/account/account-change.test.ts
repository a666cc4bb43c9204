import { expect, it } from 'vitest'
import { changeInput, emptyChange } from './account-change.ts'

const member = { id: 'mbr_1', name: 'Somchai Jaidee' }
const typed = { ...emptyChange, bank: 'SCB', accountNo: '1234567890', reason: ' a new book ' }

it('another account is asked for in the name that was typed, without spaces around it', () => {
  expect(changeInput(member, { ...typed, accountName: ' Somying Jaidee ', evidenceId: 'evd_1' })).toEqual({
    id: 'mbr_1',
    bank: 'SCB',
    accountNo: '1234567890',
    accountName: 'Somying Jaidee',
    reason: 'a new book',
    evidenceId: 'evd_1',
  })
})

it('a name that nobody typed is the own name of the member, and no picture is no picture', () => {
  const input = changeInput(member, typed)
  expect(input.accountName).toBe('Somchai Jaidee')
  expect(input).not.toHaveProperty('evidenceId')
})
