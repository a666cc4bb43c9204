import { normaliseMessage } from '@khlang/bank-messages/normalise.ts'
import { editDistance, soundSimilarity } from './name-sound.ts'

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
  'นส.',
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

const COMPANY_TITLE = /^(?:ห้างหุ้นส่วน|บริษัท|บมจ\.|บจก\.|หจก\.|(?:COMPANY|CO)[. ])/

/** Whether a name is a company's: nobody of a like name is that company. */
const isCompany = (name: string): boolean => {
  const plain = normaliseMessage(name).toUpperCase()
  return COMPANY_TITLE.test(plain) || COMPANY_END.test(plain)
}

/** Without blanks, tone marks and silencing signs, by which spellings of one name differ. */
const fold = (name: string): string => name.replace(/[\s\u0e47-\u0e4e]/g, '')

/**
 * How alike a printed payer name and a member's name are, 0 to 1; null when they cannot be compared letter
 * by letter (empty, of two scripts, or cut too short). Banks cut names at the end, so an equal first name
 * with a surname that begins alike is 0.95, with only an initial 0.85, with no surname at all 0.8; names
 * that differ by blanks or tone marks alone may be two people's: 0.8.
 */
export function nameSimilarity(printed: string, known: string): number | null {
  const a = normaliseName(printed)
  const b = normaliseName(known)
  if (a === '' || b === '' || scriptOf(a) !== scriptOf(b)) return null
  if (isCompany(printed) !== isCompany(known)) return Math.min(0.3, spellingSimilarity(a, b))
  if (a === b) return 1
  const [firstA = '', ...restA] = a.split(' ')
  const [firstB = '', ...restB] = b.split(' ')
  const byFold = foldSimilarity(fold(a), fold(b))
  if (firstA === firstB) return Math.max(byFold, surnameSimilarity(restA.join(' '), restB.join(' ')))
  // A cut inside the first name leaves nothing behind it; of a few letters it may be anybody's.
  if (restA.length === 0 && firstB.startsWith(firstA))
    return firstA.length >= 4 ? Math.max(byFold, 0.75) : null
  return Math.max(byFold, Math.min(0.74, spellingSimilarity(a, b)))
}

function foldSimilarity(a: string, b: string): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  return short.length >= 6 && long.startsWith(short) ? 0.8 : 0
}

export interface ComparedNames {
  readonly similarity: number
  /** Of two scripts: only their sound was compared, which never proves a name. */
  readonly isBySound: boolean
}

/** The same for names of Thai and Latin script too, by their sound; null where nothing can be compared. */
export function compareNames(printed: string, known: string): ComparedNames | null {
  const similarity = nameSimilarity(printed, known)
  if (similarity !== null) return { similarity, isBySound: false }
  const [a, b] = [normaliseName(printed), normaliseName(known)]
  const scripts = [scriptOf(a), scriptOf(b)]
  if (!scripts.includes('thai') || !scripts.includes('latin')) return null
  const alike = soundSimilarity(a, b)
  return {
    similarity: isCompany(printed) === isCompany(known) ? alike : Math.min(0.3, alike),
    isBySound: true,
  }
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
