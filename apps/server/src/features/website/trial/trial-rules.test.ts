import { BrandSettings } from '@khlang/contract/brand-settings.ts'
import { fixedSettings, guardedSettings, switchSettings } from '@khlang/contract/website/setting-keys.ts'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decisionSettings } from '../../bank-lines/decide-line.ts'
import { decide, type DecisionLine, type ScoredCandidate } from '../../bank-lines/scoring/decide.ts'
import { judgeLine } from './line-trial.ts'

const brand = BrandSettings.parse({})
const line: DecisionLine = {
  accountId: 'a',
  direction: 'in',
  amountMinor: 50_000,
  bankTime: '2026-11-27T05:00:00.000Z',
  bankTimePrecision: 'minute',
  receivedAt: '2026-11-27T05:00:01.000Z',
  payerBank: 'KBANK',
  payerMask: 'xxx123456',
  payerName: null,
  ref: null,
  balanceAfterMinor: 100_000,
  feedHasBalances: true,
  chain: 'linked',
  flags: [],
}
/** Somebody whose six digits and bank fit, with so many points. */
const fits = (memberId: string, score: number): ScoredCandidate => ({
  memberId,
  score,
  requestId: null,
  isClaimed: false,
  signals: [
    { code: 'payerMaskFits', points: score - 8, detail: { visibleDigits: 6 } },
    { code: 'payerBankEqual', points: 8, detail: {} },
  ],
})
const score = fc.integer({ min: 1, max: 200 })
const settings = fc.record({
  matchAutoScore: score,
  matchSuggestScore: score,
  matchMargin: fc.integer({ min: 0, max: 60 }),
  autoCreditLimitMinor: fc.integer({ min: 40_000, max: 60_000 }),
  isAutoCreditOn: fc.boolean(),
})
const world = { mayCredit: true, mayBeCredited: false, isComplete: true, areNamesComplete: true }

test('a line is judged by a trial as the rules themselves would have decided it, whatever stood then', () => {
  fc.assert(
    fc.property(fc.array(score, { maxLength: 3 }), settings, settings, (scores, once, other) => {
      const candidates = scores.map((points, at) => fits(`m${at}`, points))
      const [was, would] = [
        { ...brand, ...once },
        { ...brand, ...other },
      ]
      const by = (of: BrandSettings) => decide(line, candidates, decisionSettings(of, world))
      const { decision, reasons } = by(was)
      const evidence = { decision: decision as 'auto', reasons, isCut: false, candidates }
      const stored = { line, evidence, isDoubted: false, mayHaveBeenCredited: false }
      const judged = judgeLine(stored, was, would)
      expect(judged).toMatchObject({ from: decision, to: by(would).decision })
    }),
  )
})

test('a line whose facts have changed since is not judged', () => {
  const candidates = [fits('m', 90)]
  const evidence = { decision: 'auto' as const, reasons: ['auto'], isCut: false, candidates }
  const changed = { ...line, amountMinor: brand.autoCreditLimitMinor + 1 }
  const stored = { line: changed, evidence, isDoubted: false, mayHaveBeenCredited: false }
  expect(judgeLine(stored, brand, { ...brand, matchAutoScore: 95 })).toEqual({ unknown: 'notReproduced' })
})

test('the database has the same lists as the contract', () => {
  const text = readFileSync(
    new URL('../../../../../../database/functions/settings.sql', import.meta.url),
    'utf8',
  )
  const listOf = (name: string) =>
    [
      ...(new RegExp(`${name}\\(\\)[^$]*\\$\\$([^$]*)\\$\\$`).exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g),
    ].map(([, key]) => key)
  expect(listOf('guarded_settings')).toEqual([...guardedSettings])
  expect(listOf('fixed_settings')).toEqual([...fixedSettings])
  expect(listOf('switch_settings')).toEqual([...switchSettings])
})
