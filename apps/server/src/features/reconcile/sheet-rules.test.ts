import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gapsBetween, lastBalance, type LooseEnd, type ToldLine } from './balance-breaks.ts'
import { reconcileAccount, type AccountDay, type LineSum, type SingleLine } from './bank-rules.ts'
import { partsRow, walletSheet, type LedgerDay } from './wallet-rules.ts'

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const minuteMs = 60_000
const openingMinor = 1_000_000

/** What happened to a movement on its way to us. */
type Fate = 'told' | 'lost' | 'quarantined' | 'noBalance' | 'waiting' | 'outgoingUnknown'
interface Movement {
  readonly movedMinor: number
  readonly fate: Fate
}

/** A day of an account as the database would give it, of what really moved. */
function dayOf(movements: readonly Movement[]): AccountDay {
  let balanceMinor = openingMinor
  const chained: ToldLine[] = []
  const singles: SingleLine[] = []
  const sums: LineSum[] = []
  for (const [place, { movedMinor, fate }] of movements.entries()) {
    balanceMinor += movedMinor
    if (fate === 'lost') continue
    const direction = movedMinor > 0 ? ('in' as const) : ('out' as const)
    const amountMinor = Math.abs(movedMinor)
    const isChained = fate === 'told' || fate === 'waiting' || fate === 'outgoingUnknown'
    const line = { id: uuid(place), movedMinor, balanceMinor, atMs: place * minuteMs }
    if (isChained) chained.push(line)
    const kind = { told: 'known', quarantined: 'loose', noBalance: 'known' } as const
    const is =
      fate === 'waiting' ? 'waiting' : fate === 'outgoingUnknown' ? 'outOpen' : (kind[fate] ?? 'known')
    sums.push({ direction, class: is, count: 1, amountMinor })
    if (fate !== 'told')
      singles.push({
        id: uuid(place),
        direction,
        amountMinor,
        state: fate === 'quarantined' ? 'quarantined' : 'x',
        class: is,
        isChained,
        at: new Date(place * minuteMs).toISOString(),
      })
  }
  const ends = new Map<number, LooseEnd>()
  const count = (minor: number, times: number, atMs: number) => {
    const known = ends.get(minor)
    ends.set(minor, {
      balanceMinor: minor,
      times: (known?.times ?? 0) + times,
      atMs: Math.min(atMs, known?.atMs ?? atMs),
    })
  }
  for (const line of chained) {
    count(line.balanceMinor, 1, line.atMs)
    count(line.balanceMinor - line.movedMinor, -1, line.atMs)
  }
  const booked = movements
    .filter(({ fate }) => fate === 'told' || fate === 'noBalance')
    .reduce((sum, { movedMinor }) => sum + movedMinor, 0)
  return {
    account: { id: uuid(999), bank: 'SCB', label: 'SCB', accountNoMasked: 'x' },
    hasBalances: true,
    anchorMinor: openingMinor,
    before: [],
    upTo: chained,
    ends: [...ends.values()].filter(({ times }) => times !== 0),
    sums,
    singles,
    payouts: [],
    booked: {
      valueDayMinor: booked,
      bothMinor: booked,
      otherValueMinor: 0,
      feeMinor: 0,
      openingMinor,
      closingMinor: openingMinor + booked,
    },
  }
}

/** Amounts of their own, so that no planted one is taken for another. */
const day = (fates: readonly (readonly [Fate, boolean])[]) =>
  fates.map(([fate, isOut], place): Movement => ({
    movedMinor: (fate === 'outgoingUnknown' || (isOut && fate === 'told') ? -1 : 1) * (101 + place * 1009),
    fate,
  }))
const fates = fc.array(
  fc.tuple(
    fc.constantFrom<Fate>(
      'told',
      'told',
      'told',
      'lost',
      'quarantined',
      'noBalance',
      'waiting',
      'outgoingUnknown',
    ),
    fc.boolean(),
  ),
  { maxLength: 40 },
)

test('what differs of a bank is what its items come to, whatever was lost', () => {
  fc.assert(
    fc.property(fates, (given) => {
      const { row, items } = reconcileAccount(dayOf(day(given)))
      const onBank = items.filter(({ bears }) => bears === 'bank')
      expect(row.differenceMinor).toBe(onBank.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
      expect(items.map(({ kind }) => kind)).not.toContain('unbooked')
    }),
  )
})

test('a day without a fault has no item; each single fault is one item of its kind and amount', () => {
  const plain = Array.from({ length: 9 }, () => ['told', false] as const)
  expect(reconcileAccount(dayOf(day(plain))).items).toEqual([])
  const kinds = { lost: 'gap', quarantined: 'quarantined', waiting: 'waitingLine' } as const
  for (const [fate, kind] of Object.entries(kinds))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 }), (place) => {
        const given = plain.map((each, at) => (at === place ? ([fate as Fate, false] as const) : each))
        const movements = day(given)
        const { items } = reconcileAccount(dayOf(movements))
        expect(items.map((item) => [item.kind, item.amountMinor])).toEqual([
          [kind, movements[place]?.movedMinor],
        ])
      }),
    )
})

test('a line without a balance that fills a hole is no item', () => {
  const { row, items } = reconcileAccount(
    dayOf(
      day([
        ['told', false],
        ['noBalance', false],
        ['told', false],
      ]),
    ),
  )
  expect([row.differenceMinor, items]).toEqual([0, []])
})

test('what was not booked is an item of the ledger', () => {
  const whole = dayOf(day([['told', false]]))
  const booked = whole.booked && { ...whole.booked, valueDayMinor: 0, bothMinor: 0 }
  const { items } = reconcileAccount({ ...whole, booked })
  expect(items.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([['unbooked', 101]])
})

test('of lines of one minute the last is the one from whose balance no other goes on', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(amounts, fc.infiniteStream(fc.nat()), (moved, order) => {
      let balanceMinor = 0
      const lines = moved.map((movedMinor, place) => {
        balanceMinor += movedMinor
        return { id: uuid(place), movedMinor, balanceMinor, atMs: 0 }
      })
      const shuffled = lines
        .map((line) => ({ line, by: order.next().value ?? 0 }))
        .toSorted((a, b) => a.by - b.by)
        .map(({ line }, place) => ({ ...line, id: uuid(place) }))
      expect(lastBalance(shuffled)?.minor).toBe(balanceMinor)
    }),
  )
  expect(lastBalance([])).toBeNull()
})

test('two gaps that cancel each other are two gaps', () => {
  const ends = [
    { balanceMinor: 100, times: -1, atMs: 1 },
    { balanceMinor: 150, times: 1, atMs: 1 },
    { balanceMinor: 50, times: -1, atMs: 2 },
    { balanceMinor: 60, times: 1, atMs: 2 },
  ]
  // 0 → 100, 150 → 50: together nothing.
  expect(gapsBetween(0, 60, ends).map(({ fromMinor, toMinor }) => [fromMinor, toMinor])).toEqual([
    [0, 100],
    [150, 50],
  ])
})

const part = fc.constantFrom(
  'member:cash',
  'member:locked',
  'expense:writeoff',
  'bank:oba_x',
  'equity:opening',
)
const posting = fc.record({
  from: part,
  to: part,
  kind: fc.constantFrom('credit.add', 'withdraw.hold', 'deposit.credited', 'reversal'),
  amountMinor: fc.integer({ min: 1, max: 1_000_000 }),
})

/** The sums and balances of a day that these postings make of what was there before. */
function ledgerOf(
  postings: readonly { from: string; to: string; kind: string; amountMinor: number }[],
): LedgerDay {
  const parts = ['member:cash', 'member:locked', 'expense:writeoff', 'bank:oba_x', 'equity:opening']
  // A book is balanced before the day, too.
  const opening = new Map(parts.map((name, place) => [name, place === 4 ? -1000 : 250]))
  const closing = new Map(opening)
  const sums = postings.flatMap(({ from, to, kind, amountMinor }) => {
    closing.set(from, (closing.get(from) ?? 0) - amountMinor)
    closing.set(to, (closing.get(to) ?? 0) + amountMinor)
    return [
      { part: from, kind, entries: 1, inMinor: 0, outMinor: amountMinor },
      { part: to, kind, entries: 1, inMinor: amountMinor, outMinor: 0 },
    ]
  })
  const balances = parts.map((name) => ({
    part: name,
    openingMinor: opening.get(name) ?? 0,
    closingMinor: closing.get(name) ?? 0,
  }))
  return { sums, balances }
}

test('the wallet sheet balances for any postings, and a balance that is not theirs is found', () => {
  fc.assert(
    fc.property(
      fc.array(posting, { maxLength: 60 }),
      fc.integer({ min: 1, max: 999 }),
      (postings, wrong) => {
        const ledger = ledgerOf(postings)
        const { sheet, items } = walletSheet(ledger)
        expect([sheet.status, items]).toEqual(['balanced', []])
        expect(partsRow('x', ledger, (name) => name === 'member:cash').differenceMinor).toBe(0)
        const balances = ledger.balances.map((each) =>
          each.part === 'member:cash' ? { ...each, closingMinor: each.closingMinor + wrong } : each,
        )
        expect(
          walletSheet({ ...ledger, balances }).items.map(({ kind, amountMinor }) => [kind, amountMinor]),
        ).toEqual([
          ['wallet', wrong],
          ['wallet', wrong],
          ['house', wrong],
        ])
      },
    ),
  )
})
