import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkBalances } from '../../bank-lines/balance-chain.ts'
import type { FileRow } from '../reading/statement-rows.ts'
import type { KnownLine } from './match-rows.ts'
import { planImport, type AccountNow } from './plan-import.ts'

const startMs = Date.parse('2026-11-22T02:00:00Z')
const nowMs = Date.parse('2026-11-23T12:00:00Z')
const openingMinor = 1_000_000
const at = (ms: number): string => new Date(startMs + ms).toISOString()

interface Moved {
  readonly row: FileRow
  /** What a message told of it; null: nothing. */
  readonly line: KnownLine | null
}

/** How a bank's messages tell a movement: to the minute, or by the time of receipt alone; or not at all. */
const tells = fc.constantFrom('minute', 'none', 'lost') as fc.Arbitrary<'minute' | 'none' | 'lost'>

/** A day of an account: few amounts, close together, so that equal ones meet. */
const days = fc
  .record({
    moves: fc.array(
      fc.record({
        amountMinor: fc.constantFrom(100, 500, 555),
        isOut: fc.boolean(),
        gapMs: fc.integer({ min: 0, max: 400_000 }),
        told: tells,
        lateMs: fc.integer({ min: 0, max: 90_000 }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    precision: fc.constantFrom('second', 'minute', 'day') as fc.Arbitrary<FileRow['precision']>,
  })
  .map(({ moves, precision }): Moved[] => {
    let balance = openingMinor
    let ms = 0
    return moves.map(({ amountMinor, isOut, gapMs, told, lateMs }, index) => {
      ms += gapMs
      balance += isOut ? -amountMinor : amountMinor
      const unit = precision === 'second' ? 1000 : 60_000
      const row: FileRow = {
        no: index + 2,
        direction: isOut ? 'out' : 'in',
        amountMinor,
        balanceAfterMinor: balance,
        at: precision === 'day' ? '2026-11-21T17:00:00.000Z' : at(Math.floor(ms / unit) * unit),
        precision,
        payer: { bank: null, mask: null, name: null },
        channel: null,
        ref: null,
        description: '',
        cells: null,
      }
      const line: KnownLine = {
        id: `l${index}`,
        direction: row.direction,
        amountMinor,
        balanceAfterMinor: balance,
        bankTime: told === 'minute' ? at(Math.floor(ms / 60_000) * 60_000) : null,
        precision: told === 'lost' ? 'none' : told,
        receivedAt: at(ms + lateMs),
        chain: 'linked',
        state: 'unmatched',
      }
      return { row, line: told === 'lost' ? null : line }
    })
  })

const account = (moved: readonly Moved[]): AccountNow => {
  const lines = moved.flatMap(({ line }) => line ?? [])
  const last = lines.at(-1)
  return {
    hasBalances: true,
    anchorAt: '2026-11-01T00:00:00.000Z',
    anchorMinor: openingMinor,
    end: {
      balanceMinor: last?.balanceAfterMinor ?? openingMinor,
      lineId: last?.id ?? null,
      at: last ? (last.bankTime ?? last.receivedAt) : null,
    },
    isBroken: false,
    behind: [],
    gaps: [],
    lines,
  }
}
const amounts = (
  rows: readonly { direction: string; amountMinor: number; balanceAfterMinor: number | null }[],
) => rows.map((row) => `${row.direction} ${row.amountMinor} ${row.balanceAfterMinor}`).toSorted()

test('whatever was told: a file brings what was not, each line once, nothing twice', () => {
  fc.assert(
    fc.property(days, (moved) => {
      const of = account(moved)
      const plan = planImport({ rows: moved.map(({ row }) => row) }, of, nowMs)
      // By amounts and balances; of two that are equal in all, it is the same which one is new.
      expect(amounts(plan.newRows)).toEqual(
        amounts(moved.filter(({ line }) => line === null).map(({ row }) => row)),
      )
      expect(new Set([...plan.known.values()].map(({ id }) => id)).size).toBe(of.lines.length)
      expect(plan.contradictions).toEqual([])
      expect(plan.placement).toMatchObject({ endsWithFile: true, opens: null })
      const whole = [...plan.newRows, ...of.lines].map((each, index) => ({
        id: String(index),
        direction: each.direction,
        amountMinor: each.amountMinor,
        balanceAfterMinor: each.balanceAfterMinor ?? 0,
        at: at(0),
      }))
      expect(whole).toHaveLength(moved.length)
      if (moved.length < 12) expect(linkBalances(openingMinor, whole).holes).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('a file of what is known already brings nothing, whatever else it is', () => {
  fc.assert(
    fc.property(days, (moved) => {
      const told = moved.flatMap(({ row, line }) => (line ? [{ row, line }] : []))
      const plan = planImport({ rows: told.map(({ row }) => row) }, account(told), nowMs)
      expect(plan.newRows).toEqual([])
      expect(plan.healed).toEqual([])
    }),
    { numRuns: 100 },
  )
})

const simple = (rows: readonly Partial<FileRow>[]): FileRow[] =>
  rows.map((row, index) => ({
    no: index + 2,
    direction: 'in',
    amountMinor: 100,
    balanceAfterMinor: openingMinor + 100 * (index + 1),
    at: at(index * 600_000),
    precision: 'minute',
    payer: { bank: null, mask: null, name: null },
    channel: null,
    ref: null,
    description: '',
    cells: null,
    ...row,
  }))
const line = (rest: Partial<KnownLine>): KnownLine => ({
  id: 'l',
  direction: 'in',
  amountMinor: 100,
  balanceAfterMinor: openingMinor + 100,
  bankTime: at(0),
  precision: 'minute',
  receivedAt: at(10_000),
  chain: 'linked',
  state: 'unmatched',
  ...rest,
})
const empty = account([])

test.each([
  ['another amount that led to the same balance', { amountMinor: 90 }, 'otherAmount'],
  [
    'another amount out of the same balance',
    { amountMinor: 90, balanceAfterMinor: openingMinor + 90 },
    'otherAmount',
  ],
  ['another balance after the same amount', { balanceAfterMinor: openingMinor + 700 }, 'otherBalance'],
  [
    'a movement in its midst that it lacks',
    { amountMinor: 7, bankTime: at(900_000), balanceAfterMinor: 7 },
    'notInFile',
  ],
  ['a line that somebody rejected', { state: 'rejected' }, 'rejected'],
])('%s contradicts', (_name, rest, kind) => {
  const plan = planImport({ rows: simple([{}, {}, {}, {}]) }, { ...empty, lines: [line(rest)] }, nowMs)
  expect(plan.contradictions).toMatchObject([{ kind, isBlocking: true }])
})

test('a message without a balance is the row that it alone can be, where no other could', () => {
  const hint = line({
    balanceAfterMinor: null,
    chain: 'hint',
    state: 'waiting',
    precision: 'none',
    bankTime: null,
  })
  const of = { ...empty, lines: [hint] }
  expect(planImport({ rows: simple([{}, {}]) }, of, nowMs).absorbed.get(2)?.id).toBe('l')
  const close = planImport({ rows: simple([{}, { at: at(0) }]) }, of, nowMs)
  expect([close.absorbed.size, close.doubtful.size]).toEqual([0, 2])
})

test('rows of before the account was opened are in its opening balance', () => {
  const rows = simple([{}, {}, {}])
  const opened = { ...empty, anchorAt: at(600_000), anchorMinor: openingMinor + 100 }
  expect(planImport({ rows }, opened, nowMs)).toMatchObject({ beforeOpening: 1, newRows: rows.slice(1) })
  const daily = rows.map((row) => ({ ...row, at: at(0), precision: 'day' as const }))
  expect(planImport({ rows: daily }, opened, nowMs)).toMatchObject({
    beforeOpening: 1,
    newRows: daily.slice(1),
  })
})

test('holes that it fills are closed, and become smaller where it begins or ends inside', () => {
  const rows = simple([{}, {}, {}])
  const gap = (fromMinor: number, toMinor: number, from: number, to: number) => ({
    id: 'g',
    fromMinor: openingMinor + fromMinor,
    toMinor: openingMinor + toMinor,
    fromAt: at(from),
    toAt: at(to),
  })
  const left = (given: ReturnType<typeof gap>) => {
    const end = { balanceMinor: openingMinor + 9000, lineId: 'e', at: at(9_000_000) }
    const { placement } = planImport({ rows }, { ...empty, end, gaps: [given] }, nowMs)
    return placement.gaps.map((change) =>
      change.left.map(({ fromMinor, toMinor }) => [fromMinor - openingMinor, toMinor - openingMinor]),
    )
  }
  expect(left(gap(0, 300, -600_000, 1_800_000))).toEqual([[]])
  expect(left(gap(0, 900, -600_000, 1_800_000))).toEqual([[[300, 900]]])
  expect(left(gap(-50, 300, -600_000, 1_800_000))).toEqual([[[-50, 0]]])
  expect(left(gap(-50, 900, -600_000, 1_800_000))).toEqual([
    [
      [-50, 0],
      [300, 900],
    ],
  ])
  expect(left(gap(500, 900, 5_000_000, 6_000_000))).toEqual([])
})
