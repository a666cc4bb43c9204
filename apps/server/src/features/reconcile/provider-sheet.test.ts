import { expect, test } from 'vitest'
import { providerSheet, type ProviderDay, type ReportedDay } from './provider-sheet.ts'

const id = '00000000-0000-7000-8000-000000000001'
const nothing = { sums: [], balances: [] }
const reported: ReportedDay = {
  reportId: '00000000-0000-7000-8000-000000000002',
  name: 'report.csv',
  theirsCount: 10,
  theirsStakeMinor: 5_000_000,
  theirsPayoutMinor: 4_000_000,
  oursStakeMinor: 5_000_000,
  oursPayoutMinor: 4_000_000,
  causes: [],
}
const day: ProviderDay = {
  id,
  name: 'A',
  bets: 10,
  stakeMinor: 5_000_000,
  payoutMinor: 4_000_000,
  prizesCount: 0,
  prizesMinor: 0,
  reported,
  heldMinor: null,
}
const cause = (apartMinor: number) => [
  { kind: 'otherAmounts' as const, rounds: 1, beyondMinor: -apartMinor, apartMinor },
]

test.each([
  ['1 baht of 50,000 staked', 100, 5_000_000, 'balanced'],
  ['more than 1 baht', 101, 5_000_000, 'difference'],
  ['a little of very little', 100, 900_000, 'difference'],
  ['a hundredth of a percent', 100, 1_000_000, 'balanced'],
])('a difference of %s', (_, apartMinor, oursStakeMinor, status) => {
  const stake = { oursStakeMinor, theirsStakeMinor: oursStakeMinor }
  const of = { ...day, reported: { ...reported, ...stake, causes: cause(apartMinor) } }
  expect(providerSheet(nothing, [of]).sheet.status).toBe(status)
})

test('differences that cancel each other in the sum are differences', () => {
  const causes = [{ kind: 'otherAmounts' as const, rounds: 2, beyondMinor: 0, apartMinor: 900_000 }]
  const { items } = providerSheet(nothing, [{ ...day, reported: { ...reported, causes } }])
  expect(items).toMatchObject([{ kind: 'providerOtherAmounts', amountMinor: 0, count: 2 }])
})

test('rounds that were begun and settled on different days are a step between both sums', () => {
  const { sheet } = providerSheet(nothing, [{ ...day, stakeMinor: 5_000_700 }])
  expect(sheet.rows[0]).toMatchObject({
    steps: [
      { code: 'staked', amountMinor: 5_000_700 },
      { code: 'paidOut', amountMinor: -4_000_000 },
      { code: 'otherDayRounds', amountMinor: -700 },
    ],
    oursMinor: 1_000_000,
    differenceMinor: 0,
    status: 'balanced',
  })
})

test('prizes are a step of their own, for no report of rounds has them', () => {
  const of = { ...day, bets: 13, payoutMinor: 4_030_000, prizesCount: 3, prizesMinor: 30_000 }
  const { sheet } = providerSheet(nothing, [of])
  expect(sheet.rows[0]).toMatchObject({
    steps: [
      { code: 'staked', count: 10, amountMinor: 5_000_000 },
      { code: 'paidOut', amountMinor: -4_030_000 },
      { code: 'prizes', count: 3, amountMinor: 30_000 },
    ],
    oursMinor: 1_000_000,
    status: 'balanced',
  })
})

test('a provider that gave prizes and played no round has nothing to be compared', () => {
  const prizes = { bets: 2, stakeMinor: 0, payoutMinor: 500, prizesCount: 2, prizesMinor: 500 }
  const { sheet } = providerSheet(nothing, [{ ...day, ...prizes, reported: null }])
  expect(sheet.status).toBe('notApplicable')
})

test('a provider without a report leaves the sheet not compared, whatever others reported', () => {
  const { sheet } = providerSheet(nothing, [day, { ...day, reported: null }])
  expect([sheet.status, sheet.rows.map(({ status }) => status)]).toEqual([
    'notCompared',
    ['balanced', 'notCompared'],
  ])
  expect(providerSheet(nothing, []).sheet.status).toBe('notApplicable')
})

test('what a provider holds by its log is what the book holds of it', () => {
  const key = providerSheet(nothing, [day]).sheet.rows[0]?.key.replace('play:', 'provider:') ?? ''
  const ledger = {
    sums: [{ part: `${key}:clearing`, kind: 'game.in', entries: 1, inMinor: 500, outMinor: 0 }],
    balances: [{ part: `${key}:clearing`, openingMinor: 0, closingMinor: 500 }],
  }
  const of = (heldMinor: number) => providerSheet(ledger, [{ ...day, heldMinor }])
  expect([of(500).items, of(500).sheet.status]).toEqual([[], 'balanced'])
  expect(of(400).items).toMatchObject([{ kind: 'providerHeld', amountMinor: -100, bears: 'ledger' }])
})
