import { bankFromAlias } from '@khlang/contract/values/banks.ts'
import type { TaughtMark } from '@khlang/contract/values/taught-shape.ts'
import type { TaughtSlot } from '@khlang/contract/values/taught-values.ts'
import type { Direction } from '../shape.ts'
import { directionOf, endsAsBalance } from './money-words.ts'
import { readWrittenTime } from './time-form.ts'

// A first proposal for whoever teaches: they see it, and mend what it took wrongly.

const CLOCK = String.raw`\d{1,2}[:.]\d{2}(?::\d{2})?`
const MONTH = [
  '(?:ม\\.ค|ก\\.พ|มี\\.ค|เม\\.ย|พ\\.ค|มิ\\.ย|ก\\.ค|ส\\.ค|ก\\.ย|ต\\.ค|พ\\.ย|ธ\\.ค)\\.?',
  '|(?:มกรา|กุมภา|มีนา|เมษา|พฤษภา|มิถุนา|กรกฎา|สิงหา|กันยา|ตุลา|พฤศจิกา|ธันวา)(?:คม|ยน|พันธ์)?',
  '|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}',
].join('')
const BETWEEN = String.raw`[ ,@-]{0,3}(?:เวลา ?|at |ณ )?`
const TIMES = new RegExp(
  [
    String.raw`(?<![\dxX*-])\d{1,4}[/.-]\d{1,2}(?:[/.-]\d{2,4})?${BETWEEN}${CLOCK}(?!\d)`,
    String.raw`(?<![\dxX*-])\d{1,2} ?(?:${MONTH}) ?\d{2,4}(?:${BETWEEN}${CLOCK})?(?!\d)`,
    String.raw`(?<![\dxX*-])\d{1,4}[/-]\d{1,2}[/-]\d{2,4}(?![\d/])`,
  ].join('|'),
  'g',
)
const MASKS = /(?<![A-Za-z0-9])(?:[xX*#]{1,10}[-\dxX*#.]{2,20}|\d{3,4}[xX*]{3,8}\d{3,4}|\d{3}-\d-\d{5}-\d)/g
const AMOUNTS = /(?<![\d.,xX*-])\d[\d,]*\.\d{2}(?!\d)/g
/** Whole baht, where no number of the message has decimals. */
const WHOLE =
  /(?<![\d.,xX*-])\d{1,3}(?:,\d{3})*(?= ?(?:บาท|บ\.|THB|Baht))|(?<=THB ?)\d{1,3}(?:,\d{3})*(?![\d.,]*\d)/g
const NAMES =
  /(?:นางสาว|นาย|นาง|น\.ส\.|คุณ|MR\.?|MRS\.?|MISS|MS\.?) ?[^\d(:,|/]{2,40}?(?= ?(?:[|,;/(]|เข้า|จำนวน|ยอด|คงเหลือ|เหลือ|ใช้ได้|วันที่|เมื่อ|เวลา|บช|บ\/ช|บัญชี|ผ่าน|ref|อ้างอิง|ธ\.|ธนาคาร|\d|[xX*]{2}|$))/gi
const BANKS = /(?:จาก|from|โดย) ?(?:บัญชี ?|ธ\.|ธนาคาร)?([A-Za-z]{2,12}|[ก-๙]{3,14})(?= |\/|:|$)/gi
const LATIN_NAMES = /(?:from|by|จาก|โดย) ((?:[A-Z]{2,20}\.? ){1,3}[A-Z]{1,20}\.?)(?= |$)/g
const REFS = /(?:Ref(?:erence)?(?:\.| No)?|อ้างอิง|รหัสรายการ|เลขที่รายการ)[.: ]{0,3}([A-Za-z0-9]{4,40})/gi
const RUNS = /[^\s]*\d[^\s]*/g

class Marks {
  readonly found: TaughtMark[] = []

  /** Marks a part, where nothing of it is marked already. */
  add(slot: TaughtSlot, from: number, to: number): void {
    if (to > from && this.found.every((mark) => mark.to <= from || mark.from >= to))
      this.found.push({ slot, from, to })
  }

  has(slot: TaughtSlot): boolean {
    return this.found.some((mark) => mark.slot === slot)
  }
}

/** An account on the other side of the movement, or ours. */
function addMasks(text: string, direction: Direction, marks: Marks): void {
  const theirs = direction === 'in' ? /(?:จาก|from)[^\d]{0,16}$/i : /(?:เข้า|ไปยัง|ถึง|to)[^\d]{0,16}$/i
  for (const { 0: printed, index } of text.matchAll(MASKS)) {
    const shown = printed.replace(/[.-]+$/, '')
    const isTheirs = theirs.test(text.slice(0, index)) || marks.has('own')
    const slot = isTheirs ? (marks.has('payerMask') ? 'text' : 'payerMask') : 'own'
    marks.add(slot, index, index + shown.length)
  }
}

function addAmounts(text: string, marks: Marks): void {
  const isFreeAt = (at: number): boolean => marks.found.every((mark) => at < mark.from || at >= mark.to)
  const printedOnes = [...text.matchAll(AMOUNTS)].filter(({ index }) => isFreeAt(index))
  for (const { 0: printed, index } of printedOnes.length > 0 ? printedOnes : text.matchAll(WHOLE)) {
    const isBalance = endsAsBalance(text.slice(Math.max(0, index - 24), index).replace(/.*\d/, ''))
    const slot = isBalance ? 'balance' : 'amount'
    marks.add(marks.has(slot) ? 'text' : slot, index, index + printed.length)
  }
}

/** Marks that a message proposes by itself, and which way its money went. Pure. */
export function guessMarks(
  text: string,
  receivedAt: Date,
): { readonly direction: Direction; readonly marks: TaughtMark[] } {
  const direction = directionOf(text) ?? 'in'
  const marks = new Marks()
  for (const { 0: written, index } of text.matchAll(TIMES))
    if (!marks.has('time') && readWrittenTime(written, receivedAt, 'auto') !== null)
      marks.add('time', index, index + written.length)
  addMasks(text, direction, marks)
  addAmounts(text, marks)
  for (const { 0: all, 1: ref = '', index } of text.matchAll(REFS))
    if (!marks.has('ref')) marks.add('ref', index + all.length - ref.length, index + all.length)
  for (const { 0: all, 1: tag = '', index } of text.matchAll(BANKS))
    if (!marks.has('payerBank') && bankFromAlias(tag) !== null)
      marks.add('payerBank', index + all.length - tag.length, index + all.length)
  for (const { 0: name, index } of text.matchAll(NAMES))
    if (!marks.has('payerName')) marks.add('payerName', index, index + name.trimEnd().length)
  for (const { 0: all, 1: name = '', index } of text.matchAll(LATIN_NAMES))
    if (!marks.has('payerName'))
      marks.add('payerName', index + all.length - name.length, index + all.length)
  for (const { 0: run, index } of text.matchAll(RUNS)) marks.add('text', index, index + run.length)
  return { direction, marks: marks.found.toSorted((a, b) => a.from - b.from) }
}
