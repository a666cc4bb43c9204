import type { fileMappingFaults } from '@khlang/contract/payments/statement-files.ts'

/** What a column of a statement can be. */
export const fileFields = [
  'date',
  'time',
  'moneyIn',
  'moneyOut',
  'amount',
  'direction',
  'balance',
  'description',
  'payer',
  'channel',
  'ref',
] as const
export type FileField = (typeof fileFields)[number]

/** Which column is what, by its place from 0; null: none. */
export type FileColumns = Readonly<Record<FileField, number | null>>

/** How a file is read: the row of its headings, 0 where it has none, and its columns. */
export interface FileMapping {
  readonly headerRow: number
  readonly columns: FileColumns
}

export const noColumns: FileColumns = {
  date: null,
  time: null,
  moneyIn: null,
  moneyOut: null,
  amount: null,
  direction: null,
  balance: null,
  description: null,
  payer: null,
  channel: null,
  ref: null,
}

/**
 * Headings as banks print them, the more telling ones first: KBANK, SCB, KTB, BBL, BAY, TTB, GSB, BAAC and
 * what their business sites export. They are a guess, which a person corrects.
 */
const words: Readonly<Record<FileField, readonly RegExp[]>> = {
  date: [
    /^(วันที่|วัน เดือน ปี|วันเดือนปี|วัน-เวลา|วันที่ทำรายการ|วันที่\/เวลา|วันที่รายการ)/,
    /^(transaction |trans\.? |txn\.? )?date/i,
    /^(วันที่มีผล|value date|effective date)/i,
  ],
  time: [/^เวลา/, /^(transaction |trans\.? |txn\.? )?time/i],
  moneyIn: [/(ฝาก|เงินเข้า|รับเข้า|เครดิต)/, /(deposit|credit|paid in|money in)/i],
  moneyOut: [/(ถอน|เงินออก|จ่ายออก|เดบิต|หัก)/, /(withdraw|debit|paid out|money out)/i],
  amount: [/^(จำนวนเงิน|ยอดเงิน|จำนวน)/, /^(transaction |trans\.? |txn\.? )?amount/i],
  direction: [
    /^(ประเภท|ด้าน|เดบิต\/เครดิต|ฝาก\/ถอน|ถอน\/ฝาก)/,
    /^(dr\/cr|cr\/dr|debit\/credit|type|d\/c|c\/d|code|รหัส)/i,
  ],
  balance: [/(คงเหลือ|ยอดคงเหลือ)/, /balance/i],
  description: [
    /^(รายละเอียด|คำอธิบาย)/,
    /^(description|details?|particulars?|narrative)/i,
    /^(รายการ|หมายเหตุ)/,
    /^(remark|transaction)/i,
  ],
  payer: [
    /(ชื่อผู้โอน|ผู้โอน|จากบัญชี|บัญชีต้นทาง|ผู้ฝาก|คู่บัญชี)/,
    /(payer|sender|from account|counterparty|counter party)/i,
  ],
  channel: [/^(ช่องทาง|สาขา)/, /^(channel|branch|service branch|via)/i],
  ref: [/(อ้างอิง|เลขที่เช็ค|เลขที่รายการ)/, /(ref|cheque|check no|teller|trace)/i],
}

const plain = (cell: string): string => cell.normalize('NFC').trim().toLowerCase()

/** Headings that name both ways are of the way, not of one of the two. */
const isBothWays = (cell: string): boolean =>
  /(ฝาก.*ถอน|ถอน.*ฝาก|เดบิต.*เครดิต|debit.*credit|credit.*debit|withdraw.*deposit|dr.*cr|cr.*dr)/i.test(cell)

/** How well a heading is this field: 0 not at all. */
function fitOf(field: FileField, cell: string): number {
  if (cell === '' || cell.length > 60) return 0
  if ((field === 'moneyIn' || field === 'moneyOut') && (isBothWays(cell) || /คงเหลือ|balance/i.test(cell)))
    return 0
  if (field === 'direction' && isBothWays(cell)) return 9
  const at = words[field].findIndex((word) => word.test(cell))
  return at < 0 ? 0 : 9 - at
}

/** A guess at the columns of a row of headings; each heading is one field at most. */
export function guessColumns(headings: readonly string[]): FileColumns {
  const cells = headings.map(plain)
  const found: Record<FileField, number | null> = { ...noColumns }
  const taken = new Set<number>()
  const fits = fileFields
    .flatMap((field, order) => cells.map((cell, at) => ({ field, at, order, fit: fitOf(field, cell) })))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit || a.order - b.order || a.at - b.at)
  for (const { field, at } of fits) {
    if (found[field] !== null || taken.has(at)) continue
    found[field] = at
    taken.add(at)
  }
  const hasBoth = found.moneyIn !== null && found.moneyOut !== null
  // One of two alone is a column of both ways.
  if (!hasBoth && found.amount === null) found.amount = found.moneyIn ?? found.moneyOut
  if (hasBoth) return { ...found, amount: null, direction: null }
  return { ...found, moneyIn: null, moneyOut: null }
}

/** Why the columns that are named cannot be a statement. */
export type MappingFault = (typeof fileMappingFaults)[number]

/** What is missing in a mapping, of a file with so many columns; null where it can be read. */
export function mappingFault({ columns }: FileMapping, width: number): MappingFault | null {
  const named = Object.values(columns).filter((at) => at !== null)
  if (named.some((at) => at >= width)) return 'noColumn'
  if (new Set(named).size < named.length) return 'columnTwice'
  if (columns.date === null) return 'dateColumn'
  const isTwo = columns.moneyIn !== null && columns.moneyOut !== null && columns.amount === null
  const isOne = columns.amount !== null && columns.moneyIn === null && columns.moneyOut === null
  return isTwo || isOne ? null : 'amountColumn'
}

/** How much a row looks like the headings of a statement. */
export function headerScore(cells: readonly string[]): number {
  const guess = guessColumns(cells)
  const hasAmount = guess.amount !== null || (guess.moneyIn !== null && guess.moneyOut !== null)
  if (guess.date === null || !hasAmount) return 0
  return Object.values(guess).filter((at) => at !== null).length
}

/** The headings by which a saved mapping is found again: the field and its heading. */
export type SavedHeadings = Readonly<Partial<Record<FileField, string>>>

export const headingsOf = (columns: FileColumns, headings: readonly string[]): SavedHeadings =>
  Object.fromEntries(
    fileFields.flatMap((field) => {
      const at = columns[field]
      const heading = at === null ? undefined : headings[at]
      return heading === undefined || heading === '' ? [] : [[field, heading]]
    }),
  )

/** The columns of a saved mapping in these headings; null where one of them is missing or stands twice. */
export function columnsBySaved(saved: SavedHeadings, headings: readonly string[]): FileColumns | null {
  const cells = headings.map(plain)
  const columns: Record<FileField, number | null> = { ...noColumns }
  for (const field of fileFields) {
    const heading = saved[field]
    if (heading === undefined) continue
    const at = cells.indexOf(plain(heading))
    if (at < 0 || cells.lastIndexOf(plain(heading)) !== at) return null
    columns[field] = at
  }
  return columns.date === null ? null : columns
}
