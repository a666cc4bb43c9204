import { asciiDigits } from '@khlang/money/amount.ts'

/** `sign`: what the cell says of it: brackets, a minus before or behind, CR, DR; 0: it says nothing. */
export interface ReadAmount {
  readonly minor: number
  readonly sign: -1 | 0 | 1
}

const plain = /^\d+(?:\.(\d{1,2}))?$/
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.(\d{1,2}))?$/
const minuses = /[-\u2010-\u2015\u2212\uff0d]/

const nothing = /^(?:[-\u2010-\u2015\u2212*.]*|n\/a)$/i

/**
 * An amount as a bank prints it. Null: the cell is empty or a dash. `unclear`: it is no amount, or could be
 * another one, such as `1.234,50` or `1,23`.
 */
export function readAmount(cell: string): ReadAmount | 'unclear' | null {
  let text = asciiDigits(cell)
    .replaceAll(/\s|฿|บาท|THB|Baht/gi, '')
    .replace(/บ\.?$/, '')
  if (nothing.test(text)) return null
  const signs: (-1 | 1)[] = []
  const take = (pattern: RegExp, sign: -1 | 1): void => {
    if (!pattern.test(text)) return
    text = text.replace(pattern, '')
    signs.push(sign)
  }
  take(/(?:CR|Cr|cr)\.?$/, 1)
  take(/(?:DR|Dr|dr)\.?$/, -1)
  if (/^\(.*\)$/.test(text)) {
    text = text.slice(1, -1)
    signs.push(-1)
  }
  take(new RegExp(`^${minuses.source}`), -1)
  take(new RegExp(`${minuses.source}$`), -1)
  take(/^\+/, 1)
  const fits = plain.exec(text) ?? grouped.exec(text)
  if (!fits || new Set(signs).size > 1) return 'unclear'
  const [whole = '', cents = ''] = text.replaceAll(',', '').split('.')
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  if (!Number.isSafeInteger(minor)) return 'unclear'
  return { minor, sign: signs[0] ?? 0 }
}

const inWords = new Set([
  'CR',
  'C',
  'CREDIT',
  'X1',
  'C1',
  'IN',
  'DEP',
  'DEPOSIT',
  '+',
  'ฝาก',
  'ฝากเงิน',
  'เงินเข้า',
  'เข้า',
  'รับ',
  'รับโอน',
  'เครดิต',
])
const outWords = new Set([
  'DR',
  'DEBIT',
  'X2',
  'C2',
  'OUT',
  'W',
  'WD',
  'W/D',
  'WDL',
  'WITHDRAW',
  'WITHDRAWAL',
  '-',
  'ถอน',
  'ถอนเงิน',
  'เงินออก',
  'ออก',
  'จ่าย',
  'โอนออก',
  'เดบิต',
])

/** Which way money went, as a code or a word says it; null where it says neither (`D` is both). */
export function readDirection(cell: string): 'in' | 'out' | null {
  const word = cell.trim().toUpperCase().replaceAll(/[.\s]/g, '')
  if (inWords.has(word)) return 'in'
  return outWords.has(word) ? 'out' : null
}
