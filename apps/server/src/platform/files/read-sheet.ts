import { inflateRawSync } from 'node:zlib'
import { readSheet as readXlsx } from 'read-excel-file/node'
import { ApiError } from '../api-error.ts'

/** What a spreadsheet may unpack to, whole and in how many parts. Source: safety.md row 68, U3. */
const unpackedMax = 16 * 1024 * 1024
const partsMax = 200
const [endSignature, entrySignature, localSignature] = [0x06054b50, 0x02014b50, 0x04034b50]

const unreadable = (cause?: unknown) =>
  new ApiError('sheetUnreadable', cause === undefined ? {} : { cause })

/**
 * Unpacks every part once and lets it go, so that no reader is given a file that swells: sizes that a file
 * states of itself prove nothing.
 */
function assertBounded(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || bytes.length < end + 22 || bytes.readUInt32LE(end) !== endSignature) throw unreadable()
  const parts = bytes.readUInt16LE(end + 10)
  if (parts > partsMax) throw unreadable()
  let left = unpackedMax
  let at = bytes.readUInt32LE(end + 16)
  for (let part = 0; part < parts; part += 1) {
    if (bytes.readUInt32LE(at) !== entrySignature) throw unreadable()
    const method = bytes.readUInt16LE(at + 10)
    const packed = bytes.readUInt32LE(at + 20)
    const local = bytes.readUInt32LE(at + 42)
    if (bytes.readUInt32LE(local) !== localSignature || (method !== 0 && method !== 8)) throw unreadable()
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(begin, begin + packed)
    left -= method === 0 ? data.length : inflateRawSync(data, { maxOutputLength: Math.max(1, left) }).length
    if (left < 0) throw unreadable()
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell).trim()
    : ''
}

/**
 * The cells of the first sheet of an XLSX file as text, row by row; formulas count by the value that the file
 * holds for them. @throws sheetUnreadable for what is no such file, or unpacks to more than it may
 */
export async function readSheet(bytes: Buffer, rowsMax: number): Promise<string[][]> {
  try {
    assertBounded(bytes)
    const rows = await readXlsx(bytes)
    if (rows.length > rowsMax) throw unreadable()
    return rows.map((row) => row.map(textOf))
  } catch (cause) {
    throw cause instanceof ApiError ? cause : unreadable(cause)
  }
}
