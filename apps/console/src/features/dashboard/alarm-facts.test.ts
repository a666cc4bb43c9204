import { playAlarmCodes } from '@khlang/contract/values/play-values.ts'
import { expect, it } from 'vitest'
import { inOrder, storyOf } from './alarm-facts.ts'
import type { Alarm } from './alarm-shapes.ts'
import { isOfPlay, playAlarmHref } from './play-alarms.ts'

const alarm = (code: string, detail: Record<string, unknown> = {}): Alarm => ({
  id: code as Alarm['id'],
  code,
  entity: 'brand',
  entityId: 'brand',
  detail,
  account: null,
  raisedAt: '2026-11-21T00:00:00Z',
  endedBy: code === 'payoutFuse' ? 'resumePayouts' : 'acknowledge',
  mayEnd: true,
  askedBy: null,
  isAskedByMe: false,
  approvalId: null,
})

it('stopped payouts come first, then what may lose money, then the rest as they came', () => {
  const codes = inOrder([
    alarm('message.parseFailed'),
    alarm('doublePayment'),
    alarm('bank.silent'),
    alarm('payoutFuse'),
  ]).map(({ code }) => code)
  expect(codes).toEqual(['payoutFuse', 'doublePayment', 'message.parseFailed', 'bank.silent'])
})

it('the circuit breaker tells what was paid and the limit', () => {
  const story = storyOf(
    alarm('payoutFuse', { sentMinor: 90_000, amountMinor: 20_000, limitMinor: 100_000 }),
  )
  expect(story).toEqual({ key: 'fuse', texts: {}, amounts: { sent: 90_000, limit: 100_000 } })
})

it('a hole is told without its sign, a payment twice with the other reference', () => {
  expect(storyOf(alarm('bank.chainGap', { gapMinor: -500 }))?.amounts).toEqual({ amount: 500 })
  expect(storyOf(alarm('sameAmountTwice', { amountMinor: 500, other: 'W2611-000001' }))).toEqual({
    key: 'twice',
    texts: { other: 'W2611-000001' },
    amounts: { amount: 500 },
  })
})

it('a detail that says nothing to a person is no sentence', () => {
  expect(storyOf(alarm('bank.chainContradiction', { bankAccountId: 'oba_x' }))).toBeNull()
})

it('an alarm of play tells its arithmetic and leads to the bets of its days', () => {
  const days = { from: '2026-11-17', to: '2026-11-23', bets: 12_345, limitX100: 400 }
  const sums = { stakeMinor: 1_000_000, payoutMinor: 1_320_000 }
  const drift = alarm('play.rtpDrift', {
    ...days,
    ...sums,
    names: { th: 'เสือ', en: 'Tiger' },
    rtpBps: 13_200,
    declaredBps: 9650,
    errorBps: 690,
    offX100: 514,
  })
  expect(storyOf(drift)).toEqual({
    key: 'rtpDrift',
    amounts: { stake: 1_000_000, payout: 1_320_000 },
    texts: {
      days: '7',
      rounds: '12,345',
      limit: '4.00',
      rtp: '132%',
      declared: '96.5%',
      difference: '35.50',
      error: '6.90',
      off: '5.14',
    },
    names: { game: { th: 'เสือ', en: 'Tiger' } },
  })
  const ofGame = { ...drift, entity: 'game', entityId: 'gam_1' }
  expect(playAlarmHref(ofGame)).toBe('/bet-report?gameId=gam_1&settledFrom=2026-11-17&settledTo=2026-11-23')
  const win = alarm('play.unusualWin', {
    ...days,
    ...sums,
    label: 'mali',
    profitMinor: 320_000,
    profitX100: 32,
    leastStakeMinor: 50_000,
  })
  expect(storyOf(win)).toEqual({
    key: 'unusualWin',
    amounts: { stake: 1_000_000, payout: 1_320_000, profit: 320_000, least: 50_000 },
    texts: { member: 'mali', rounds: '12,345', limit: '4.00', times: '0.32' },
  })
  const { leastStakeMinor: _, ...ofBefore } = win.detail
  expect(storyOf({ ...win, detail: ofBefore })?.key).toBe('unusualWinBefore')
  expect(playAlarmHref({ ...win, entity: 'member', entityId: 'mbr_1' })).toContain('?memberId=mbr_1&')
  expect(playAlarmHref(alarm('bank.silent'))).toBeUndefined()
})

it('the alarms of play are those that who acts on bets may end', () => {
  expect(playAlarmCodes.map((code) => isOfPlay({ code }))).toEqual(playAlarmCodes.map(() => true))
  expect(
    ['bank.silent', 'provider.lowBalance', 'gateway.mismatch'].some((code) => isOfPlay({ code })),
  ).toBe(false)
})
