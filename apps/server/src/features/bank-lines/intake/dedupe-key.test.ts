import { describe, expect, it } from 'vitest'
import {
  dedupeKeyOf,
  findLineForProvisional,
  joinProvisional,
  type DedupeLine,
  type JoinableLine,
} from './dedupe-key.ts'

const base: DedupeLine = {
  accountId: 'acc1',
  direction: 'in',
  amountMinor: 15_000,
  bankTime: '2026-04-28T16:26:00.000Z',
  bankTimePrecision: 'minute',
  receivedAt: '2026-04-28T16:26:41.000Z',
  balanceAfterMinor: 969_218,
  sequenceInMinute: 0,
}

describe('dedupeKeyOf', () => {
  it('is the same for one event read twice', () => {
    expect(dedupeKeyOf({ ...base, receivedAt: '2026-04-28T19:00:00.000Z', sequenceInMinute: 3 })).toBe(
      dedupeKeyOf(base),
    )
    expect(dedupeKeyOf(base)).toBe('acc1|in|15000|minute@2026-04-28T16:26|b969218')
  })
  it.each([
    [{ balanceAfterMinor: 984_218 }],
    [{ amountMinor: 15_001 }],
    [{ direction: 'out' }],
    [{ accountId: 'acc2' }],
    [{ bankTime: '2026-04-28T16:27:00.000Z' }],
  ] as [Partial<DedupeLine>][])('differs with %j', (rest) => {
    expect(dedupeKeyOf({ ...base, ...rest })).not.toBe(dedupeKeyOf(base))
  })
  it('counts equal messages of a minute where there is no balance', () => {
    const bare = { ...base, balanceAfterMinor: null }
    expect(dedupeKeyOf({ ...bare, sequenceInMinute: 1 })).not.toBe(dedupeKeyOf(bare))
  })
  it('uses the minute of receipt where the bank states no time, so that later is other', () => {
    const untimed = { ...base, bankTime: base.receivedAt, bankTimePrecision: 'none' as const }
    expect(dedupeKeyOf({ ...untimed, bankTime: null })).toBe(dedupeKeyOf(untimed))
    expect(dedupeKeyOf({ ...untimed, receivedAt: '2026-04-28T18:00:00.000Z' })).not.toBe(
      dedupeKeyOf(untimed),
    )
  })
})

function message(id: string, source: string, rest: Partial<JoinableLine> = {}): JoinableLine {
  return {
    id,
    source,
    accountId: 'acc1',
    direction: 'in',
    amountMinor: 15_000,
    bankTime: '2026-04-28T16:26:00.000Z',
    bankTimePrecision: 'minute',
    receivedAt: '2026-04-28T16:26:41.000Z',
    balanceAfterMinor: 969_218,
    payerBank: null,
    payerMask: null,
    payerName: null,
    ownMask: '??????1234',
    channel: null,
    ref: null,
    joinedSources: [source],
    ...rest,
  }
}
const push = (rest: Partial<JoinableLine> = {}) =>
  message('hint', 'push', { balanceAfterMinor: null, ownMask: '?????0123?', ...rest })

describe('joining a push to its SMS', () => {
  const sms = message('l1', 'sms', { ownMask: '??????1234' })
  it('finds the one line of the same event, in either order of arrival', () => {
    const provisional = push({ ownMask: '?????0123?' })
    expect(findLineForProvisional({ ...provisional, ownMask: '??????1234' }, [sms])).toEqual({
      found: 'line',
      lineId: 'l1',
    })
    expect(
      findLineForProvisional({ ...provisional, ownMask: null, receivedAt: '2026-04-28T16:25:00.000Z' }, [
        sms,
      ]),
    ).toMatchObject({ found: 'line' })
  })
  it.each([
    ['another account', { accountId: 'acc2' }],
    ['another direction', { direction: 'out' }],
    ['another amount', { amountMinor: 1 }],
    ['another balance', { balanceAfterMinor: 969_219 }],
    ['another own mask', { ownMask: '?????9999?' }],
    ['more than two minutes', { receivedAt: '2026-04-28T16:29:00.000Z' }],
    ['another stated minute', { bankTime: '2026-04-28T16:30:00.000Z' }],
  ] as [string, Partial<JoinableLine>][])('does not join %s', (_what, rest) => {
    expect(findLineForProvisional(push({ ownMask: null, ...rest }), [sms])).toEqual({ found: 'none' })
  })
  it('joins two messages that both state the balance, though their times differ in precision', () => {
    const untimed = push({
      ownMask: null,
      balanceAfterMinor: 969_218,
      bankTime: null,
      bankTimePrecision: 'none',
    })
    expect(findLineForProvisional(untimed, [sms])).toEqual({ found: 'line', lineId: 'l1' })
  })
  it('does not join a second push to the same line, nor two provisional lines to each other', () => {
    const provisional = push({ ownMask: null })
    expect(findLineForProvisional(provisional, [{ ...sms, joinedSources: ['sms', 'push'] }])).toEqual({
      found: 'none',
    })
    expect(
      findLineForProvisional(provisional, [message('l2', 'sms', { balanceAfterMinor: null })]),
    ).toEqual({
      found: 'none',
    })
  })
  it('does not choose between two equal transfers, but lets a payer mask tell them apart', () => {
    const two = [message('l1', 'sms'), message('l2', 'sms', { balanceAfterMinor: 984_218 })]
    expect(findLineForProvisional(push({ ownMask: null }), two)).toEqual({
      found: 'several',
      lineIds: ['l1', 'l2'],
    })
    const marked = [
      message('l1', 'sms', { payerMask: '??????5678' }),
      message('l2', 'sms', { payerMask: '??????1111' }),
    ]
    expect(findLineForProvisional(push({ ownMask: null, payerMask: '?????5678' }), marked)).toEqual({
      found: 'line',
      lineId: 'l1',
    })
  })
  it('fills gaps, combines masks and leaves amount and balance alone', () => {
    const provisional = push({
      payerBank: 'SCB',
      payerMask: '?????4567?',
      payerName: 'นาย ก',
      bankTime: '2026-04-28T16:26:12.000Z',
      bankTimePrecision: 'second',
    })
    expect(joinProvisional({ ...sms, payerMask: '??????5678' }, provisional)).toMatchObject({
      id: 'l1',
      amountMinor: 15_000,
      balanceAfterMinor: 969_218,
      payerBank: 'SCB',
      payerName: 'นาย ก',
      payerMask: '?????45678',
      bankTimePrecision: 'second',
      joinedSources: ['sms', 'push'],
      ownMask: '??????1234',
    })
  })
})
