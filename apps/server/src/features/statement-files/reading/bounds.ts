import type { fileFaults } from '@khlang/contract/payments/statement-files.ts'

/** How large a statement file may be, in every way in which one can be too large. */
export const bounds = {
  bytes: 10 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  /** How many times its packed size a part may be, once it is larger than a small file. */
  ratio: 200,
  parts: 500,
  rows: 100_000,
  columns: 60,
  cellChars: 1000,
  /** A line of a CSV file: all of its cells as full as may be. */
  recordChars: 60_100,
} as const

/** Why a file cannot be read at all; the codes are stable. */
export type FileFault = (typeof fileFaults)[number]

/** A file that is not read, and why. */
export class FileRefused extends Error {
  readonly fault: FileFault
  constructor(fault: FileFault, options?: ErrorOptions) {
    super(`the file is not read: ${fault}`, options)
    this.fault = fault
  }
}

export type FileEncoding = 'utf8' | 'utf16' | 'windows874' | 'xlsx'

/** A row as somebody sees it who opens the file: its number there, and its cells as text. */
export interface TextRow {
  readonly no: number
  readonly cells: readonly string[]
}

/** A file that was read: nothing in it is understood yet. */
export interface TextSheet {
  readonly encoding: FileEncoding
  readonly rows: readonly TextRow[]
}
