import type { HandlerOutput } from '@khlang/contract/kit/define.ts'
import type { statementFiles } from '@khlang/contract/payments/statement-files.ts'
import type { Reader } from '../../platform/db/db.ts'
import { planAnswer } from './plan-answer.ts'
import * as queries from './queries.ts'
import { planOf, readStatement } from './read-file.ts'
import type { TextSheet } from './reading/bounds.ts'
import { mappingFault, type FileMapping } from './reading/fields.ts'
import { guessLayout } from './reading/layout.ts'

type Preview = HandlerOutput<typeof statementFiles.preview>

const sampleRows = 20

/** The top of a file; where its table begins far below, what stands around its headings. */
function sampleOf({ rows }: TextSheet, headerRow: number) {
  const at = rows.findIndex(({ no }) => no >= headerRow)
  const from = at < sampleRows / 2 ? 0 : at - 4
  return rows.slice(from, from + sampleRows)
}

/** A file, how its columns are read, and what importing it would do. Changes nothing. */
export async function previewOf(
  db: Reader,
  file: queries.KeptFile,
  sheet: TextSheet,
  said: FileMapping | null,
  nowMs: number,
): Promise<Preview> {
  const saved = await queries.savedMappings(db, file.bank)
  const guessed = guessLayout(
    sheet.rows,
    saved.map(({ headings }) => headings),
  )
  // Once it was asked for, it is read as it was then.
  const told = said ?? (file.mapping as FileMapping | null)
  const mapping = told ?? guessed.mapping
  const width = Math.max(...sheet.rows.map(({ cells }) => cells.length))
  const fault = mappingFault(mapping, width)
  const read = fault === null ? readStatement(sheet, mapping, nowMs) : null
  const by = told === null && guessed.from === 'saved' ? saved[guessed.savedAt] : undefined
  return {
    mapping,
    mappingFrom: told === null ? guessed.from : 'said',
    savedBy: by ? { by: by.by, at: by.at, version: by.version } : null,
    mappingFault: fault,
    width,
    rowCount: sheet.rows.length,
    sample: sampleOf(sheet, mapping.headerRow).map(({ no, cells }) => ({ no, cells: [...cells] })),
    plan: read === null ? null : planAnswer(read, await planOf(db, file, read, nowMs)),
  }
}
