import { describe, expect, test } from 'vitest'
import {
  decide,
  defaultDecisionSettings,
  type DecisionLine,
  type DecisionSettings,
  type ScoredCandidate,
} from './decide.ts'
import { line } from './scoring.fixture.ts'
import { matchWeights, type Signal, type SignalCode } from './scoring.ts'

// Each reason against crediting by itself, exactly at its border and with everything else in favour.

const signal = (code: SignalCode, points = 0, detail: Signal['detail'] = {}): Signal => ({
  code,
  points,
  detail,
})
const who = (
  memberId: string,
  signals: readonly Signal[],
  rest: Partial<ScoredCandidate> = {},
): ScoredCandidate => ({
  memberId,
  signals: [...signals],
  score: signals.reduce((sum, { points }) => sum + points, 0),
  requestId: null,
  isClaimed: false,
  ...rest,
})
const mask = (visibleDigits: number, points = 65) => signal('payerMaskFits', points, { visibleDigits })
const name = (similarity = 1, points = 20) => signal('payerName', points, { similarity })
const bank = signal('payerBankEqual', 8)
const asked = signal('requestAmountEqual', 40)
const noted = signal('notedAmountEqual', 40)
const soon = signal('requestTime', 14)
const habit = signal('learntAlias', 20)
const unique = signal('uniqueSatang', 60)
const known = [mask(6), bank]

interface Given {
  readonly line?: Partial<DecisionLine>
  readonly settings?: Partial<DecisionSettings>
  readonly others?: readonly ScoredCandidate[]
  readonly best?: Partial<ScoredCandidate>
}
const judged = (signals: readonly Signal[], given: Given = {}) =>
  decide(line(given.line), [who('a', signals, given.best), ...(given.others ?? [])], {
    ...defaultDecisionSettings,
    ...given.settings,
  })
const reasons = (signals: readonly Signal[], given: Given = {}) => judged(signals, given).reasons
const auto = ['auto']

test('a brand begins with these borders', () => {
  expect(defaultDecisionSettings).toEqual({
    isAutoOn: true,
    mayBeCredited: false,
    autoScoreMin: 65,
    suggestScoreMin: 40,
    marginMin: 20,
    autoLimitMinor: 5_000_000,
    creditsByName: false,
    isComplete: true,
    areNamesComplete: true,
  })
})

test.each<[string, Given, Given, string]>([
  ['score', { settings: { autoScoreMin: 73 } }, { settings: { autoScoreMin: 74 } }, 'scoreBelowAuto'],
  ['margin', { settings: { marginMin: 73 } }, { settings: { marginMin: 74 } }, 'marginTooSmall'],
  ['amount', { line: { amountMinor: 5_000_000 } }, { line: { amountMinor: 5_000_001 } }, 'amountOverLimit'],
  ['claim', {}, { best: { isClaimed: true } }, 'candidateClaimed'],
  ['search', {}, { settings: { isComplete: false } }, 'tooManyAlike'],
  ['clock', { line: { isTimeOdd: false } }, { line: { isTimeOdd: true } }, 'bankTimeOdd'],
  ['double', { line: { isPossibleDouble: false } }, { line: { isPossibleDouble: true } }, 'possibleDouble'],
  ['bank', {}, { line: { flags: ['unknownBankTag'] } }, 'unknownBank'],
  ['reading', {}, { line: { flags: ['lowConfidence'] } }, 'lowConfidenceShape'],
  ['card', {}, { line: { flags: ['card'] } }, 'cardMovement'],
  [
    'balance',
    { line: { balanceAfterMinor: 0 } },
    { line: { balanceAfterMinor: null } },
    'hintWithoutBalance',
  ],
  ['chain', { line: { chain: 'linked' } }, { line: { chain: 'unchecked' } }, 'chainUnchecked'],
  ['feed', {}, { line: { feedHasBalances: false } }, 'noUniqueProof'],
  ['credit', {}, { settings: { mayBeCredited: true } }, 'creditedBefore'],
  ['switch', {}, { settings: { isAutoOn: false } }, 'autoOff'],
])('the %s: alone it decides whether a machine credits', (_, good, bad, reason) => {
  expect(reasons(known, good)).toEqual(auto)
  expect(judged(known, bad)).toMatchObject({ decision: 'suggest', reasons: [reason] })
})

test.each<[SignalCode, string]>([
  ['memberNotActive', 'memberNotActive'],
  ['payerMaskWrong', 'payerContradicts'],
  ['payerBankWrong', 'payerContradicts'],
  ['payerNameWrong', 'payerContradicts'],
  ['payerNameUnclear', 'payerUnclear'],
])('%s at the best candidate: a person looks', (code, reason) => {
  expect(judged([...known, signal(code)])).toMatchObject({ decision: 'suggest', reasons: [reason] })
})

test('every reason is told, each once', () => {
  const all = judged([mask(4, 41), signal('payerNameUnclear')], {
    line: { isTimeOdd: true, isPossibleDouble: true, flags: ['card'] },
    settings: { isComplete: false, isAutoOn: false },
  })
  expect(all.reasons).toEqual([
    'bankTimeOdd',
    'scoreBelowAuto',
    'tooManyAlike',
    'payerUnclear',
    'possibleDouble',
    'cardMovement',
    'autoOff',
  ])
})

describe('without a decision about anybody', () => {
  const of = (candidates: ScoredCandidate[], rest: Partial<DecisionLine> = {}) => {
    const { decision, reasons: why } = decide(line(rest), candidates, defaultDecisionSettings)
    return [decision, ...why]
  }
  test('money out, a broken chain, nobody found', () => {
    const best = [who('a', known)]
    expect(of(best, { direction: 'out' })).toEqual(['unmatched', 'outgoing'])
    expect(of(best, { chain: 'contradiction' })).toEqual(['held', 'chainContradiction'])
    expect(of(best, { chain: 'hole' })).toEqual(['held', 'chainHole'])
    expect(of([])).toEqual(['unmatched', 'noCandidate'])
    expect(of([], { isTimeOdd: true })).toEqual(['unmatched', 'bankTimeOdd', 'noCandidate'])
  })

  test('who has too few points, unless they bear the name at the printed bank', () => {
    const low = (...signals: Signal[]) => of([who('a', signals)])[0]
    expect([low(mask(4, 40)), low(mask(4, 39))]).toEqual(['suggest', 'unmatched'])
    expect(of([who('a', [mask(4, 39)])], { isTimeOdd: true })).toEqual([
      'unmatched',
      'bankTimeOdd',
      'scoreTooLow',
    ])
    expect([low(name(0.9), bank), low(name(0.89), bank)]).toEqual(['suggest', 'unmatched'])
    expect([low(name()), low(bank)]).toEqual(['unmatched', 'unmatched'])
    expect(low(name(), bank, signal('payerMaskWrong'))).toBe('unmatched')
  })

  test('the best comes first whatever the order, of equals by id; the margin is to the next', () => {
    const [a, b, c] = [who('a', known), who('b', known), who('c', [...known, name()])]
    const ranked = (...all: ScoredCandidate[]) => {
      const { best, second, margin } = decide(line(), all, defaultDecisionSettings)
      return [best?.memberId, second?.memberId, margin]
    }
    expect(ranked(b, a)).toEqual(['a', 'b', 0])
    expect(ranked(a, b)).toEqual(['a', 'b', 0])
    expect(ranked(b, c, a)).toEqual(['c', 'a', 20])
    expect(ranked(c)).toEqual(['c', undefined, 93])
    expect(ranked()).toEqual([undefined, undefined, 0])
  })
})

describe('of two who are alike', () => {
  const far = (best: readonly Signal[], other: readonly Signal[], marginMin: number) =>
    !reasons(best, { others: [who('b', other)], settings: { marginMin } }).includes('marginTooSmall')
  /** The largest margin that still credits. */
  const most = (best: readonly Signal[], other: readonly Signal[]) => {
    const margins = Array.from({ length: 120 }, (_, at) => at - 20)
    return margins.findLast((margin) => far(best, other, margin))
  }

  test('what the bank printed counts, whatever else speaks for the one', () => {
    expect(most([...known, name()], known)).toBe(20)
    expect(most([...known, name()], [bank])).toBe(85)
    for (const code of [
      'requestAmountEqual',
      'notedAmountEqual',
      'requestTime',
      'usualAmount',
      'learntAlias',
      'memberNotActive',
    ] as const) {
      expect(most([...known, signal(code, 40)], known)).toBe(0)
      expect(most([...known, name()], [...known, signal(code, 3)])).toBe(17)
    }
  })

  test('a name that is unclear, or of other letters, may well be the other’s', () => {
    const sound = matchWeights.soundLike.points
    const best = [...known, name()]
    expect(most(best, [...known, signal('payerNameUnclear', -2)])).toBe(20 - sound)
    expect(most(best, [...known, signal('payerNameWrong', -2, { by: 'sound' })])).toBe(20 - sound)
    expect(most(best, [...known, signal('payerNameWrong', -2, { by: 'letters' })])).toBe(22)
    expect(most(best, [...known, signal('payerName', 2, { by: 'sound' })])).toBe(18)
  })

  test('a proof of one’s own does not outdo whom the bank’s words fit as well', () => {
    const outdone = (best: readonly Signal[], other: readonly Signal[]) =>
      reasons(best, { others: [who('b', other)] }).includes('marginTooSmall')
    expect(outdone([unique, asked], [bank])).toBe(true)
    expect(outdone([unique, bank], [bank])).toBe(true)
    expect(outdone([unique, bank, name()], [bank])).toBe(false)
    expect(outdone([unique, asked], [asked])).toBe(false)
    expect(outdone([unique, asked], [unique])).toBe(true)
    expect(outdone([unique, asked], [])).toBe(false)
    for (const proof of ['slipReference', 'gatewayReference'] as const)
      expect(outdone([signal(proof, 60), bank], [bank])).toBe(true)
  })
})

describe('the payer is known', () => {
  const isKnown = (signals: readonly Signal[], given: Given = {}) =>
    !reasons(signals, given).some((reason) => reason === 'payerUnclear' || reason === 'payerUnproven')

  test.each<[boolean, string, readonly Signal[]]>([
    [true, 'four digits and the bank', [mask(4), bank]],
    [true, 'four digits and a proof', [mask(4), unique]],
    [true, 'six digits and the name', [mask(6), name(0.9)]],
    [true, 'six digits and their own word', [mask(6), asked]],
    [true, 'a proof alone', [unique, asked]],
    [false, 'six digits alone', [mask(6)]],
    [false, 'six digits and a name not quite', [mask(6), name(0.89)]],
    [false, 'six digits and what somebody noted', [mask(6), noted, soon]],
    [false, 'five digits and the name', [mask(5), name()]],
    [false, 'five digits and their own word', [mask(5), asked]],
    [false, 'the bank alone', [bank, asked]],
    [false, 'a whole name, their bank and word', [name(), bank, asked]],
  ])('%s by %s', (is, _, signals) => {
    expect(isKnown(signals)).toBe(is)
  })

  test('by a whole name alone where the brand says so, of one alone who asked', () => {
    const settings = { creditsByName: true, areNamesComplete: true }
    const all = [name(0.9), bank, asked]
    const other = (...signals: Signal[]) => ({ settings, others: [who('b', signals)] })
    expect(isKnown(all, { settings })).toBe(true)
    expect(isKnown(all, other(bank))).toBe(true)
    expect(isKnown(all, other(name(0.5, 1)))).toBe(false)
    expect(isKnown(all, { settings: { ...settings, creditsByName: false } })).toBe(false)
    expect(isKnown(all, { settings: { ...settings, areNamesComplete: false } })).toBe(false)
    expect(isKnown(all, { settings, line: { payerMask: 'xxx' } })).toBe(false)
    for (const missing of all)
      expect(
        isKnown(
          all.filter((one) => one !== missing),
          { settings },
        ),
      ).toBe(false)
    expect(isKnown([name(0.89), bank, asked], { settings })).toBe(false)
  })
})

test('what the house noted, and a habit known by few digits, point at a member and decide nothing', () => {
  const counts = (signals: readonly Signal[], score: number) => {
    const enough = (autoScoreMin: number) =>
      !reasons(signals, { settings: { autoScoreMin } }).includes('scoreBelowAuto')
    expect([enough(score), enough(score + 1)]).toEqual([true, false])
  }
  counts([...known, noted, soon], 73)
  counts([...known, asked, soon], 127)
  counts([...known, noted, soon, name()], 93)
  counts([...known, soon], 87)
  counts([mask(5, 50), bank, habit], 58)
  counts([mask(6), bank, habit], 93)
  counts([mask(4, 50), bank, name(), habit], 98)
  counts([bank, asked, habit], 48)
})

test('without balances a proof of its own is needed, and a balance is not', () => {
  const bare = { feedHasBalances: false, balanceAfterMinor: null, chain: 'unchecked' } as const
  expect(reasons([...known, unique], { line: bare })).toEqual(auto)
  expect(reasons(known, { line: bare })).toEqual(['noUniqueProof'])
  expect(reasons([...known, unique], { line: { balanceAfterMinor: null } })).toEqual(['hintWithoutBalance'])
})
