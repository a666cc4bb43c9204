import type { TextRow } from './bounds.ts'
import {
  columnsBySaved,
  guessColumns,
  headerScore,
  noColumns,
  type FileMapping,
  type SavedHeadings,
} from './fields.ts'

/** Headings stand within so many rows from the top. */
const preambleMax = 60

export interface GuessedLayout {
  readonly mapping: FileMapping
  /** Where it comes from: a person who taught this bank, the words of the headings, or nowhere. */
  readonly from: 'saved' | 'guessed' | 'none'
  /** Which of the saved ones it is; -1: none. */
  readonly savedAt: number
}

/** Where the table of a file begins and what its columns are: as saved for the bank, else as guessed. */
export function guessLayout(rows: readonly TextRow[], saved: readonly SavedHeadings[]): GuessedLayout {
  const top = rows.slice(0, preambleMax)
  for (const [savedAt, headings] of saved.entries()) {
    for (const { no, cells } of top) {
      const columns = columnsBySaved(headings, cells)
      if (columns) return { mapping: { headerRow: no, columns }, from: 'saved', savedAt }
    }
  }
  const [best] = top
    .map((row) => ({ row, score: headerScore(row.cells) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.row.no - b.row.no)
  if (!best) return { mapping: { headerRow: 0, columns: noColumns }, from: 'none', savedAt: -1 }
  const mapping = { headerRow: best.row.no, columns: guessColumns(best.row.cells) }
  return { mapping, from: 'guessed', savedAt: -1 }
}

const accountLabel =
  /(เลขที่บัญชี|บัญชีเลขที่|หมายเลขบัญชี|เลขบัญชี|account\s*(?:no|number|#)|a\/c\s*(?:no|number)|acct\s*no)/i

/** The number of the account as the file prints it above its table, dashes left out; null: it prints none. */
export function statedAccountOf(rows: readonly TextRow[], headerRow: number): string | null {
  const above = rows.filter(({ no }) => no < headerRow)
  for (const { cells } of above) {
    const text = cells.join(' ')
    const label = accountLabel.exec(text)
    if (!label) continue
    const after = text.slice(label.index + label[0].length)
    const printed = /[\dxX*][\dxX*\s-]*[\dxX*]/.exec(after)?.[0].replaceAll(/[\s-]/g, '') ?? ''
    if (/\d{3}/.test(printed) && printed.length >= 4) return printed
  }
  return null
}

/** Whether a printed number, part of which may be hidden, can be this account's. */
export function isOfAccount(printed: string, accountNo: string): boolean {
  const places = printed.toLowerCase()
  if (places.length > accountNo.length && !/^0+$/.test(places.slice(0, -accountNo.length))) return false
  if (places.length < accountNo.length && !/[x*]/.test(places) && places.length > 6) return false
  const tail = places.slice(-accountNo.length)
  return [...tail].every((place, at) => {
    const digit = accountNo[accountNo.length - tail.length + at]
    return place === 'x' || place === '*' || place === digit
  })
}
