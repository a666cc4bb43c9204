import { formatBaht } from '@khlang/money/amount.ts'
import writeXlsx, { type SheetData } from 'write-excel-file/node'
import type { Movement } from './wording.ts'

/** An account and what moved on it, as its bank prints a statement. */
export interface Statement {
  readonly accountNo: string
  readonly accountName: string
  /** Oldest first. */
  readonly movements: readonly Movement[]
}

const bangkokMs = 7 * 3_600_000
const two = (value: number): string => String(value).padStart(2, '0')
const plain = (minor: number): string => formatBaht(minor)

/** A moment in Bangkok as banks print it, the year of the Buddhist Era. */
function printed(atMs: number): readonly [day: string, time: string] {
  const at = new Date(atMs + bangkokMs)
  const day = `${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}/${at.getUTCFullYear() + 543}`
  return [day, `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`]
}

/** The business day of Bangkok that a moment is of, `YYYY-MM-DD`. */
export const dayOf = (atMs: number): string => new Date(atMs + bangkokMs).toISOString().slice(0, 10)

const headings = ['วันที่', 'เวลา', 'รายการ', 'ถอน', 'ฝาก', 'ยอดคงเหลือ', 'รายละเอียด']
const payerOf = ({ other }: Movement): string =>
  other === null ? '' : `${other.bank} x${other.accountNo.slice(-4)} ${other.name}`

/** The table of a statement, with what banks print above and below it. */
function tableOf({ accountNo, accountName, movements }: Statement): string[][] {
  const [first] = movements
  const sum = (direction: 'in' | 'out') =>
    plain(movements.reduce((all, each) => (each.direction === direction ? all + each.amountMinor : all), 0))
  const opening = first
    ? first.balanceAfterMinor - (first.direction === 'in' ? first.amountMinor : -first.amountMinor)
    : 0
  const rows = movements.map((movement) => {
    const amount = plain(movement.amountMinor)
    return [
      ...printed(movement.atMs),
      movement.direction === 'in' ? 'รับโอนเงิน' : 'โอนเงินออก',
      movement.direction === 'out' ? `(${amount})` : '',
      movement.direction === 'in' ? amount : '',
      plain(movement.balanceAfterMinor),
      payerOf(movement),
    ]
  })
  return [
    ['เลขที่บัญชี', accountNo, accountName],
    [],
    headings,
    ['', '', 'ยอดยกมา', '', '', plain(opening), ''],
    ...rows,
    ['รวม', '', '', sum('out'), sum('in'), '', ''],
  ]
}

/** Thai as Windows-874 has it; what that has no letter for is a question mark, as in a bank's own export. */
const windows874 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.codePointAt(0) ?? 0
      if (code < 0x80) return code
      return code >= 0x0e01 && code <= 0x0e5b ? code - 0x0e01 + 0xa1 : 0x3f
    }),
  )

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const statementCsv = (statement: Statement): Buffer =>
  windows874(
    tableOf(statement)
      .map((row) => `${row.map(quoted).join(',')}\r\n`)
      .join(''),
  )

export const statementXlsx = (statement: Statement): Promise<Buffer> => {
  const cells: SheetData = tableOf(statement).map((row) => row.map((value) => ({ value, type: String })))
  return writeXlsx(cells).toBuffer()
}
