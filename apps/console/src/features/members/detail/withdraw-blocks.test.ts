import { expect, it } from 'vitest'
import { blockKeys } from './withdraw-blocks.ts'

const account = {
  id: 'mba_1',
  bank: 'KBANK',
  accountNoMasked: 'x',
  accountName: 'x',
  state: 'primary' as const,
  since: '',
  until: null,
}
const free = {
  withdrawBlocks: [],
  state: 'active' as const,
  canWithdraw: true,
  accounts: [account],
  withdrawHoldUntil: null,
}

it('nothing blocks a member without blocks', () => {
  expect(blockKeys(free)).toEqual([])
})

it('a state block names its real cause', () => {
  expect(blockKeys({ ...free, withdrawBlocks: ['memberState'], state: 'locked' })).toEqual(['notActive'])
  expect(
    blockKeys({ ...free, withdrawBlocks: ['memberState'], state: 'locked', canWithdraw: false }),
  ).toEqual(['notActive', 'withdrawOff'])
  expect(blockKeys({ ...free, withdrawBlocks: ['memberState'] })).toEqual(['openWithdrawal'])
})

it('an account block tells a missing account from a new one', () => {
  expect(blockKeys({ ...free, withdrawBlocks: ['accountMatch'], accounts: [] })).toEqual(['noAccount'])
  expect(
    blockKeys({ ...free, withdrawBlocks: ['accountMatch'], withdrawHoldUntil: '2026-11-22T00:00:00Z' }),
  ).toEqual(['held'])
})

it('a check that has no sentence of its own still shows', () => {
  expect(blockKeys({ ...free, withdrawBlocks: ['brandNew', 'balance'] })).toEqual(['other', 'balance'])
})
