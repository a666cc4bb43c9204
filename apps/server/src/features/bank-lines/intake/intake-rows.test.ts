import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../../platform/business-day.ts'
import {
  createMoneyFactory,
  type FactoryAccount,
  type MoneyFactory,
} from '../../../testing/world/money-factory.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { ChainLine } from '../balance-chain.ts'
import { fillGaps, narrowGap, openGap } from '../chain-gaps.ts'
import { plainOutcome } from '../decide-line.ts'
import { ago, dayMs, idOfAge, minuteMs, rowsOf } from './intake-rows.fixture.ts'
import * as queries from './intake-queries.ts'
import { stored } from '../stored-line.fixture.ts'
import type { StoredLine } from '../stored-line.ts'

let server: TestServer
let make: MoneyFactory
let put: ReturnType<typeof rowsOf>
let here: FactoryAccount
let there: FactoryAccount
beforeAll(async () => {
  server = await startTestServer()
  make = await createMoneyFactory(server)
  put = rowsOf(server)
})
afterAll(() => server.stop())

/** What a transaction sees and does; it is taken back. */
async function within<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = await server.services.db.startTransaction().execute()
  try {
    return await work(tx)
  } finally {
    await tx.rollback().execute()
  }
}
const accounts = async () => {
  here = await make.account()
  there = await make.account()
}
const line = (rest: Partial<StoredLine> = {}): StoredLine =>
  stored('01980000-0000-7000-8000-000000000000', {
    bank_account_id: here.id,
    balance_after_minor: 105_000,
    chain: 'linked',
    dedupe_key: 'the key',
    ...rest,
  })
const chainLine = (rest: Partial<ChainLine> = {}): ChainLine => ({
  id: '01980000-0000-7000-8000-000000000000',
  direction: 'in',
  amountMinor: 5_000,
  balanceAfterMinor: 105_000,
  at: ago(0),
  ...rest,
})

describe('what a new line of an account may belong to', () => {
  test('is the line of its key, equal amounts near it, provisional lines of a day, what waits', async () => {
    await accounts()
    const others = { amount_minor: 7_777 }
    const found = [
      await put.line(here.id, { ...others, state: 'waiting', chain: 'afterHole' }, 3 * dayMs),
      await put.line(here.id, { ...others, dedupe_key: 'the key' }, 2 * dayMs),
      await put.line(here.id, { direction: 'out', chain: 'hint' }, dayMs - minuteMs),
      await put.line(here.id, {}, 9.5 * minuteMs),
      await put.line(here.id, { match_evidence: { a: 1 } }),
    ]
    await put.line(there.id, { ...others, state: 'waiting' })
    await put.line(there.id, { ...others, dedupe_key: 'the key' })
    await put.line(there.id)
    await put.line(there.id, { chain: 'hint' }, dayMs / 2)
    await put.line(here.id, { chain: 'hint' }, dayMs + 1000)
    await put.line(here.id, { chain: 'hint', amount_minor: 5_001 }, dayMs / 2)
    await put.line(here.id, {}, 10 * minuteMs + 1000)
    await put.line(here.id, { direction: 'out' })
    await put.line(here.id, { amount_minor: 5_001 })
    const { subjectId: deviceId } = await make.phone([here])
    const { subjectId: otherId } = await make.phone([here])
    for (const [source, device] of [
      ['sms', deviceId],
      ['sms', otherId],
      ['push', otherId],
    ] as const)
      await put.message(device, found[4] ?? null, { source, external_id: `x ${source}` })
    const message = { deviceId, externalId: 'x sms' }
    const near = await within((tx) => queries.readNearby(tx, line(), message))
    expect(near.lines.map(({ id }) => id)).toEqual(found)
    expect(near.lines.map((each) => each.joined_sources)).toEqual([[], [], [], [], ['push', 'sms']])
    expect(near.lines.some((each) => 'match_evidence' in each)).toBe(false)
    expect([near.isKnown, near.hasLate]).toEqual([true, false])
    for (const off of [
      { deviceId: otherId, externalId: 'x' },
      { deviceId, externalId: 'x push' },
    ])
      expect((await within((tx) => queries.readNearby(tx, line(), off))).isKnown).toBe(false)
    expect((await within((tx) => queries.waitingLines(tx, here.id))).map(({ id }) => id)).toEqual([
      found[0],
    ])
  })

  test('are deposits that people credited within seven days and whose line has not come', async () => {
    const member = await make.member()
    const lateOf = async (row: object, ageMs = 0) => {
      await accounts()
      const accountId = 'elsewhere' in row ? there.id : here.id
      await put.deposit(member.id, accountId, 'elsewhere' in row ? {} : { ...row }, ageMs)
      const message = { deviceId: here.id, externalId: 'x' }
      return (await within((tx) => queries.readNearby(tx, line(), message))).hasLate
    }
    expect(await lateOf({})).toBe(true)
    expect(await lateOf({}, 7 * dayMs - minuteMs)).toBe(true)
    expect(await lateOf({}, 7 * dayMs + 1000)).toBe(false)
    expect(await lateOf({ elsewhere: true })).toBe(false)
    expect(await lateOf({ method: 'bank' })).toBe(false)
    expect(await lateOf({ state: 'reversed' })).toBe(false)
    expect(await lateOf({ statement_line_id: await put.line(here.id) })).toBe(false)
  })

  test('is a movement anew where the phone told of each before, and now after the last', async () => {
    await accounts()
    const { subjectId: deviceId } = await make.phone([here])
    const { subjectId: otherId } = await make.phone([here])
    const [one, two, last] = [
      await put.line(here.id),
      await put.line(here.id),
      await put.line(here.id, { received_at: ago(5000) }),
    ]
    await put.message(deviceId, one)
    await put.message(deviceId, two)
    await put.message(deviceId, two)
    const anew = (ids: string[], rest: object = {}, lastId: string | null = last) =>
      within((tx) =>
        queries.isToldAnew(tx, ids, { deviceId, source: 'sms', receivedAt: ago(0), ...rest }, lastId),
      )
    expect(await anew([one, two])).toBe(true)
    expect(await anew([one, last])).toBe(false)
    expect(await anew([one], { deviceId: otherId })).toBe(false)
    expect(await anew([one], { source: 'push' })).toBe(false)
    expect(await anew([one], { receivedAt: ago(6000) })).toBe(false)
    expect(await anew([one], {}, null)).toBe(false)
    const [row] = await make.query<{ at: string }>(
      'select received_at as at from statement_lines where id = $1',
      [last],
    )
    expect(await anew([one], { receivedAt: row?.at ?? '' })).toBe(false)
  })
})

describe('lines that stand in the chain already', () => {
  test('tell the balance they started from and when, of this account alone', async () => {
    await accounts()
    const received = '2026-05-18T07:00:00.000Z'
    const time = '2026-05-18T06:30:00.000Z'
    const timed = (bank_time: string, bank_time_precision: string) =>
      put.line(here.id, { bank_time, bank_time_precision, received_at: received })
    await put.line(here.id, { received_at: received })
    await put.line(here.id, { received_at: received, direction: 'out' })
    await timed(time, 'minute')
    await timed(time, 'second')
    await timed(time, 'day')
    await timed('2026-05-18T08:00:00.000Z', 'minute')
    await put.line(there.id)
    await put.line(here.id, { chain: 'afterHole' })
    await put.line(here.id, { balance_after_minor: null })
    const links = await within((tx) => queries.recentLinks(tx, here.id))
    const shown = links.map(({ beforeMinor, at }) => [beforeMinor, new Date(at).toISOString()])
    expect(shown.toReversed()).toEqual([
      [100_000, received],
      [110_000, received],
      [100_000, time],
      [100_000, time],
      [100_000, received],
      [100_000, received],
    ])
  })

  test.each([
    ['the line itself', {}, 0, true],
    ['money out', { direction: 'out', balance_after_minor: 100_000 }, 0, true],
    ['one of two days ago', {}, 2 * dayMs + 1000, false],
    ['one within two days', { received_at: ago(0) }, 2 * dayMs - minuteMs, true],
    ['one from another balance', { balance_after_minor: 110_001 }, 0, false],
    ['one behind a hole', { chain: 'afterHole' }, 0, false],
    ['one two minutes older', { received_at: ago(minuteMs) }, 0, true],
    ['one more than two minutes older', { received_at: ago(2 * minuteMs + 5000) }, 0, false],
  ])('follow it: %s', async (_what, row, ageMs, isFollowed) => {
    await accounts()
    const id = await put.line(here.id, { balance_after_minor: 110_000, ...row }, ageMs)
    const ask = (accountId: string, rest: Partial<ChainLine> = {}) =>
      within((tx) => queries.isFollowed(tx, accountId, chainLine(rest)))
    expect(await ask(here.id)).toBe(isFollowed)
    if (!isFollowed) return
    expect(await ask(there.id)).toBe(false)
    expect(await ask(here.id, { id })).toBe(false)
  })

  test.each([
    [120_000, true],
    [120_001, false],
  ])('and moved %i ms before it: it is followed, %s', async (ms, isFollowed) => {
    await accounts()
    const at = ago(0)
    const received_at = new Date(Date.parse(at) - ms).toISOString()
    await put.line(here.id, { balance_after_minor: 110_000, received_at })
    expect(await within((tx) => queries.isFollowed(tx, here.id, chainLine({ at })))).toBe(isFollowed)
  })

  test('with a line’s amount and balance are its twins: the first that was linked, or credited', async () => {
    await accounts()
    await put.line(here.id, { state: 'autoMatched' }, 2 * dayMs + 1000)
    await put.line(there.id, { state: 'autoMatched' })
    await put.line(here.id, { state: 'autoMatched', direction: 'out' })
    await put.line(here.id, { state: 'autoMatched', amount_minor: 5_001 })
    await put.line(here.id, { state: 'autoMatched', balance_after_minor: 105_001 })
    const twins = () =>
      within(async (tx) => [await queries.creditedTwin(tx, line()), await queries.linkedTwin(tx, line())])
    expect(await twins()).toEqual([null, null])
    const linked = await put.line(here.id, {}, minuteMs)
    const loose = await put.line(here.id, { state: 'manualMatched', chain: 'afterHole' }, minuteMs - 1000)
    expect(await twins()).toEqual([loose, linked])
    const credited = await put.line(here.id, { state: 'autoMatched' }, 2 * dayMs - minuteMs)
    await put.line(here.id, { state: 'autoMatched' })
    expect(await twins()).toEqual([credited, credited])
    const [own, other] = await within(async (tx) => [
      await queries.creditedTwin(tx, line({ id: credited })),
      await queries.linkedTwin(tx, line({ id: credited })),
    ])
    expect([own, other]).toEqual([loose, linked])
  })
})

describe('gaps that a person went on behind', () => {
  const gapsOf = (tx: Tx, accountId: string) =>
    tx
      .selectFrom('chain_gaps')
      .select(['id', 'from_minor', 'to_minor'])
      .where('bank_account_id', '=', accountId)
      .orderBy('id')
      .execute()
  const filler = (id: string, fromMinor: number, toMinor: number, atMs = 0): ChainLine =>
    chainLine({ id, amountMinor: toMinor - fromMinor, balanceAfterMinor: toMinor, at: ago(atMs) })

  test('are filled the oldest first, each line once, within two days, of this account', async () => {
    await accounts()
    const [other, old] = [await put.gap(there.id), await put.gap(here.id, {}, 2 * dayMs + 1000)]
    const [first, second] = [await put.gap(here.id, {}, 2 * dayMs - minuteMs), await put.gap(here.id)]
    await within(async (tx) => {
      expect(await fillGaps(tx, here.id, [filler('a', 100_000, 109_999)])).toEqual([])
      expect(
        await fillGaps(tx, here.id, [filler('b', 105_000, 110_000), filler('a', 100_000, 105_000)]),
      ).toEqual(['a', 'b'])
      expect((await gapsOf(tx, here.id)).map(({ id }) => id)).toEqual([old, second])
      expect((await gapsOf(tx, there.id)).map(({ id }) => id)).toEqual([other])
    })
    expect(first).not.toBe(second)
  })

  test('become smaller at the end where a person accepts a line, and close with the last', async () => {
    await accounts()
    const [far, id, other] = [
      await put.gap(here.id, { from_minor: 1, to_minor: 2 }),
      await put.gap(here.id),
      await put.gap(there.id),
    ]
    const rest = { id: far, from_minor: 1, to_minor: 2 }
    await within(async (tx) => {
      expect(await narrowGap(tx, here.id, filler('x', 99_000, 101_000))).toBe(false)
      expect(await narrowGap(tx, here.id, filler('x', 100_000, 105_000, -3 * minuteMs))).toBe(false)
      expect(await narrowGap(tx, here.id, filler('a', 100_000, 103_000))).toBe(true)
      expect(await gapsOf(tx, here.id)).toEqual([rest, { id, from_minor: 103_000, to_minor: 110_000 }])
      expect(await narrowGap(tx, here.id, filler('b', 107_000, 110_000))).toBe(true)
      expect(await gapsOf(tx, here.id)).toEqual([rest, { id, from_minor: 103_000, to_minor: 107_000 }])
      expect(await narrowGap(tx, here.id, filler('c', 103_000, 107_000))).toBe(true)
      expect(await gapsOf(tx, here.id)).toEqual([rest])
      expect(await gapsOf(tx, there.id)).toEqual([{ id: other, from_minor: 100_000, to_minor: 110_000 }])
    })
  })

  test('become two around a line in their midst, unless it may as well have come after them', async () => {
    await accounts()
    const [fromAt, toAt, at] = [ago(3 * minuteMs), ago(minuteMs), ago(2 * minuteMs)]
    const id = await put.gap(here.id, { from_at: fromAt, to_at: toAt })
    const midst = (when: string) => ({ ...filler('m', 103_000, 105_000), at: when })
    await within(async (tx) => {
      const before = new Date(Date.parse(fromAt) - 1).toISOString()
      for (const when of [toAt, before]) expect(await narrowGap(tx, here.id, midst(when))).toBe(false)
      expect(await gapsOf(tx, here.id)).toEqual([{ id, from_minor: 100_000, to_minor: 110_000 }])
      expect(await narrowGap(tx, here.id, midst(at))).toBe(true)
      const both = await tx
        .selectFrom('chain_gaps')
        .select(['from_minor', 'from_at', 'to_minor', 'to_at'])
        .where('bank_account_id', '=', here.id)
        .orderBy('from_minor')
        .execute()
      expect(both).toEqual([
        { from_minor: 100_000, from_at: fromAt, to_minor: 103_000, to_at: at },
        { from_minor: 105_000, from_at: at, to_minor: 110_000, to_at: toAt },
      ])
    })
  })

  test('have no midst later than what was linked behind them, whatever their end’s clock said', async () => {
    await accounts()
    await put.gap(here.id, { from_at: ago(5 * minuteMs), to_at: ago(minuteMs) })
    const midst = { ...filler('m', 103_000, 105_000), at: ago(3 * minuteMs) }
    const told = {
      amount_minor: 1000,
      balance_after_minor: 111_000,
      bank_time: ago(4 * minuteMs),
      bank_time_precision: 'minute' as const,
    }
    await put.line(there.id, told)
    await within(async (tx) => expect(await narrowGap(tx, here.id, midst)).toBe(true))
    await put.line(here.id, told)
    await within(async (tx) => expect(await narrowGap(tx, here.id, midst)).toBe(false))
  })

  test('open from where the chain stood to where the line starts; old ones are forgotten', async () => {
    await accounts()
    const [other] = [await put.gap(there.id, {}, 3 * dayMs), await put.gap(here.id, {}, 2 * dayMs + 1000)]
    const kept = await put.gap(here.id, {}, 2 * dayMs - minuteMs)
    const feed = {
      last_balance_minor: 90_000,
      last_line_id: null,
      last_line_at: ago(dayMs),
      is_broken: true,
    }
    await within(async (tx) => {
      await openGap(tx, here.id, { ...feed, last_balance_minor: 100_000 }, chainLine())
      expect((await gapsOf(tx, here.id)).map(({ id }) => id)).toEqual([kept])
      const at = ago(minuteMs)
      await openGap(tx, here.id, feed, chainLine({ at }))
      const rows = await tx
        .selectFrom('chain_gaps')
        .selectAll()
        .where('bank_account_id', '=', here.id)
        .execute()
      const { id: _, since, ...opened } = rows.find(({ id }) => id !== kept) ?? { id: '', since: null }
      expect(opened).toMatchObject({ bank_account_id: here.id, from_minor: 90_000, to_minor: 100_000 })
      expect(JSON.parse(JSON.stringify(opened))).toMatchObject({ from_at: feed.last_line_at, to_at: at })
      expect(since).not.toBeNull()
      expect((await gapsOf(tx, there.id)).map(({ id }) => id)).toEqual([other])
    })
  })
})

describe('the database keeps', () => {
  const refused = (work: (tx: Tx) => Promise<unknown>) =>
    within(work).then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    )

  test('the bank’s first day of a line within 47 days before its business day, and two after', async () => {
    await accounts()
    const id = await put.line(here.id)
    const odd = await put.line(here.id, { value_on: '2020-01-01' })
    const set = (day: object) =>
      refused((tx) => tx.updateTable('statement_lines').set(day).where('id', '=', id).execute())
    const ends = [-48, -47, 0, 2, 3]
    const answers = ['KL107', 'done', 'done', 'done', 'KL107']
    for (const column of ['value_on', 'business_on'])
      expect(await set({ [column]: '2026-05-18' })).toBe('42501')
    const insert = (days: number) =>
      refused((tx) =>
        queries
          .insertLine(
            line({ id: idOfAge(), value_on: addDays('2026-05-18', days), dedupe_key: `day ${days}` }),
            plainOutcome(line(), 'unmatched', null),
          )
          .execute(tx),
      )
    expect(await Promise.all(ends.map(insert))).toEqual(answers)
    // A line of before keeps its day, whatever else is said of it.
    const moved = (tx: Tx) => tx.updateTable('statement_lines').set({ state: 'ignored' })
    expect(await refused((tx) => moved(tx).where('id', '=', odd).execute())).toBe('done')
  })

  test('no gap that leads from a balance to itself', async () => {
    await accounts()
    const open = (toMinor: number) =>
      refused((tx) =>
        sql`insert into chain_gaps (bank_account_id, from_minor, to_minor, to_at)
          values (${here.id}, 5, ${toMinor}, now())`.execute(tx),
      )
    expect([await open(5), await open(6)]).toEqual(['23514', 'done'])
  })
})
