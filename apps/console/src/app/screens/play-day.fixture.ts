import { id } from '../../testing/people.ts'
import type { Answers } from '../../testing/wire.ts'

type Day = Extract<Answers['reports.day'], { [key: string]: unknown }>

/** What stakes and payouts come to, all of them counted as played. */
const played = (bets: number, stakeMinor: number, payoutMinor: number) => ({
  bets,
  stakeMinor,
  validMinor: stakeMinor,
  countedMinor: stakeMinor,
  payoutMinor,
  winLossMinor: payoutMinor - stakeMinor,
  companyMinor: stakeMinor - payoutMinor,
  marginBps: stakeMinor === 0 ? null : Math.round(((stakeMinor - payoutMinor) / stakeMinor) * 10_000),
})

const costs = (feeMinor: number, ngrMinor: number) => ({
  creditMinor: 0,
  bonusMinor: 0,
  feeMinor,
  ngrMinor,
})

const named = (th: string, en: string) => ({ th, en })
const provider = { id: id('gameProvider', 1), name: named('ค่ายทอง', 'Gold') }
const part = { type: null, provider: null, game: null, shareBps: 10_000 }

/** A day on which one member won and another lost, in one game. */
export const playDay: Day = {
  businessOn: '2026-11-23',
  members: 2,
  ...played(4, 500_000, 620_000),
  ...costs(-12_000, -108_000),
  before: { members: 1, ...played(2, 400_000, 300_000), ...costs(10_000, 90_000) },
  parts: {
    provider: [{ ...part, id: provider.id, provider, ...played(4, 500_000, 620_000) }],
    type: [{ ...part, id: 'slot', type: 'slot', ...played(4, 500_000, 620_000) }],
    game: [
      {
        ...part,
        id: id('game', 1),
        type: 'slot',
        provider,
        game: { id: id('game', 1), name: named('เสือทอง', 'Golden Tiger') },
        ...played(4, 500_000, 620_000),
      },
    ],
  },
  top: {
    won: [
      {
        id: id('member', 1),
        username: 'mali8899',
        bets: 3,
        stakeMinor: 300_000,
        payoutMinor: 620_000,
        winLossMinor: 320_000,
      },
    ],
    lost: [
      {
        id: id('member', 2),
        username: 'somchai1',
        bets: 1,
        stakeMinor: 200_000,
        payoutMinor: 0,
        winLossMinor: -200_000,
      },
    ],
    staked: [],
  },
}
