import { describe, expect, it } from 'vitest'
import { findLineForProvisional, joinProvisional, type JoinableLine } from './dedupe-key.ts'
import {
  equalLines,
  findJoin,
  provisionalLinesOf,
  mayRecur,
  possibleDoubleOf,
  sequenceOf,
} from './join-messages.ts'
import { at, dayMs, minuteMs, stored } from '../stored-line.fixture.ts'
import { joinableOf, withJoined, type FeedRow, type StoredLine } from '../stored-line.ts'

describe('a message that says the same once more', () => {
  const said = stored('said')
  const now = stored('now', { received_at: at(minuteMs) })
  const found = (other: Partial<StoredLine>, line: Partial<StoredLine> = {}) =>
    possibleDoubleOf({ ...now, ...line }, [{ ...said, ...other }])?.id ?? null

  it.each([
    ['alike in everything', {}, {}, 'said'],
    ['a day after', {}, { received_at: at(dayMs) }, null],
    ['ten minutes after', {}, { received_at: at(10 * minuteMs) }, 'said'],
    ['a moment more than ten minutes after', {}, { received_at: at(10 * minuteMs + 1) }, null],
    ['ten minutes before', {}, { received_at: at(-10 * minuteMs) }, 'said'],
    ['a moment more than ten minutes before', {}, { received_at: at(-10 * minuteMs - 1) }, null],
    ['with a balance of its own', {}, { balance_after_minor: 1 }, null],
    ['beside one with a balance', { balance_after_minor: 1 }, {}, null],
    ['beside one that is a duplicate', { state: 'duplicate' }, {}, null],
    ['beside one that was set aside as not real', { state: 'rejected' }, {}, null],
    ['beside one that was credited', { state: 'autoMatched' }, {}, 'said'],
    ['of a source that has not told of it', { joined_sources: ['sms'] }, {}, null],
    ['of another direction', { direction: 'out' }, {}, null],
    ['of one satang more', { amount_minor: 5_001 }, {}, null],
    ['of another bank', { payer_bank: 'SCB' }, {}, null],
    ['of other digits', { payer_mask: '??????1235' }, {}, null],
    ['of another name', { payer_name: 'ค ง' }, {}, null],
    ['of another reference', { ref: 'R2' }, {}, null],
    [
      'of one stated minute',
      { bank_time: at(0), bank_time_precision: 'minute' },
      { bank_time: at(0), bank_time_precision: 'minute' },
      'said',
    ],
    [
      'of another stated minute',
      { bank_time: at(0), bank_time_precision: 'minute' },
      { bank_time: at(minuteMs), bank_time_precision: 'minute' },
      null,
    ],
    [
      'of another stated second',
      { bank_time: at(0), bank_time_precision: 'second' },
      { bank_time: at(1000), bank_time_precision: 'second' },
      null,
    ],
    ['of a stated time beside none', {}, { bank_time: at(0), bank_time_precision: 'minute' }, null],
    [
      'of a day beside another day',
      { bank_time: at(0), bank_time_precision: 'day' },
      { bank_time: at(dayMs), bank_time_precision: 'day' },
      'said',
    ],
  ] as [string, Partial<StoredLine>, Partial<StoredLine>, string | null][])(
    '%s',
    (_what, other, line, id) => expect(found(other, line)).toBe(id),
  )
  it('is held beside the last of several', () => {
    expect(possibleDoubleOf(now, [said, stored('later')])?.id).toBe('later')
  })
  it('is numbered within its minute by what its source has told, where no balance tells them apart', () => {
    const near = [
      stored('a'),
      stored('b', { dedupe_key: said.dedupe_key.replace('n0', 'n1') }),
      stored('c', { joined_sources: ['sms'] }),
      stored('d', { dedupe_key: said.dedupe_key.replace('45|', '46|') }),
      stored('e', { dedupe_key: said.dedupe_key.replace('n0', 'b77') }),
    ]
    expect(sequenceOf(now, near)).toBe(2)
    expect(sequenceOf({ ...now, balance_after_minor: 1 }, near)).toBe(0)
    expect(sequenceOf(now, [])).toBe(0)
  })
  it('is the line of its very key, or one that recurred under it', () => {
    const keys = ['k|b1', 'k|b1#1', 'k|b12', 'k|b', 'xk|b1']
    const near = keys.map((dedupe_key, each) => stored(String(each), { dedupe_key }))
    expect(equalLines(stored('x', { dedupe_key: 'k|b1' }), near).map(({ id }) => id)).toEqual(['0', '1'])
  })
})

describe('a movement that recurs', () => {
  const last = stored('last', { balance_after_minor: 105, amount_minor: 5, chain: 'linked' })
  const feed: FeedRow = {
    last_balance_minor: 100,
    last_line_id: 'other',
    last_line_at: at(0),
    is_broken: false,
  }
  const line = stored('line', { balance_after_minor: 105, amount_minor: 5 })
  it.each([
    ['where the chain stands again at its start', {}, {}, {}, true],
    [
      'money out, where the chain stands at its start',
      { direction: 'out', balance_after_minor: 95 },
      {},
      {},
      true,
    ],
    ['not where the chain stands elsewhere', {}, {}, { last_balance_minor: 101 }, false],
    ['not where it stands at the end of the one before', {}, {}, { last_line_id: 'last' }, false],
    ['not while the chain is broken', {}, {}, { is_broken: true }, false],
    ['not where the one before is not linked', {}, { chain: 'afterHole' }, {}, false],
    ['not without a balance', { balance_after_minor: null }, {}, {}, false],
  ] as [string, Partial<StoredLine>, Partial<StoredLine>, Partial<FeedRow>, boolean][])(
    '%s',
    (_what, of, before, at_, may) =>
      expect(mayRecur({ ...line, ...of }, { ...last, ...before }, { ...feed, ...at_ })).toBe(may),
  )
})

describe('joining messages', () => {
  const sms = stored('sms', {
    balance_after_minor: 9_000,
    source: 'sms',
    joined_sources: ['sms'],
    chain: 'linked',
  })
  const provisional = stored('hint', { chain: 'hint', state: 'waiting' })
  it('takes no line that has ended', () => {
    expect(findJoin(provisional, [sms])?.id).toBe('sms')
    for (const state of ['duplicate', 'rejected'])
      expect(findJoin(provisional, [{ ...sms, state }])).toBeNull()
    expect(findJoin(provisional, [sms, { ...sms, id: 'sms2' }])).toBeNull()
    // Set aside is the bank's word no less: what a second message tells of it is no other money.
    for (const state of ['ignored', 'autoMatched'])
      expect(findJoin(provisional, [{ ...sms, state }])?.id).toBe('sms')
    // One that has ended is no second one.
    expect(findJoin(provisional, [sms, { ...sms, id: 'sms2', state: 'rejected' }])?.id).toBe('sms')
  })
  it.each([
    ['a provisional line that waits', [provisional], ['hint']],
    ['a provisional line whose time is over', [{ ...provisional, state: 'unmatched' }], ['hint']],
    ['a provisional line that a person linked', [{ ...provisional, state: 'manualMatched' }], []],
    ['a provisional line that was joined', [{ ...provisional, state: 'duplicate' }], []],
    ['what is no provisional line', [{ ...provisional, chain: 'noBalance' as const }], []],
    ['of two provisional lines of one source neither', [provisional, { ...provisional, id: 'hint2' }], []],
    [
      'one provisional line of each source',
      [provisional, { ...provisional, id: 'other', source: 'app' as 'push', joined_sources: ['app'] }],
      ['hint', 'other'],
    ],
    [
      'no provisional line that may be of another line too',
      [provisional, { ...sms, id: 'sms2', balance_after_minor: 14_000 }],
      [],
    ],
    [
      'a provisional line, where the other line has ended',
      [provisional, { ...sms, id: 'sms2', state: 'rejected' }],
      ['hint'],
    ],
    ['no provisional line of another amount', [{ ...provisional, amount_minor: 1 }], []],
    [
      'no provisional line that is of another line alone',
      [
        { ...provisional, payer_mask: '??????7777' },
        { ...sms, id: 'sms2', payer_mask: '??????7777' },
      ],
      [],
    ],
  ])('a line takes what waited for it: %s', (_what, near, ids) =>
    expect(provisionalLinesOf(sms, near).map(({ id }) => id)).toEqual(ids),
  )
  const a: JoinableLine = joinableOf(sms)
  const b: JoinableLine = joinableOf(provisional)
  const timed = (time: string | null, precision: JoinableLine['bankTimePrecision']) => ({
    bankTime: time,
    bankTimePrecision: precision,
  })
  it.each([
    ['two minutes apart', { receivedAt: at(120_000) }, {}, true],
    ['two minutes apart, the other way', { receivedAt: at(-120_000) }, {}, true],
    ['a moment more apart', { receivedAt: at(120_001) }, {}, false],
    ['a moment more apart, the other way', { receivedAt: at(-120_001) }, {}, false],
    ['of stated times a minute apart', timed(at(minuteMs), 'minute'), timed(at(0), 'second'), true],
    [
      'of stated times more than a minute apart',
      timed(at(minuteMs + 1), 'minute'),
      timed(at(0), 'second'),
      false,
    ],
    [
      'of stated times more than a minute apart, the other way',
      timed(at(0), 'second'),
      timed(at(minuteMs + 1), 'second'),
      false,
    ],
    ['of a day beside a minute', timed(at(-dayMs), 'day'), timed(at(0), 'minute'), true],
    ['of a minute beside a day', timed(at(-dayMs), 'minute'), timed(at(0), 'day'), true],
    ['of a minute beside nothing stated', timed(null, 'minute'), timed(at(0), 'minute'), true],
    ['of another payer’s bank', { payerBank: 'SCB' }, {}, false],
    ['of a payer’s bank beside none', { payerBank: 'SCB' }, { payerBank: null }, true],
    ['of none beside a payer’s bank', { payerBank: null }, {}, true],
    ['of other digits', { payerMask: '??????4321' }, {}, false],
    ['of own digits that are other', { ownMask: '??????9998' }, {}, false],
    ['of an equal balance', { balanceAfterMinor: 9_000 }, {}, true],
    ['of another balance', { balanceAfterMinor: 9_001 }, {}, false],
    ['of a source that has told of it', { source: 'sms' }, {}, false],
    ['itself', { id: 'sms' }, {}, false],
  ] as [string, Partial<JoinableLine>, Partial<JoinableLine>, boolean][])(
    '%s',
    (_what, ofProvisional, ofLine, isJoined) => {
      const answer = findLineForProvisional({ ...b, ...ofProvisional }, [{ ...a, ...ofLine }])
      expect(answer).toEqual(isJoined ? { found: 'line', lineId: 'sms' } : { found: 'none' })
    },
  )
  it('fills only what the line lacks, and takes a time that is more exact', () => {
    const bare = {
      ...a,
      payerBank: null,
      payerMask: null,
      payerName: null,
      ownMask: null,
      channel: null,
      ref: null,
    }
    const said = { ...b, ...timed(at(5), 'minute'), source: 'push' }
    expect(joinProvisional(bare, said)).toEqual({
      ...a,
      ...timed(at(5), 'minute'),
      joinedSources: ['sms', 'push'],
    })
    const other = {
      ...said,
      payerBank: 'SCB' as const,
      payerName: 'x',
      channel: 'x',
      ref: 'x',
      payerMask: null,
      ownMask: '?????19999',
    }
    expect(joinProvisional({ ...a, ...timed(at(0), 'minute') }, other)).toEqual({
      ...a,
      ...timed(at(0), 'minute'),
      joinedSources: ['sms', 'push'],
    })
    expect(joinProvisional({ ...a, ...timed(at(0), 'day') }, other).bankTime).toBe(at(5))
    expect(joinProvisional({ ...a, ...timed(at(0), 'second') }, other).bankTime).toBe(at(0))
    const nothing = { payer_bank: null, payer_mask: null, payer_name: null, own_mask: null }
    const unsaid = { ...sms, ...nothing, channel: null, ref: null }
    expect(withJoined(unsaid, joinProvisional(bare, said), unsaid)).toEqual({
      ...sms,
      bank_time: at(5),
      bank_time_precision: 'minute',
      joined_sources: ['sms', 'push'],
    })
  })
})
