import { asciiDigits } from '@khlang/money/amount.ts'

/**
 * A bank message in the one form that the shapes are written for: NFC, Thai and full-width digits as ASCII,
 * every kind of white space one blank, no invisible characters, one spelling of sara am and of the colon.
 * Commas stay, because a broken thousands group is how a damaged amount is noticed.
 */
export function normaliseMessage(text: string): string {
  return asciiDigits(text.normalize('NFC'))
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad\u202a-\u202e]/g, '')
    .replace(/\u0e4d([\u0e48-\u0e4b]?)\u0e32/g, '$1\u0e33')
    .replace(/\uff1a/g, ':')
    .replace(/\uff0c/g, ',')
    .replace(/\u2026/g, '...')
    .replace(/\s+/g, ' ')
    .trim()
}

const MEMO = /บันทึก(?:ช่วยจำ|(?= |:|$))|(?:หมายเหตุ|ข้อความ|โน้ต|memo|note|remark|message) ?:/i

/** The part of a message in front of a memo: what stands behind that word, whoever sent the money wrote. */
export function withoutMemo(text: string): string {
  const at = MEMO.exec(text)?.index
  return at === undefined ? text : text.slice(0, at).trim()
}
