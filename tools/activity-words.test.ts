import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { settledOf } from '../packages/contract/src/values/activity-words.ts'
import { approvalKinds } from '../apps/server/src/app/approval-kinds.ts'

// Acts are named where they are written. Whoever writes a new one gives it its words.
const server = fileURLToPath(new URL('../apps/server/src/', import.meta.url))
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('.test.') && !path.startsWith('testing'))
  .map((path) => readFileSync(join(server, path), 'utf8'))

const quoted = /'(\w+)'/g
const namesIn = (pattern: RegExp): string[] =>
  sources.flatMap((text) =>
    [...text.matchAll(pattern)].flatMap(([, part = '']) =>
      [...part.matchAll(quoted)].map(([, name = '']) => name),
    ),
  )
/** What becomes of a payout is the name of its act, and a credit by the machines is written in SQL. */
const computed = ['paid', 'failed', 'unknown', 'credited']
const acts = [
  ...new Set([
    ...namesIn(/\baction: ((?:[\w.]+(?: === '\w+')? \? )?'\w+'(?:(?: [:|]) '\w+')?)/g),
    ...namesIn(/\bactOn\(('\w+')/g),
    ...computed,
    ...Object.values(approvalKinds).map(({ log }) => log.asked),
  ]),
]
const entities = [...new Set(namesIn(/\b(?:record|recordActivity)\([^;]*?\bentity: ('\w+')/g))]

type Texts = Record<string, Record<string, string>>
const textsOf = (language: string, area: string): Texts => {
  const file = new URL(`../apps/console/public/locales/${language}/${area}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Texts
}

it.each(['th', 'en'])('every act that the server writes has words (%s)', (language) => {
  const { actions = {}, entities: things = {} } = textsOf(language, 'activity-logs')
  const { kinds = {} } = textsOf(language, 'approvals')
  expect(acts.length).toBeGreaterThan(60)
  const isNamed = (act: string) => {
    const settled = settledOf(act)
    return act in actions || (settled !== null && settled.kind in kinds)
  }
  expect(acts.filter((act) => !isNamed(act))).toEqual([])
  expect(entities.length).toBeGreaterThan(8)
  expect(entities.filter((entity) => !(entity in things))).toEqual([])
  const ofKinds = Object.values(approvalKinds).flatMap(({ kind, log }) => [kind, log.name])
  expect(ofKinds.filter((name) => !(name in kinds))).toEqual([])
})

it('a decided request is told by its kind and outcome', () => {
  expect(settledOf('roleChangeApproved')).toEqual({ kind: 'roleChange', outcome: 'approved' })
  expect(settledOf('otpResetAsked')).toEqual({ kind: 'otpReset', outcome: 'asked' })
  expect(settledOf('otpResetWithdrawn')).toEqual({ kind: 'otpReset', outcome: 'withdrawn' })
  expect(settledOf('approve')).toBeNull()
})
