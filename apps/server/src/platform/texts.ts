import { readFileSync } from 'node:fs'
import type { ErrorCode } from '@khlang/contract/errors.ts'

export type Language = 'th' | 'en'

const read = (language: Language): Readonly<Record<string, string>> =>
  JSON.parse(
    readFileSync(
      new URL(`../../../console/public/locales/${language}/errors.json`, import.meta.url),
      'utf8',
    ),
  ) as Record<string, string>

const texts = { th: read('th'), en: read('en') }

/** The caller's language: the first of th and en it asks for, Thai when it names neither. */
export function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').slice(0, 200).toLowerCase().split(',')) {
    const name = part.trim().slice(0, 2)
    if (name === 'th' || name === 'en') return name
  }
  return 'th'
}

/** The sentence of an error in the caller's language. */
export const errorText = (code: ErrorCode, language: Language): string => texts[language][code] ?? code
