import { readFileSync } from 'node:fs'
import type { ErrorCode } from '@khlang/contract/kit/errors.ts'

export type Language = 'th' | 'en'

/** Areas whose words the server prints too; each names a locale file of the console. */
export type TextArea =
  | 'notifications'
  | 'settings'
  | 'approvals'
  | 'employees'
  | 'errors'
  | 'refusals'
  | 'members'
  | 'bet-reports'
  | 'credit-transactions'
  | 'distributors'
  | 'game-catalogue'
  | 'pre-transactions'
  | 'pre-transactions-lines'
  | 'pre-transactions-acts'
  | 'pre-transactions-reconcile'
  | 'payment-autos'
  | 'activity-logs'
  | 'reconcile'
  | 'reports'
  | 'table'
  | 'ui'

const files = new Map<string, unknown>()

function fileOf(area: TextArea, language: Language): unknown {
  const name = `${language}/${area}.json`
  const known = files.get(name)
  if (known !== undefined) return known
  const url = new URL(`../../../console/public/locales/${name}`, import.meta.url)
  const read: unknown = JSON.parse(readFileSync(url, 'utf8'))
  files.set(name, read)
  return read
}

/**
 * The word that an area's screens show for a code, so that a file and a screen say the same.
 * @param path dotted, as the screens name it: `states.active`
 * @returns undefined when the area has no such word
 */
export function word(area: TextArea, path: string, language: Language): string | undefined {
  let found = fileOf(area, language)
  for (const part of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Readonly<Record<string, unknown>>)[part]
  }
  return typeof found === 'string' ? found : undefined
}

/** A role as the screens call it: one that a brand begins with by its word, until it has another name. */
export function roleWord(name: string, language: Language): string {
  const path = `roles.${name.toLowerCase()}`
  return word('ui', path, 'en') === name ? (word('ui', path, language) ?? name) : name
}

/** The caller's language: the first of th and en it asks for, Thai when it names neither. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').slice(0, 200).toLowerCase().split(',')) {
    const name = part.trim().slice(0, 2)
    if (name === 'th' || name === 'en') return name
  }
  return 'th'
}

/**
 * The sentence of an error in the caller's language. That something stands in the way says what, where its
 * details have a reason: "not in a state that allows this" would send people looking.
 */
export function errorText(code: ErrorCode, language: Language, details?: unknown): string {
  const reason = (details as { readonly reason?: unknown } | undefined)?.reason
  const isTold = (code === 'stateRefused' || code === 'conflict') && typeof reason === 'string'
  const because = isTold ? word('refusals', reason, language) : undefined
  return because ?? word('errors', code, language) ?? code
}
