import { normaliseMessage } from '../auto-api/parsers/normalise.ts'

/** Longest first, so that นางสาว is not taken for นาง. Glued titles (`นายสมชาย`) are the norm in Thai. */
const THAI_TITLES = [
  'ห้างหุ้นส่วนจำกัด',
  'ว่าที่ร้อยตรี',
  'เด็กหญิง',
  'เด็กชาย',
  'ว่าที่ ร.ต.',
  'ว่าที่ร.ต.',
  'นางสาว',
  'บริษัท',
  'บมจ.',
  'บจก.',
  'หจก.',
  'น.ส.',
  'ด.ช.',
  'ด.ญ.',
  'นาง',
  'นาย',
  'คุณ',
]
const LATIN_TITLE = /^(?:MISS|MRS|MR|MS|COMPANY|CO|K)(?:\.\s*|\s+)/
const COMPANY_END = /(?:\s*\(มหาชน\)|\s*จำกัด|\s*(?:CO\.?,?\s*)?LTD\.?|\s*COMPANY LIMITED|\s*LIMITED)+$/

export type Script = 'thai' | 'latin' | 'other'

/** A name as compared: one spelling, upper case, without titles and company endings, single blanks. */
export function normaliseName(name: string): string {
  let bare = normaliseMessage(name).toUpperCase()
  const title = THAI_TITLES.find((known) => bare.startsWith(known))
  bare = title === undefined ? bare.replace(LATIN_TITLE, '') : bare.slice(title.length)
  return bare
    .replace(COMPANY_END, '')
    .replace(/[.,*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The script that a name is written in; names of two scripts cannot be compared. */
export function scriptOf(name: string): Script {
  if (/[ก-๙]/.test(name)) return 'thai'
  return /[A-Za-z]/.test(name) ? 'latin' : 'other'
}

/**
 * How alike a printed payer name and a member's name are, 0 to 1; null when they cannot be compared (empty,
 * or of two scripts: transliteration is left to people). Banks cut names at the end, so an equal first name
 * with a surname that begins alike is 0.95, with only an initial 0.85, with no surname at all 0.8.
 */
export function nameSimilarity(printed: string, known: string): number | null {
  const a = normaliseName(printed)
  const b = normaliseName(known)
  if (a === '' || b === '' || scriptOf(a) !== scriptOf(b)) return null
  if (a === b) return 1
  const [firstA = '', ...restA] = a.split(' ')
  const [firstB = '', ...restB] = b.split(' ')
  if (firstA === firstB) return surnameSimilarity(restA.join(' '), restB.join(' '))
  // A cut inside the first name leaves nothing behind it.
  if (restA.length === 0 && firstA.length >= 4 && firstB.startsWith(firstA)) return 0.75
  return Math.min(0.74, spellingSimilarity(a, b))
}

function surnameSimilarity(a: string, b: string): number {
  if (a === '' || b === '') return 0.8
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.startsWith(short)) return short.length >= 2 ? 0.95 : 0.85
  return 0.5 + 0.24 * spellingSimilarity(a, b)
}

function spellingSimilarity(a: string, b: string): number {
  return 1 - editDistance(a, b) / Math.max(a.length, b.length)
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (previous[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1)
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
