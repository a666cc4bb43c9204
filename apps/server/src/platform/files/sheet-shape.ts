import type { Language, TextArea } from '../texts.ts'

/**
 * `amount`: minor units, written as baht; `instant`: RFC 3339, written in Bangkok's time; `date`:
 * YYYY-MM-DD; `duration`: whole seconds, written h:mm:ss; `word`: a code, written as the area's screens
 * show `<group>.<code>` in the reader's language, or as it is when they have no word for it.
 */
type ColumnKind =
  | { readonly kind: 'text' | 'integer' | 'instant' | 'date' | 'duration' }
  | { readonly kind: 'amount'; readonly isSummed?: true }
  | { readonly kind: 'word'; readonly group: string }

export type ExportColumn<R> = ColumnKind & {
  /** The column's id on the screen; two columns of a file may stand for one of the screen. */
  readonly key: string
  /** Where the area's texts hold the heading, the screen's own: `queue.columns.at`. */
  readonly heading: string
  readonly of: (row: R, language: Language) => string | number | null
}

/**
 * Rows that get a line of totals of their own above the net, where the file holds several parts. Rows in no
 * part are in no total.
 */
export interface ExportPart<R> {
  /** Where the area's texts hold what the line begins with. */
  readonly label: string
  readonly has: (row: R) => boolean
  /** How the part counts in the net. */
  readonly sign: 1 | -1
}

/** What a file is like, whatever its rows are. */
export interface SheetShape<R> {
  /** Whose texts name the columns and the words in them. */
  readonly area: TextArea
  readonly language: Language
  readonly columns: readonly ExportColumn<R>[]
  readonly parts?: readonly ExportPart<R>[] | undefined
  /** Where the texts hold what the net begins with when several parts are in the file. */
  readonly netLabel?: string | undefined
  /** Where the texts hold what the line of the rows in no part begins with. */
  readonly notCountedLabel?: string | undefined
}

/** A file before it is written. */
export interface Sheet<R> extends SheetShape<R> {
  readonly rows: readonly R[]
  /** The filter holds more rows than the file. */
  readonly isCut: boolean
  /** Whose file it is and of when; alone in the last line. */
  readonly mark: string
}
