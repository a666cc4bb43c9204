import { describe, expect, it } from 'vitest'
import { decide, defaultDecisionSettings } from './decide.ts'
import { caseOf, type Case } from './look-alikes.fixture.ts'
import { account, candidate, line, lineOf, request, settle } from './scoring.fixture.ts'
import { contradictions, scoreCandidate } from './scoring.ts'

const cases = Array.from({ length: 20_000 }, (_, seed) => caseOf(seed))

const settled = ({ line: incoming, members }: Case, rest: Partial<typeof defaultDecisionSettings> = {}) =>
  decide(
    incoming,
    members.map((one) => ({ ...scoreCandidate(incoming, one), isClaimed: false })),
    { ...defaultDecisionSettings, ...rest },
  )

/** A payment without digits of the payer cannot be told from one by whoever reserved the very satang. */
const isReserver = ({ members, line: { payerMask } }: Case, memberId: string | undefined): boolean =>
  payerMask === null &&
  members.some((one) => one.memberId === memberId && one.openRequests.some((each) => each.isUniqueSatang))

describe('of members who look alike in everything a bank prints', () => {
  it('a credit by itself goes to the true payer or to nobody', () => {
    const wrong = cases.filter((each) => {
      const { decision, best } = settled(each)
      return decision === 'auto' && best?.memberId !== each.payerId && !isReserver(each, best?.memberId)
    })
    expect(wrong.map(({ seed }) => seed)).toEqual([])
  })
  it('the reserver of the very satang may stand for the payer, never against what the bank printed', () => {
    for (const each of cases) {
      const { decision, best } = settled(each)
      if (decision !== 'auto' || !best) continue
      expect(contradictions(best), `case ${each.seed}`).toEqual([])
    }
  })
  it('and many are credited all the same', () => {
    const credited = cases.filter((each) => settled(each).decision === 'auto')
    expect(credited.length).toBeGreaterThan(cases.length / 20)
  })
  it('every score is the sum of its signals', () => {
    for (const each of cases.slice(0, 2000))
      for (const member of each.members) {
        const { score, signals } = scoreCandidate(each.line, member)
        expect(signals.reduce((sum, signal) => sum + signal.points, 0)).toBe(score)
      }
  })
})

describe('evidence that contradicts excludes', () => {
  it('a member whose digits do not fit, though the satang are reserved for them', () => {
    const reserved = request('r', 20, { amountMinor: 100_026, isUniqueSatang: true })
    const result = settle(line({ amountMinor: 100_026, payerBank: 'KBANK', payerMask: '??????6215' }), [
      candidate('payer', { accounts: [account('KBANK', '1234566215')] }),
      candidate('reserver', { accounts: [account('KBANK', '1234569999')], openRequests: [reserved] }),
    ])
    expect(result.decision).not.toBe('auto')
  })
  it('a member without an account at the printed bank, though name and noted amount fit', () => {
    const incoming = lineOf('SCB', '18/05@14:45 500.00 โอนจากนาย สมชาย จันเข้าx187426 ใช้ได้1,012,451.86บ')
    const noted = request('r', 10, { amountMinor: 50_000, isNoted: true })
    const result = settle(incoming, [
      candidate('payer', { names: ['สมชาย จันทร์หอม'], accounts: [account('SCB', '5550001111')] }),
      candidate('other', {
        names: ['สมชาย จันทร์ดี'],
        accounts: [account('KBANK', '5550002222')],
        openRequests: [noted],
      }),
    ])
    expect(result.decision).not.toBe('auto')
    expect(result.reasons).toContain('payerContradicts')
  })
  it('everybody, where the bank of six fitting digits is named by a tag nobody knows', () => {
    const incoming = lineOf('SCB', '18/05@14:45 823.00 จากQQQA/x198166เข้าx187426 ใช้ได้1,012,451.86บ')
    const result = settle(incoming, [candidate('a', { accounts: [account('BBL', '1234198166')] })])
    expect(result).toMatchObject({ decision: 'suggest' })
    expect(result.reasons).toContain('unknownBank')
  })
  it('nobody by a name alone; where the brand allows it one who asked and alone bears it', () => {
    const incoming = line({ payerBank: 'SCB', payerName: 'นาย ชาลี ใจดี' })
    const asks = candidate('a', {
      names: ['ชาลี ใจดี'],
      accounts: [account('SCB', '5550001111')],
      openRequests: [request('r', 10)],
    })
    const by = (members: (typeof asks)[], rest = {}) =>
      settled({ line: incoming, members, payerId: 'a', seed: 0 }, { creditsByName: true, ...rest }).decision
    expect(by([asks], { creditsByName: false })).toBe('suggest')
    expect(by([asks])).toBe('auto')
    expect(by([asks], { areNamesComplete: false })).toBe('suggest')
    expect(by([asks, candidate('b', { names: ['ชาลี ใจดี'], status: 'suspended' })])).toBe('suggest')
    expect(by([asks, candidate('b', { names: ['CHALEE JAIDEE'] })])).toBe('suggest')
    const noted = { ...asks, openRequests: [request('r', 10, { isNoted: true })] }
    expect(by([noted])).toBe('suggest')
  })
  it('what a cashier noted: it never lifts four digits to a credit, what the member asked does', () => {
    const by = (isNoted: boolean) =>
      settle(line({ payerBank: 'KBANK', payerMask: '??????5678' }), [
        candidate('a', {
          accounts: [account('KBANK', '1234565678')],
          openRequests: [request('r', 10, { isNoted })],
        }),
      ])
    expect(by(true)).toMatchObject({ decision: 'suggest', reasons: ['scoreBelowAuto'] })
    expect(by(false).decision).toBe('auto')
  })
  it.each([
    ['in other letters, unlike by sound', 'นาย บุญมา', 'บุญมา ใจดีมาก', 'BOONMA JAIDEEMAK'],
    ['in other letters, unlike by a silent end', 'นาย เพชร ใจด', 'เพชร ใจดีมาก', 'PHET JAIDEEMAK'],
    ['cut within the first name', 'นาย สม', 'สม ใจดี', 'สมชาย ใจดี'],
  ])('nobody by a name, where another of equal digits may bear it: %s', (_why, payerName, name, twin) => {
    const incoming = line({ payerBank: 'KTB', payerMask: '??????6091', payerName })
    const one = candidate('a', {
      names: [name],
      accounts: [account('KTB', '1234566091')],
      openRequests: [request('r', 10)],
    })
    const other = candidate('b', { names: [twin], accounts: [account('KTB', '9994566091')] })
    expect(settle(incoming, [one]).decision).toBe('auto')
    expect(settle(incoming, [one, other])).toMatchObject({
      decision: 'suggest',
      reasons: ['marginTooSmall'],
    })
  })
  it('at least suggests a member of the printed bank and name', () => {
    const incoming = line({ payerBank: 'SCB', payerName: 'นาย ชาลี ใจดี' })
    const known = candidate('a', { names: ['ชาลี ใจดี'], accounts: [account('SCB', '5550001111')] })
    expect(settle(incoming, [known])).toMatchObject({ decision: 'suggest', best: { memberId: 'a' } })
  })
})
