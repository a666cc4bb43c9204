import type { CompareClass, Day, DayLine, DayRecord, Direction } from './day-shapes.ts'

/** What a made-up day holds, and what each of its rows must be called. */
export interface PlantedDay {
  readonly day: Day
  readonly expected: ReadonlyMap<string, CompareClass>
}

const on = '2026-11-20'
const before = '2026-11-19'
const startMs = Date.parse('2026-11-20T01:00:00Z')
const minuteMs = 60_000
const rounds = [10_000, 20_000, 50_000, 100_000]

type Making = {
  readonly draw: (below: number) => number
  readonly direction: Direction
  readonly lines: DayLine[]
  readonly records: DayRecord[]
  readonly opposites: DayLine[]
  readonly expected: Map<string, CompareClass>
  readonly at: () => number
  readonly odd: () => number
  readonly id: (kind: string) => string
}

/** An account number that no other of the day shares a tail with. */
const accountOf = (id: string): string => `77${id.replaceAll(/\D/g, '').padStart(8, '0')}`
const maskTo = ({ payees: [payee] }: DayRecord): string => `????${payee?.accountNo.slice(-6) ?? ''}`

function line(make: Making, parts: Partial<DayLine> & Pick<DayLine, 'amountMinor' | 'atMs'>): DayLine {
  const made: DayLine = {
    id: make.id('line'),
    accountId: 'account',
    direction: make.direction,
    precision: make.draw(3) === 0 ? 'second' : 'minute',
    valueOn: on,
    balanceAfterMinor: null,
    payerMask: null,
    payerBank: null,
    ref: null,
    state: 'unmatched',
    chain: 'linked',
    source: 'sms',
    doubleOf: null,
    memberId: null,
    isByHand: false,
    isOwn: false,
    version: 1,
    ...parts,
  }
  make.lines.push(made)
  return made
}

function record(
  make: Making,
  parts: Partial<DayRecord> & Pick<DayRecord, 'amountMinor' | 'atMs'>,
): DayRecord {
  const id = make.id('record')
  const isIn = make.direction === 'in'
  const made: DayRecord = {
    kind: isIn ? 'deposit' : 'withdrawal',
    id,
    accountId: 'account',
    direction: make.direction,
    businessOn: on,
    phase: 'booked',
    state: isIn ? 'credited' : 'paid',
    dueMs: 0,
    refs: [],
    payees: [{ bank: 'KBANK', accountNo: accountOf(id) }],
    memberId: `member of ${id}`,
    lineId: null,
    isAgreed: false,
    version: 1,
    ...parts,
  }
  make.records.push(made)
  return made
}

const say = (make: Making, of: { readonly id: string }, name: CompareClass): void =>
  void make.expected.set(of.id, name)

/** A pair that the books tie. */
function pair(
  make: Making,
  amountMinor: number,
  ofLine: Partial<DayLine> = {},
  ofRecord: Partial<DayRecord> = {},
): [DayLine, DayRecord] {
  const atMs = make.at()
  const state = make.direction === 'in' ? 'autoMatched' : 'settled'
  const told = line(make, { amountMinor, atMs: atMs + 20_000, state, ...ofLine })
  return [told, record(make, { amountMinor, atMs, lineId: told.id, ...ofRecord })]
}

const tie = (make: Making): number => rounds[make.draw(rounds.length)] ?? 10_000

/** Each plants one thing, and says what its rows are; written without a look at the rule. */
const plants: readonly ((make: Making) => void)[] = [
  (make) => say(make, pair(make, tie(make))[0], 'matchedAuto'),
  (make) => say(make, pair(make, tie(make), { isByHand: true })[0], 'matchedManual'),
  // Two people saw that it contradicts, and agreed.
  (make) => {
    const mask = { payerMask: '????990001', isByHand: true }
    say(make, pair(make, tie(make), mask, { isAgreed: true })[0], 'matchedManual')
  },
  // Missing: paid or credited by our books, and no line ever came.
  (make) => say(make, record(make, { amountMinor: make.odd(), atMs: make.at() }), 'missing'),
  (make) => {
    const waits = { amountMinor: make.odd(), atMs: make.at(), dueMs: Number.MAX_SAFE_INTEGER }
    say(make, record(make, waits), 'expected')
  },
  (make) => {
    const unknown = { amountMinor: make.odd(), atMs: make.at(), state: 'unknown', dueMs: Number.MAX_VALUE }
    say(make, record(make, unknown), 'missing')
  },
  // Extra, also of an amount that many others have.
  (make) => say(make, line(make, { amountMinor: make.odd(), atMs: make.at() }), 'extra'),
  (make) => {
    if (make.direction === 'in')
      say(make, line(make, { amountMinor: tie(make), atMs: make.at(), payerMask: '????990002' }), 'extra')
  },
  (make) => {
    const hole = { amountMinor: make.odd(), atMs: make.at(), state: 'waiting', chain: 'afterHole' } as const
    say(make, line(make, hole), 'extra')
  },
  // Doubled: the same movement told twice.
  (make) => {
    const [told] = pair(make, make.odd(), { precision: 'minute' })
    const again = line(make, { ...told, id: make.id('line'), state: 'unmatched', source: 'push' })
    say(make, told, 'matchedAuto')
    say(make, again, 'duplicate')
  },
  (make) => {
    const [told] = pair(make, make.odd())
    const again = line(make, { amountMinor: told.amountMinor, atMs: make.at(), doubleOf: told.id })
    say(make, told, 'matchedAuto')
    say(make, again, 'duplicate')
  },
  // Paid twice: two lines of one payment, by the reference or the account that is printed.
  (make) => {
    if (make.direction === 'in') return
    const [told, paid] = pair(make, make.odd())
    const at = { amountMinor: told.amountMinor, atMs: told.atMs + 5 * minuteMs }
    const again = line(make, { ...at, payerMask: maskTo(paid) })
    say(make, told, 'matchedAuto')
    say(make, again, 'doublePaid')
  },
  // The same member and amount twice within a day.
  (make) => {
    if (make.direction === 'in') return
    const amountMinor = make.odd()
    const [first, one] = pair(make, amountMinor)
    const [second] = pair(make, amountMinor, {}, { memberId: one.memberId, payees: one.payees })
    const isFirst = (make.records.at(-2)?.atMs ?? 0) <= (make.records.at(-1)?.atMs ?? 0)
    say(make, isFirst ? first : second, 'matchedAuto')
    say(make, isFirst ? second : first, 'doublePaid')
  },
  // Wrong amounts: tied by the reference, or named by the account that is printed.
  (make) => {
    const [amountMinor, atMs, ref] = [make.odd(), make.at(), make.id('ref')]
    record(make, { amountMinor, atMs, refs: [ref] })
    say(make, line(make, { amountMinor: amountMinor + 100, atMs, ref }), 'overAmount')
  },
  (make) => {
    const [amountMinor, atMs] = [make.odd(), make.at()]
    const owed = record(make, { amountMinor, atMs })
    const payerMask = maskTo(owed)
    say(make, line(make, { amountMinor: amountMinor - 9, atMs: atMs + 90_000, payerMask }), 'underAmount')
  },
  (make) => {
    const amountMinor = make.odd()
    say(make, pair(make, amountMinor, {}, { amountMinor: amountMinor - 1 })[0], 'overAmount')
  },
  // Two payments whose receivers were swapped.
  (make) => {
    if (make.direction === 'in') return
    const [one, other] = [make.odd(), make.odd()]
    const atMs = make.at()
    const first = record(make, { amountMinor: one, atMs })
    const second = record(make, { amountMinor: other, atMs: atMs + 3 * 7_200_000 })
    say(
      make,
      line(make, { amountMinor: one, atMs: atMs + 30_000, payerMask: maskTo(second) }),
      'dataMismatch',
    )
    const at = second.atMs + 30_000
    say(make, line(make, { amountMinor: other, atMs: at, payerMask: maskTo(first) }), 'dataMismatch')
  },
  (make) => say(make, pair(make, tie(make), { payerBank: 'SCB' })[0], 'dataMismatch'),
  // Late: the bank's day is another than ours, tied or proven by the account.
  (make) => say(make, pair(make, tie(make), {}, { businessOn: before })[0], 'late'),
  (make) => say(make, pair(make, tie(make), { valueOn: before })[0], 'late'),
  (make) => {
    const atMs = make.at()
    const amountMinor = make.odd()
    const owed = record(make, { amountMinor, atMs: atMs - 12 * 3_600_000, businessOn: before })
    const payerMask = maskTo(owed)
    say(make, line(make, { amountMinor, atMs, payerMask }), 'late')
  },
  // Equal amounts, as many on both sides: nobody knows whose each is, and all are there.
  (make) => {
    const [amountMinor, count] = [make.odd(), 2 + make.draw(3)]
    const times = Array.from({ length: count }, make.at).toSorted((a, b) => a - b)
    for (const atMs of times) record(make, { amountMinor, atMs })
    for (const atMs of times)
      say(make, line(make, { amountMinor, atMs: atMs + 40_000 }), 'partiallyReconciled')
  },
  // One line too many, or too few, of equal amounts.
  (make) => {
    if (make.direction === 'out') return
    const [amountMinor, atMs] = [make.odd(), make.at()]
    for (const step of [0, 1]) record(make, { amountMinor, atMs: atMs + step * minuteMs })
    for (const step of [0, 1, 2]) {
      const told = line(make, { amountMinor, atMs: atMs + step * 5 * minuteMs + 30_000 })
      say(make, told, step === 2 ? 'extra' : 'partiallyReconciled')
    }
  },
  (make) => {
    const [amountMinor, atMs] = [make.odd(), make.at()]
    const owed = [0, 1, 2].map((step) => record(make, { amountMinor, atMs: atMs + step * minuteMs }))
    for (const step of [0, 1])
      say(make, line(make, { amountMinor, atMs: atMs + step * minuteMs + 40_000 }), 'partiallyReconciled')
    for (const last of owed.slice(2)) say(make, last, 'missing')
  },
  // Found on both sides, and nobody has linked them.
  (make) => {
    const [amountMinor, atMs] = [make.odd(), make.at()]
    record(make, { amountMinor, atMs, dueMs: Number.MAX_SAFE_INTEGER })
    say(make, line(make, { amountMinor, atMs: atMs + 30_000 }), 'partiallyReconciled')
  },
  // A payment with the bank's fee behind it.
  (make) => {
    if (make.direction === 'in') return
    const [amountMinor, ref] = [make.odd(), make.id('ref')]
    const [told] = pair(make, amountMinor, { ref }, { refs: [ref] })
    say(make, told, 'matchedAuto')
    say(make, line(make, { amountMinor: 1500, atMs: told.atMs, ref, precision: told.precision }), 'extra')
  },
  (make) => say(make, line(make, { amountMinor: 1000, atMs: make.at(), state: 'ignored' }), 'ignored'),
  // Own transfers: closed with both legs, and one of which only this bank has told.
  (make) => {
    const transfer = { kind: 'ownTransfer', memberId: null, state: 'done' } as const
    const closed = { state: 'internalTransfer' } as const
    say(make, pair(make, tie(make), closed, transfer)[0], 'internal')
  },
  (make) =>
    say(
      make,
      line(make, { amountMinor: make.odd(), atMs: make.at(), state: 'internalTransfer' }),
      'internal',
    ),
  (make) => {
    const [amountMinor, atMs] = [make.odd(), make.at()]
    record(make, { amountMinor, atMs, kind: 'ownTransfer', phase: 'asked', memberId: null, payees: [] })
    say(make, line(make, { amountMinor, atMs: atMs + minuteMs }), 'partiallyReconciled')
  },
  // What ended without money, and what is no money.
  (make) => {
    const over = { amountMinor: make.odd(), atMs: make.at(), phase: 'over', state: 'expired' } as const
    say(make, record(make, over), 'void')
  },
  (make) => say(make, line(make, { amountMinor: make.odd(), atMs: make.at(), state: 'rejected' }), 'void'),
  (make) => {
    const told = { amountMinor: make.odd(), atMs: make.at(), chain: 'hint' } as const
    say(make, line(make, told), 'expected')
  },
]
export const plantCount = plants.length

/** Balances as the bank would print them, in the order of time; what repeats another has its balance. */
function withBalances(lines: readonly DayLine[]): DayLine[] {
  let balance = 50_000_000_000
  const known = new Map<string, number>()
  return lines
    .toSorted((a, b) => a.atMs - b.atMs)
    .map((each) => {
      const key = `${each.amountMinor} ${each.atMs}`
      const isAgain = each.source === 'push'
      if (!isAgain) balance += each.direction === 'in' ? each.amountMinor : -each.amountMinor
      const after = isAgain ? (known.get(key) ?? balance) : balance
      known.set(key, after)
      return { ...each, balanceAfterMinor: after }
    })
}

/** A day with these plants, in the order given. */
export function plantedDay(direction: Direction, chosen: readonly number[], seed: number): PlantedDay {
  let state = seed >>> 0
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  let count = 0
  const make: Making = {
    draw,
    direction,
    lines: [],
    records: [],
    opposites: [],
    expected: new Map(),
    at: () => startMs + draw(540) * minuteMs,
    // No two of a day are alike unless a plant wants it, and none is round.
    odd: () => 1_000_003 + (count += 1) * 10_000,
    id: (kind) => `${kind} ${String((count += 1)).padStart(6, '0')}`,
  }
  for (const at of chosen) plants[at % plants.length]?.(make)
  const day: Day = {
    accountId: 'account',
    on,
    direction,
    nowMs: startMs + 30 * 3_600_000,
    lines: withBalances(make.lines),
    records: make.records,
    isChainWhole: true,
    opposites: make.opposites,
    doubles: new Map(),
    explained: new Map(),
  }
  return { day, expected: make.expected }
}
