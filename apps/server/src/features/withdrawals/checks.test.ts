import { initialSettings, type BrandSettings } from '@khlang/contract/brand-settings.ts'
import { describe, expect, test } from 'vitest'
import {
  approvalLevelOf,
  blocking,
  checkCodes,
  notGreen,
  runChecks,
  type CheckCode,
  type Facts,
  type RiskFacts,
} from './checks.ts'

const settings = initialSettings('production')
const risk: RiskFacts = {
  paidCount: 3,
  averageMinor: 100_000,
  depositsSinceLast: 1,
  sharedMembers: 0,
  sharedBy: '',
  recentCount: 1,
  blacklistedBy: null,
  uncheckedCreditMinor: 0,
  byHand: null,
  play: null,
}
const green: Facts = {
  amountMinor: 300_000,
  state: 'active',
  canWithdraw: true,
  isAutoWithdraw: true,
  name: 'สมชาย ใจดี',
  hasOpenWithdrawal: false,
  account: { bank: 'KBANK', accountNo: '1234567890', accountName: 'นาย สมชาย ใจดี' },
  accountAgeHours: null,
  cashMinor: 1_000_000,
  statementMinor: 1_000_000,
  minMinor: 10_000,
  maxMinor: 20_000_000,
  dayMaxMinor: 50_000_000,
  dayCountMax: 10,
  dayMinor: 0,
  dayCount: 0,
  risk,
}
type Change = Partial<Omit<Facts, 'risk'>> & { risk?: Partial<RiskFacts> | null }
const factsOf = (change: Change): Facts => ({
  ...green,
  ...change,
  risk: change.risk === null ? null : { ...risk, ...change.risk },
})
const resultOf = (code: CheckCode, change: Change) =>
  runChecks(factsOf(change), settings).find((check) => check.code === code)?.result

describe('withdrawal checks', () => {
  test('are twenty-one, in order; what has no source yet is not applicable with its reason', () => {
    const checks = runChecks(green, settings)
    expect(checks.map(({ code }) => code)).toEqual([...checkCodes])
    expect(checkCodes).toHaveLength(21)
    expect(notGreen(checks)).toEqual([])
    const absent = checks.filter(({ result }) => result === 'notApplicable')
    expect(absent.map(({ code }) => code)).toEqual([
      'turnover',
      'wdCap',
      'openBets',
      'profitRatio',
      'lowPlay',
      'bonusAbuse',
      'providerCheck',
    ])
    for (const { detail } of absent) expect(detail['reason']).toMatch(/NotBuilt$|^noProvider$/)
  })

  test.each<[CheckCode, string, Change, string, Change, string]>([
    ['amountLimits', 'minimum', { amountMinor: 10_000 }, 'pass', { amountMinor: 9_999 }, 'block'],
    ['amountLimits', 'maximum', { amountMinor: 20_000_000 }, 'pass', { amountMinor: 20_000_001 }, 'block'],
    [
      'amountLimits',
      'amount of a day',
      { dayMinor: 49_700_000 },
      'pass',
      { dayMinor: 49_700_001 },
      'block',
    ],
    ['amountLimits', 'count of a day', { dayCount: 9 }, 'pass', { dayCount: 10 }, 'block'],
    [
      'balance',
      'cash',
      { cashMinor: 300_000, statementMinor: 300_000 },
      'pass',
      { cashMinor: 299_999 },
      'block',
    ],
    ['balance', 'statement', { statementMinor: 1_000_000 }, 'pass', { statementMinor: 999_999 }, 'review'],
    ['balance', 'statement', { statementMinor: null }, 'pass', { statementMinor: 1_000_001 }, 'review'],
    ['memberState', 'state', { state: 'active' }, 'pass', { state: 'suspended' }, 'block'],
    ['memberState', 'right', { canWithdraw: true }, 'pass', { canWithdraw: false }, 'block'],
    ['memberState', 'open one', {}, 'pass', { hasOpenWithdrawal: true }, 'block'],
    ['accountMatch', 'age', { accountAgeHours: 24 }, 'pass', { accountAgeHours: 23.99 }, 'review'],
    ['accountMatch', 'account', {}, 'pass', { account: null }, 'block'],
    [
      'firstWithdraw',
      'paid before',
      { risk: { paidCount: 1 } },
      'pass',
      { risk: { paidCount: 0 } },
      'review',
    ],
    [
      'bigAmount',
      'limit',
      { amountMinor: 4_999_999, risk: { averageMinor: null } },
      'pass',
      { amountMinor: 5_000_000, risk: { averageMinor: null } },
      'review',
    ],
    ['bigAmount', 'average', { amountMinor: 500_000 }, 'pass', { amountMinor: 500_001 }, 'review'],
    [
      'noDeposit',
      'deposits',
      { risk: { depositsSinceLast: 1 } },
      'pass',
      { risk: { depositsSinceLast: 0 } },
      'review',
    ],
    [
      'multiAccount',
      'others',
      { risk: { sharedMembers: 1 } },
      'pass',
      { risk: { sharedMembers: 2 } },
      'review',
    ],
    ['velocity', 'count', { risk: { recentCount: 2 } }, 'pass', { risk: { recentCount: 3 } }, 'review'],
    ['blacklist', 'entry', {}, 'pass', { risk: { blacklistedBy: 'phone' } }, 'block'],
    ['manualCredit', 'credit', {}, 'pass', { risk: { uncheckedCreditMinor: 1 } }, 'review'],
  ])(
    '%s by %s: fires just over its threshold and not just under',
    (code, _, under, before, over, after) => {
      expect([resultOf(code, under), resultOf(code, over)]).toEqual([before, after])
    },
  )

  test.each<[CheckCode, Partial<BrandSettings>, Change, Change]>([
    [
      'multiAccount',
      { multiAccountCount: 4 },
      { risk: { sharedMembers: 3 } },
      { risk: { sharedMembers: 4 } },
    ],
    ['velocity', { velocityCount: 5 }, { risk: { recentCount: 4 } }, { risk: { recentCount: 5 } }],
    ['accountMatch', { accountChangeHoldHours: 48 }, { accountAgeHours: 48 }, { accountAgeHours: 47.99 }],
    ['bigAmount', { bigAmountMinor: 400_000 }, { amountMinor: 399_999 }, { amountMinor: 400_000 }],
    ['bigAmount', { bigAmountAverageX100: 600 }, { amountMinor: 600_000 }, { amountMinor: 600_001 }],
  ])('%s fires at the threshold that the brand sets: %o', (code, change, under, over) => {
    const results = [under, over].map((facts) => {
      const checks = runChecks(factsOf(facts), { ...settings, ...change })
      return checks.find((check) => check.code === code)?.result
    })
    expect(results).toEqual(['pass', 'review'])
  })

  test('nameMatch needs the stated similarity; two scripts are compared by sound, or reviewed', () => {
    const named = (accountName: string) =>
      resultOf('nameMatch', { account: { bank: 'KBANK', accountNo: '1', accountName } })
    expect(named('สมชาย')).toBe('pass')
    expect(named('สมชาย มากมี')).toBe('review')
    expect(named('SOMCHAI JAIDEE')).toBe('pass')
    expect(named('JOHN DOE')).toBe('review')
    expect(named('123')).toBe('review')
  })

  test('systemOpen blocks while the brand has switched withdrawals off', () => {
    const [check] = runChecks(green, { ...settings, canWithdraw: false })
    expect(check).toMatchObject({ code: 'systemOpen', result: 'block' })
  })

  test('facts that could not be read hold for review, and nothing passes for want of them', () => {
    const checks = runChecks(factsOf({ risk: null }), settings)
    const held = [
      'turnover',
      'openBets',
      'firstWithdraw',
      'bigAmount',
      'profitRatio',
      'noDeposit',
      'lowPlay',
      'multiAccount',
      'velocity',
      'blacklist',
      'manualCredit',
      'handLink',
      'providerCheck',
    ]
    expect(notGreen(checks)).toEqual(held)
    expect(
      approvalLevelOf(checks, { amountMinor: 1, isAutoWithdraw: true, isPhoneRequest: false }, settings),
    ).toBe('onePerson')
  })

  test('a rule that fails while it is evaluated holds for review', () => {
    const broken = {
      ...green,
      account: {
        get accountName(): string {
          throw new Error('x')
        },
        bank: '',
        accountNo: '',
      },
    }
    const check = runChecks(broken, settings).find(({ code }) => code === 'nameMatch')
    expect(check).toEqual({ code: 'nameMatch', result: 'review', detail: { reason: 'evaluationFailed' } })
  })
})

/** What the limits rest on, as the person who decides reads it. */
const limits = {
  amountMinor: 300_000,
  minMinor: 10_000,
  maxMinor: 20_000_000,
  dayMinor: 0,
  dayMaxMinor: 50_000_000,
  dayCount: 0,
  dayCountMax: 10,
}
const wallet = { amountMinor: 300_000, cashMinor: 1_000_000 }
const able = { state: 'active', canWithdraw: true, hasOpenWithdrawal: false }
const aged = { bank: 'KBANK', ageHours: null, holdHours: 24 }
const big = { amountMinor: 300_000, limitMinor: 5_000_000, averageMinor: 100_000 }
const hand = { count: 2, amountMinor: 700, kind: 'typed', reference: 'A1', lineId: null } as const
const named = (accountName: string) => ({ bank: 'KBANK', accountNo: '1', accountName })

test.each<[CheckCode, Change, string, object]>([
  ['systemOpen', {}, 'pass', {}],
  ['memberState', {}, 'pass', able],
  [
    'memberState',
    { state: 'locked', hasOpenWithdrawal: true },
    'block',
    { ...able, reason: 'memberNotActive', state: 'locked', hasOpenWithdrawal: true },
  ],
  [
    'memberState',
    { hasOpenWithdrawal: true },
    'block',
    { ...able, reason: 'openWithdrawal', hasOpenWithdrawal: true },
  ],
  ['amountLimits', {}, 'pass', limits],
  [
    'amountLimits',
    { minMinor: 300_001 },
    'block',
    { ...limits, reason: 'belowMinimum', minMinor: 300_001 },
  ],
  [
    'amountLimits',
    { maxMinor: 299_999 },
    'block',
    { ...limits, reason: 'aboveMaximum', maxMinor: 299_999 },
  ],
  [
    'amountLimits',
    { dayMinor: 49_700_001 },
    'block',
    { ...limits, reason: 'dayAmount', dayMinor: 49_700_001 },
  ],
  ['amountLimits', { dayCount: 10 }, 'block', { ...limits, reason: 'dayCount', dayCount: 10 }],
  ['balance', {}, 'pass', wallet],
  ['balance', { statementMinor: null }, 'pass', wallet],
  [
    'balance',
    { cashMinor: 1, statementMinor: 2 },
    'block',
    { ...wallet, cashMinor: 1, reason: 'insufficientFunds' },
  ],
  [
    'balance',
    { statementMinor: 1_000_001 },
    'review',
    { ...wallet, statementMinor: 1_000_001, reason: 'ledgerDisagrees' },
  ],
  ['accountMatch', {}, 'pass', aged],
  ['accountMatch', { accountAgeHours: 1 }, 'review', { ...aged, ageHours: 1, reason: 'accountChanged' }],
  ['accountMatch', { account: null }, 'block', { reason: 'noAccount' }],
  ['nameMatch', { account: null }, 'notApplicable', { reason: 'noAccount' }],
  ['nameMatch', {}, 'pass', { similarityBps: 10_000, neededBps: 8000 }],
  ['nameMatch', { account: named('123') }, 'review', { reason: 'namesNotComparable' }],
  ['bigAmount', {}, 'pass', big],
  ['bigAmount', { risk: { averageMinor: null } }, 'pass', { ...big, averageMinor: null }],
  [
    'bigAmount',
    { amountMinor: 5_000_000 },
    'review',
    { ...big, amountMinor: 5_000_000, reason: 'overLimit' },
  ],
  [
    'bigAmount',
    { risk: { averageMinor: 59_999 } },
    'review',
    { ...big, averageMinor: 59_999, reason: 'overAverage' },
  ],
  ['handLink', {}, 'pass', { hours: 24 }],
  [
    'handLink',
    { risk: { byHand: hand } },
    'review',
    { hours: 24, reason: 'typed', count: 2, amountMinor: 700, reference: 'A1', lineId: null },
  ],
  ['blacklist', { state: 'blacklisted' }, 'block', { by: 'member' }],
  ['blacklist', { risk: { blacklistedBy: 'name' } }, 'block', { by: 'name' }],
  ['blacklist', {}, 'pass', { by: null }],
  ['firstWithdraw', { risk: null }, 'review', { reason: 'factsUnavailable' }],
])('%s of %o: %s, with the numbers it rests on', (code, change, result, detail) => {
  const check = runChecks(factsOf(change), settings).find((one) => one.code === code)
  expect(check).toEqual({ code, result, detail })
})

test('names that were compared by their sound say so, and by how much', () => {
  const check = runChecks(factsOf({ account: named('SOMCHAI JAIDEE') }), settings)[8]
  expect(check).toMatchObject({ code: 'nameMatch', detail: { reason: 'comparedBySound', neededBps: 8000 } })
  const bps = Number(check?.detail['similarityBps'])
  expect(bps).toBeGreaterThanOrEqual(8000)
  const near = (nameSimilarityBps: number) =>
    runChecks(factsOf({ account: named('SOMCHAI JAIDEE') }), { ...settings, nameSimilarityBps })[8]?.result
  expect([near(bps), near(bps + 1)]).toEqual(['pass', 'review'])
})

test('what blocks is told apart from what a person may overrule', () => {
  const shut = { ...settings, canWithdraw: false }
  const checks = runChecks(factsOf({ hasOpenWithdrawal: true, risk: { paidCount: 0 } }), shut)
  expect(blocking(checks).map(({ code }) => code)).toEqual(['systemOpen', 'memberState'])
  expect(checks[0]).toEqual({ code: 'systemOpen', result: 'block', detail: { reason: 'switchedOff' } })
  expect(notGreen(checks)).toEqual(['systemOpen', 'memberState', 'firstWithdraw'])
})

describe('the band of a withdrawal', () => {
  const checks = runChecks(green, settings)
  const band = (amountMinor: number, change: object = {}, changed: object = {}) =>
    approvalLevelOf(
      checks,
      { amountMinor, isAutoWithdraw: true, isPhoneRequest: false, ...change },
      { ...settings, ...changed },
    )
  test('is automatic up to the limit, one person above it, two from the two-person limit', () => {
    expect([500_000, 500_001, 4_999_999, 5_000_000].map((amount) => band(amount))).toEqual([
      'auto',
      'onePerson',
      'onePerson',
      'twoPeople',
    ])
  })
  test('is never automatic for a phone request, a member or a brand that has switched it off', () => {
    expect(band(1, { isPhoneRequest: true })).toBe('onePerson')
    expect(band(1, { isAutoWithdraw: false })).toBe('onePerson')
    expect(band(1, {}, { isAutoApproveOn: false })).toBe('onePerson')
    expect(band(5_000_000, { isPhoneRequest: true })).toBe('twoPeople')
    // A limit for two people below that of the machine wins.
    expect(band(500, {}, { twoPersonLimitMinor: 500 })).toBe('twoPeople')
  })
})
