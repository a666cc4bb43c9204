import type { TextRow, TextSheet } from './bounds.ts'
import { mappingFault, type FileMapping, type MappingFault, type SavedHeadings } from './fields.ts'
import { guessLayout, statedAccountOf, type GuessedLayout } from './layout.ts'
import { orderRows, type OrderedRows } from './running-balance.ts'
import { statementRows, type RowError } from './statement-rows.ts'

/** How a file is to be read. */
export interface ReadingWish {
  /** As a person says it; null: as it was said of files before, or as it is guessed. */
  readonly said: FileMapping | null
  /** What was said of files of the bank, the newest first. */
  readonly saved: readonly SavedHeadings[]
  readonly nowMs: number
}

/** Everything that a mapping makes of a file. */
export interface ReadStatement {
  readonly ordered: OrderedRows
  readonly errors: readonly RowError[]
  readonly skipped: number
  readonly statedAccount: string | null
}

/** What is in a file. */
export interface FileReading {
  readonly encoding: TextSheet['encoding']
  readonly rowCount: number
  readonly width: number
  /** The top of it; where its table begins far below, what stands around its headings. */
  readonly sample: readonly TextRow[]
  readonly layout: GuessedLayout
  readonly headings: readonly string[]
  readonly mappingFault: MappingFault | null
  /** Null where the columns are not told. */
  readonly statement: ReadStatement | null
}

const sampleRows = 20

function sampleOf(rows: readonly TextRow[], headerRow: number): TextRow[] {
  const at = rows.findIndex(({ no }) => no >= headerRow)
  const from = at < sampleRows / 2 ? 0 : at - 4
  return rows.slice(from, from + sampleRows)
}

/** Reads a sheet as it is wished; null: only how large it is. Pure. */
export function readStatement({ encoding, rows }: TextSheet, wish: ReadingWish | null): FileReading {
  const guessed = guessLayout(rows, wish?.saved ?? [])
  const mapping = wish?.said ?? guessed.mapping
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  const fault = mappingFault(mapping, width)
  const size = { encoding, rowCount: rows.length, width }
  const layout = { ...guessed, mapping }
  const headings = rows.find(({ no }) => no === mapping.headerRow)?.cells ?? []
  const known = {
    ...size,
    layout,
    headings,
    mappingFault: fault,
    sample: sampleOf(rows, mapping.headerRow),
  }
  if (fault !== null || wish === null) return { ...known, statement: null }
  const read = statementRows(rows, mapping, wish.nowMs)
  return {
    ...known,
    statement: {
      ordered: orderRows(read.rows),
      errors: read.errors,
      skipped: read.skipped,
      statedAccount: statedAccountOf(rows, mapping.headerRow),
    },
  }
}
