import { formatBaht } from '@khlang/money/amount.ts'
import type { TFunction } from 'i18next'
import { formatBps } from './formats.ts'

/** One check of a withdrawal, as it was when it ran. */
export interface Check {
  readonly code: string
  readonly result: string
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

type DetailValue = Check['detail'][string]

/** A number of a check as a person reads it, by the unit its name ends with. */
function shownValue(name: string, value: DetailValue): string {
  if (value === null) return '–'
  if (typeof value !== 'number') return String(value)
  if (name.endsWith('Minor')) return formatBaht(value)
  return name.endsWith('Bps') ? formatBps(value) : String(value)
}

/** Details that name kinds of data by their codes, several with commas. */
const named: readonly string[] = ['sharedBy', 'by']

/** Their codes in words: `device,name` -> "device and name"; one without a word keeps its code. */
function kindWords(t: TFunction<'pre-transactions-checks'>, codes: string, language: string): string {
  const words = codes
    .split(',')
    .map((code) => t(`pre-transactions-checks:by.${code}`, { defaultValue: code }))
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(words)
}

/** The detail of a check, ready to stand in a sentence. */
const shownDetail = (check: Check): Record<string, string> =>
  Object.fromEntries(Object.entries(check.detail).map(([name, value]) => [name, shownValue(name, value)]))

/**
 * What a check found, in one sentence with its numbers: by the reason that fired, else by the result. A
 * reason without a sentence yet is shown by the result's general one.
 */
export function checkSentence(
  t: TFunction<'pre-transactions-checks'>,
  check: Check,
  language: string,
): string {
  const shown = shownDetail(check)
  const detail = Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      named.includes(name) ? kindWords(t, value, language) : value,
    ]),
  )
  const reason = detail['reason'] ?? check.result
  return t(
    [
      `pre-transactions-checks:${check.code}.${reason}`,
      `pre-transactions-checks:any.${reason}`,
      `pre-transactions-checks:any.${check.result}`,
    ],
    detail,
  )
}

/** Most pressing first; what does not apply stands last. */
const order: readonly string[] = ['block', 'review', 'warn', 'pass', 'notApplicable']
export const byUrgency = <C extends Check>(checks: readonly C[]): C[] =>
  checks.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result))

/** The checks that a row of the log holds; null for anything else. */
export function checksIn(value: unknown): readonly Check[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const isCheck = (each: unknown): each is Check =>
    typeof each === 'object' &&
    each !== null &&
    'code' in each &&
    typeof each.code === 'string' &&
    'result' in each &&
    typeof each.result === 'string' &&
    'detail' in each &&
    typeof each.detail === 'object' &&
    each.detail !== null
  return value.every(isCheck) ? value : null
}
