import { initialSettings } from '@khlang/contract/brand-settings.ts'
import { expect, test } from 'vitest'
import {
  lowPlay,
  openBets,
  profitRatio,
  providerCheck,
  turnover,
  type PlayFacts,
  type PlayRule,
} from './play-checks.ts'

// What a member played, at the edge of each rule.

const settings = { ...initialSettings('production'), normalDepositTurnoverX100: 150 }
const play: PlayFacts = {
  openCount: 0,
  openMinor: 0,
  openBetId: null,
  depositedMinor: 10_000,
  validMinor: 10_000,
  countedMinor: 15_000,
  depositedTodayMinor: 10_000,
  wonTodayMinor: 200_000,
  playedDays: 3,
  comparedDays: 1,
  openRounds: 0,
}

test.each<[string, PlayRule, Partial<PlayFacts>, string]>([
  ['no bet runs', openBets, {}, 'pass'],
  ['a free round runs', openBets, { openCount: 1 }, 'pass'],
  ['a bet runs', openBets, { openCount: 1, openMinor: 500, openBetId: 'bet_x' }, 'warn'],
  ['turnover is done', turnover, {}, 'pass'],
  ['a satang of turnover is left', turnover, { countedMinor: 14_999 }, 'block'],
  ['won twenty times what came in', profitRatio, {}, 'pass'],
  ['won more than that', profitRatio, { wonTodayMinor: 200_001 }, 'review'],
  ['lost without a deposit today', profitRatio, { depositedTodayMinor: 0, wonTodayMinor: -1 }, 'pass'],
  ['won without a deposit today', profitRatio, { depositedTodayMinor: 0, wonTodayMinor: 1 }, 'review'],
  ['played what came in once', lowPlay, {}, 'pass'],
  ['played a satang less', lowPlay, { validMinor: 9999 }, 'review'],
  ['a day was compared and agrees', providerCheck, {}, 'pass'],
  ['a round differs', providerCheck, { openRounds: 1 }, 'warn'],
  ['nothing was compared', providerCheck, { comparedDays: 0 }, 'notApplicable'],
  ['nothing came in', lowPlay, { depositedMinor: 0, validMinor: 0 }, 'pass'],
])('%s', (_, rule, change, result) => {
  expect(rule({ ...play, ...change }, settings)[0]).toBe(result)
})

test('what the brand does not ask for is not judged, and says so', () => {
  const none = { ...settings, normalDepositTurnoverX100: 0, lowPlayX100: 0 }
  expect(turnover(play, none)).toEqual([
    'notApplicable',
    { reason: 'noTurnoverAsked', countedMinor: 15_000 },
  ])
  expect(lowPlay(play, none)[0]).toBe('notApplicable')
})
