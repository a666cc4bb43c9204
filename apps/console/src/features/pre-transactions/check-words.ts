import { formatBaht } from '@khlang/money/amount.ts'
import type { TFunction } from 'i18next'
import { formatBps } from '../../lib/formats.ts'
import type { Check } from './queue-shapes.ts'

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
export function kindWords(t: TFunction<'pre-transactions'>, codes: string, language: string): string {
  const words = codes.split(',').map((code) => t(`checks.by.${code}`, { defaultValue: code }))
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(words)
}

/** The detail of a check, ready to stand in a sentence. */
export const shownDetail = (check: Check): Record<string, string> =>
  Object.fromEntries(Object.entries(check.detail).map(([name, value]) => [name, shownValue(name, value)]))

/**
 * What a check found, in one sentence with its numbers: by the reason that fired, else by the result. A
 * reason without a sentence yet is shown by the result's general one.
 */
export function checkSentence(t: TFunction<'pre-transactions'>, check: Check, language: string): string {
  const shown = shownDetail(check)
  const detail = Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [
      name,
      named.includes(name) ? kindWords(t, value, language) : value,
    ]),
  )
  const reason = detail['reason'] ?? check.result
  return t([`checks.${check.code}.${reason}`, `checks.any.${reason}`, `checks.any.${check.result}`], detail)
}

/** Most pressing first; what does not apply stands last. */
const order: readonly string[] = ['block', 'review', 'warn', 'pass', 'notApplicable']
export const byUrgency = (checks: readonly Check[]): Check[] =>
  checks.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result))
