import { reportColumns, type reportMappingFaults } from '@khlang/contract/play/distributor-values.ts'
import type { TextRow } from '../../statement-files/reading/bounds.ts'

export type ReportColumn = (typeof reportColumns)[number]
/** Which column is what, by its place from 0; null: none. */
type ReportColumns = Readonly<Record<ReportColumn, number | null>>
export interface ReportMapping {
  readonly headerRow: number
  readonly columns: ReportColumns
}

/** Headings stand within so many rows from the top. */
const preambleMax = 60

/**
 * Headings as providers print them, the more telling ones first. A guess, which a person corrects: `amount`
 * alone is a stake, for what is won is always said to be won.
 */
const words: Readonly<Record<ReportColumn, readonly RegExp[]>> = {
  round: [
    /^(round|game ?round|hand|parent ?round|play ?session)[ _-]*(id|ref|no|number)?$/i,
    /(เลขรอบ|รหัสรอบ|รอบเกม|รอบที่|รอบการเล่น)/,
    /^(bet|ticket|wager)[ _-]*(id|ref|no|number)$/i,
    /(เลขบิล|เลขที่บิล|รหัสเดิมพัน|เลขที่เดิมพัน)/,
  ],
  transaction: [
    /^(transaction|trans|txn|tx|reference)[ _-]*(id|ref|no|number)?$/i,
    /(รหัสรายการ|เลขที่รายการ|เลขอ้างอิง)/,
  ],
  player: [
    /^(ext(ernal)?[ _-]*)?(player|user|member|account|login|customer)[ _-]*(id|name|no)?$/i,
    /(ผู้เล่น|สมาชิก|ยูสเซอร์|ชื่อผู้ใช้)/,
  ],
  stake: [
    /^(bet|stake|wager|turnover)s?([ _-]*(amount|amt|sum))?$/i,
    /(ยอดเดิมพัน|เงินเดิมพัน|ยอดแทง|ยอดเล่น|เดิมพัน)/,
    /^amount$/i,
  ],
  payout: [
    /^(win|payout|pay ?out|won|winning|return|result)s?([ _-]*(amount|amt|sum))?$/i,
    /(ยอดจ่าย|เงินรางวัล|ยอดชนะ|ยอดได้|จ่ายรางวัล)/,
  ],
  time: [
    /^(bet|round|end|start|settle(d|ment)?|transaction|created|placed)?[ _-]*(date ?time|time|date|timestamp|at)$/i,
    /(วันที่|เวลา|วัน-เวลา)/,
  ],
}

const noColumns: ReportColumns = {
  round: null,
  transaction: null,
  player: null,
  stake: null,
  payout: null,
  time: null,
}

/** What each column is by its heading: each is one thing, and the first that fits best is taken. */
function guessColumns(cells: readonly string[]): ReportColumns {
  const taken = new Set<number>()
  const columns: Record<ReportColumn, number | null> = { ...noColumns }
  for (const column of reportColumns) {
    for (const pattern of words[column]) {
      const at = cells.findIndex((cell, place) => !taken.has(place) && pattern.test(cell.trim()))
      if (at < 0) continue
      columns[column] = at
      taken.add(at)
      break
    }
  }
  return columns
}

/** How many columns are known of this row, where it can be one of headings at all. */
const scoreOf = (columns: ReportColumns): number =>
  columns.round === null || columns.stake === null
    ? 0
    : Object.values(columns).filter((place) => place !== null).length

/** Where the table of a report begins and what its columns are, as its headings let guess. Pure. */
export function guessReport(rows: readonly TextRow[]): ReportMapping {
  const [best] = rows
    .slice(0, preambleMax)
    .map(({ no, cells }) => ({ headerRow: no, columns: guessColumns(cells) }))
    .map((mapping) => ({ mapping, score: scoreOf(mapping.columns) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.mapping.headerRow - b.mapping.headerRow)
  return best?.mapping ?? { headerRow: 0, columns: noColumns }
}

/** Why these columns do not tell what is compared; null: they do. Pure. */
export function reportFault(
  { columns }: ReportMapping,
  width: number,
): (typeof reportMappingFaults)[number] | null {
  const given = Object.values(columns).filter((place) => place !== null)
  if (columns.round === null) return 'roundColumn'
  if (columns.stake === null || columns.payout === null) return 'amountColumn'
  if (given.some((place) => place >= width)) return 'noColumn'
  return new Set(given).size < given.length ? 'columnTwice' : null
}
