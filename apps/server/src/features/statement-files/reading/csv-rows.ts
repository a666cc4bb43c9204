import { parse, type CsvError } from 'csv-parse/sync'
import { bounds, FileRefused, type TextRow } from './bounds.ts'

const delimiters = [',', ';', '\t'] as const

/** How many lines from the top tell what stands between cells. */
const sampleLines = 60

/** What stands between cells: what most lines of the top have most of, outside of quotes. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 200_000)
    .split(/\r\n|\r|\n/, sampleLines)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''))
  const score = (delimiter: string): number => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0)
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
    return counts.length * usual
  }
  const [best = ','] = delimiters.toSorted((a, b) => score(b) - score(a))
  return best
}

interface Parsed {
  readonly record: string[]
  readonly info: { readonly lines: number }
}

/**
 * The rows of a CSV text, each with the number of the line it ends on. Quotes that stand in the middle of a
 * cell are letters; a formula is the text that it is.
 * @throws FileRefused
 */
export function csvRows(text: string, rowsMax: number): TextRow[] {
  try {
    const parsed = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      max_record_size: bounds.recordChars,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: rowsMax + 1,
    }) as unknown as Parsed[]
    return parsed.map(({ record, info }) => ({ no: info.lines, cells: record }))
  } catch (cause) {
    const isTooLong = (cause as CsvError).code === 'CSV_MAX_RECORD_SIZE'
    throw new FileRefused(isTooLong ? 'cellTooLong' : 'unreadable', { cause })
  }
}
